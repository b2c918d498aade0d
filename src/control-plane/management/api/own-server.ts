import { namedByPath, type OwnServers, pathOnOwnServers } from '../../../domain/addresses/own-servers.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { Database } from '../../../infrastructure/database/database.ts';

export type OwnServerDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly ownServers: OwnServers;
};

/** An address of an API of an org, and where the input says so. */
export type ServerAddress = { readonly orgId: string; readonly url: string; readonly path: InputPath };

/** A GraphQL server of this platform; its schema is null until it is first Ready. */
type OwnServer = { readonly sdl: string | null };

/**
 * Finds the GraphQL server of this platform at an address. An org sees its own servers and those that other orgs
 * expose.
 *
 * @returns undefined for an address elsewhere
 * @throws NOT_FOUND, in the same words for a server of another org and for one that there is not
 */
export async function ownServerAt(
  { database, ownServers }: OwnServerDeps,
  { orgId, url, path: inputPath }: ServerAddress,
): Promise<OwnServer | undefined> {
  const path = pathOnOwnServers(ownServers, url);
  if (path === undefined) return undefined;
  const named = namedByPath(path);
  const where = named && ('alias' in named ? named : { name: named.name, org: { name: named.org } });
  const server =
    where &&
    (await database.prisma.graphQLServer.findFirst({
      where: { ...where, OR: [{ orgId }, { exposed: true }] },
      select: { sdl: true },
    }));
  return (
    server ??
    refuse('NOT_FOUND', {
      detail:
        'There is no GraphQL server of this platform at that address: graphqlServers tells the addresses of those of an org.',
      path: inputPath,
    })
  );
}
