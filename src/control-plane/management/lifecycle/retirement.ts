import { nextState, type ProductAction } from '../../../domain/product/lifecycle.ts';
import { refuse } from '../../../foundation/errors.ts';
import { LIST_MAX, listed } from '../../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { productCallers } from '../../../infrastructure/usage/api-callers.ts';
import type { LifecycleOutcome } from './lifecycle-change.ts';
import { planRetirement } from './rules/retire.ts';
import { subscribersOf } from './subscribers.ts';

/**
 * Retires a product: it serves nobody any more, and its subscriptions end. Undoing it brings them back.
 *
 * @throws TRANSITION_REFUSED
 */
export async function retire(
  transaction: Transaction,
  product: CatalogProduct,
  now: Date,
): Promise<LifecycleOutcome> {
  const to = nextState(product, product.state, 'RETIRE');
  const subscribers = await subscribersOf(transaction, { catalogProductId: product.id });
  const { subscriptions, warnings } = planRetirement(product, subscribers);
  // Its subscribers are told that it is retired as long as they are subscribed.
  await takeOutOfService(transaction, { ...product, successorId: product.migrationTargetId, now });
  await transaction.subscription.deleteMany({ where: { catalogProductId: product.id } });
  return {
    product,
    transitions: [{ product: versionedName(product), from: product.state, to }],
    subscriptions,
    warnings,
  };
}

type IdleInput = {
  readonly catalog: Pick<Catalog, 'orgId' | 'name'>;
  readonly product: VersionedName;
  /** The beginning of the first day without a call. */
  readonly from: Date;
};

/** Refuses a product that somebody has called since an instant, and names who. @throws IN_USE */
export async function refuseCalled(
  transaction: Transaction,
  { catalog: { orgId, name: catalog }, product, from }: IdleInput,
): Promise<void> {
  const request = { orgId, catalog, product: versionedName(product), from };
  const callers = await productCallers(transaction, request, LIST_MAX);
  const [first] = callers;
  if (!first) return;
  const named = callers.map(
    ({ application, lastDay }) => `${application ?? 'somebody unknown'} on ${dayOf(lastDay)}`,
  );
  refuse('IN_USE', {
    detail: `${versionedName(product)} was called by ${listed(named, 'and', first.total)}. Try again later, or leave out ifIdleDays.`,
    path: ['input', 'ifIdleDays'],
  });
}

const dayOf = (day: Date) => day.toISOString().slice(0, 10);

type TakenOutOfService = Pick<CatalogProduct, 'id'> & {
  /** The product that takes its place; null for none. */
  readonly successorId: string | null;
  readonly now: Date;
};

/**
 * Clears a retired product's migration target and takes its APIs Offline. They stay so until it is published again.
 *
 * The successor is noted, since gateways tell it to who still calls.
 */
export async function takeOutOfService(
  transaction: Transaction,
  { id, successorId, now: retiredAt }: TakenOutOfService,
): Promise<void> {
  await transaction.catalogApi.updateMany({ where: { catalogProductId: id }, data: { online: false } });
  await transaction.catalogProduct.update({
    where: { id },
    data: { state: 'RETIRED', migrationTargetId: null, migrationPlans: [], retiredAt, successorId },
  });
}

/**
 * Archives a retired product, or removes one that serves nobody from the catalog.
 *
 * @throws TRANSITION_REFUSED
 */
export async function archiveOrRemove(
  transaction: Transaction,
  product: CatalogProduct,
  action: Extract<ProductAction, 'ARCHIVE' | 'REMOVE'>,
): Promise<LifecycleOutcome> {
  const { id, state: from } = product;
  const to = nextState(product, from, action);
  const transitions = [{ product: versionedName(product), from, to }];
  if (to !== null) {
    await transaction.catalogProduct.update({ where: { id }, data: { state: to } });
    return { product, transitions };
  }
  await transaction.catalogProduct.updateMany({
    where: { migrationTargetId: id },
    data: { migrationTargetId: null, migrationPlans: [] },
  });
  await transaction.catalogProduct.delete({ where: { id } });
  return { product: null, transitions };
}
