import { plansOf } from '../../../domain/plan/plan.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { ApiRef, apiOfDraft } from '../api/api.ts';
import { apiColumns } from '../api/api-rows.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { hasText, searchDescription } from '../search.ts';
import { createDraft, findApis } from './draft.ts';
import { PlanInput, PlanRef } from './plan.ts';
import { copyWithinQuota } from './publication.ts';

export const Visibility = builder.enumType('Visibility', {
  description: 'Who sees a product in the portal.',
  values: {
    PUBLIC: { description: 'Everybody.' },
    AUTHENTICATED: { description: 'Everybody who is signed in.' },
    CUSTOM: {
      description:
        'Chosen consumer orgs only. None can be chosen yet: those see it that are subscribed to it.',
    },
  } as const,
});

export const Subscribability = builder.enumType('Subscribability', {
  description: 'Who may subscribe to a product.',
  values: {
    AUTHENTICATED: { description: 'Everybody who is signed in.' },
    CUSTOM: {
      description: 'Chosen consumer orgs only. None can be chosen yet: it takes no new subscriptions.',
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
      resolve: (query, { name, version, orgId }, part, { database }) =>
        database.prisma.catalogProduct.findMany({
          ...query,
          where: { name, version, catalog: { orgId } },
          orderBy: { catalog: { id: 'asc' } },
          ...takeSkipOf(part),
        }),
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

const CreateProductInput = builder.inputType('CreateProductInput', {
  description:
    'What a new product is made from. Without `plans` it starts with the plan Default Plan, 100 calls per hour. With `publishTo` it is published at once.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    version: t.field({ type: 'Version', defaultValue: '1.0.0', description: 'Its version, x.y.z.' }),
    apis: t.field({
      type: ['VersionedName'],
      required: true,
      description: 'The APIs that it holds, one or more.',
    }),
    plans: t.field({ type: [PlanInput], description: 'Its plans, one or more.' }),
    visibility: t.field({
      type: Visibility,
      defaultValue: 'PUBLIC',
      description: 'Who sees it in the portal.',
    }),
    subscribability: t.field({
      type: Subscribability,
      defaultValue: 'AUTHENTICATED',
      description: 'Who may subscribe to it.',
    }),
    publishTo: t.string({ description: 'The catalog to publish it to.' }),
  }),
});

builder.mutationField('createProduct', (t) =>
  t.prismaField({
    type: 'Product',
    description: 'Creates a product and, with `publishTo`, publishes it at once.',
    args: { input: t.arg({ type: CreateProductInput, required: true, description: 'The new product.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const id = await createProduct(context, orgId, input);
      return context.database.prisma.product.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

async function createProduct(
  context: ManagementContext,
  orgId: string,
  input: typeof CreateProductInput.$inferInput,
): Promise<string> {
  const named = { name: nameFor(input), version: input.version ?? '1.0.0' };
  const plans = plansOf(input.plans, ['input', 'plans']);
  return context.change(
    {
      orgId,
      action: 'createProduct',
      subject: versionedName(named),
      ...(input.publishTo != null && { detail: { publishTo: input.publishTo } }),
    },
    async (transaction) => {
      await checkQuota(transaction, { resource: 'PRODUCTS', ownerId: orgId, now: context.clock() });
      const draft = await createDraft(transaction, {
        ...named,
        orgId,
        title: input.title,
        apis: await findApis(transaction, { orgId, apis: input.apis }),
        plans,
        visibility: input.visibility ?? 'PUBLIC',
        subscribability: input.subscribability ?? 'AUTHENTICATED',
      });
      if (input.publishTo != null) {
        const path = ['input', 'publishTo'];
        const catalog = await catalogNamed(transaction, { orgId, name: input.publishTo, path });
        await copyWithinQuota(transaction, {
          orgId,
          catalogId: catalog.id,
          product: named,
          action: 'PUBLISH',
        });
      }
      return draft.id;
    },
  );
}
