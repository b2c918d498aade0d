import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, type RefusalCode, refuse } from '../../foundation/errors.ts';
import type { ForwardedChain } from '../../http/ingress/client-address.ts';
import type { RequestTarget } from '../../http/ingress/request-target.ts';
import type { RateLimitResult } from '../../infrastructure/limits/calls/rate-limits.ts';
import { readTraceparent } from '../../infrastructure/observability/trace-context.ts';
import type { Span } from '../../infrastructure/observability/tracing.ts';
import type {
  ActiveSubscription,
  CallingApplication,
  CatalogSnapshot,
  Snapshot,
} from '../snapshot/snapshot.ts';
import type { ConcurrentCalls } from './admission/concurrent-calls.ts';
import type { StepName } from './admission/step-name.ts';
import type { CachedToken } from './admission/token-cache.ts';
import type { GraphQLDocument } from './graphql/graphql-document.ts';
import type { Candidate, Upstream } from './route/candidate.ts';
import type { Route } from './route/route.ts';

/** The stages of a call: the rules for any request, the admission steps, the back-end. */
export type Stage = 'request' | StepName | 'forward';

/** The progress of a call, which is looked at each second. */
export type Pace = {
  /** The reason that the call has to end now. */
  faultNow(): Refusal | undefined;
};

/** A request under an API of a catalog. It is the context that admission builds, for REST and GraphQL alike. */
export type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Id of the W3C trace that the caller names. */
  readonly traceId: string | undefined;
  /** The span of the call, where calls are traced. */
  readonly span: Span | undefined;
  readonly way: ForwardedChain;
  /** Start of the call, of `performance.now()`. */
  readonly startedAt: number;
  readonly target: RequestTarget;
  /** The path behind the base path: empty, or beginning with `/`. */
  readonly rest: string;
  /** The snapshot that the call began with; the whole call belongs to it. */
  readonly snapshot: Snapshot;
  readonly catalog: CatalogSnapshot;
  readonly route: Route;
  /** CORS headers of answers for the portal, as names and values in turn. */
  readonly cors: readonly string[];

  /** The stage that the call has reached. A refusal comes from it. */
  stage: Stage;
  /** The versions that may still serve the call, the newest first. */
  candidates: readonly Candidate[];
  /** The access token, when the caller sent one and it is the gateway's to read. */
  token: CachedToken | undefined;
  /** Tells whether the caller sent a bearer token for the gateway, good or bad. */
  tokenSent: boolean;
  client: CallingApplication | undefined;
  /** The version that serves the call. */
  chosen: Candidate | undefined;
  /** The subscription of the call; undefined for an API that is open to everybody. */
  subscription: ActiveSubscription | undefined;
  /**
   * `GET /customers/{id}`; for a GraphQL API the operation's kind, or a registered one's id.
   *
   * It is undefined until it is known.
   */
  operation: string | undefined;
  /** The document of a call to a GraphQL API. */
  document: GraphQLDocument | undefined;
  /** Key of the back-end that this call probes. The breaker of that back-end is half-open. */
  trialOf: string | undefined;
  /** The plan's counter, when the call was counted against one. */
  standing: RateLimitResult | undefined;
  /** Charge of its document to the plan's cost limit, and the limit's state then. */
  charge: { readonly standing: RateLimitResult; readonly points: number } | undefined;

  /** The counter of its caller's concurrent calls. */
  seats: ConcurrentCalls | undefined;
  /** Neighbours in the list of calls under way. */
  previous: Call | undefined;
  next: Call | undefined;
  /** Speed of the call, once it has lasted for a second. */
  pace: Pace | undefined;

  /** Resolves when an admission that has to wait has ended. */
  admission: Promise<void> | undefined;
  /** Cancels the work for the call. It is the reading of its body, then the request to the back-end. */
  cancel: ((reason: Error) => void) | undefined;
  refusedWith: RefusalCode | undefined;
};

type NewCall = Pick<
  Call,
  | 'request'
  | 'response'
  | 'requestId'
  | 'span'
  | 'way'
  | 'startedAt'
  | 'target'
  | 'rest'
  | 'snapshot'
  | 'catalog'
  | 'route'
  | 'cors'
>;

/** A call before its admission. Written out, because copying by spread costs more than many a step of admission. */
export function newCall(begun: NewCall): Call {
  const { request, response, requestId, span, way, startedAt, target, rest, snapshot, catalog, route, cors } =
    begun;
  return {
    request,
    response,
    requestId,
    traceId: readTraceparent(request.headers.traceparent)?.traceId,
    span,
    way,
    startedAt,
    target,
    rest,
    snapshot,
    catalog,
    route,
    cors,
    stage: 'request',
    candidates: route.candidates,
    token: undefined,
    tokenSent: false,
    client: undefined,
    chosen: undefined,
    subscription: undefined,
    operation: undefined,
    document: undefined,
    trialOf: undefined,
    standing: undefined,
    charge: undefined,
    seats: undefined,
    previous: undefined,
    next: undefined,
    pace: undefined,
    admission: undefined,
    cancel: undefined,
    refusedWith: undefined,
  };
}

/** The version that admission has chosen. */
export function chosenOf({ chosen }: Call): Candidate {
  if (!chosen) throw new TypeError('No version was chosen: the step security comes first.');
  return chosen;
}

/** Tells whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length } = headers;
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** @throws BACKEND_UNREACHABLE when the API has no usable target */
export function upstreamOf(call: Call): Upstream {
  return (
    chosenOf(call).upstream ??
    refuse('BACKEND_UNREACHABLE', {
      detail: 'The API has no back-end to call.',
      facts: { fault: 'NO_TARGET' },
    })
  );
}
