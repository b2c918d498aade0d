import { versionedName } from '../../../foundation/text/version.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { type OperationTree, readOperations } from '../../../openapi/path-template.ts';
import type { CatalogSnapshot, PublishedApi } from '../../snapshot/snapshot.ts';

/** The target of an API's calls, parsed once. */
export type Upstream = {
  /** Key of the target for one API and catalog. Other callers of the same back-end are not concerned. */
  readonly key: string;
  /** The org whose calls it gets. */
  readonly owner: ShareOwner;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of the header Host. */
  readonly host: string;
  /** Path without a slash at its end. */
  readonly path: string;
  /** Query with its `?`, or empty. */
  readonly query: string;
};

/** A version of an API that may serve a call. */
export type Candidate = {
  readonly api: PublishedApi;
  readonly upstream: Upstream | undefined;
  /** Undefined for an API without a document: it takes every path and method. */
  readonly operations: OperationTree | undefined;
  /** Tells whether a security alternative takes access tokens. */
  readonly takesTokens: boolean;
  /** Tells whether it is open to everybody, without client, plan and limit. */
  readonly isOpen: boolean;
};

export function candidateOf(api: PublishedApi, { orgId, path }: CatalogSnapshot): Candidate {
  return {
    api,
    upstream: upstreamOf(api.upstreamUrl, { org: orgId, api: `${path} ${versionedName(api)}` }),
    operations: api.kind === 'REST' ? readOperations(api.openapi) : undefined,
    takesTokens: api.security.some(({ definition }) => definition.type === 'OAUTH2'),
    isOpen: api.security.length === 0,
  };
}

function upstreamOf(text: string | null, owner: ShareOwner): Upstream | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { origin, host, pathname, search } = new URL(text);
  const key = `${origin} for ${owner.api}`;
  return { key, owner, origin, host, path: pathname.replace(/\/+$/, ''), query: search };
}
