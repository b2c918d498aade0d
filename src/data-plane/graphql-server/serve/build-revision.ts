import type { OnFault } from '../../../graphql/server/refusals.ts';
import type { ChildLimits } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { readSourceDocuments } from '../../../infrastructure/database/documents.ts';
import { build, reasonOf } from '../build/build.ts';
import { saveBuilt } from '../build/build-outcome.ts';
import { builtSchemaInTurns } from '../build/built-server.ts';

export type BuildRevisionDeps = {
  readonly database: Database;
  /** Limits of the build of one server. */
  readonly buildLimits?: ChildLimits;
  readonly onFault: OnFault;
};

/**
 * Builds a revision of a row and keeps the build, unless the row is newer.
 *
 * @returns why it cannot be built; undefined when it was, or is gone
 */
export async function buildRevision(
  { database, buildLimits, onFault }: BuildRevisionDeps,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<string | undefined> {
  const found = await database.prisma.graphQLServer.findUnique({ where: { id, revision } });
  if (!found) return undefined;
  const row = { ...found, documents: await readSourceDocuments(database.prisma, id) };
  const work = async () => {
    const result = await build(row, buildLimits);
    // This process may have less room than that one had.
    await builtSchemaInTurns(result.built);
    return result;
  };
  const result = await work().catch((thrown: unknown) => reasonOf(thrown, onFault));
  if (typeof result === 'string') return result;
  await saveBuilt(database, row, result);
  return undefined;
}
