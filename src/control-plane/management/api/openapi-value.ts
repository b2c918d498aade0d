import { FairCache } from '../../../foundation/fair-cache.ts';
import { documentValue, readInLine } from '../../../graphql/server/response-budget.ts';
import { type ApiTable, readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { ManagementContext } from '../context.ts';

/** A document as text, and how large it is. */
type DocumentText = { readonly text: string; readonly bytes: number };

/** A document has 5 MB at most. */
const BOUNDS = { orgsMax: 8, bytesMaxOfOrg: 10_000_000, bytesMax: 40_000_000 };

/** Ids are unique everywhere: one cache serves all callers of this process. */
const read = new FairCache<DocumentText>(BOUNDS, ({ bytes }) => bytes);

/**
 * Parsed documents, shared by all answers under way. A value takes many times the memory of its text, so only the
 * answers keep it alive.
 */
const parsed = new WeakMap<DocumentText, WeakRef<object>>();

type StoredApi = { readonly id: string; readonly orgId: string; readonly table: ApiTable };

/**
 * Returns the document of an API as a value. The text is read once for each revision of its org. Answers that need
 * the value at the same time share one. Its size counts towards the maximum of the answer.
 *
 * @throws ANSWER_TOO_LARGE where it fits into the answer no more
 */
export async function openApiValue(context: ManagementContext, api: StoredApi): Promise<object | null> {
  const document = await readInLine(context, () => documentOf(context, api));
  if (document.text === '') return null;
  return documentValue(context, { bytes: document.bytes, parse: () => sharedValue(document) });
}

async function documentOf({ database }: ManagementContext, { id, orgId, table }: StoredApi) {
  const { prisma } = database;
  const { revision } = await prisma.org.findUniqueOrThrow({
    where: { id: orgId },
    select: { revision: true },
  });
  return read.get(orgId, `${id} ${revision}`, async () => {
    const text = (await readOpenApi(prisma, table, id)) ?? '';
    return { text, bytes: Buffer.byteLength(text) };
  });
}

function sharedValue(document: DocumentText): object {
  const known = parsed.get(document)?.deref();
  if (known) return known;
  const value = JSON.parse(document.text) as object;
  parsed.set(document, new WeakRef(value));
  return value;
}
