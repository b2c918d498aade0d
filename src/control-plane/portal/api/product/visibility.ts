import { servingStates } from '../../../../domain/product/lifecycle.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';

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
 * Decision: CUSTOM, which spec.md does not show, is for named consumer orgs. As none can be named yet, subscribers
 * alone see such a product.
 */
export function visibleProducts({
  catalog,
  viewer,
}: Pick<PortalContext, 'catalog' | 'viewer'>): Prisma.CatalogProductWhereInput {
  const toAll = { state: 'PUBLISHED', visibility: 'PUBLIC' } as const;
  if (!viewer) return { catalogId: catalog.id, ...toAll };
  const subscribed = { application: { consumerOrgId: viewer.consumerOrg.id }, state: LIVE };
  return {
    catalogId: catalog.id,
    OR: [
      toAll,
      { state: 'PUBLISHED', visibility: 'AUTHENTICATED' },
      { state: { in: [...servingStates] }, subscriptions: { some: subscribed } },
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
