import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressPages } from '../../../src/ui/kit/compress-pages.ts';

const PAGE = '<p>A page of the console.</p>'.repeat(100);

const app = new Hono();
app.use(compressPages);
app.get('/page', (c) => c.html(PAGE));
app.get('/data', (c) => c.json({ PAGE }));
app.get('/none', (c) => c.body(null, 204));

async function get(path: string, encoding: string) {
  const response = await app.request(path, { headers: { 'accept-encoding': encoding } });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

describe('an answer', () => {
  it('that is a page is compressed by Brotli for whoever takes that', async () => {
    const { response, body } = await get('/page', 'gzip, deflate, br');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(body).toString()).toBe(PAGE);
  });

  it.each(['gzip', 'gzip, br;q=0'])('is compressed by gzip for "%s"', async (encoding) => {
    const { response, body } = await get('/page', encoding);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(gunzipSync(body).toString()).toBe(PAGE);
  });

  it('that is no page is compressed by gzip, while it is sent', async () => {
    const { response } = await get('/data', 'gzip, br');
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  it('is sent as it is to others, and where it is empty', async () => {
    const { response, body } = await get('/page', 'identity');
    expect([response.headers.get('content-encoding'), body.toString()]).toEqual([null, PAGE]);
    const none = await get('/none', 'br');
    expect([none.response.status, none.response.headers.get('content-encoding')]).toEqual([204, null]);
  });
});
