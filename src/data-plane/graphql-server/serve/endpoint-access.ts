import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { GatewayPass } from '../../../infrastructure/secrets/gateway-pass.ts';
import type { BuildOutcome } from '../build/build-outcome.ts';

/** The server at an address, and the rules of its access. */
export type EndpointAccess = Pick<GraphQLServer, 'id' | 'orgId' | 'name' | 'exposed' | 'openUntil'>;

/** All that a row says of it, and nothing that is large. */
export const endpointAccessOf = ({
  id,
  orgId,
  name,
  exposed,
  openUntil,
}: EndpointAccess): EndpointAccess => ({
  id,
  orgId,
  name,
  exposed,
  openUntil,
});

/**
 * Tells whether a call is let in.
 *
 * It needs a gateway's pass of the org, unless the server is exposed.
 */
function isOpenTo(
  { orgId, exposed, openUntil }: EndpointAccess,
  { pass, now }: { readonly pass: GatewayPass | undefined; readonly now: Date },
): boolean {
  return exposed || pass?.orgId === orgId || (openUntil !== null && now < openUntil);
}

/** The access rules of servers by path. Undefined before the rows have been read. */
export type AccessByPath = ReadonlyMap<string, EndpointAccess> | undefined;

/** Finds the server at a path that admits a call, or the refusal of it. */
export function accessAt(
  accessByPath: AccessByPath,
  path: string,
  by: Parameters<typeof isOpenTo>[1],
): EndpointAccess | Refusal {
  if (!accessByPath) return refusal('GRAPHQL_SERVER_PENDING');
  const access = accessByPath.get(path);
  return access && isOpenTo(access, by) ? access : notFound();
}

/** The refusal of a missing server and of another org's, which look the same. */
export const notFound = (): Refusal =>
  refusal('NOT_FOUND', {
    detail:
      'There is no GraphQL server for you here: the path is /api/<org>/<name>, and one that is not exposed answers calls of APIs of its org alone.',
  });

export function notServed({ name }: EndpointAccess, state: BuildOutcome['state'] | undefined): Refusal {
  if (state !== 'FAILED') return refusal('GRAPHQL_SERVER_PENDING');
  return refusal('TEMPORARILY_UNAVAILABLE', { detail: `The GraphQL server ${name} failed to start.` });
}
