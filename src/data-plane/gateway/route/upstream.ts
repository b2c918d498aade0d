import type { TokenGrant } from '../../../infrastructure/client-credentials/client-tokens.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { CalledBackend } from '../../snapshot/snapshot.ts';
import { type OwnHeaders, ownHeaders } from './own-headers.ts';

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
  /** Query with its `?`, or empty. It may hold a credential. */
  readonly query: string;
  /** The parameter of the query that callers may not set; undefined for none. */
  readonly parameter: string | undefined;
  /** The headers of the back-end's settings; undefined for none. */
  readonly own: OwnHeaders | undefined;
  /** The grant of the tokens that its calls carry; null for none. */
  readonly grant: TokenGrant | null;
};

/** Parses the address of an API's calls. @returns undefined for none, and for text that is no URL */
export function upstreamAt(
  text: string | null,
  owner: ShareOwner,
  backend?: CalledBackend,
): Upstream | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { origin, host, pathname, search } = new URL(text);
  const key = `${origin} for ${owner.api}`;
  const path = pathname.replace(/\/+$/, '');
  if (!backend)
    return {
      key,
      owner,
      origin,
      host,
      path,
      query: search,
      parameter: undefined,
      own: undefined,
      grant: null,
    };
  const { parameter, headers, grant } = backend;
  const query = parameter
    ? `?${encodeURIComponent(parameter.name)}=${encodeURIComponent(parameter.value)}`
    : search;
  const own = ownHeaders(headers, grant ? ['authorization'] : []);
  return { key, owner, origin, host, path, query, parameter: parameter?.name, own, grant };
}
