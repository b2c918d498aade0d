import { allAlternatives } from '../../../domain/api/security.ts';
import { GRAPHQL_PATH, type RouteMatch } from './route.ts';

/** An API as a resource that OAuth protects. (RFC 9728 §1.2) */
export type ProtectedResource = {
  /** The path of its calls on the shared host. */
  readonly path: string;
  readonly title: string;
  /** Issuers of the tokens that it takes. */
  readonly issuers: readonly string[];
  /** Scopes that any of its versions asks for. */
  readonly scopes: readonly string[];
  /** Tells whether it takes client certificates, and so tokens that are bound to them. */
  readonly takesCertificates: boolean;
};

/**
 * Returns the facts of an API that everybody may know; undefined where there are none.
 *
 * Versions that are offline, or not for everybody to see, tell nothing.
 *
 * Decision: a deprecated product still tells, so that clients of its subscribers find where to get tokens.
 */
export function protectedResourceOf({
  catalog: { path, providers, issuers },
  route: { candidates, kind, takesCertificates },
}: Pick<RouteMatch, 'catalog' | 'route'>): ProtectedResource | undefined {
  const apis = candidates.map(({ api }) => api).filter(({ online, product }) => online && product.isPublic);
  const ways = apis
    .flatMap(allAlternatives)
    .flatMap(({ parts }) => parts)
    .flatMap(({ definition, scopes }) => {
      if (definition.type !== 'OAUTH2') return [];
      const { oauthProvider: name } = definition;
      const issuer = providers.get(name)?.issuer ?? issuers.get(name)?.url;
      return issuer === undefined ? [] : [{ issuer, scopes }];
    });
  const [newest] = apis;
  if (!newest || ways.length === 0) return undefined;
  return {
    path: path + newest.basePath + (kind === 'GRAPHQL' ? GRAPHQL_PATH : ''),
    title: newest.title,
    issuers: [...new Set(ways.map(({ issuer }) => issuer))],
    scopes: [...new Set(ways.flatMap(({ scopes }) => scopes))],
    takesCertificates,
  };
}
