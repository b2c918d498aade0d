import type { RequestListener } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import { refusal } from '../../../foundation/errors.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { nameByRoute } from '../../../infrastructure/observability/traced-handler.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { GraphQLServers } from './graphql-servers.ts';
import { refusedAnswer } from './refusal-response.ts';

/**
 * The servers over HTTP. Requests come in the form that graphql-yoga itself works with: the web's own, with a stream
 * and a signal for each, cost more than the query.
 */
export function requestListener(
  servers: Pick<GraphQLServers, 'fetch'>,
  { onFault, tracing }: { readonly onFault: OnFault; readonly tracing?: Tracing | undefined },
): RequestListener {
  const answer = createServerAdapter(async (request: Request) => {
    // RFC 9112 §3.2.
    if (!URL.canParse(request.url)) return refusedAnswer(request, noHost());
    try {
      return await servers.fetch(request);
    } catch (error) {
      onFault(error);
      return refusedAnswer(request, refusal('INTERNAL'));
    }
  });
  return (request, response) => {
    if (!request.url?.startsWith('/')) request.url = inOriginForm(request.url);
    const span = tracing?.active();
    if (span) nameByRoute(span, request, '/api/:org/:name');
    answer(request, response);
  };
}

const noHost = () => refusal('BAD_USER_INPUT', { detail: 'The Host header names no host: correct it.' });

/** Converts a target with scheme and host, as proxies send it, to origin form. (RFC 9112 §3.2.2) */
function inOriginForm(target = '/'): string {
  if (!URL.canParse(target)) return '/';
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}
