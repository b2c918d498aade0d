import type { ProductWords } from '../../../../domain/product/product-words.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { CatalogProduct } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { changeMessage } from '../../../consumer/change-message.ts';
import type { VersionDifference } from '../../../consumer/version-differences.ts';
import { builder, partArgs } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { languageArg } from '../language.ts';
import { productDifferences } from './product-differences.ts';
import { hiddenFrom, plansForViewer } from './shown-schema.ts';
import { onceVisible, visibleProducts } from './visibility.ts';

const columns = {
  id: true,
  name: true,
  title: true,
  version: true,
  sortKey: true,
  words: true,
  createdAt: true,
  deprecatedAt: true,
  sunsetAt: true,
} as const;

type Version = Pick<CatalogProduct, keyof typeof columns>;
type PreviousVersion = Pick<Version, 'id' | 'name' | 'version' | 'sortKey'>;
type Entry = Version & { readonly previous: PreviousVersion | null; readonly hidden: readonly string[] };

const PortalChangeKind = builder.enumType('PortalChangeKind', {
  description: 'What a difference means to those who call.',
  values: {
    BROKEN: { description: 'Calls that worked fail, or their answers are read wrong.' },
    DEPRECATED: { description: 'It works on, and is going to end.' },
    CHANGED: { description: 'It is described in another way; calls work on.' },
    ADDED: { description: 'It is new.' },
  } as const,
});

const PortalProductDifference = builder.objectRef<VersionDifference>('PortalProductDifference').implement({
  description: 'A difference between a version of a product and the one before.',
  fields: (t) => ({
    kind: t.field({
      type: PortalChangeKind,
      description: 'What it means to those who call.',
      resolve: ({ kind }) => kind,
    }),
    api: t.exposeString('api', { description: 'The name of the API.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'Which operation, for example `GET /customers`; null where it is the whole API, or a GraphQL schema.',
    }),
    message: t.string({
      description: 'What is different, for example `address.city in the response 200 is added`.',
      args: languageArg,
      resolve: (difference, { language }) => changeMessage(difference, language ?? 'en'),
    }),
  }),
});

const PortalChangelogEntry = builder.objectRef<Entry>('PortalChangelogEntry').implement({
  description: 'A version of a product, with what is different in it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, which stays.' }),
    name: t.exposeString('name', { description: 'The name of the product.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'The version.' }),
    previousVersion: t.field({
      type: 'Version',
      nullable: true,
      description: 'The version that it is compared with; null for the first.',
      resolve: ({ previous }) => previous?.version ?? null,
    }),
    publishedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came into the catalog.' }),
    deprecatedAt: t.expose('deprecatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deprecated, if it was.',
    }),
    sunsetAt: t.expose('sunsetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops answering, if that was said.',
    }),
    releaseNotes: t.string({
      nullable: true,
      description: "The provider's own words about it, in Markdown.",
      resolve: ({ words }) => stored<ProductWords>(words).releaseNotes ?? null,
    }),
    changes: t.field({
      type: [PortalProductDifference],
      description:
        'What is different from the previous version, found by comparing documents; breaks first, at most 500.',
      resolve: ({ id, previous, hidden }, _args, context) =>
        previous ? productDifferences(context, { before: previous.id, after: id, hidden }) : [],
    }),
  }),
});

builder.queryField('changelog', (t) =>
  t.field({
    type: [PortalChangelogEntry],
    skipTypeScopes: true,
    description:
      'Versions of products that the viewer may see, the newest first. A version is compared with the one before, which may be superseded or retired where the viewer could see it.',
    args: {
      product: t.arg.string({ description: 'Only versions of the product of this name.' }),
      ...partArgs,
    },
    resolve: async (_root, { product, ...part }, context) => {
      const where = {
        AND: [visibleProducts(context), product == null ? {} : { name: product.replaceAll('\0', '') }],
      };
      const versions = await context.database.prisma.catalogProduct.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { sortKey: 'asc' }],
        ...takeSkipOf(part),
        select: columns,
      });
      return withPrevious(context, versions);
    },
  }),
);

/** Versions of one product that are looked through for the one before. */
const VERSIONS_MAX = 1_000;

/** Adds to each version the one before it. Sort keys begin with the name, and then have the newest version first. */
async function withPrevious(context: PortalContext, versions: readonly Version[]): Promise<Entry[]> {
  const names = [...new Set(versions.map(({ name }) => name))];
  const known = await context.database.prisma.catalogProduct.findMany({
    where: { AND: [onceVisible(context), { name: { in: names } }] },
    orderBy: { sortKey: 'asc' },
    take: VERSIONS_MAX,
    select: { id: true, name: true, version: true, sortKey: true },
  });
  const pairs = versions.map((version) => {
    const at = known.findIndex(({ id }) => id === version.id);
    const next = at < 0 ? undefined : known[at + 1];
    return { ...version, previous: next?.name === version.name ? next : null };
  });
  const hiddenIn = await hiddenParts(
    context,
    pairs.flatMap(({ id, previous }) => (previous ? [id, previous.id] : [])),
  );
  return pairs.map((pair) => {
    const both = [pair.id, ...(pair.previous ? [pair.previous.id] : [])];
    return { ...pair, hidden: [...new Set(both.flatMap((id) => hiddenIn.get(id) ?? []))].sort() };
  });
}

/** Reads the parts that plans of products hide from the viewer, by product. */
async function hiddenParts(
  context: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await context.database.prisma.catalogProduct.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, plans: plansForViewer(context) },
  });
  return new Map(rows.map(({ id, plans }) => [id, hiddenFrom(plans)]));
}
