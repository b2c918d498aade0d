import DataLoader from 'dataloader';
import { grouped } from '../../foundation/grouped.ts';
import { readVersionedName, versionedName } from '../../foundation/text/version.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** Kinds of things that figures and calls know by their names alone. */
export type TitledKind =
  | 'API'
  | 'CALLED_API'
  | 'PRODUCT'
  | 'PLAN'
  | 'CATALOG'
  | 'CONSUMER_ORG'
  | 'APPLICATION';

type TitleRequest = {
  readonly kind: TitledKind;
  /** The id of the org, or of the catalog of a called API. */
  readonly within: string;
  /** The names that lead to it, the own one last: `consumers`, `shop`. */
  readonly names: readonly string[];
};

type Titled = Pick<TitleRequest, 'within' | 'names'> & { readonly title: string };
type Prisma = Database['prisma'];

/** Titles by names. Null is for what is not there now, and where several have the name. */
export type Titles = Pick<DataLoader<TitleRequest, string | null>, 'load'>;

/** Loads titles. Those of one kind in an answer are read together. */
export function titlesOf({ prisma }: Database): Titles {
  return new DataLoader(
    async (requests: readonly TitleRequest[]) => {
      const found = new Map<string, Set<string>>();
      // Groups of many hours have the same titles.
      const distinct = new Map(requests.map((request) => [keyOf(request), request]));
      for (const [kind, of] of grouped([...distinct.values()], ({ kind }) => kind))
        for (const titled of await readers[kind](prisma, of)) {
          const key = keyOf({ kind, ...titled });
          found.set(key, (found.get(key) ?? new Set()).add(titled.title));
        }
      return requests.map((request) => {
        const [title = null, another] = found.get(keyOf(request)) ?? [];
        return another === undefined ? title : null;
      });
    },
    { cache: false },
  );
}

const keyOf = ({ kind, within, names }: TitleRequest) => JSON.stringify([kind, within, ...names]);

type Reader = (prisma: Prisma, requests: readonly TitleRequest[]) => Promise<readonly Titled[]>;

/** The drafts that some requests name, by the first of their names. */
const drafts = (requests: readonly TitleRequest[]) => ({
  OR: requests.map(({ within, names: [name = ''] }) => ({ orgId: within, ...readVersionedName(name) })),
});

const readers: Readonly<Record<TitledKind, Reader>> = {
  async API(prisma, requests) {
    const rows = await prisma.api.findMany({
      where: drafts(requests),
      select: { orgId: true, name: true, version: true, title: true },
    });
    return rows.map((row) => ({ within: row.orgId, names: [versionedName(row)], title: row.title }));
  },
  async CALLED_API(prisma, requests) {
    const catalogs = await prisma.catalog.findMany({
      where: { id: { in: requests.map(({ within }) => within) } },
      select: { id: true, orgId: true },
    });
    const orgs = new Map(catalogs.map(({ id, orgId }) => [id, orgId]));
    const titled = await readers.API(
      prisma,
      requests.flatMap((each) => {
        const within = orgs.get(each.within);
        return within === undefined ? [] : [{ ...each, within }];
      }),
    );
    return catalogs.flatMap(({ id, orgId }) =>
      titled.filter(({ within }) => within === orgId).map((each) => ({ ...each, within: id })),
    );
  },
  async PRODUCT(prisma, requests) {
    const rows = await prisma.product.findMany({
      where: drafts(requests),
      select: { orgId: true, name: true, version: true, title: true },
    });
    return rows.map((row) => ({ within: row.orgId, names: [versionedName(row)], title: row.title }));
  },
  async PLAN(prisma, requests) {
    const rows = await prisma.plan.findMany({
      where: { product: drafts(requests), name: { in: requests.flatMap(({ names }) => names.slice(1)) } },
      select: { name: true, title: true, product: { select: { orgId: true, name: true, version: true } } },
    });
    return rows.map(({ name, title, product }) => ({
      within: product.orgId,
      names: [versionedName(product), name],
      title,
    }));
  },
  async CATALOG(prisma, requests) {
    const rows = await prisma.catalog.findMany({
      where: { OR: requests.map(({ within, names: [name = ''] }) => ({ orgId: within, name })) },
      select: { orgId: true, name: true, title: true },
    });
    return rows.map(({ orgId, name, title }) => ({ within: orgId, names: [name], title }));
  },
  async CONSUMER_ORG(prisma, requests) {
    const rows = await prisma.consumerOrg.findMany({
      where: { OR: requests.map(({ within, names: [name = ''] }) => ({ catalog: { orgId: within }, name })) },
      select: { name: true, title: true, catalog: { select: { orgId: true } } },
    });
    return rows.map(({ name, title, catalog }) => ({ within: catalog.orgId, names: [name], title }));
  },
  async APPLICATION(prisma, requests) {
    const rows = await prisma.application.findMany({
      where: {
        OR: requests.map(({ within, names: [consumerOrg = '', name = ''] }) => ({
          name,
          consumerOrg: { name: consumerOrg, catalog: { orgId: within } },
        })),
      },
      select: {
        name: true,
        title: true,
        consumerOrg: { select: { name: true, catalog: { select: { orgId: true } } } },
      },
    });
    return rows.map(({ name, title, consumerOrg }) => ({
      within: consumerOrg.catalog.orgId,
      names: [consumerOrg.name, name],
      title,
    }));
  },
};
