import { Refusal } from '../../../foundation/errors.ts';
import { fewAtOnce } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import type { OrgChange, Transaction } from '../../../infrastructure/database/change.ts';
import { readSourceDocuments } from '../../../infrastructure/database/documents.ts';
import type { GraphQLServer, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import type { ManagementContext } from '../context.ts';
import { documentsOf, type ServerSource } from './source-input.ts';

type Preview = {
  readonly request: Omit<OrgChange, 'actor' | 'dryRun' | 'isChange' | 'detailOf'>;
  /** Writes the row. */
  readonly work: (transaction: Transaction) => Promise<Pick<GraphQLServer, 'id'>>;
  /** The new sources; undefined leaves them as they are. */
  readonly sources: readonly ServerSource[] | undefined;
};

/**
 * Previews a change of a server without keeping anything. It returns the row as it would be after the build, whether
 * that succeeds or fails.
 *
 * @throws what the change is refused for; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function previewOf(
  context: ManagementContext,
  { request, work, sources }: Preview,
): Promise<GraphQLServer> {
  const written = await context.change({ ...request, dryRun: true }, async (transaction) => {
    const where = await work(transaction);
    return transaction.graphQLServer.findUniqueOrThrow({ where, omit: { built: true } });
  });
  const { prisma } = context.database;
  const documents = sources ? documentsOf(sources) : await readSourceDocuments(prisma, written.id);
  const row = { ...written, built: null };
  if (row.state !== 'PENDING' || row.revision === 0) return row;
  try {
    const { report, sdl } = await fewAtOnce(row.orgId, () =>
      context.buildGraphQLServer({ ...row, documents }),
    );
    return { ...row, state: 'READY', sdl, report: toStore(report) as Prisma.JsonValue };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'TEMPORARILY_UNAVAILABLE') throw error;
    return { ...row, state: 'FAILED', failure: error.message };
  }
}
