import { isSubscribable } from '../../../../domain/consumer/subscription.ts';
import { searchBounds } from '../../../../foundation/text/search-words.ts';
import { readVersionedName } from '../../../../foundation/text/version.ts';
import { partDescriptions, type TakeSkip, takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { matching } from './product-search.ts';
import { visiblePlans, visibleProducts } from './visibility.ts';

const PortalProductState = builder.enumType('PortalProductState', {
  description: 'The state of a product that consumers can see.',
  values: {
    PUBLISHED: { description: 'Open to subscriptions, as its subscribability says.' },
    DEPRECATED: { description: 'Serves those who are subscribed, and takes no new subscriptions.' },
  },
});

export const PortalProduct = builder.prismaObject('CatalogProduct', {
  name: 'PortalProduct',
  description: 'A product in one version: APIs, and plans to subscribe to.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The same for all of its versions, for example `customer`.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version, x.y.z.' }),
    state: t.field({
      type: PortalProductState,
      description: 'Published or deprecated: in any other state it is not here.',
      resolve: ({ state }) => (state === 'PUBLISHED' ? 'PUBLISHED' : 'DEPRECATED'),
    }),
    plans: t.relation('plans', {
      description: 'What an application can subscribe to, in the order of the provider.',
      args: partArgs,
      query: (part, context) => ({
        where: visiblePlans(context),
        orderBy: { position: 'asc' },
        ...takeSkipOf(part),
      }),
    }),
    apis: t.relation('apis', {
      description: 'The APIs that a subscription gives access to.',
      args: partArgs,
      query: (part) => ({ orderBy: { position: 'asc' }, ...takeSkipOf(part) }),
    }),
    api: t.prismaField({
      type: 'CatalogApi',
      nullable: true,
      description: 'One of its APIs; null where it has none of that name.',
      args: { api: t.arg({ type: 'VersionedName', required: true, description: 'Which: `name:version`.' }) },
      select: { id: true },
      resolve: (query, { id }, { api }, { database }) =>
        database.prisma.catalogApi.findUnique({
          ...query,
          where: { catalogProductId_name_version: { catalogProductId: id, ...readVersionedName(api) } },
        }),
    }),
    subscriptions: t.relation('subscriptions', {
      description:
        "The subscriptions of the viewer's consumer organization to it, the oldest first; none for somebody who is not signed in.",
      args: partArgs,
      query: (part, { viewer }) => ({
        where: viewer ? { application: { consumerOrgId: viewer.consumerOrg.id } } : { id: { in: [] } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        ...takeSkipOf(part),
      }),
    }),
    subscribable: t.boolean({
      description: 'Does it take new subscriptions from the viewer, or from whoever signs in?',
      resolve: (product, _args, { viewer }) => isSubscribable(product, viewer?.audience ?? []),
    }),
    sunsetAt: t.expose('sunsetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops answering, if that was said.',
    }),
  }),
});

const IN_ORDER = { sortKey: 'asc' } as const;

/** Matches the products that the viewer may see and has searched for. */
async function productFilter(
  context: PortalContext,
  { search, tag }: ProductQuestion,
): Promise<Prisma.CatalogProductWhereInput> {
  const visible = visibleProducts(context);
  const products = tag == null ? visible : { AND: [visible, taggedWith(tag)] };
  return search?.trim() ? matching(context, products, search) : products;
}

/** A text that PostgreSQL cannot hold is the tag of no product. */
function taggedWith(tag: string): Prisma.CatalogProductWhereInput {
  return tag.includes('\0') ? { id: { in: [] } } : { words: { path: ['tags'], array_contains: [tag] } };
}

type ProductQuestion = Readonly<Record<'search' | 'tag', string | null | undefined>>;

const tagDescription = 'Only those with this tag, as it is written.';

const search = `Words that must all be found, in any case: in names, titles, summaries, descriptions and tags of products, names and titles of APIs, paths and summaries of operations, names of GraphQL fields; ${searchBounds}.`;

/**
 * Reads which products a part of the list has. PostgreSQL would join plans and APIs to each product that is left out.
 */
async function idsOf(
  { database }: PortalContext,
  where: Prisma.CatalogProductWhereInput,
  part: TakeSkip,
): Promise<string[]> {
  const rows = await database.prisma.catalogProduct.findMany({
    where,
    orderBy: IN_ORDER,
    ...part,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

const rowsOf = (ids: readonly string[]) => ({ where: { id: { in: [...ids] } }, orderBy: IN_ORDER });

builder.queryField('products', (t) =>
  t.prismaField({
    type: ['CatalogProduct'],
    skipTypeScopes: true,
    description:
      'Published products that the viewer may see, and deprecated ones that the viewer is subscribed to: by name, the newest version first.',
    args: {
      search: t.arg.string({ description: search }),
      tag: t.arg.string({ description: tagDescription }),
      ...partArgs,
    },
    resolve: async (query, _root, { search, tag, ...args }, context) => {
      const part = takeSkipOf(args);
      const ids = await idsOf(context, await productFilter(context, { search, tag }), part);
      return context.database.prisma.catalogProduct.findMany({ ...query, ...rowsOf(ids) });
    },
  }),
);

type ProductPage = {
  readonly where: Prisma.CatalogProductWhereInput;
  readonly part: TakeSkip;
  readonly ids: readonly string[];
};

const PortalProductPage = builder.objectRef<ProductPage>('PortalProductPage').implement({
  description: 'Some of the products that the viewer may see.',
  fields: (t) => ({
    total: t.int({
      description: 'How many products there are on all pages.',
      resolve: (page, _args, { database }) =>
        lastOf(page) ?? database.prisma.catalogProduct.count({ where: page.where }),
    }),
    nodes: t.prismaField({
      type: ['CatalogProduct'],
      description: 'Those of this page, by name, the newest version first.',
      resolve: (query, { ids }, _args, { database }) =>
        database.prisma.catalogProduct.findMany({ ...query, ...rowsOf(ids) }),
    }),
  }),
});

/** The number of all products, where this page is the last of them. Most searches find less than a page. */
function lastOf({ ids, part: { take, skip = 0 } }: ProductPage): number | undefined {
  const isLast = ids.length < take && (ids.length > 0 || skip === 0);
  return isLast ? skip + ids.length : undefined;
}

builder.queryField('productPage', (t) =>
  t.field({
    type: PortalProductPage,
    skipTypeScopes: true,
    description: 'The same as `products`, with how many there are.',
    args: {
      search: t.arg.string({ description: search }),
      tag: t.arg.string({ description: tagDescription }),
      first: partArgs.first,
      offset: t.arg.int({ defaultValue: 0, description: partDescriptions.offset }),
    },
    resolve: async (_root, { search, tag, ...args }, context): Promise<ProductPage> => {
      const part = takeSkipOf(args);
      const where = await productFilter(context, { search, tag });
      return { where, part, ids: await idsOf(context, where, part) };
    },
  }),
);

builder.queryField('product', (t) =>
  t.prismaField({
    type: 'CatalogProduct',
    nullable: true,
    skipTypeScopes: true,
    description: 'One product in one version; null where the viewer may not see it.',
    args: {
      product: t.arg({ type: 'VersionedName', required: true, description: 'Which: `name:version`.' }),
    },
    resolve: (query, _root, { product }, context) =>
      context.database.prisma.catalogProduct.findFirst({
        ...query,
        where: { ...visibleProducts(context), ...readVersionedName(product) },
      }),
  }),
);
