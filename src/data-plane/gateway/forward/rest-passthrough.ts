import { changedQuery } from '../../../domain/api/query-steps.ts';
import { takenBody } from '../../../http/plain/plain-request.ts';
import { type Call, hasBody } from '../call.ts';
import type { SampledAnswers } from '../contract/sampled-answers.ts';
import { withoutKeys, withoutParameters } from '../route/client-key.ts';
import type { Upstream } from '../route/upstream.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import type { StepChanges } from '../transform/step-changes.ts';
import type { Forwarding } from './forwarding.ts';
import type { ResponseCaches } from './response-caches.ts';

export type RestDeps = {
  readonly answers: Pick<SampledAnswers, 'tapFor'>;
  readonly caches: Pick<ResponseCaches, 'of'>;
};

/** Forwards an admitted call of a REST API. The target's path replaces the base path; the body streams, unless it is there. */
export function restPassthrough(
  call: Call,
  { answers, caches }: RestDeps,
  changes: CallChanges | null,
): Forwarding {
  return {
    pathOn: changes ? (_, upstream) => restPath(call, upstream, changes.request) : restPath,
    pass: null,
    method: call.request.method ?? 'GET',
    body: changes?.body ?? bodyOf(call),
    faultOf: null,
    reader: null,
    cleansErrors: false,
    changes,
    cache: caches.of(call, changes),
    checkTap: answers.tapFor(call),
    comparisonTap: null,
  };
}

/** The body of the caller. It streams, unless it is there. */
const bodyOf = ({ heldBody, request }: Call): Forwarding['body'] =>
  heldBody ?? takenBody(request) ?? (hasBody(request) ? request : null);

/**
 * Returns path and query on a target. The base path of the API is not part of it.
 *
 * The caller's keys are taken out before steps could give them another name, and what the settings of the back-end
 * write comes last.
 *
 * @param changes by the steps of the API
 */
export function restPath(
  call: Call,
  upstream: Upstream,
  changes?: Pick<StepChanges, 'path' | 'query'>,
): string {
  const path = `${upstream.path}${changes?.path ? changes.path.path : call.rest}` || '/';
  const own = withoutKeys(call.target.query, call.route.keyLocations);
  const asked = changes ? withSteps(own, changes) : own;
  const query = upstream.parameter === undefined ? asked : withoutParameters(asked, [upstream.parameter]);
  return path + joined(upstream.query, query);
}

/** The query of a rewritten path, then that of the caller as steps change it. */
function withSteps(own: string, { path, query }: Pick<StepChanges, 'path' | 'query'>): string {
  return joined(path?.query ?? '', query.length === 0 ? own : changedQuery(own, query));
}

/** The query of the target, then the caller's. */
function joined(own: string, incoming: string): string {
  return own === '' || incoming === '' ? own + incoming : `${own}&${incoming.slice(1)}`;
}
