import { firstDayOf } from '../../../domain/call/usage-days.ts';
import { checkSunset, checkSunsetRule, nextState } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogProductNamed } from '../catalog/catalog-product.ts';
import { Subscribability, Visibility } from '../product/product.ts';
import { copyWithinQuota } from '../product/publication.ts';
import { changeLifecycle } from './lifecycle-change.ts';
import { LifecycleChangeRef } from './payload.ts';
import { beforeRepublication } from './product-impact.ts';
import { missingPrerequisitesOf } from './product-prerequisites.ts';
import { archiveOrRemove, refuseCalled, retire } from './retirement.ts';
import { sharedPaths } from './shared-paths.ts';
import { SUNSET_IF_IDLE, sunsetDetail } from './sunset.ts';

const CatalogProductInput = builder.inputType('CatalogProductInput', {
  description: 'A product, and the catalog that it is in or comes to.',
  fields: (t) => ({
    org: t.string(inOrg),
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
    ifIdleDays: t.int({
      description:
        'Retire, archive or remove it only where nobody has called it in so many days, 1 to 400. It is refused with IN_USE otherwise, which names the callers. Of other changes it says nothing.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

const DeprecateProductInput = builder.inputType('DeprecateProductInput', {
  description: 'A product that is to take no new subscriptions.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    sunsetAt: t.field({ type: 'DateTime', description: 'When it stops answering; in the future.' }),
    sunsetIfIdleDays: t.int({ description: SUNSET_IF_IDLE }),
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
      resolve: (_root, { input }, context, info) => {
        const { product: subject, visibility, subscribability } = input;
        const request = { input, subject, products: [subject], context, info };
        return changeLifecycle(request, async (transaction, catalog, before) => {
          const warnings = await beforeRepublication(transaction, catalog, { product: subject, before });
          const copied = await copyWithinQuota(transaction, {
            catalog,
            product: readVersionedName(subject),
            action,
            visibility,
            subscribability,
          });
          const { product, apis, transition } = copied;
          return {
            product,
            transitions: [transition],
            warnings: [
              ...(await warnings()),
              ...(await missingPrerequisitesOf(transaction, context, { id: product.id, catalog })),
              ...(await sharedPaths(transaction, catalog, apis)),
              ...copied.warnings,
            ],
          };
        });
      },
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
      const { product: subject, sunsetAt, sunsetIfIdleDays } = input;
      const now = context.clock();
      checkSunset(sunsetAt, now);
      checkSunsetRule(input, now);
      const detail = sunsetDetail(input);
      const request = { input, subject, products: [subject], detail, context, info };
      return changeLifecycle(request, async (transaction, catalog) => {
        const path = ['input', 'product'];
        const product = await catalogProductNamed(transaction, { catalog, product: subject, path });
        const to = nextState(product, product.state, 'DEPRECATE');
        await transaction.catalogProduct.update({
          where: { id: product.id },
          data: {
            state: to,
            deprecatedAt: now,
            sunsetAt: sunsetAt ?? null,
            sunsetIfIdleDays: sunsetIfIdleDays ?? null,
          },
        });
        return {
          product,
          transitions: [{ product: versionedName(product), from: product.state, to }],
          warnings: sunsetAt == null ? [] : await withoutSuccessor(transaction, product),
        };
      });
    },
  }),
);

/** Warns of a sunset of a product whose subscribers have nowhere to go. */
async function withoutSuccessor(
  transaction: Transaction,
  product: CatalogProduct,
): Promise<LifecycleWarning[]> {
  if (product.migrationTargetId !== null) return [];
  const where = { catalogProductId: product.id, state: 'ACTIVE' } as const;
  const subscriptions = await transaction.subscription.count({ where });
  if (subscriptions === 0) return [];
  const subject = versionedName(product);
  const message = `${subject} has no successor: its ${quantity(subscriptions, 'subscription')} will hold it beyond the sunset. Set a migration target, or supersede it.`;
  const facts = { product: subject, count: subscriptions };
  return [{ code: 'SUNSET_WITHOUT_SUCCESSOR', message, subject, facts }];
}

const endings = {
  retireProduct: 'Ends the life of a product: it serves nobody, and its subscriptions end.',
  archiveProduct: 'Puts a retired product away: a catalog does not list it unless asked for that state.',
  removeProduct: 'Takes a product that is staged, retired or archived out of the catalog.',
} as const;

for (const name of ['retireProduct', 'archiveProduct', 'removeProduct'] as const)
  builder.mutationField(name, (t) =>
    t.field({
      type: LifecycleChangeRef,
      description: endings[name],
      args: {
        input: t.arg({ type: CatalogProductInput, required: true, description: 'Which product, and where.' }),
      },
      resolve: (_root, { input }, context, info) => {
        const { product: subject, ifIdleDays: days } = input;
        const idleSince =
          days == null ? undefined : firstDayOf({ days, path: ['input', 'ifIdleDays'] }, context.clock());
        const request = { input, subject, products: [subject], movesSubscriptions: true, context, info };
        return changeLifecycle(request, async (transaction, catalog) => {
          const path = ['input', 'product'];
          const product = await catalogProductNamed(transaction, { catalog, product: subject, path });
          if (idleSince) await refuseCalled(transaction, { catalog, product, from: idleSince });
          if (name === 'retireProduct') return retire(transaction, product, context.clock());
          return archiveOrRemove(transaction, product, name === 'archiveProduct' ? 'ARCHIVE' : 'REMOVE');
        });
      },
    }),
  );
