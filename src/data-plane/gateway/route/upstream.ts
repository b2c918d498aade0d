import type { TokenGrant } from '../../../infrastructure/client-credentials/client-tokens.ts';
import type { ClientTls } from '../../../infrastructure/outbound/client-tls.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { CalledBackend } from '../../snapshot/snapshot.ts';
import { type OwnHeaders, ownHeaders } from './own-headers.ts';

/** The target of an API's calls, parsed once. */
export type Upstream = {
  /** Key of the target for one API and catalog. Other APIs that call the same back-end have keys of their own. */
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
  /** The key that its calls are signed with; null for none. */
  readonly signingKey: string | null;
  /** The TLS of its back-end's settings; undefined for none. */
  readonly tls: ClientTls | undefined;
  /** Its place among the targets of its back-end; undefined where it is the only one. */
  readonly target: PoolTarget | undefined;
};

/** A target among several of a back-end. All APIs that call the back-end share what is known of it. */
export type PoolTarget = {
  /** Key of the back-end in its catalog. */
  readonly pool: string;
  readonly url: string;
  /** Number of the targets that get calls. */
  readonly poolSize: number;
  readonly weight: number;
  readonly isUnhealthy: boolean;
  /** Milliseconds since 1970 at which it was added or became healthy. Its slow start begins then. */
  readonly since: number;
  readonly slowStartMs: number;
};

/** The back-end that an address belongs to, and its place among the others. */
type CalledUpstream = {
  readonly backend: Pick<CalledBackend, 'parameter' | 'headers' | 'signingKey' | 'grant' | 'tls'>;
  readonly target: PoolTarget | undefined;
};

/** Parses the address of an API's calls. @returns undefined for none, and for text that is no URL */
export function upstreamAt(
  text: string | null,
  owner: ShareOwner,
  called?: CalledUpstream,
): Upstream | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { origin, host, pathname, search } = new URL(text);
  const key = `${origin} for ${owner.api}`;
  const path = pathname.replace(/\/+$/, '');
  if (!called)
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
      signingKey: null,
      tls: undefined,
      target: undefined,
    };
  const { parameter, headers, signingKey, grant, tls } = called.backend;
  const query = parameter
    ? `?${encodeURIComponent(parameter.name)}=${encodeURIComponent(parameter.value)}`
    : search;
  const own = ownHeaders(headers, grant ? ['authorization'] : []);
  return {
    key,
    owner,
    origin,
    host,
    path,
    query,
    parameter: parameter?.name,
    own,
    grant,
    signingKey,
    tls: tls ?? undefined,
    target: called.target,
  };
}
