import { Prisma } from '../../../../bundles/prisma.js';
import { announce, transact, waitForTurn } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import type { BuildResult } from './build-request.ts';

/** The result of building a GraphQL server. Its row keeps its schema unless there is another. */
export type BuildOutcome = Pick<GraphQLServer, 'state' | 'failure'> & { readonly sdl?: string };

/** The state of a server in its row. */
export type WrittenServer = Pick<GraphQLServer, 'id' | 'orgId' | 'revision' | 'state' | 'failure'>;

/**
 * Writes the state of a server to its row and announces it.
 *
 * Nothing is written where the row has it already, or is gone. It is no change of the org's definition: its revision
 * stays.
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

/** Keeps the build of a revision. Nothing is kept where the row is newer by now, or gone. */
export async function saveBuilt(
  database: Database,
  { id, orgId, revision }: Pick<GraphQLServer, 'id' | 'orgId' | 'revision'>,
  { built, report, sdl }: BuildResult,
): Promise<void> {
  await transact(database, async (transaction) => {
    await waitForTurn(transaction, orgId);
    const data = {
      built,
      report: toStore(report),
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
