import { get } from 'node:http';

/** Most bytes of a page, compressed. */
export const PAGE_BYTES_MAX = 15_000;
/** Most bytes of the styles and scripts of a page, compressed. A browser keeps them for ever. */
export const PARTS_BYTES_MAX = 10_000;

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Lists addresses of the styles and scripts that a page loads. An island's own are no part of it: it comes later. */
export function partsOf(html: string): string[] {
  const found = html.matchAll(
    /<(?:link rel="stylesheet" href|script (?:[a-z]+(?:="[^"]*")? )*src)="([^"]+)"/g,
  );
  return [...found].flatMap(([, url = '']) => (url.includes('/assets/islands/') ? [] : [url]));
}

/** Counts the bytes of an answer as they come. */
export function bytesOf(url: string, encoding: Encoding, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie, 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Uint8Array) => {
        bytes += chunk.byteLength;
      });
      response.on('end', () =>
        response.headers['content-encoding'] === encoding
          ? resolve(bytes)
          : reject(new Error(`${url}: ${response.statusCode}, ${response.headers['content-encoding']}`)),
      );
      response.on('error', reject);
    }).on('error', reject);
  });
}
