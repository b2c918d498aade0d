import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decoded } from '../../../src/data-plane/graphql-server/rest/content-coding.ts';

/** Thirty bytes that become five megabytes. */
const bomb = brotliCompressSync(Buffer.alloc(5_000_000));
const answer = gzipSync('{"a":1}');

describe('compressed answers', () => {
  it('of one org hold up none of another org, however large they become', async () => {
    const done: string[] = [];
    const eves = Array.from({ length: 20 }, () => decoded(bomb, 'br', 'eve').then(() => done.push('eve')));
    const vics = decoded(answer, 'gzip', 'vic').then((content) => {
      done.push('vic');
      return content.toString();
    });
    expect(await vics).toBe('{"a":1}');
    expect(done.indexOf('vic')).toBeLessThan(4);
    await Promise.all(eves);
    expect(done).toHaveLength(21);
  });

  it('beyond a thousand of an org that wait are refused; those of another org are not', async () => {
    const asked = Array.from({ length: 1_010 }, () => decoded(answer, 'gzip', 'eve'));
    const other = decoded(answer, 'gzip', 'vic');
    const ended = await Promise.allSettled(asked);
    const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: 'Too many compressed answers of back-ends wait: try again when some are read.',
      headers: { 'Retry-After': '1' },
    });
    expect((await other).toString()).toBe('{"a":1}');
  });

  it('that become larger than ten megabytes are refused, and so are those that cannot be read', async () => {
    const large = brotliCompressSync(Buffer.alloc(10_000_001));
    const code = 'BACKEND_ANSWER_INVALID';
    await expect(decoded(large, 'br', 'eve')).rejects.toMatchObject({ code });
    await expect(decoded(Buffer.from('no gzip'), 'gzip', 'eve')).rejects.toMatchObject({ code });
    await expect(decoded(answer, 'zstd', 'eve')).rejects.toMatchObject({ code });
  });
});
