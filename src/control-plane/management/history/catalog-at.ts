import { catalogSettingsWritten } from '../../../domain/manifest/write-catalog.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { historySince, type Past, pastAt } from '../../../infrastructure/database/history.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { catalogOf } from '../manifest/current.ts';
import { type OrgRow, orgTree } from '../manifest/org-tree.ts';
import { PastCatalog } from './past-catalog.ts';
import { ProductAtRef, productsAt } from './product-at.ts';
import { SubscriptionAtRef } from './subscription-at.ts';

/** A catalog as it stood at an instant. */
type CatalogAt = { readonly row: OrgRow['catalogs'][number]; readonly catalog: PastCatalog };

const CatalogAtRef = builder.objectRef<CatalogAt>('CatalogAt').implement({
  description: 'A catalog as it stood at an instant.',
  fields: (t) => ({
    title: t.string({ description: 'What people called it.', resolve: ({ row }) => row.title }),
    definition: t.field({
      type: 'JSON',
      description:
        'Its settings as a manifest has them: branding, policies, registries and providers, back-ends, webhooks. Secrets are named, and nothing tells their values.',
      resolve: ({ row }) => catalogSettingsWritten(catalogOf(row)),
    }),
    products: t.field({
      type: [ProductAtRef],
      description: 'The products that were in it, by name and version.',
      args: partArgs,
      resolve: ({ catalog }, part) => productsAt(catalog, part),
    }),
    productCount: t.int({
      description: 'How many products were in it.',
      resolve: async ({ catalog }) => (await catalog.products()).length,
    }),
    subscriptions: t.field({
      type: [SubscriptionAtRef],
      description: 'The subscriptions to its products, the oldest first.',
      args: partArgs,
      resolve: ({ catalog }, part) => catalog.subscriptions(takeSkipOf(part)),
    }),
    subscriptionCount: t.int({
      description: 'How many subscriptions there were.',
      resolve: ({ catalog }) => catalog.subscriptionCount(),
    }),
  }),
});

builder.prismaObjectField('Catalog', 'asOf', (t) =>
  t.field({
    type: CatalogAtRef,
    nullable: true,
    description:
      'All of the catalog as it stood at an instant; null where it was not there yet. Refused with HISTORY_NOT_KEPT before `historySince`. Members and credentials are no part of history.',
    args: { instant: t.arg({ type: 'DateTime', required: true, description: 'When.' }) },
    select: { id: true, orgId: true },
    resolve: async ({ id, orgId }, { instant }, context): Promise<CatalogAt | null> => {
      const past = await pastAt(context.database.prisma, { orgId, instant, path: ['instant'] });
      const row = await catalogRow(context, id, past);
      if (!row) return null;
      return { row, catalog: new PastCatalog(context.database.prisma, { catalogId: id, past }) };
    },
  }),
);

async function catalogRow({ database: { prisma } }: ManagementContext, catalogId: string, past: Past) {
  const org = await orgTree({ transaction: prisma, orgId: past.orgId, past });
  return org?.catalogs.find(({ id }) => id === catalogId);
}

builder.prismaObjectField('Org', 'historySince', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Since when history is kept: the instants that `Catalog.asOf`, `Catalog.changesBetween` and `exportManifest` take. It began with an update of the platform, and ends after HISTORY_DAYS. Null where it was always kept.',
    resolve: (_root, _args, { database }) => historySince(database.prisma),
  }),
);
