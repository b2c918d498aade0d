import type { GraphiQLProps } from 'graphiql';
import { eventList } from './event-list.ts';
import { eventsIn } from './event-stream.ts';

export type Fetcher = GraphiQLProps['fetcher'];

/** The address that documents are sent to, and their headers. */
export type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** GraphQL over HTTP; a subscription is answered by a stream of events. The page's own headers come first. */
export function createFetcher(target: () => Target | Promise<Target>, send: typeof fetch = fetch): Fetcher {
  return async ({ query, variables, operationName }, typed) => {
    const { url, headers } = await target();
    const connection = new AbortController();
    const response = await send(url, {
      method: 'POST',
      signal: connection.signal,
      headers: {
        ...typed?.headers,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ query, variables, operationName }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body) return response.json();
    return eventList(eventsIn(response.body), () => connection.abort());
  };
}
