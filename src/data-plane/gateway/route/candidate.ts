import type { Timeouts } from '../../../domain/api/api-settings.ts';
import type { SecurityDefinition } from '../../../domain/api/security/types.ts';
import { allAlternatives, type SecurityPart } from '../../../domain/api/security.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import {
  methodsAt,
  type OperationTree,
  operationBy,
  readOperations,
} from '../../../openapi/path-template.ts';
import type { CatalogSnapshot, PublishedApi } from '../../snapshot/snapshot.ts';
import { AlternativeCondition } from './alternative-condition.ts';
import { type Upstream, upstreamAt } from './upstream.ts';
import { WeightedUpstreams } from './weighted-upstreams.ts';

/** A way in, with its condition as calls are asked for it. */
export type ServedAlternative = {
  readonly parts: readonly SecurityPart[];
  /** Undefined for none. */
  readonly condition: AlternativeCondition | undefined;
};

/** A version of an API that may serve a call. */
export type Candidate = {
  readonly api: PublishedApi;
  /** The only target of its calls; undefined where there are several, or none. */
  readonly upstream: Upstream | undefined;
  /** The targets of its calls, where there are several. */
  readonly upstreams: WeightedUpstreams | undefined;
  /** Time limits of its calls: those of its back-end in the catalog, else its own. */
  readonly timeouts: Timeouts;
  /** Undefined for an API without a document: it takes every path and method. */
  readonly operations: OperationTree | undefined;
  /** The ways in, any one of which admits. They are those of the operation, else those of the API. */
  readonly security: readonly ServedAlternative[];
  /** Tells whether it is open to everybody, without client, plan and limit. */
  readonly isOpen: boolean;
  /** Definitions that any call of the API may have to meet. */
  readonly definitions: readonly SecurityDefinition[];
  /** The operation that has a security of its own; undefined for the others. */
  readonly securedOperation: string | undefined;
  /** The same version for calls of such operations, by name; undefined where there are none. */
  readonly byOperation: ReadonlyMap<string, Candidate> | undefined;
};

export function candidateOf(api: PublishedApi, catalog: CatalogSnapshot): Candidate {
  const { security, operationSecurity } = api;
  const facts = {
    api,
    targets: targetsOf(api, servingOf(api, catalog), catalog),
    operations: api.kind === 'REST' ? readOperations(api.openapi) : undefined,
    definitions: [
      ...new Set(allAlternatives(api).flatMap(({ parts }) => parts.map((part) => part.definition))),
    ],
  };
  const own = operationSecurity.map((each) => [each.operation, securedBy(each, facts)] as const);
  return securedBy({ security, byOperation: own.length > 0 ? new Map(own) : undefined }, facts);
}

type Facts = Pick<Candidate, 'api' | 'operations' | 'definitions'> & {
  readonly targets: Pick<Candidate, 'upstream' | 'upstreams' | 'timeouts'>;
};

type SecuredBy = Pick<PublishedApi, 'security'> &
  Partial<Pick<Candidate, 'byOperation'>> & { readonly operation?: string };

/** Candidates with and without an operation have one shape, so that calls stay fast. */
function securedBy(
  { security, operation: securedOperation, byOperation }: SecuredBy,
  { api, targets: { upstream, upstreams, timeouts }, operations, definitions }: Facts,
): Candidate {
  return {
    api,
    upstream,
    upstreams,
    timeouts,
    operations,
    security: security.map(({ parts, condition }) => ({
      parts,
      condition: condition === undefined ? undefined : new AlternativeCondition(condition),
    })),
    isOpen: security.length === 0,
    definitions,
    securedOperation,
    byOperation,
  };
}

/**
 * Finds the versions for a call where operations have a security of their own.
 *
 * Decision: the operation is looked up before the client is known, but nobody is told of it. A path without an
 * operation has the security of the whole API. So who has no client gets the same refusal there as at any operation
 * that is not open, and learns of no path but the open ones.
 *
 * @param path below the base path
 */
export function candidatesFor(
  candidates: readonly Candidate[],
  { method, path }: { readonly method: string; readonly path: string },
): readonly Candidate[] {
  return candidates.map((candidate) => {
    const { operations, byOperation } = candidate;
    const methods = operations && byOperation && methodsAt(operations, path);
    const name = methods && operationBy(methods, method);
    return (name === undefined ? undefined : byOperation?.get(name)) ?? candidate;
  });
}

/** Finds the version whose back-end serves an API. Undefined is one that the catalog lacks. */
function servingOf(api: PublishedApi, { routes }: CatalogSnapshot): PublishedApi | undefined {
  if (api.servedBy === null) return api;
  for (const apis of routes.values())
    for (const each of apis) if (versionedName(each) === api.servedBy) return each;
  return undefined;
}

/** Finds the targets of an API. They are those of the version that serves it. */
function targetsOf(
  { timeouts }: PublishedApi,
  serving: PublishedApi | undefined,
  { orgId, path, backends }: CatalogSnapshot,
): Pick<Candidate, 'upstream' | 'upstreams' | 'timeouts'> {
  if (!serving) return { upstream: undefined, upstreams: undefined, timeouts };
  const owner = { org: orgId, api: `${path} ${versionedName(serving)}` };
  if (serving.backend === null)
    return { upstream: upstreamAt(serving.upstreamUrl, owner), upstreams: undefined, timeouts };
  const backend = backends.get(serving.backend);
  if (!backend) return { upstream: undefined, upstreams: undefined, timeouts };
  const upstreams = new WeightedUpstreams(backend, { owner, pool: `${path} ${serving.backend}` });
  const { only } = upstreams;
  return {
    upstream: only,
    upstreams: only ? undefined : upstreams,
    timeouts: { ...timeouts, ...backend.timeouts },
  };
}
