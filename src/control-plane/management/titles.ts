import DataLoader from 'dataloader';
import { grouped } from '../../foundation/grouped.ts';
import { readVersionedName, versionedName } from '../../foundation/text/version.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** Kinds of things that figures, calls and the audit know by their names alone. */
export type TitledKind =
  | 'API'
  | 'CALLED_API'
  | 'PRODUCT'
  | 'PLAN'
  | 'CATALOG'
  | 'CONSUMER_ORG'
  | 'APPLICATION'
  | 'CONSUMER_GROUP'
  | 'GRAPHQL_SERVER'
  | 'OAUTH_PROVIDER'
  | 'USER_REGISTRY'
  | 'RULE_SET'
  | 'BACKEND';

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

const named = { orgId: true, name: true, title: true } as const;
type NamedRow = Readonly<Record<keyof typeof named, string>>;

/** Rows that requests name by one name, which is unique in its org. */
const inOrgs = (requests: readonly TitleRequest[]) => ({
  OR: requests.map(({ within, names: [name = ''] }) => ({ orgId: within, name })),
});
const ofOrgs = (rows: readonly NamedRow[]): readonly Titled[] =>
  rows.map(({ orgId, name, title }) => ({ within: orgId, names: [name], title }));

const namedInCatalog = { name: true, title: true, catalog: { select: { orgId: true } } } as const;
type NamedInCatalog = Pick<NamedRow, 'name' | 'title'> & { readonly catalog: Pick<NamedRow, 'orgId'> };

/** Rows that requests name by one name, in whichever catalogs of the org. */
const inCatalogs = (requests: readonly TitleRequest[]) => ({
  OR: requests.map(({ within, names: [name = ''] }) => ({ catalog: { orgId: within }, name })),
});
const ofCatalogs = (rows: readonly NamedInCatalog[]): readonly Titled[] =>
  ofOrgs(rows.map(({ catalog, name, title }) => ({ ...catalog, name, title })));

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
  CATALOG: async (prisma, requests) =>
    ofOrgs(await prisma.catalog.findMany({ where: inOrgs(requests), select: named })),
  GRAPHQL_SERVER: async (prisma, requests) =>
    ofOrgs(await prisma.graphQLServer.findMany({ where: inOrgs(requests), select: named })),
  OAUTH_PROVIDER: async (prisma, requests) =>
    ofOrgs(await prisma.oAuthProvider.findMany({ where: inOrgs(requests), select: named })),
  USER_REGISTRY: async (prisma, requests) =>
    ofOrgs(await prisma.userRegistry.findMany({ where: inOrgs(requests), select: named })),
  RULE_SET: async (prisma, requests) =>
    ofOrgs(await prisma.ruleSet.findMany({ where: inOrgs(requests), select: named })),
  BACKEND: async (prisma, requests) =>
    ofOrgs(await prisma.backend.findMany({ where: inOrgs(requests), select: named })),
  CONSUMER_ORG: async (prisma, requests) =>
    ofCatalogs(await prisma.consumerOrg.findMany({ where: inCatalogs(requests), select: namedInCatalog })),
  CONSUMER_GROUP: async (prisma, requests) =>
    ofCatalogs(await prisma.consumerGroup.findMany({ where: inCatalogs(requests), select: namedInCatalog })),
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
