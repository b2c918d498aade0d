import { apiPairs } from '../../domain/api/api-break.ts';
import { contractDefaults } from '../../domain/api/contract.ts';
import type { IgnoredDifference } from '../../domain/rehearsal/rehearsal.ts';
import { isRehearsed } from '../../domain/rehearsal/rehearsal.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { readPage } from './products.ts';
import { publishedApi } from './published-apis.ts';
import { readDocuments } from './read-documents.ts';
import type { ServedContract } from './served-contract.ts';
import type { CatalogSnapshot, PublishedApi, ServedRehearsal } from './snapshot.ts';

/** Characters of a document that gateways keep while it is rehearsed. */
const DOCUMENT_MAX = 5_000_000;

const withApis = {
  oldProduct: { select: { apis: { select: { id: true, name: true, version: true } } } },
  newProduct: { include: { apis: { select: { id: true, name: true, version: true } } } },
} as const satisfies Prisma.RehearsalInclude;

/** Reads the running rehearsals of a catalog by the ids of the called APIs. Null is none. */
export async function readRehearsals(
  transaction: Transaction,
  catalogId: string,
): Promise<CatalogSnapshot['rehearsals']> {
  const running = await transaction.rehearsal.findMany({
    where: { catalogId, endedAt: null, newProduct: { state: { in: ['STAGED', 'PUBLISHED', 'DEPRECATED'] } } },
    include: withApis,
    orderBy: { id: 'asc' },
  });
  if (running.length === 0) return null;
  const served = new Map<string, ServedRehearsal>();
  for (const rehearsal of running)
    for (const [id, each] of await servedRehearsals(transaction, rehearsal)) served.set(id, each);
  return served;
}

type Rehearsal = Prisma.RehearsalGetPayload<{ include: typeof withApis }>;

async function servedRehearsals(
  transaction: Transaction,
  { id, sample, endsAt, ignored, oldProduct, newProduct }: Rehearsal,
): Promise<(readonly [string, ServedRehearsal])[]> {
  const pairs = apiPairs(oldProduct.apis, newProduct.apis).filter(isRehearsed);
  const successorIds = pairs.flatMap(({ after }) => after?.id ?? []);
  const rows = await readPage(transaction, successorIds);
  const successors = new Map<string, PublishedApi>(
    rows.map((row) => [row.id, publishedApi(row, newProduct, [])]),
  );
  const documents = await readDocuments(transaction, [
    ...pairs.map(({ before }) => before.id),
    ...successorIds,
  ]);
  return pairs.map(({ before, after }) => [
    before.id,
    {
      id,
      successor: successors.get(after?.id ?? '') ?? null,
      sample,
      endsAt: endsAt.getTime(),
      ignored: stored<IgnoredDifference[]>(ignored),
      documents: {
        before: documentOf(documents.get(before.id)),
        after: documentOf(documents.get(after?.id ?? '')),
      },
    },
  ]);
}

function documentOf(document: string | undefined): ServedContract | null {
  if (document === undefined || document.length > DOCUMENT_MAX) return null;
  return { ...contractDefaults, mock: null, document };
}
