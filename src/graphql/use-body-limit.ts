import type { Plugin } from 'graphql-yoga';
import { refuse } from '../errors.ts';

/**
 * Refuses a request that is larger than so many bytes: REQUEST_TOO_LARGE. Node holds a body to its Content-Length, so
 * only one that comes without is counted.
 */
export function useBodyLimit(bytesMax: number): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
      const length = request.headers.get('content-length');
      if (Number(length) > bytesMax) refuse('REQUEST_TOO_LARGE');
      const { body, url, method, headers } = request;
      if (length !== null || !requestParser || !body) return;
      setRequestParser(async () => {
        const init = { method, headers, body: await bounded(body, bytesMax) };
        return requestParser(new fetchAPI.Request(url, init));
      });
    },
  };
}

async function bounded(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > bytesMax) refuse('REQUEST_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
