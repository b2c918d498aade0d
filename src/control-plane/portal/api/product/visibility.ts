import { servingStates } from '../../../../domain/product/lifecycle.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { plansFor } from '../../../consumer/audience.ts';
import type { PortalContext, Viewer } from '../context.ts';

/** A subscription that was rejected shows nothing. */
export const LIVE: Prisma.EnumSubscriptionStateFilter = { in: ['ACTIVE', 'PENDING_APPROVAL'] };

/** Subscriptions to what still serves: the others admit nothing, and are not shown. */
export const toServing: Prisma.SubscriptionWhereInput = {
  catalogProduct: { state: { in: [...servingStates] } },
};

/**
 * Matches the products of the catalog that the viewer may see. They are published ones by their visibility, and those
 * that still serve and that the viewer's consumer org is subscribed to. (spec.md, "not visible to or subscribable by
 * developers")
 *
 * Decision: an audience says who may see a product anew. Who is subscribed to it sees it, whatever its audience.
 */
export function visibleProducts({
  catalog,
  viewer,
}: Pick<PortalContext, 'catalog' | 'viewer'>): Prisma.CatalogProductWhereInput {
  const toAll = { state: 'PUBLISHED', visibility: 'PUBLIC' } as const;
  if (!viewer) return { catalogId: catalog.id, ...toAll };
  return {
    catalogId: catalog.id,
    OR: [
      toAll,
      { state: 'PUBLISHED', visibility: 'AUTHENTICATED' },
      { state: 'PUBLISHED', visibility: 'CUSTOM', visibleTo: { hasSome: [...viewer.audience] } },
      { state: { in: [...servingStates] }, subscriptions: { some: liveOf(viewer) } },
    ],
  };
}

const liveOf = (viewer: Viewer) => ({
  application: { consumerOrgId: viewer.consumerOrg.id },
  state: LIVE,
});

/** Matches the plans that the viewer may see, by audience or as a subscriber. */
export function visiblePlans({ viewer }: Pick<PortalContext, 'viewer'>): Prisma.CatalogPlanWhereInput {
  const { OR = [] } = plansFor(viewer?.audience ?? []);
  return {
    OR: [
      ...(OR as Prisma.CatalogPlanWhereInput[]),
      ...(viewer ? [{ subscriptions: { some: liveOf(viewer) } }] : []),
    ],
  };
}

/**
 * Matches the products that the viewer may see, or could see until their end.
 *
 * A changelog compares with them. Decision: that the visibility of such a product was another before is not considered.
 */
export function onceVisible(
  context: Pick<PortalContext, 'catalog' | 'viewer'>,
): Prisma.CatalogProductWhereInput {
  const visibility = {
    in: context.viewer ? (['PUBLIC', 'AUTHENTICATED'] as const).slice() : (['PUBLIC'] as const).slice(),
  };
  return {
    catalogId: context.catalog.id,
    OR: [visibleProducts(context), { state: { in: ['DEPRECATED', 'RETIRED'] }, visibility }],
  };
}
