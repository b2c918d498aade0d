import type { Timeouts } from '../../../domain/api/api-settings.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { type OperationTree, readOperations } from '../../../openapi/path-template.ts';
import type { CatalogSnapshot, PublishedApi } from '../../snapshot/snapshot.ts';
import { type Upstream, upstreamAt } from './upstream.ts';
import { WeightedUpstreams } from './weighted-upstreams.ts';

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
  /** Tells whether a security alternative takes access tokens. */
  readonly takesTokens: boolean;
  /** Tells whether it is open to everybody, without client, plan and limit. */
  readonly isOpen: boolean;
};

export function candidateOf(api: PublishedApi, catalog: CatalogSnapshot): Candidate {
  return {
    api,
    ...targetsOf(api, catalog),
    operations: api.kind === 'REST' ? readOperations(api.openapi) : undefined,
    takesTokens: api.security.some(({ definition }) => definition.type === 'OAUTH2'),
    isOpen: api.security.length === 0,
  };
}

/** Finds the targets of an API: its own address, or those of its back-end. */
function targetsOf(
  api: PublishedApi,
  { orgId, path, backends }: CatalogSnapshot,
): Pick<Candidate, 'upstream' | 'upstreams' | 'timeouts'> {
  const owner = { org: orgId, api: `${path} ${versionedName(api)}` };
  if (api.backend === null)
    return { upstream: upstreamAt(api.upstreamUrl, owner), upstreams: undefined, timeouts: api.timeouts };
  const backend = backends.get(api.backend);
  if (!backend) return { upstream: undefined, upstreams: undefined, timeouts: api.timeouts };
  const upstreams = new WeightedUpstreams(backend, { owner, pool: `${path} ${api.backend}` });
  const { only } = upstreams;
  const timeouts = { ...api.timeouts, ...backend.timeouts };
  return { upstream: only, upstreams: only ? undefined : upstreams, timeouts };
}
