import type { GraphiQLProps } from 'graphiql';
import { eventsIn } from './event-stream.ts';

export type Fetcher = GraphiQLProps['fetcher'];

/** The address that documents are sent to, and their headers. */
export type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** GraphQL over HTTP; a subscription is answered by a stream of events. */
export function createFetcher(target: () => Target, send: typeof fetch = fetch): Fetcher {
  return async ({ query, variables, operationName }) => {
    const { url, headers } = target();
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ query, variables, operationName }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    return isStream && response.body ? eventsIn(response.body) : response.json();
  };
}
