import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ingressOf, listen, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Around what is sent beside a head, what is read at once, and what buffers on the way hold. */
const SIZES = [15_000, 17_000, 65_535, 65_536, 66_000, 150_000, 3_000_000];
const CALLERS_EACH = 4;

/** Answers with bytes that nobody else's answer has, in one piece or in chunks. */
async function openWorld() {
  const server = createServer(({ url = '' }, response) => {
    const [, mark = '', size = '', way = ''] = /x\/(.)\/(\d+)\/(\w+)$/.exec(url) ?? [];
    const body = Buffer.alloc(Number(size), mark);
    if (way === 'length') response.setHeader('Content-Length', body.length);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstreamUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = await openGateway(
    snapshot(catalog({ apis: [api({ basePath: '/open', security: [], upstreamUrl })] })),
  );
  const listener = await listen(ingressOf({ calls: world.gateway.handle }));
  closers.push(async () => server.close(), world.close, listener.close);
  return listener.port;
}

/** Returns the whole answer. A slow caller reads nothing until all others have been answered. */
function ask(port: number, path: string, { after }: { after?: Promise<unknown> } = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const caller = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    caller.write(`GET /acme/sandbox/open/x/${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    caller
      .on('data', (part) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts)))
      .on('error', reject);
    if (after) {
      caller.pause();
      void after.then(() => caller.resume());
    }
  });
}

/** The body of an answer, without the framing of chunks. */
function bodyOf(answer: Buffer): string {
  const at = answer.indexOf('\r\n\r\n') + 4;
  const text = answer.toString('latin1', at);
  if (!/transfer-encoding: chunked/i.test(answer.toString('latin1', 0, at))) return text;
  let body = '';
  for (let from = 0; ; ) {
    const end = text.indexOf('\r\n', from);
    const size = Number.parseInt(text.slice(from, end), 16);
    if (size === 0) return body;
    body += text.slice(end + 2, end + 2 + size);
    from = end + 2 + size + 2;
  }
}

describe.each(['length', 'chunks'])('an answer that tells its end by %s', (way) => {
  it('reaches each caller byte for byte, beside others that take nothing for a while', async () => {
    const port = await openWorld();
    const marks = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const cases = SIZES.flatMap((size, at) =>
      Array.from({ length: CALLERS_EACH }, (_, caller) => ({
        mark: marks[at * CALLERS_EACH + caller] ?? '-',
        size,
        isSlow: caller % 2 === 1,
      })),
    );
    let release = () => {};
    const quick = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = cases.map(async ({ mark, size, isSlow }) => {
      const answer = await ask(port, `${mark}/${size}/${way}`, isSlow ? { after: quick } : {});
      expect(answer.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
      const body = bodyOf(answer);
      expect({ mark, bytes: body.length, others: body.replaceAll(mark, '').length }).toEqual({
        mark,
        bytes: size,
        others: 0,
      });
    });
    await Promise.all(asked.filter((_, at) => !cases[at]?.isSlow));
    release();
    await Promise.all(asked);
  });
});
