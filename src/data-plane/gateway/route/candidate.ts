import { versionedName } from '../../../foundation/text/version.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { type OperationTree, readOperations } from '../../../openapi/path-template.ts';
import type { CatalogSnapshot, PublishedApi } from '../../snapshot/snapshot.ts';

/** Where an API's calls go, taken apart once. */
export type Upstream = {
  /** Names it together with the API and catalog that it is called for: others who call the same are not concerned. */
  readonly key: string;
  /** Whose calls they are that it gets. */
  readonly owner: ShareOwner;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of the header Host. */
  readonly host: string;
  /** Without a slash at its end. */
  readonly path: string;
  /** With its `?`, or empty. */
  readonly query: string;
};

/** A version of an API that may serve a call. */
export type Candidate = {
  readonly api: PublishedApi;
  readonly upstream: Upstream | undefined;
  /** Undefined for an API without a document: it takes every path and method. */
  readonly operations: OperationTree | undefined;
  /** Does a way in take access tokens? */
  readonly takesTokens: boolean;
  /** Is it open to everybody, without client, plan and limit? */
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
