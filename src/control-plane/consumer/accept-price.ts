import { isDearer, type Price, priceId, priceInWords } from '../../domain/plan/price.ts';
import { subscriptionPrice } from '../../domain/plan/price-periods.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { CatalogPlan, Subscription } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../infrastructure/database/json-columns.ts';
import { priceChangesOf } from '../../infrastructure/database/price-changes.ts';

type Acceptance = {
  readonly subscription: Pick<Subscription, 'id'>;
  /** The member who accepts it. */
  readonly username: string;
  /** The id of the price that the member has seen. */
  readonly accepted: string | null | undefined;
  readonly path: InputPath;
};

type PriceQuestion = Pick<Acceptance, 'subscription' | 'accepted' | 'path'> & {
  /** The plan that the subscription is on, or is to be on. */
  readonly plan: Pick<CatalogPlan, 'name' | 'price'>;
};

/**
 * Checks that the price of a plan is accepted. One that is not dearer than the present one need not be.
 *
 * @returns the price, where it is accepted
 * @throws PRICE_NOT_ACCEPTED when the plan has another price than the one accepted, or a dearer one and none is
 */
export async function checkPriceAccepted(
  transaction: Transaction,
  { subscription: { id }, plan, accepted, path }: PriceQuestion,
): Promise<Price | null> {
  const price = stored<Price | null>(plan.price);
  const [changes = []] = await priceChangesOf(transaction, [id]);
  if (accepted == null && !isDearer(price, subscriptionPrice(changes).price)) return null;
  if (price && accepted === priceId(price)) return price;
  return refuse('PRICE_NOT_ACCEPTED', { detail: detailOf(plan.name, price), path });
}

/**
 * Records that a member accepts the price of a subscription's plan. A price that is not dearer needs no acceptance.
 *
 * @throws PRICE_NOT_ACCEPTED as `checkPriceAccepted`
 */
export async function acceptPlanPrice(
  transaction: Transaction,
  { subscription: { id }, username, accepted, path }: Acceptance,
): Promise<void> {
  const { application, catalogProduct, catalogPlan, state } =
    await transaction.subscription.findUniqueOrThrow({
      where: { id },
      include: {
        catalogPlan: true,
        catalogProduct: { include: { catalog: true } },
        application: { include: { consumerOrg: true } },
      },
    });
  const question = { subscription: { id }, plan: catalogPlan, accepted, path };
  const price = await checkPriceAccepted(transaction, question);
  if (price === null) return;
  const { consumerOrg } = application;
  // The instant of what the triggers wrote: a plan that is subscribed to costs its price from the beginning.
  const [{ at }] = await transaction.$queryRaw<
    [{ at: Date }]
  >`SELECT CURRENT_TIMESTAMP::timestamptz(3) AS at`;
  await transaction.priceChange.create({
    data: {
      orgId: catalogProduct.catalog.orgId,
      catalogId: catalogProduct.catalogId,
      consumerOrgId: consumerOrg.id,
      consumerOrg: consumerOrg.name,
      application: application.name,
      subscriptionId: id,
      product: versionedName(catalogProduct),
      plan: catalogPlan.name,
      price: toStore(price),
      active: state === 'ACTIVE',
      acceptedBy: username,
      at,
    },
  });
}

const detailOf = (plan: string, price: Price | null) =>
  price
    ? `The plan ${plan} costs ${priceInWords(price)}: accept that by its id, ${priceId(price)}.`
    : `The plan ${plan} costs nothing now: leave the price out.`;
