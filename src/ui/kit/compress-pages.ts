import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { acceptedEncodings } from './assets.ts';

const brotli = promisify(brotliCompress);
/** Quality at which pages are a tenth to a fifth smaller than by gzip. Higher ones take longer for a hundredth. */
const QUALITY = 5;

const gzip = compress();

/** Compresses pages by Brotli where the browser takes it. All else is compressed by gzip while it is sent. */
export const compressPages: MiddlewareHandler = async (c, next) => {
  await gzip(c, async () => {
    await next();
    const { headers, body } = c.res;
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    if (!isPage || body === null || c.req.method === 'HEAD') return;
    if (acceptedEncodings(c.req.header('accept-encoding') ?? '')[0] !== 'br') return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
    c.res = new Response(await brotli(await c.res.arrayBuffer(), { params }), c.res);
    c.header('content-encoding', 'br');
    c.header('vary', 'Accept-Encoding', { append: true });
  });
};
