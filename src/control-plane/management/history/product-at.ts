import { logoUrl } from '../../../domain/branding/logo.ts';
import type { ProductState as State } from '../../../domain/product/lifecycle.ts';
import type { ProductWords } from '../../../domain/product/product-words.ts';
import { compareVersions, type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import { cut, type PartOfList, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { type Past, pastIfKept, refuseUnkept } from '../../../infrastructure/database/history.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, partArgs } from '../builder.ts';
import { ProductState } from '../catalog/catalog-product.ts';
import type { ManagementContext } from '../context.ts';
import { ProductLinkRef } from '../links.ts';
import { PlanRef } from '../product/plan.ts';
import { Subscribability, Visibility } from '../product/product.ts';
import { ApiAtRef } from './api-at.ts';
import { PastCatalog, type PastProduct } from './past-catalog.ts';
import { SubscriptionAtRef } from './subscription-at.ts';

/** A product as it stood at an instant. */
type ProductAt = {
  readonly name: string;
  readonly version: string;
  readonly state: State;
  /** Undefined where the instant is before history, and its state is all that is known. */
  readonly kept?: Kept;
};

type Kept = { readonly row: PastProduct; readonly catalog: PastCatalog };

export const ProductAtRef = builder.objectRef<ProductAt>('ProductAt');

const wordsOf = ({ row: { words } }: Kept) => stored<ProductWords>(words);

ProductAtRef.implement({
  description:
    'A product in a catalog as it stood at an instant. Its name and state are known for longer than the rest, which is refused with HISTORY_NOT_KEPT before history.',
  fields: (t) => ({
    product: t.field({
      type: 'VersionedName',
      description: 'Which product.',
      resolve: (product) => versionedName(product),
    }),
    state: t.expose('state', { type: ProductState, description: 'Where it stood in its life.' }),
    title: t.string({
      description: 'What people called it.',
      resolve: async (product, _args, context) => (await keptOf(context, product)).row.title,
    }),
    summary: t.string({
      nullable: true,
      description: 'One sentence about it, for lists.',
      resolve: async (product, _args, context) => wordsOf(await keptOf(context, product)).summary,
    }),
    description: t.string({
      nullable: true,
      description: 'What it was for, in Markdown.',
      resolve: async (product, _args, context) => wordsOf(await keptOf(context, product)).description,
    }),
    releaseNotes: t.string({
      nullable: true,
      description: 'What was different in this version, in Markdown.',
      resolve: async (product, _args, context) =>
        wordsOf(await keptOf(context, product)).releaseNotes ?? null,
    }),
    icon: t.string({
      nullable: true,
      description: 'The picture beside its title, a data URL.',
      resolve: async (product, _args, context) => {
        const { icon } = wordsOf(await keptOf(context, product));
        return icon ? logoUrl(icon) : null;
      },
    }),
    tags: t.stringList({
      description: 'Words that grouped products in the portal.',
      resolve: async (product, _args, context) => [...wordsOf(await keptOf(context, product)).tags],
    }),
    links: t.field({
      type: [ProductLinkRef],
      description: 'Pages elsewhere that belonged to it.',
      resolve: async (product, _args, context) => [...wordsOf(await keptOf(context, product)).links],
    }),
    visibility: t.field({
      type: Visibility,
      description: 'Who saw it in the portal.',
      resolve: async (product, _args, context) => (await keptOf(context, product)).row.visibility,
    }),
    subscribability: t.field({
      type: Subscribability,
      description: 'Who might subscribe to it.',
      resolve: async (product, _args, context) => (await keptOf(context, product)).row.subscribability,
    }),
    migrationTarget: t.field({
      type: 'VersionedName',
      nullable: true,
      description: 'Where its subscriptions were to go; null for nowhere.',
      resolve: async (product, _args, context) => (await keptOf(context, product)).row.migrationTarget,
    }),
    deprecatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it was deprecated.',
      resolve: async (product, _args, context) => dateOf((await keptOf(context, product)).row.deprecatedAt),
    }),
    sunsetAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the platform was to retire it.',
      resolve: async (product, _args, context) => dateOf((await keptOf(context, product)).row.sunsetAt),
    }),
    sunsetIfIdleDays: t.int({
      nullable: true,
      description: 'Days without a call after which its sunset was to end its subscriptions.',
      resolve: async (product, _args, context) => (await keptOf(context, product)).row.sunsetIfIdleDays,
    }),
    apis: t.field({
      type: [ApiAtRef],
      description: 'Its APIs, in their order.',
      args: partArgs,
      resolve: async (product, part, context) => {
        const { row, catalog } = await keptOf(context, product);
        return cut(await catalog.apisOf(row.id), part).map((api) => ({ row: api, past: catalog.past }));
      },
    }),
    plans: t.field({
      type: [PlanRef],
      description: 'Its plans, in their order.',
      args: partArgs,
      resolve: async (product, part, context) => {
        const { row, catalog } = await keptOf(context, product);
        return cut(await catalog.plansOf(row.id), part);
      },
    }),
    subscriptions: t.field({
      type: [SubscriptionAtRef],
      description: 'Its subscriptions, the oldest first.',
      args: partArgs,
      resolve: async (product, part, context) => {
        const { row, catalog } = await keptOf(context, product);
        return catalog.subscriptions(takeSkipOf(part), row.id);
      },
    }),
    subscriptionCount: t.int({
      description: 'How many subscriptions it had.',
      resolve: async (product, _args, context) => {
        const { row, catalog } = await keptOf(context, product);
        return catalog.subscriptionCount(row.id);
      },
    }),
  }),
});

const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));

/** @throws HISTORY_NOT_KEPT where only the state is known */
async function keptOf({ database }: ManagementContext, { kept }: ProductAt): Promise<Kept> {
  return kept ?? refuseUnkept(database.prisma, ['instant']);
}

/** Lists products of a catalog as it was, by name and version. */
export async function productsAt(catalog: PastCatalog, part: PartOfList): Promise<ProductAt[]> {
  const rows = await catalog.products();
  return cut(rows.sort(byName), part).map((row) => {
    const { name, version, state } = row;
    return { name, version, state, kept: { row, catalog } };
  });
}

builder.prismaObjectField('Catalog', 'at', (t) =>
  t.field({
    type: [ProductAtRef],
    description:
      'What was in the catalog at an instant, by name and version: also what has been removed since, and what was undone. `asOf` tells the rest of the catalog.',
    args: { instant: t.arg({ type: 'DateTime', required: true, description: 'When.' }), ...partArgs },
    select: { id: true, orgId: true },
    resolve: async ({ id, orgId }, { instant, ...part }, context): Promise<ProductAt[]> => {
      const { prisma } = context.database;
      const past: Past | undefined = await pastIfKept(prisma, { orgId, instant });
      if (past) return productsAt(new PastCatalog(prisma, { catalogId: id, past }), part);
      return cut((await statesAt(context, id, instant)).sort(byName), part);
    },
  }),
);

/** Reads states from before history, which are kept for ever. */
async function statesAt(
  { database }: ManagementContext,
  catalogId: string,
  instant: Date,
): Promise<ProductAt[]> {
  const last = await database.prisma.productStateChange.findMany({
    where: { catalogId, at: { lte: instant } },
    // The order of the ids is that of the commits: changes of an org follow one another.
    orderBy: { id: 'desc' },
    distinct: ['name', 'version'],
  });
  return last.flatMap(({ name, version, to }) => (to === null ? [] : [{ name, version, state: to }]));
}

function byName(a: VersionedName, b: VersionedName): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return compareVersions(a.version, b.version);
}
