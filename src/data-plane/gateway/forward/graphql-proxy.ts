import { refusal } from '../../../foundation/errors.ts';
import { headerOf } from '../../../http/answer-body.ts';
import { isChargedByEvent } from '../accounting/charges.ts';
import type { Call } from '../call.ts';
import { type AnswerDeps, costReaderOf, hasPlainEvents, isPlain } from '../graphql/response-cost-reader.ts';
import type { Upstream } from '../route/upstream.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import type { CallPass } from './call-pass.ts';
import type { Forwarding } from './forwarding.ts';

export type ProxyDeps = AnswerDeps & {
  readonly passOf: CallPass;
  /** Tells whether errors reach callers without details of the server. */
  readonly cleansErrors?: boolean;
};

/**
 * Forwards an admitted call of a GraphQL API to its server.
 *
 * The validated document goes as it came, always by POST.
 */
export function graphqlProxy(call: Call, deps: ProxyDeps, changes: CallChanges | null): Forwarding {
  const { cleansErrors = false } = deps;
  return {
    pathOn: graphqlPath,
    pass: deps.passOf(call),
    method: 'POST',
    body: call.document?.bytes ?? null,
    faultOf: (status, headers) => {
      const fault = faultOf(call, cleansErrors, { status, headers });
      return fault === undefined
        ? undefined
        : refusal('BACKEND_ANSWER_INVALID', {
            detail: 'The back-end did not answer as a GraphQL server does.',
            facts: { fault },
          });
    },
    reader: costReaderOf(call, deps),
    cleansErrors,
    changes,
    cache: null,
    checkTap: null,
    comparisonTap: null,
  };
}

/** Returns path and query on a target. */
export const graphqlPath = (_call: Call, { path, query }: Upstream): string => (path || '/') + query;

/**
 * The fault of an answer that is not passed on.
 *
 * Decision: a page or a redirect comes from a server before the GraphQL server, or in its place. No GraphQL client can
 * read it, and it may tell what runs there. A stream that has to be read and cannot be does not pass either.
 */
function faultOf(
  call: Call,
  cleansErrors: boolean,
  { status, headers }: { readonly status: number; readonly headers: readonly string[] },
): string | undefined {
  const type = headerOf(headers, 'content-type') ?? '';
  if (/^text\/html\b/.test(type)) return `a page with status ${status}`;
  if (status >= 300 && status <= 399) return `a redirect with status ${status}`;
  const isStream = /^(?:text\/event-stream|multipart\/mixed)\b/.test(type);
  const isUnread =
    (cleansErrors && !isPlain(headers)) || (isChargedByEvent(call) && !hasPlainEvents(headers));
  return isStream && isUnread ? 'a stream whose events cannot be read' : undefined;
}
