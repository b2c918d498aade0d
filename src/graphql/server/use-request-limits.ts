import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { checkJson, JSON_BOUNDS, READ_HERE_MAX, readLargeRequest } from './large-request.ts';
import { orgTurns } from './org-turns.ts';
import { RequestBody, requestTooLarge } from './request-body.ts';

/** Returns the largest request of a sender, by the request's head. */
export type BodyBytesMax<ServerContext> = (
  request: Request,
  serverContext: ServerContext,
) => Promise<number> | number;

/** Returns the org of a sender, or undefined for an unknown sender. Orgs take turns. */
export type RequestOwner<ServerContext> = (
  request: Request,
  serverContext: ServerContext,
) => Promise<string | undefined>;

/**
 * Refuses requests that are too large, nested too deep, or have too many values. Size and values give
 * REQUEST_TOO_LARGE. A request is refused before it is read, and its JSON before it is parsed. Node holds a body to its
 * Content-Length, so only a body without one is counted.
 *
 * @param ownerOf without it requests take no turns: all are short, and read at once
 */
export function useRequestLimits<ServerContext extends object>(
  bodyBytesMax: BodyBytesMax<ServerContext>,
  ownerOf?: RequestOwner<ServerContext>,
): Plugin<object, ServerContext> {
  return {
    async onRequestParse({ request, serverContext, url, requestParser, setRequestParser, fetchAPI }) {
      const bytesMax = await bodyBytesMax(request, serverContext);
      const owner = await ownerOf?.(request, serverContext);
      if (owner !== undefined) await orgTurns.turn(owner);
      const { body, method, headers } = request;
      if (method === 'GET') {
        for (const value of url.searchParams.values()) checkJson(value, JSON_BOUNDS);
        return;
      }
      const length = Number(headers.get('content-length'));
      if (length > bytesMax) requestTooLarge(bytesMax);
      if (!requestParser || !body) return;
      const readText = async (text: string) => {
        checkJson(text, JSON_BOUNDS);
        return requestParser(new fetchAPI.Request(request.url, { method, headers, body: text }));
      };
      setRequestParser(async () => {
        if (headers.has('content-length') && (!ownerOf || length <= READ_HERE_MAX))
          return readText(await request.text());
        const read = new RequestBody(body, bytesMax);
        if (await read.read(ownerOf && READ_HERE_MAX)) return readText(read.text());
        return readLargeRequest(read, owner ?? '') as Promise<GraphQLParams>;
      });
    },
  };
}
