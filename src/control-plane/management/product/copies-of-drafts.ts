import DataLoader from 'dataloader';
import { grouped } from '../../../foundation/grouped.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';

type DraftName = VersionedName & { readonly orgId: string };

/** A request for the copies of a product. */
type CopiesRequest = {
  readonly draft: DraftName;
  /** Selection of each copy. It is the same for all products of a list. */
  readonly query: object;
};

export type CopiesOfDrafts = Pick<DataLoader<CopiesRequest, CatalogProduct[]>, 'load'>;

/**
 * Loads the catalog products that are copies of a product, by catalog. The products of one answer share a loader, so
 * that their copies are read together.
 */
export function copiesOfDrafts(database: Database): CopiesOfDrafts {
  return new DataLoader(
    async (requests: readonly CopiesRequest[]) => {
      const byQuery = grouped(requests, ({ query }) => JSON.stringify(query));
      const found = await Promise.all([...byQuery.values()].map((alike) => readCopies(database, alike)));
      const byRequest = new Map(found.flat());
      return requests.map((request) => byRequest.get(request) ?? []);
    },
    { cache: false },
  );
}

/** Reads the copies of requests that ask for the same of each. */
async function readCopies(
  { prisma }: Database,
  requests: readonly CopiesRequest[],
): Promise<[CopiesRequest, CatalogProduct[]][]> {
  const drafts = requests.map(({ draft }) => draft);
  const ids = await prisma.catalogProduct.findMany({
    where: {
      name: { in: drafts.map(({ name }) => name) },
      catalog: { orgId: { in: drafts.map(({ orgId }) => orgId) } },
    },
    select: { id: true, name: true, version: true, catalog: { select: { orgId: true } } },
    orderBy: { catalogId: 'asc' },
    relationLoadStrategy: 'join',
  });
  const wanted = new Set(drafts.map(keyOf));
  const copies = ids.map(({ id, catalog, ...named }) => ({ id, key: keyOf({ ...named, ...catalog }) }));
  const idsOf = grouped(
    copies.filter(({ key }) => wanted.has(key)),
    ({ key }) => key,
  );
  const rows: CatalogProduct[] = await prisma.catalogProduct.findMany({
    ...requests[0]?.query,
    where: { id: { in: [...idsOf.values()].flat().map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return requests.map((request) => [
    request,
    (idsOf.get(keyOf(request.draft)) ?? []).flatMap(({ id }) => byId.get(id) ?? []),
  ]);
}

const keyOf = ({ orgId, name, version }: DraftName) => `${orgId} ${versionedName({ name, version })}`;
