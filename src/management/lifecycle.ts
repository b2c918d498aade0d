import { checkSunset, nextState } from '../domain/lifecycle.ts';
import { readVersionedName, versionedName } from '../domain/version.ts';
import { refuse } from '../errors.ts';
import { builder } from './builder.ts';
import { catalogNamed } from './catalog.ts';
import { catalogProductNamed } from './catalog-product.ts';
import type { ManagementContext } from './context.ts';
import { changeLifecycle, LifecycleChangeRef } from './lifecycle-change.ts';
import { Subscribability, Visibility } from './product.ts';
import { bringToCatalog } from './publication.ts';

const CatalogProductInput = builder.inputType('CatalogProductInput', {
  description: 'A product, and the catalog that it is in or comes to.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    visibility: t.field({
      type: Visibility,
      description: 'Who sees it; what the product says unless given.',
    }),
    subscribability: t.field({
      type: Subscribability,
      description: 'Who may subscribe to it; what the product says unless given.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

const DeprecateProductInput = builder.inputType('DeprecateProductInput', {
  description: 'A product that is to take no new subscriptions.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    sunsetAt: t.field({ type: 'DateTime', description: 'When it stops to answer; in the future.' }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

const publications = {
  stageProduct: {
    action: 'STAGE',
    description:
      'Brings a product into a catalog, neither visible nor subscribable; again, it brings the edits made since.',
  },
  publishProduct: {
    action: 'PUBLISH',
    description:
      'Publishes a product to a catalog: visible, subscribable and served. Again, it brings the edits made since.',
  },
} as const;

for (const name of ['stageProduct', 'publishProduct'] as const) {
  const { action, description } = publications[name];
  builder.mutationField(name, (t) =>
    t.field({
      type: LifecycleChangeRef,
      description,
      args: {
        input: t.arg({ type: CatalogProductInput, required: true, description: 'Which product, and where.' }),
      },
      resolve: (_root, { input }, context, info) =>
        changeLifecycle({ input, subject: input.product, context, info }, async (transaction, catalog) => {
          const { visibility, subscribability } = input;
          const { product, transition } = await bringToCatalog(transaction, {
            orgId: catalog.orgId,
            catalogId: catalog.id,
            product: readVersionedName(input.product),
            action,
            visibility,
            subscribability,
          });
          return { product, transitions: [transition] };
        }),
    }),
  );
}

builder.mutationField('deprecateProduct', (t) =>
  t.field({
    type: LifecycleChangeRef,
    description: 'Takes a published product out of offer: it serves its subscribers and takes no new ones.',
    args: {
      input: t.arg({ type: DeprecateProductInput, required: true, description: 'Which product, and where.' }),
    },
    resolve: (_root, { input }, context, info) => {
      const { product: subject, sunsetAt } = input;
      const now = context.clock();
      checkSunset(sunsetAt, now);
      const detail = { ...(sunsetAt != null && { sunsetAt: sunsetAt.toISOString() }) };
      return changeLifecycle({ input, subject, detail, context, info }, async (transaction, catalog) => {
        const path = ['input', 'product'];
        const product = await catalogProductNamed(transaction, { catalog, product: subject, path });
        const to = nextState(product, product.state, 'DEPRECATE');
        await transaction.catalogProduct.update({
          where: { id: product.id },
          data: { state: to, deprecatedAt: now, sunsetAt: sunsetAt ?? null },
        });
        return { product, transitions: [{ product: versionedName(product), from: product.state, to }] };
      });
    },
  }),
);

const notYet = {
  retireProduct: 'Ends the life of a product: it serves nobody, and its subscriptions end.',
  archiveProduct: 'Puts a retired product away.',
  removeProduct: 'Takes a product out of a catalog.',
} as const;

for (const name of ['retireProduct', 'archiveProduct', 'removeProduct'] as const)
  builder.mutationField(name, (t) =>
    t.field({
      type: LifecycleChangeRef,
      description: notYet[name],
      args: {
        input: t.arg({ type: CatalogProductInput, required: true, description: 'Which product, and where.' }),
      },
      resolve: async (_root, { input }, context) =>
        refuseNotYet(name, { ...input, products: { product: input.product } }, context),
    }),
  );

type NotYet = {
  readonly org?: string | null | undefined;
  readonly catalog: string;
  /** The products that the input names, by its fields. */
  readonly products: Readonly<Record<string, string>>;
};

/**
 * Checks who asks and what for, and refuses what is declared but not done yet.
 *
 * @throws NOT_FOUND, NOT_YET_SUPPORTED
 */
export async function refuseNotYet(
  mutation: string,
  { org, catalog: name, products }: NotYet,
  context: ManagementContext,
): Promise<never> {
  const { prisma } = context.database;
  const { id: orgId } = await context.org(org);
  const catalog = await catalogNamed(prisma, { orgId, name, path: ['input', 'catalog'] });
  for (const [field, product] of Object.entries(products))
    await catalogProductNamed(prisma, { catalog, product, path: ['input', field] });
  return refuse('NOT_YET_SUPPORTED', { detail: `${mutation} is not supported yet.` });
}
