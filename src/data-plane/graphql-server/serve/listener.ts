import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import { refusal } from '../../../foundation/errors.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { nameByRoute } from '../../../infrastructure/observability/traced-handler.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { PlanResult } from '../plan/run-plan.ts';
import type { AnswerWithErrors } from '../plan/written-answer.ts';
import type { GraphQLServers } from './graphql-servers.ts';
import { paramsIn, plainMediaType, readBody, writeAnswer } from './plain-query.ts';
import { refusedAnswer } from './refusal-response.ts';

type ListenerDeps = { readonly onFault: OnFault; readonly tracing?: Tracing | undefined };
type Servers = Pick<GraphQLServers, 'fetch' | 'run'>;

/**
 * The servers over HTTP. A plain request is answered as it stands. All others, and what a plan does not answer, come in the
 * form that graphql-yoga itself works with: the web's own, with a stream and a signal for each, cost more than the query.
 */
export function requestListener(servers: Servers, { onFault, tracing }: ListenerDeps): RequestListener {
  const answer = createServerAdapter<PlannedContext>(async (request: Request, { planned }) => {
    // RFC 9112 §3.2.
    if (!URL.canParse(request.url)) return refusedAnswer(request, noHost());
    try {
      return await servers.fetch(request, planned);
    } catch (error) {
      onFault(error);
      return refusedAnswer(request, refusal('INTERNAL'));
    }
  });
  const plain = async (exchange: PlainExchange) => {
    const result = await runPlain(servers, exchange).catch(onFault);
    const { request, response, mediaType } = exchange;
    if (result && 'text' in result) writeAnswer(response, mediaType, result.text);
    // The adapter takes the body of a request that was read before.
    else answer(Object.assign(request, { body: exchange.body }), response, { planned: result ?? undefined });
  };
  return (request, response) => {
    if (!request.url?.startsWith('/')) request.url = inOriginForm(request.url);
    const span = tracing?.active();
    if (span) nameByRoute(span, request, '/api/:org/:name');
    const mediaType = plainMediaType(request);
    if (mediaType === undefined) answer(request, response, {});
    else readBody(request, (body) => void plain({ request, response, mediaType, body }));
  };
}

type PlannedContext = { readonly planned?: AnswerWithErrors | undefined };
type PlainExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mediaType: string;
  readonly body: Buffer;
};

async function runPlain(
  servers: Servers,
  { request: { url = '', headers }, body }: PlainExchange,
): Promise<PlanResult | undefined> {
  const params = paramsIn(body);
  return params && servers.run({ path: url, params, headers });
}

const noHost = () => refusal('BAD_USER_INPUT', { detail: 'The Host header names no host: correct it.' });

/** Converts a target with scheme and host, as proxies send it, to origin form. (RFC 9112 §3.2.2) */
function inOriginForm(target = '/'): string {
  if (!URL.canParse(target)) return '/';
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}
