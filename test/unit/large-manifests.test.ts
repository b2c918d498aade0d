import { describe, expect, it } from 'vitest';
import { inManifestTurn } from '../../src/control-plane/management/manifest/large-manifests.ts';

const large = { apis: [{ openapi: 'x'.repeat(1_000_000) }] };
const small = { apis: [{ openapi: 'x' }] };

/** Applies manifests, each of which ends when told. */
function opened() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const apply = (manifest: unknown, org: string, caller: string) =>
    inManifestTurn(manifest, [org, caller], () => {
      begun.push(caller);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { begun, ends, apply };
}

describe('large manifests', () => {
  it('of an org are applied two at a time, its callers in turn; each in a turn of its own; small ones and other orgs need not wait', async () => {
    const { begun, ends, apply } = opened();
    const applied = [
      ...Array.from({ length: 10 }, () => apply(large, 'acme', 'carol')),
      apply(large, 'acme', 'dave'),
      apply(small, 'acme', 'erin'),
      apply(large, 'other', 'vic'),
    ];
    expect(begun).toEqual(['erin']);
    await expect.poll(() => begun).toEqual(['erin', 'carol', 'carol', 'vic']);
    for (let at = 0; at < applied.length; at += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(at);
      ends[at]?.();
    }
    await Promise.all(applied);
    expect(begun.slice(4, 7)).toContain('dave');
    expect(begun).toHaveLength(13);
  });

  it('of an org of which too many wait are refused, and those of other orgs are not', async () => {
    const { ends, apply } = opened();
    const applied = Array.from({ length: 22 }, () => apply(large, 'acme', 'carol'));
    await expect(apply(large, 'acme', 'dave')).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: expect.stringContaining('Too many of your large manifests wait'),
    });
    applied.push(apply(large, 'other', 'vic'));
    for (let at = 0; at < applied.length; at += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(at);
      ends[at]?.();
    }
    await Promise.all(applied);
  });
});
