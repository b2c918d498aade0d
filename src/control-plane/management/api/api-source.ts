import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import { checkedSdl, checkServerAddress, type IntrospectionDeps, introspect } from './introspect-server.ts';
import { type ApiDocument, type DocumentSource, readApiDocument } from './openapi-document.ts';

/** Columns that hold the source of an API and the address of its calls. */
export type ApiSource =
  | {
      readonly kind: 'REST';
      /** JSON text. */
      readonly openapi: string;
      readonly targetUrl: string | null;
      readonly backend: string | null;
    }
  | {
      readonly kind: 'GRAPHQL';
      readonly openapi: null;
      readonly graphqlUrl: string;
      readonly sdl: string;
      readonly backend?: string | null;
    };

export type NewApiSource = {
  readonly source: ApiSource;
  /** The other facts of an OpenAPI document. */
  readonly document?: Omit<ApiDocument, 'text'>;
};

type SourceInput = {
  readonly openapi?: unknown;
  readonly overlay?: unknown;
  readonly graphqlUrl?: string | null | undefined;
  readonly sdl?: string | null | undefined;
  readonly targetUrl?: string | null | undefined;
  readonly backend?: string | null | undefined;
  readonly schemaRefreshMinutes?: number | null | undefined;
};

/**
 * Reads the source of a new API. It is an OpenAPI document, or a GraphQL server, which is asked for its schema.
 *
 * @throws BAD_USER_INPUT unless exactly one is given, or with a schema of its own and a schedule to take the server's;
 *   what the document or the server is refused for
 */
export async function newApiSource(
  deps: IntrospectionDeps,
  orgId: string,
  input: SourceInput,
): Promise<NewApiSource> {
  const { openapi, overlay, graphqlUrl, sdl, targetUrl, schemaRefreshMinutes } = input;
  const backend = input.backend ?? null;
  if ((openapi == null) === (graphqlUrl == null))
    refuse('BAD_USER_INPUT', {
      detail: 'Give either openapi, for a REST API, or graphqlUrl, for a GraphQL proxy API.',
      path: ['input', openapi == null ? 'openapi' : 'graphqlUrl'],
    });
  refuseLoneOverlay({ openapi, overlay });
  if (graphqlUrl == null && sdl != null)
    refuse('BAD_USER_INPUT', { detail: 'A REST API has no sdl: leave it out.', path: ['input', 'sdl'] });
  if (sdl != null && schemaRefreshMinutes != null)
    refuse('BAD_USER_INPUT', {
      detail:
        "A schema that is given stays as it is, and a schedule would put the server's in its place: leave sdl or schemaRefreshMinutes out.",
      path: ['input', 'schemaRefreshMinutes'],
    });
  return graphqlUrl == null
    ? restSource(deps.outbound, orgId, { openapi, overlay, targetUrl, backend })
    : { source: { ...(await graphqlSource(deps, orgId, { graphqlUrl, sdl, targetUrl })), backend } };
}

/** @throws BAD_USER_INPUT for an overlay without a document */
export function refuseLoneOverlay({ openapi, overlay }: DocumentSource): void {
  if (openapi == null && overlay != null)
    refuse('BAD_USER_INPUT', {
      detail: 'An overlay changes the document that is given with it: give openapi, too.',
      path: ['input', 'overlay'],
    });
}

async function restSource(
  outbound: Outbound,
  orgId: string,
  {
    openapi,
    overlay,
    targetUrl,
    backend,
  }: Pick<SourceInput, 'openapi' | 'overlay' | 'targetUrl'> & { readonly backend: string | null },
): Promise<NewApiSource> {
  checkOneAddress({ targetUrl, backend });
  const { text, ...document } = await readApiDocument({ openapi, overlay }, ['input', 'openapi'], orgId);
  // The server of the document is one address for all catalogs, and a back-end is there not to be that.
  const target = backend === null ? (targetUrl ?? document.targetUrl) : undefined;
  if (target !== undefined)
    await checkTarget(outbound.forOrg(orgId), target, ['input', targetUrl == null ? 'openapi' : 'targetUrl']);
  return {
    source: { kind: 'REST', openapi: text, targetUrl: target ?? null, backend },
    document,
  };
}

/**
 * Reads the source of a GraphQL API. Its schema is that of the input, else the server's own.
 *
 * @throws BAD_USER_INPUT with a targetUrl: a GraphQL API has one address only; NOT_FOUND for a server of another org
 */
export async function graphqlSource(
  deps: IntrospectionDeps,
  orgId: string,
  { graphqlUrl, sdl: sdlInput, targetUrl }: SourceInput & { readonly graphqlUrl: string },
): Promise<Extract<ApiSource, { kind: 'GRAPHQL' }>> {
  if (targetUrl != null)
    refuse('BAD_USER_INPUT', {
      detail: 'The calls of a GraphQL API are sent to its graphqlUrl: leave targetUrl out.',
      path: ['input', 'targetUrl'],
    });
  const address = { orgId, url: graphqlUrl, path: ['input', 'graphqlUrl'] };
  const source = { kind: 'GRAPHQL', openapi: null, graphqlUrl } as const;
  if (sdlInput == null) return { ...source, sdl: await introspect(deps, address) };
  const sdl = await checkedSdl(sdlInput, { path: ['input', 'sdl'], orgId });
  await checkServerAddress(deps, address);
  return { ...source, sdl };
}

/** @throws BAD_USER_INPUT where an API has two answers to where its calls are sent */
export function checkOneAddress({
  targetUrl,
  backend,
}: {
  readonly targetUrl?: string | null | undefined;
  readonly backend?: string | null | undefined;
}): void {
  if (targetUrl != null && backend != null)
    refuse('BAD_USER_INPUT', {
      detail: 'Calls are sent either to targetUrl, in every catalog, or to the back-end: leave one out.',
      path: ['input', 'backend'],
    });
}

/** @throws BAD_USER_INPUT or TARGET_NOT_ALLOWED when calls cannot be sent there */
export async function checkTarget(outbound: OrgOutbound, url: string, path: InputPath): Promise<void> {
  if (/[?#]/.test(url))
    refuse('BAD_USER_INPUT', {
      detail:
        "The address that calls are sent to has no query and no fragment: the call's path is appended to it.",
      path,
    });
  await outbound.check(url, path);
}
