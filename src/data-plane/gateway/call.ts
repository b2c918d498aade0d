import type { IncomingMessage } from 'node:http';
import type { Budget } from '../../domain/access-policy/condition.ts';
import type { Refusal, RefusalCode } from '../../foundation/errors.ts';
import type { Ingress } from '../../http/ingress/ingress.ts';
import { readTraceparent } from '../../infrastructure/observability/trace-context.ts';
import type { Span } from '../../infrastructure/observability/tracing.ts';
import type { FieldSet } from '../../infrastructure/usage/usage-batch.ts';
import type { ActiveSubscription } from '../snapshot/served-subscription.ts';
import type { CallingApplication, KeyHolder, Snapshot } from '../snapshot/snapshot.ts';
import { type CountedLimit, uncounted } from './accounting/counted-limit.ts';
import type { Metering } from './accounting/metering.ts';
import type { ConcurrentCalls } from './admission/concurrent-calls.ts';
import type { CachedToken } from './admission/token-cache.ts';
import type { Probe } from './forward/breakers.ts';
import type { GraphQLDocument } from './graphql/graphql-document.ts';
import { type Candidate, candidatesFor } from './route/candidate.ts';
import type { RouteMatch } from './route/route.ts';
import type { Upstream } from './route/upstream.ts';

/** The progress of a call, which is looked at each second. */
export type Pace = {
  /** The reason that the call has to end now. */
  faultNow(): Refusal | undefined;
};

/** The person that a call names by HTTP Basic. */
type ShownPerson = {
  /** The name of the user registry that knows them; undefined for none. */
  readonly acceptedBy: string | undefined;
  /** The person as that registry names them; undefined for none. */
  readonly subject: string | undefined;
  /** The reason that the header names nobody; undefined where it names somebody. */
  readonly fault: string | undefined;
};

/** The client certificate of a call. */
export type ShownCertificate = {
  /** The application that it is registered with. Undefined where there is a fault, too. */
  readonly holder: CallingApplication | undefined;
  /** Its thumbprint; undefined where none can be read. */
  readonly thumbprint: string | undefined;
  /** The reason that it proves nothing; undefined for a good one. */
  readonly fault: 'MISSING' | 'UNREADABLE' | 'NOT_YET_VALID' | 'EXPIRED' | undefined;
};

/** Work for a call that can end before its time. */
export type Cancellable = {
  /** Ends the work. Returns false where it is over. */
  cancel(reason: Error): boolean;
};

/** The caller has left: nobody waits for an answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/** Cancels the reading of a call's body, or its request to the back-end. Returns false where there is none. */
export function cancelWork({ exchange, body }: Call, reason: Error): boolean {
  return (exchange ?? body)?.cancel(reason) ?? false;
}

/**
 * A request under an API of a catalog.
 *
 * It is the context that admission builds, for REST and GraphQL alike. Each member is written by the files of one folder,
 * and read by the others.
 */
export type Call = Omit<Ingress, 'hostPath' | 'refused'> &
  RouteMatch & {
    /** Id of the W3C trace that the caller names. */
    readonly traceId: string | undefined;
    /** The span of the call, where calls are traced. */
    readonly span: Span | undefined;
    /** The snapshot that the call began with; the whole call belongs to it. */
    readonly snapshot: Snapshot;

    // Admission

    /** The stage that the call has reached: `request`, an admission step, or `forward`. A refusal comes from it. */
    stage: string;
    /** The versions that may still serve the call, the newest first. */
    candidates: readonly Candidate[];
    /** The access token, when the caller sent one and it is the gateway's to read. */
    token: CachedToken | undefined;
    /** Tells whether the caller sent a bearer token for the gateway, good or bad. */
    tokenSent: boolean;
    client: CallingApplication | undefined;
    /** The API key of the call, where it has ended. */
    endedKey: KeyHolder | undefined;
    /** The person of HTTP Basic, where the gateway reads one. */
    person: ShownPerson | undefined;
    /** The client certificate, once somebody has asked for it. */
    certificate: ShownCertificate | undefined;
    /** The steps that its conditions may still take, once one was asked. */
    conditionBudget: Budget | undefined;
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
    /** The sets of fields that its document or query uses, where the gateway reads them. */
    fieldSets: readonly FieldSet[] | undefined;
    /** The target that it is sent to. The step backend chooses it. */
    upstream: Upstream | undefined;
    /** The token that its back-end asks of the gateway. */
    backendToken: string | undefined;
    /** The half-open probe of a back-end, where this call is it. */
    probe: Probe | undefined;
    /** The counters of concurrent calls that it was counted by. */
    concurrentCalls: ConcurrentCalls[];
    /** Tells whether a measured limit on concurrent calls would have refused it. */
    exceedsConcurrency: boolean;
    /** The reading of its body, where the gateway reads it as a whole. */
    body: Cancellable | undefined;
    /** The body of a REST call, where it was read to be checked. */
    heldBody: Buffer | undefined;
    /** Resolves when an admission that has to wait has ended. */
    admission: Promise<void> | undefined;

    // Accounting

    /** The plan's limits on calls that the call was counted under. */
    counted: readonly CountedLimit[];
    /** The plan's cost limits that its document was charged to. */
    charged: readonly CountedLimit[];
    /** The metering of its answer. Undefined where nothing is to be told of it. */
    metering: Metering | undefined;

    // Calls in flight

    /** Neighbours in the list of calls under way. */
    previous: Call | undefined;
    next: Call | undefined;
    /** Speed of the call, once it has lasted for a second. */
    pace: Pace | undefined;

    // The gateway itself

    /** The request to the back-end. */
    exchange: Cancellable | undefined;
    refusedWith: RefusalCode | undefined;
  };

type Beginning = Pick<Call, 'snapshot' | 'span'>;

/** A call before its admission. Written out, because copying by spread costs more than many a step of admission. */
export function newCall(ingress: Ingress, match: RouteMatch, { snapshot, span }: Beginning): Call {
  const { request, response, requestId, way, origin, startedAt, target, cors } = ingress;
  const { catalog, route, rest } = match;
  return {
    request,
    response,
    requestId,
    traceId: readTraceparent(request.headers.traceparent)?.traceId,
    span,
    way,
    origin,
    startedAt,
    target,
    rest,
    snapshot,
    catalog,
    route,
    cors,
    stage: 'request',
    candidates: route.hasOperationSecurity
      ? candidatesFor(route.candidates, { method: request.method ?? '', path: rest || '/' })
      : route.candidates,
    token: undefined,
    tokenSent: false,
    client: undefined,
    endedKey: undefined,
    person: undefined,
    certificate: undefined,
    conditionBudget: undefined,
    chosen: undefined,
    subscription: undefined,
    operation: undefined,
    document: undefined,
    fieldSets: undefined,
    upstream: undefined,
    backendToken: undefined,
    probe: undefined,
    concurrentCalls: [],
    exceedsConcurrency: false,
    body: undefined,
    heldBody: undefined,
    admission: undefined,
    counted: uncounted,
    charged: uncounted,
    metering: undefined,
    previous: undefined,
    next: undefined,
    pace: undefined,
    exchange: undefined,
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

/** The caller's token, where the back-end is shown one in exchange for it. */
export const exchangedTokenOf = ({ upstream, token }: Call): Call['token'] =>
  upstream?.grant?.isExchange ? token : undefined;

/** The target that admission has chosen. */
export function upstreamOf({ upstream }: Call): Upstream {
  if (!upstream) throw new TypeError('No target was chosen: the step backend comes first.');
  return upstream;
}
