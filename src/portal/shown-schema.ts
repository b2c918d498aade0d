import { buildSchema, printSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { CatalogApi, Prisma } from '../database/generated/prisma/client.ts';
import { refuse } from '../errors.ts';
import { schemaView } from '../graphql/schema-view.ts';
import type { PortalContext } from './context.ts';
import { LIVE } from './visibility.ts';

/** The plans of a product, with the viewer's own subscriptions to them: what of its schemas is shown depends on them. */
export function plansForViewer({ viewer }: Pick<PortalContext, 'viewer'>) {
  const own = viewer
    ? { application: { consumerOrgId: viewer.consumerOrg.id }, state: LIVE }
    : { id: { in: [] } };
  return {
    orderBy: { position: 'asc' },
    select: { name: true, hiddenGraphQL: true, subscriptions: { where: own, select: { id: true }, take: 1 } },
  } as const satisfies Prisma.CatalogProduct$plansArgs;
}

type PlanForViewer = {
  readonly name: string;
  readonly hiddenGraphQL: readonly string[];
  readonly subscriptions: readonly unknown[];
};

/**
 * What is hidden of a product's schemas from the viewer.
 *
 * Decision: subscribers see what their plan shows, the first of several unless one is named. Whoever has no
 * subscription sees what all plans show, so that nothing hidden is known before somebody is let in.
 *
 * @param asked the plan that the viewer names
 * @throws NOT_FOUND when the viewer has no subscription to that plan
 */
export function hiddenFrom(plans: readonly PlanForViewer[], asked?: string | null): readonly string[] {
  const own = plans.filter(({ subscriptions }) => subscriptions.length > 0);
  if (asked != null)
    return (
      own.find(({ name }) => name === asked)?.hiddenGraphQL ??
      refuse('NOT_FOUND', { detail: `You have no subscription to a plan ${asked} of this product.` })
    );
  const [first] = own;
  return first ? first.hiddenGraphQL : [...new Set(plans.flatMap(({ hiddenGraphQL }) => hiddenGraphQL))];
}

type Shown = { readonly plan?: string | null | undefined; readonly context: PortalContext };

/**
 * The schema of a GraphQL API as the viewer may see it; null for a REST API. Of several that are asked for at once, Prisma
 * reads the rows together; none is part of a nested list, which would be one JSON value of the database.
 *
 * @throws NOT_FOUND when the viewer has no subscription to the plan
 */
export async function shownSchema(
  { id, kind, catalogProductId }: Pick<CatalogApi, 'id' | 'kind' | 'catalogProductId'>,
  { plan, context }: Shown,
): Promise<string | null> {
  if (kind !== 'GRAPHQL') return null;
  const { catalogApi, catalogProduct } = context.database.prisma;
  const [api, product] = await Promise.all([
    catalogApi.findUnique({ where: { id }, select: { sdl: true } }),
    catalogProduct.findUnique({
      where: { id: catalogProductId },
      select: { plans: plansForViewer(context) },
    }),
  ]);
  return api?.sdl == null || !product ? null : shownSdl(api.sdl, hiddenFrom(product.plans, plan));
}

const CHARACTERS_MAX = 20_000_000;

/** Many look at the same schema under the same few plans. */
const shown = new LRUCache<string, string>({
  maxSize: CHARACTERS_MAX,
  sizeCalculation: (text, key) => text.length + key.length,
});

/** A schema as SDL, without what is hidden. */
export function shownSdl(sdl: string, hidden: readonly string[]): string {
  if (hidden.length === 0) return sdl;
  const key = `${hidden.join(' ')}\n${sdl}`;
  const known = shown.get(key);
  if (known !== undefined) return known;
  const view = schemaView(buildSchema(sdl, { assumeValidSDL: true }), hidden);
  // What several plans hide together may be all there is to query.
  const text = view.getQueryType() ? printSchema(view) : 'type Query';
  shown.set(key, text);
  return text;
}
