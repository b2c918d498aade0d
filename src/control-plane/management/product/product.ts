import { readVersionedName } from '../../../foundation/text/version.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { ApiRef, apiOfDraft } from '../api/api.ts';
import { apiColumns } from '../api/api-rows.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { hasText, searchDescription } from '../search.ts';
import { PlanRef } from './plan.ts';

export const Visibility = builder.enumType('Visibility', {
  description: 'Who sees a product in the portal.',
  values: {
    PUBLIC: { description: 'Everybody.' },
    AUTHENTICATED: { description: 'Everybody who is signed in.' },
    CUSTOM: {
      description:
        'Chosen consumers: `setProductAudience` says in each catalog who. Those see it, too, that are subscribed to it.',
    },
  } as const,
});

export const Subscribability = builder.enumType('Subscribability', {
  description: 'Who may subscribe to a product.',
  values: {
    AUTHENTICATED: { description: 'Everybody who is signed in.' },
    CUSTOM: {
      description: 'Chosen consumers: `setProductAudience` says in each catalog who.',
    },
    DISABLED: { description: 'Nobody.' },
  } as const,
});

builder.prismaObject('Product', {
  description:
    'A product in one version: APIs and the plans to call them under. It is a draft, until it is staged or published to a catalog.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name, the same in all versions, for example `customer`.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version, x.y.z.' }),
    apis: t.field({
      type: [ApiRef],
      description: 'The APIs that it holds, in the order in which they were given.',
      args: partArgs,
      select: (part) => ({
        apis: {
          orderBy: { position: 'asc' },
          select: { api: { select: { ...apiColumns, orgId: true } } },
          ...takeSkipOf(part),
        },
      }),
      resolve: ({ apis }) => apis.map(({ api }) => apiOfDraft(api)),
    }),
    plans: t.field({
      type: [PlanRef],
      description: 'Its plans, in the order in which they were given.',
      args: partArgs,
      select: (part) => ({ plans: { orderBy: { position: 'asc' }, ...takeSkipOf(part) } }),
      resolve: ({ plans }) => plans,
    }),
    visibility: t.expose('visibility', { type: Visibility, description: 'Who sees it in the portal.' }),
    subscribability: t.expose('subscribability', {
      type: Subscribability,
      description: 'Who may subscribe to it.',
    }),
    catalogProducts: t.prismaField({
      type: ['CatalogProduct'],
      description: 'This product in the catalogs that it was staged or published to.',
      args: partArgs,
      resolve: async (query, draft, part, { copiesOfDrafts }) =>
        cut(await copiesOfDrafts.load({ draft, query }), part),
    }),
  }),
});

builder.prismaObjectField('Org', 'products', (t) =>
  t.relation('products', {
    description: 'Its products, all versions, the first created first.',
    args: {
      search: t.arg.string({ description: searchDescription }),
      ...partArgs,
    },
    query: ({ search, ...part }) => ({ where: hasText(search), orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

builder.prismaObjectField('Org', 'productCount', (t) =>
  t.relationCount('products', {
    description: 'How many products it has, all versions.',
    args: { search: t.arg.string({ description: searchDescription }) },
    where: ({ search }) => hasText(search),
  }),
);

builder.queryField('product', (t) =>
  t.prismaField({
    type: 'Product',
    nullable: true,
    description: 'One product in one version.',
    args: {
      org: t.arg.string(inOrg),
      product: t.arg({ type: 'VersionedName', required: true, description: 'Which product.' }),
    },
    resolve: async (query, _root, { org, product }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.product.findUnique({
        ...query,
        where: { orgId_name_version: { orgId, ...readVersionedName(product) } },
      });
    },
  }),
);
