import { ServerResponse } from 'node:http';
import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { ClientTokens } from '../../../infrastructure/client-credentials/client-tokens.ts';
import type { UpstreamRequest } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { type Call, exchangedTokenOf } from '../call.ts';
import type { CallPass } from '../forward/call-pass.ts';
import { graphqlPath } from '../forward/graphql-proxy.ts';
import { requestSignature, SIGNATURE_HEADER } from '../forward/request-signature.ts';
import { restPath } from '../forward/rest-passthrough.ts';
import { upstreamHeaders } from '../forward/upstream-headers.ts';
import type { Candidate } from '../route/candidate.ts';
import { keyLocationsOf } from '../route/client-key.ts';
import { stickyKeyOf } from '../route/sticky-key.ts';
import type { Upstream } from '../route/upstream.ts';
import type { TargetStates } from '../route/weighted-upstreams.ts';
import { type CallChanges, changesOf } from '../transform/call-changes.ts';
import type { JsonSteps } from '../transform/json-steps.ts';

/** The header that tells a back-end that nobody waits for its answer. No caller can send it. */
const REHEARSAL_HEADER = 'X-Gatehouse-Rehearsal';
/** A successor that hangs holds a turn for no longer. */
const CONNECT_MS_MAX = 3_000;
const ANSWER_MS_MAX = 10_000;

export type MirroredRequestDeps = {
  readonly targetStates: TargetStates;
  readonly backendTokens: Pick<ClientTokens, 'token'>;
  readonly passOf: CallPass;
  readonly jsonSteps: JsonSteps;
  readonly clock: Clock;
  /** The gateway's name in Via. */
  readonly pseudonym: string;
};

/** A request to the back-end of a successor. */
export type MirroredRequest = {
  readonly origin: string;
  readonly request: UpstreamRequest;
  /** The changes of its answer by the successor's steps; null for none. */
  readonly changes: Pick<CallChanges, 'answerTo'> | null;
};

/** The successor of a call, and the name that the operation has there. */
type Successor = { readonly candidate: Candidate; readonly operation: string };

/**
 * Makes the request of a call once more, for the back-end of its successor.
 *
 * It has what that back-end would get if the caller had called the successor: its own credentials, and the caller's
 * Authorization only where its API passes it on. Keys of both versions are taken out. Cookies belong to a path, and go
 * only where both versions have the same one.
 *
 * @throws BACKEND_UNREACHABLE without a target, TOKEN_MISSING where there is no token to exchange,
 *   BACKEND_TOKEN_UNAVAILABLE, TRANSFORMATION_FAILED
 */
export async function mirroredRequest(
  call: Call,
  { candidate: successor, operation }: Successor,
  { targetStates, backendTokens, passOf, jsonSteps, clock, pseudonym }: MirroredRequestDeps,
): Promise<MirroredRequest> {
  const upstream = targetOf(call, successor, targetStates) ?? refuse('BACKEND_UNREACHABLE');
  const untokened: Call = { ...asCallOf(call, successor, upstream), operation };
  const backendToken = await tokenFor(untokened, backendTokens);
  const mirrored: Call = { ...untokened, backendToken };
  const { origin, host, own, signingKey: key, owner, tls } = upstream;
  const isGraphQL = successor.api.kind === 'GRAPHQL';
  const method = isGraphQL ? 'POST' : (call.request.method ?? 'GET');
  const changes = await changesOf(mirrored, jsonSteps);
  const path = isGraphQL ? graphqlPath(mirrored, upstream) : restPath(mirrored, upstream, changes?.request);
  const pass = isGraphQL ? passOf(mirrored) : null;
  const headers = upstreamHeaders(mirrored, { host, pseudonym, pass, own, changes });
  if (key !== null) headers.push(SIGNATURE_HEADER, requestSignature({ key, at: clock(), method, path }));
  headers.push(REHEARSAL_HEADER, '1');
  const { connectMs, answerMs } = successor.timeouts;
  const request = {
    // Its connections are counted apart from those of calls.
    owner: { org: owner.org, api: `${owner.api} rehearsed` },
    tls,
    method,
    path,
    headers: sharesCookies(call, successor) ? headers : withoutCookies(headers),
    body: isGraphQL ? (call.document?.bytes ?? null) : null,
    connectMs: Math.min(connectMs, CONNECT_MS_MAX),
    answerMs: Math.min(answerMs, ANSWER_MS_MAX),
    idleMs: ANSWER_MS_MAX,
  };
  return { origin, request, changes };
}

function targetOf(
  call: Call,
  { upstream, upstreams }: Candidate,
  states: TargetStates,
): Upstream | undefined {
  return upstream ?? upstreams?.next(states, { stickyKey: stickyKeyOf(call, upstreams) });
}

/** The call as one of the successor. It belongs to no trace of the caller's, and its answer goes to nobody. */
function asCallOf(call: Call, successor: Candidate, upstream: Upstream): Call {
  const keyLocations = [...call.route.keyLocations, ...keyLocationsOf([successor])];
  return {
    ...call,
    response: new ServerResponse(call.request),
    chosen: successor,
    upstream,
    backendToken: undefined,
    probe: undefined,
    traceId: undefined,
    route: { ...call.route, keyLocations },
  };
}

function tokenFor(
  call: Call,
  backendTokens: Pick<ClientTokens, 'token'>,
): string | Promise<string> | undefined {
  const grant = call.upstream?.grant;
  if (!grant) return undefined;
  if (grant.isExchange && !call.token) refuse('TOKEN_MISSING');
  return backendTokens.token(grant, exchangedTokenOf(call));
}

const sharesCookies = (call: Call, { api }: Candidate) => call.chosen?.api.basePath === api.basePath;

function withoutCookies(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() !== 'cookie') kept.push(headers[at] ?? '', headers[at + 1] ?? '');
  return kept;
}
