import { createHash } from 'node:crypto';
import { refuse } from '../../../../foundation/errors.ts';
import { freshTurn } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { schemaViewTask } from '../../../../graphql/schema/schema-view-task.ts';
import { inChildIf } from '../../../../infrastructure/child-processes/concurrency-limit.ts';
import type { CatalogApi, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';
import { LIVE } from './visibility.ts';

/**
 * Selects the plans of a product, with the viewer's subscriptions to them. The visible part of its schemas depends on
 * them.
 */
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
 * Lists the parts of a product's schemas that are hidden from the viewer.
 *
 * Decision: subscribers see what their plan shows, the first of several unless one is named. A viewer without a
 * subscription sees what all plans show, so that nothing hidden is known before admission.
 *
 * @param planName the plan that the viewer names
 * @throws NOT_FOUND when the viewer has no subscription to that plan
 */
export function hiddenFrom(plans: readonly PlanForViewer[], planName?: string | null): readonly string[] {
  const own = plans.filter(({ subscriptions }) => subscriptions.length > 0);
  if (planName != null)
    return (
      own.find(({ name }) => name === planName)?.hiddenGraphQL ??
      refuse('NOT_FOUND', { detail: `You have no subscription to a plan ${planName} of this product.` })
    );
  const [first] = own;
  return first ? first.hiddenGraphQL : [...new Set(plans.flatMap(({ hiddenGraphQL }) => hiddenGraphQL))];
}

type ShownSchemaInput = { readonly plan?: string | null | undefined; readonly context: PortalContext };

/**
 * Reads the schema of a GraphQL API for the viewer; null for a REST API. Prisma reads the rows of several together.
 * None is part of a nested list, which would be one JSON value of the database.
 *
 * @throws NOT_FOUND when the viewer has no subscription to the plan
 */
export async function shownSchema(
  { id, kind, catalogProductId }: Pick<CatalogApi, 'id' | 'kind' | 'catalogProductId'>,
  { plan, context }: ShownSchemaInput,
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
  return api?.sdl == null || !product ? null : shownSdl(api.sdl, hiddenFrom(product.plans, plan), context);
}

/** Characters of a schema that is processed at once: a few hundredths of a second. */
const HERE_MAX = 131_072;
const BOUNDS = { bytesMax: 64_000_000, bytesMaxOfOrg: 8_000_000 };

/** Many look at the same schema under the same few plans. */
const views = new FairCache<{ readonly sdl: string }>(BOUNDS, ({ sdl }) => sdl.length);

/**
 * A schema as SDL, without what is hidden.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are made at this moment
 */
export async function shownSdl(
  sdl: string,
  hidden: readonly string[],
  { catalog: { orgId } }: Pick<PortalContext, 'catalog'>,
): Promise<string> {
  if (hidden.length === 0) return sdl;
  const key = createHash('sha256').update(JSON.stringify(hidden)).update(sdl).digest('base64url');
  const view = await views.get(orgId, key, async () => {
    await freshTurn();
    const isLarge = sdl.length > HERE_MAX;
    return { sdl: await inChildIf({ isLarge, queueKey: orgId }, schemaViewTask({ sdl, hidden })) };
  });
  return view.sdl;
}
