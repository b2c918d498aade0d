import type { Call } from './call.ts';
import type { Forwarding } from './forward/forward.ts';
import { type AnswerDeps, answerReader } from './graphql/answer.ts';
import { upstreamOf } from './rest-passthrough.ts';

/** Where an admitted call of a GraphQL API goes: to its server, the checked document as it came, always by POST. */
export function graphqlProxy(call: Call, deps: AnswerDeps): Forwarding {
  const upstream = upstreamOf(call);
  return {
    upstream,
    path: `${upstream.path}${upstream.query}` || '/',
    method: 'POST',
    body: call.document?.bytes ?? null,
    reader: answerReader(call, deps),
  };
}
