import type { ResultOf } from '@graphql-typed-document-node/core';
import { metadataUrl } from '../../../../domain/oauth/oauth-paths.ts';
import { grouped } from '../../../../foundation/grouped.ts';
import { graphql } from '../parts/graphql.ts';

/** Facts of an API's security alternative that tell where its access tokens come from. */
export const TOKEN_SOURCE = graphql(`
  fragment TokenSource on PortalSecurityOption {
    type flows tokenUrl authorizeUrl authorizationServer clientTypes scopes { name description }
  }
`);

type TokenSource = ResultOf<typeof TOKEN_SOURCE>;
type Alternative = TokenSource & { readonly beside: readonly TokenSource[] };

/** An API, or an operation of one, with what it asks for. */
type Secured = { readonly security: readonly Alternative[] | null };

export type Flow = TokenSource['flows'][number];

/** An issuer of access tokens, with all that some APIs ask it for. */
export type AuthorizationServer = {
  readonly issuer: string;
  /** Its metadata (RFC 8414). An identity provider outside of the platform tells its own users where they are. */
  readonly metadataUrl: string | null;
  readonly tokenUrl: string | null;
  readonly authorizeUrl: string | null;
  readonly flows: readonly Flow[];
  /** The types of applications that get its tokens. */
  readonly clientTypes: TokenSource['clientTypes'];
  readonly scopes: TokenSource['scopes'];
};

/** Lists the issuers of the access tokens that APIs and their operations ask for. */
export function authorizationServers(secured: readonly Secured[]): AuthorizationServer[] {
  const sources = secured
    .flatMap(({ security }) => security ?? [])
    .flatMap((alternative) => [alternative, ...alternative.beside])
    .filter(({ type }) => type === 'OAUTH2');
  const byIssuer = grouped(sources, ({ authorizationServer }) => authorizationServer);
  return [...byIssuer].flatMap(([issuer, of]) => (issuer === null ? [] : [serverOf(issuer, of)]));
}

function serverOf(issuer: string, sources: readonly TokenSource[]): AuthorizationServer {
  const tokenUrl = sources[0]?.tokenUrl ?? null;
  const scopes = sources.flatMap((source) => source.scopes);
  return {
    issuer,
    metadataUrl: tokenUrl === null ? null : metadataUrl(issuer),
    tokenUrl,
    authorizeUrl: sources.find(({ authorizeUrl }) => authorizeUrl !== null)?.authorizeUrl ?? null,
    flows: [...new Set(sources.flatMap(({ flows }) => flows))],
    clientTypes: sources[0]?.clientTypes ?? [],
    scopes: [...new Map(scopes.map((scope) => [scope.name, scope])).values()],
  };
}
