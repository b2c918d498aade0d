import { isSubscribable } from '../../../../domain/consumer/subscription.ts';
import { searchBounds } from '../../../../foundation/text/search-words.ts';
import { readVersionedName } from '../../../../foundation/text/version.ts';
import { partDescriptions, takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import { ApiKind } from './api-kind.ts';
import { type ChosenProducts, chosenProducts } from './chosen-products.ts';
import { visiblePlans, visibleProducts } from './visibility.ts';

const PortalProductState = builder.enumType('PortalProductState', {
  description: 'The state of a product that consumers can see.',
  values: {
    PUBLISHED: { description: 'Open to subscriptions, as its subscribability says.' },
    DEPRECATED: { description: 'Serves those who are subscribed, and takes no new subscriptions.' },
  } as const,
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

const PortalProductOrder = builder.enumType('PortalProductOrder', {
  description: 'The order of products where nothing is searched for.',
  values: {
    NAME: { description: 'By name, the newest version first.' },
    TITLE: {
      description:
        'By title, the newest version first; by name in a catalog with too many words for an index.',
    },
  } as const,
});

const descriptions = {
  search: `Words that must all be found, in any case and with a typing error or two: in names, titles, summaries, descriptions, release notes and tags of products, names, titles and tags of APIs, paths, summaries and descriptions of operations, names of GraphQL fields; ${searchBounds}. In a catalog with too many words for an index as they are written, and without descriptions of operations.`,
  tag: 'Only those with this tag, or with an API that has it, as it is written.',
  kind: 'Only those with an API of this kind.',
  state: 'Only those in this state.',
} as const;

/** The rows of products, in the order of their ids. */
export const inOrderOf = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const rowsOf = (ids: readonly string[]) => ({ where: { id: { in: [...ids] } } });

builder.queryField('products', (t) =>
  t.prismaField({
    type: ['CatalogProduct'],
    skipTypeScopes: true,
    description:
      'Published products that the viewer may see, and deprecated ones that the viewer is subscribed to: by name, the newest version first; with a search the best first.',
    args: {
      search: t.arg.string({ description: descriptions.search }),
      tag: t.arg.string({ description: descriptions.tag }),
      ...partArgs,
    },
    resolve: async (query, _root, { search, tag, ...args }, context) => {
      const { ids } = await chosenProducts(context, { search, tag }, takeSkipOf(args));
      const rows = await context.database.prisma.catalogProduct.findMany({ ...query, ...rowsOf(ids) });
      return inOrderOf(rows, ids);
    },
  }),
);

const PortalProductPage = builder.objectRef<ChosenProducts>('PortalProductPage').implement({
  description: 'Some of the products that the viewer may see.',
  fields: (t) => ({
    total: t.int({
      description: 'How many products there are on all pages.',
      resolve: ({ total, where }, _args, { database }) =>
        total ?? database.prisma.catalogProduct.count({ where }),
    }),
    meant: t.string({
      nullable: true,
      description:
        'The search in words that are there, where some of it was written otherwise: these were looked for. Null where nothing is near, or all of it is there.',
      resolve: ({ meant }) => meant ?? null,
    }),
    nodes: t.prismaField({
      type: ['CatalogProduct'],
      description: 'Those of this page, in order.',
      resolve: async (query, { ids }, _args, { database }) =>
        inOrderOf(await database.prisma.catalogProduct.findMany({ ...query, ...rowsOf(ids) }), ids),
    }),
  }),
});

builder.queryField('productPage', (t) =>
  t.field({
    type: PortalProductPage,
    skipTypeScopes: true,
    description: 'The same as `products`, with how many there are, and more filters.',
    args: {
      search: t.arg.string({ description: descriptions.search }),
      tag: t.arg.string({ description: descriptions.tag }),
      kind: t.arg({ type: ApiKind, description: descriptions.kind }),
      state: t.arg({ type: PortalProductState, description: descriptions.state }),
      order: t.arg({
        type: PortalProductOrder,
        defaultValue: 'NAME',
        description: 'The order of what is not searched for.',
      }),
      first: partArgs.first,
      offset: t.arg.int({ defaultValue: 0, description: partDescriptions.offset }),
    },
    resolve: (_root, { first, offset, ...question }, context) =>
      chosenProducts(context, question, takeSkipOf({ first, offset })),
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
