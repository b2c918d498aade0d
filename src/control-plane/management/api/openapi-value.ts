import { FairCache } from '../../../foundation/fair-cache.ts';
import { readDocument } from '../../../graphql/server/response-budget.ts';
import { type ApiTable, readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { ManagementContext } from '../context.ts';

/** A document has 5 MB at most. */
const BOUNDS = { bytesMaxOfOrg: 10_000_000, bytesMax: 40_000_000 };
type DocumentText = { readonly text: string };

/** Ids are unique everywhere: one cache serves all callers of this process. */
const read = new FairCache<DocumentText>(BOUNDS, ({ text }) => Buffer.byteLength(text));

type StoredApi = { readonly id: string; readonly orgId: string; readonly table: ApiTable };

/**
 * Returns the document of an API as a value. The text is read once for each revision of its org. Its size counts
 * towards the maximum of the answer.
 */
export function openApiValue(context: ManagementContext, api: StoredApi): Promise<object | null> {
  return readDocument(context, async () => (await documentOf(context, api)).text || null);
}

async function documentOf({ database }: ManagementContext, { id, orgId, table }: StoredApi) {
  const { prisma } = database;
  const { revision } = await prisma.org.findUniqueOrThrow({
    where: { id: orgId },
    select: { revision: true },
  });
  return read.get(orgId, `${id} ${revision}`, async () => ({
    text: (await readOpenApi(prisma, table, id)) ?? '',
  }));
}
