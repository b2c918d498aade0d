import type { Plugin } from 'graphql-yoga';
import { GatheredBytes } from '../domain/gathered-bytes.ts';
import { refuse } from '../errors.ts';
import { exceededBound, type JsonBounds } from './nesting.ts';

/** Documents of APIs stand in the variables of a request: what is wrong with one that is too deep is told where it is read. */
const JSON_BOUNDS: JsonBounds = { depthMax: 500, valuesMax: 500_000 };

/** How large a request may be, by what its head says of who sends it. */
export type BodyBytesMax<ServerContext> = (
  request: Request,
  serverContext: ServerContext,
) => Promise<number> | number;

/**
 * Refuses a request that is larger than its sender may send, REQUEST_TOO_LARGE, or whose JSON is nested too deep or holds
 * too many values: before it is read, and before anything is made of what was read. Node holds a body to its
 * Content-Length, so only one that comes without is counted.
 */
export function useRequestLimits<ServerContext extends object>(
  bodyBytesMax: BodyBytesMax<ServerContext>,
): Plugin<object, ServerContext> {
  return {
    async onRequestParse({ request, serverContext, url, requestParser, setRequestParser, fetchAPI }) {
      const bytesMax = await bodyBytesMax(request, serverContext);
      const { body, method, headers } = request;
      if (method === 'GET') {
        for (const value of url.searchParams.values()) checkJson(value);
        return;
      }
      if (Number(headers.get('content-length')) > bytesMax) tooLarge(bytesMax);
      if (!requestParser || !body) return;
      setRequestParser(async () => {
        const text = headers.has('content-length') ? await request.text() : await bounded(body, bytesMax);
        checkJson(text);
        return requestParser(new fetchAPI.Request(request.url, { method, headers, body: text }));
      });
    },
  };
}

function tooLarge(bytesMax: number): never {
  refuse('REQUEST_TOO_LARGE', {
    detail: `The request is larger than ${bytesMax} bytes, which is the most without a valid token or for this API: send less, or a valid token.`,
  });
}

async function bounded(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const bytes = new GatheredBytes();
  for await (const chunk of body) {
    if (bytes.length + chunk.length > bytesMax) tooLarge(bytesMax);
    bytes.add(Buffer.from(chunk));
  }
  return bytes.whole().toString();
}

function checkJson(text: string): void {
  const exceeded = exceededBound(text, JSON_BOUNDS);
  if (exceeded === 'depthMax')
    refuse('BAD_USER_INPUT', {
      detail: `The JSON of a request may be nested ${JSON_BOUNDS.depthMax} deep: send a document that is deeper as a text.`,
    });
  if (exceeded === 'valuesMax')
    refuse('REQUEST_TOO_LARGE', {
      detail: `The JSON of a request may hold ${JSON_BOUNDS.valuesMax} values: send a document that holds more as a text.`,
    });
}
