import type { Plugin } from 'graphql-yoga';
import { GatheredBytes } from '../domain/gathered-bytes.ts';
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
  const bytes = new GatheredBytes();
  for await (const chunk of body) {
    if (bytes.length + chunk.length > bytesMax) refuse('REQUEST_TOO_LARGE');
    bytes.add(Buffer.from(chunk));
  }
  return Buffer.from(bytes.whole());
}
