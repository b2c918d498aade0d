import { getIntrospectionQuery } from 'graphql';
import { type InputPath, refusal, refuse } from '../../../foundation/errors.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { boundedText } from '../../../infrastructure/outbound/bounded-text.ts';
import { documentInTurn } from '../../../infrastructure/outbound/documents-in-turn.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import { type OwnServerDeps, ownServerAt, type ServerAddress } from './own-server.ts';
import { readIntrospection, readSdl, type SchemaText, SDL_MAX } from './read-sdl.ts';

const TIMEOUT_MS = 5_000;
const SIZE_MAX = 5 * 1_048_576;

export type IntrospectionDeps = OwnServerDeps & { readonly outbound: Outbound };

/**
 * Learns the schema of a GraphQL server. A server of this platform is read from its row, without a call or the
 * allowlist; any other is asked.
 *
 * @returns the SDL
 * @throws NOT_FOUND for a server of this platform that is not for the org
 * @throws TARGET_NOT_ALLOWED when the address may not be called
 * @throws GRAPHQL_SERVER_UNUSABLE when it does not answer, or not with a schema
 */
export async function introspect(deps: IntrospectionDeps, address: ServerAddress): Promise<string> {
  const own = await ownServerAt(deps, address);
  if (!own) return introspectServer(deps.outbound.forOrg(address.orgId), address);
  return (
    own.sdl ??
    refuse('GRAPHQL_SERVER_UNUSABLE', {
      detail: 'The GraphQL server has no schema yet: wait until it is Ready.',
      path: address.path,
    })
  );
}

/**
 * Checks the address of a GraphQL server whose schema is known. @throws NOT_FOUND, BAD_USER_INPUT, TARGET_NOT_ALLOWED
 */
export async function checkServerAddress(deps: IntrospectionDeps, address: ServerAddress): Promise<void> {
  if (!(await ownServerAt(deps, address)))
    await deps.outbound.forOrg(address.orgId).check(address.url, address.path);
}

async function introspectServer(outbound: OrgOutbound, { orgId, url, path }: ServerAddress): Promise<string> {
  await outbound.check(url, path);
  const unusable = (detail: string, cause?: unknown) =>
    refuse('GRAPHQL_SERVER_UNUSABLE', { detail, path, cause });
  const answer = () => ask(outbound, url).catch((cause: unknown) => unusable(silence(cause), cause));
  const { status, text } = await documentInTurn(orgId, answer);
  if (status !== 200)
    return unusable(
      `The GraphQL server answered the introspection query with HTTP status ${status}: it must answer 200. Redirects are not followed.`,
    );
  if (text === undefined) return unusable('The schema of the GraphQL server is larger than 5 MB.');
  return read(readIntrospection, { text, path, orgId });
}

function silence(cause: unknown): string {
  const slow = cause instanceof Error && cause.name === 'TimeoutError';
  return slow
    ? `The GraphQL server did not answer within ${TIMEOUT_MS / 1000} seconds.`
    : 'The GraphQL server cannot be reached.';
}

/** Asks a server for its schema; the text is undefined when it is too large. */
async function ask(
  outbound: OrgOutbound,
  url: string,
): Promise<{ status: number; text: string | undefined }> {
  const response = await outbound.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
    },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await boundedText(response, SIZE_MAX) };
}

/**
 * Checks a schema that was given.
 *
 * @returns the schema, with the definitions of the cost directives in it
 * @throws GRAPHQL_SERVER_UNUSABLE when the text is none, with what is wrong
 */
export function checkedSdl(text: string, { path, orgId }: SchemaOrigin): Promise<string> {
  return read(readSdl, { text, path, orgId });
}

/** The input that a schema came in, and the org whose turn it takes. */
type SchemaOrigin = { readonly path: InputPath; readonly orgId: string };

/** Characters of a schema that is read at once: some hundredths of a second. */
const HERE_MAX = 65_536;

async function read(
  work: (input: SchemaText) => string,
  { text, path, orgId }: SchemaText & SchemaOrigin,
): Promise<string> {
  const tooLarge = () =>
    refuse('GRAPHQL_SERVER_UNUSABLE', {
      detail: 'The schema of the GraphQL server is larger than 2 MB.',
      path,
    });
  if (work === readSdl && text.length > SDL_MAX) tooLarge();
  const sdl = await inChildIf(
    { isLarge: text.length > HERE_MAX, queueKey: orgId },
    {
      module: 'control-plane/management/api/read-sdl',
      work,
      input: { text, path },
      tooMuch: (amount) =>
        refusal('GRAPHQL_SERVER_UNUSABLE', { detail: `To read the schema takes ${amount}.`, path }),
    },
  );
  return sdl.length > SDL_MAX ? tooLarge() : sdl;
}
