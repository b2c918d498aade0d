import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { refuse } from '../../foundation/errors.ts';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';
import { checkJson, isLargeRequest, JSON_BOUNDS, readLargeRequest } from './large-request.ts';

/** Returns the largest request of a sender, by the request's head. */
export type BodyBytesMax<ServerContext> = (
  request: Request,
  serverContext: ServerContext,
) => Promise<number> | number;

/** Returns the org of a sender. Threads that read large requests take turns by org. */
export type RequestOwner<ServerContext> = (
  request: Request,
  serverContext: ServerContext,
) => Promise<string> | string;

/**
 * Refuses requests that are too large, nested too deep, or have too many values. Size and values give
 * REQUEST_TOO_LARGE. A request is refused before it is read, and its JSON before it is parsed. Node holds a body to its
 * Content-Length, so only a body without one is counted.
 *
 * @param ownerOf without it all requests are short, and read at once
 */
export function useRequestLimits<ServerContext extends object>(
  bodyBytesMax: BodyBytesMax<ServerContext>,
  ownerOf?: RequestOwner<ServerContext>,
): Plugin<object, ServerContext> {
  return {
    async onRequestParse({ request, serverContext, url, requestParser, setRequestParser, fetchAPI }) {
      const bytesMax = await bodyBytesMax(request, serverContext);
      const { body, method, headers } = request;
      if (method === 'GET') {
        for (const value of url.searchParams.values()) checkJson(value, JSON_BOUNDS);
        return;
      }
      if (Number(headers.get('content-length')) > bytesMax) tooLarge(bytesMax);
      if (!requestParser || !body) return;
      setRequestParser(async () => {
        const text = headers.has('content-length') ? await request.text() : await bounded(body, bytesMax);
        if (ownerOf && isLargeRequest(text))
          return readLargeRequest(text, await ownerOf(request, serverContext)) as Promise<GraphQLParams>;
        checkJson(text, JSON_BOUNDS);
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
