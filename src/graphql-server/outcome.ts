import { announce, transact, waitForTurn } from '../database/change.ts';
import type { Database } from '../database/database.ts';
import type { GraphQLServer } from '../database/generated/prisma/client.ts';

/** What became of a GraphQL server. */
export type Outcome = Pick<GraphQLServer, 'state' | 'failure' | 'sdl'>;

/**
 * Writes what became of a server to its row and announces it; nothing when the row says so already, or is gone.
 * It is no change of the org's definition: its revision stays.
 */
export async function saveOutcome(database: Database, row: GraphQLServer, outcome: Outcome): Promise<void> {
  const { state, failure, sdl } = outcome;
  if (row.state === state && row.failure === failure && row.sdl === sdl) return;
  await transact(database, async (transaction) => {
    await waitForTurn(transaction, row.orgId);
    const data = { state, failure, sdl };
    const { count } = await transaction.graphQLServer.updateMany({ where: { id: row.id }, data });
    if (count > 0) await announce({ prisma: transaction }, row.orgId);
  });
}
