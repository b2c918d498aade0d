import { announce, transact, waitForTurn } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { type GraphQLServer, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import type { BuildResult } from './build-request.ts';

/** What became of a GraphQL server; its row keeps the schema that it has unless there is another. */
export type BuildOutcome = Pick<GraphQLServer, 'state' | 'failure'> & { readonly sdl?: string };

/** What a row says already. */
export type WrittenServer = Pick<GraphQLServer, 'id' | 'orgId' | 'revision' | 'state' | 'failure'>;

/**
 * Writes what became of a server to its row and announces it; nothing when the row says so already, or is gone.
 * It is no change of the org's definition: its revision stays.
 */
export async function saveOutcome(
  database: Database,
  row: WrittenServer,
  { state, failure, sdl }: BuildOutcome,
): Promise<void> {
  if (row.state === state && row.failure === failure) return;
  await transact(database, async (transaction) => {
    await waitForTurn(transaction, row.orgId);
    const data = { state, failure, ...(sdl !== undefined && { sdl }) };
    const where = { id: row.id, revision: row.revision };
    const { count } = await transaction.graphQLServer.updateMany({ where, data });
    if (count > 0) await announce({ prisma: transaction }, row.orgId);
  });
}

/** Keeps what a revision of a row became; nothing when the row has a newer one by now, or is gone. */
export async function saveBuilt(
  database: Database,
  { id, orgId, revision }: Pick<GraphQLServer, 'id' | 'orgId' | 'revision'>,
  { built, report, sdl }: BuildResult,
): Promise<void> {
  await transact(database, async (transaction) => {
    await waitForTurn(transaction, orgId);
    const data = {
      ...{ built, report: toStore(report) },
      standingPolicies: Prisma.DbNull,
      builtRevision: revision,
      sdl,
      state: 'READY',
      failure: null,
    } as const;
    const { count } = await transaction.graphQLServer.updateMany({ where: { id, revision }, data });
    if (count > 0) await announce({ prisma: transaction }, orgId);
  });
}
