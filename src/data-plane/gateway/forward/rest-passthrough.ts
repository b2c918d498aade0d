import type { RewrittenPath } from '../../../domain/api/path-rewrite.ts';
import { takenBody } from '../../../http/plain/plain-request.ts';
import { type Call, hasBody } from '../call.ts';
import type { SampledAnswers } from '../contract/sampled-answers.ts';
import { withoutKeys, withoutParameters } from '../route/client-key.ts';
import type { Upstream } from '../route/upstream.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import type { Forwarding } from './forwarding.ts';
import type { ResponseCaches } from './response-caches.ts';

export type RestDeps = {
  readonly answers: Pick<SampledAnswers, 'copyFor'>;
  readonly caches: Pick<ResponseCaches, 'of'>;
};

/** Forwards an admitted call of a REST API. The target's path replaces the base path; the body streams, unless it is there. */
export function restPassthrough(
  call: Call,
  { answers, caches }: RestDeps,
  changes: CallChanges | null,
): Forwarding {
  const rewritten = changes?.request.path;
  return {
    pathOn: rewritten ? (_, upstream) => restPath(call, upstream, rewritten) : restPath,
    pass: null,
    method: call.request.method ?? 'GET',
    body: changes?.body ?? bodyOf(call),
    faultOf: null,
    reader: null,
    cleansErrors: false,
    changes,
    cache: caches.of(call, changes),
    copy: answers.copyFor(call),
    mirror: null,
  };
}

/** The body of the caller. It streams, unless it is there. */
const bodyOf = ({ heldBody, request }: Call): Forwarding['body'] =>
  heldBody ?? takenBody(request) ?? (hasBody(request) ? request : null);

/**
 * Returns path and query on a target. The base path of the API is not part of it.
 *
 * @param rewritten the path by a step of the API, and what it adds to the query
 */
export function restPath(call: Call, upstream: Upstream, rewritten?: RewrittenPath): string {
  const path = `${upstream.path}${rewritten ? rewritten.path : call.rest}` || '/';
  const asked = rewritten ? joined(rewritten.query, call.target.query) : call.target.query;
  const incoming = withoutKeys(asked, call.route.keyLocations);
  const query =
    upstream.parameter === undefined ? incoming : withoutParameters(incoming, [upstream.parameter]);
  return path + joined(upstream.query, query);
}

/** The query of the target, then the caller's. */
function joined(own: string, incoming: string): string {
  return own === '' || incoming === '' ? own + incoming : `${own}&${incoming.slice(1)}`;
}
