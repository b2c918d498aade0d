import { isDearer, type Price, priceId, priceInWords } from '../../domain/plan/price.ts';
import { subscriptionPrice } from '../../domain/plan/price-periods.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Subscription } from '../../infrastructure/database/generated/prisma/client.ts';
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

/**
 * Records that a member accepts the price of a subscription's plan. A price that is not dearer needs no acceptance.
 *
 * @returns the price of the plan
 * @throws PRICE_NOT_ACCEPTED when the plan has another price than the one accepted, or a dearer one and none is
 */
export async function acceptPlanPrice(
  transaction: Transaction,
  { subscription: { id }, username, accepted, path }: Acceptance,
): Promise<Price | null> {
  const { application, catalogProduct, catalogPlan, state } =
    await transaction.subscription.findUniqueOrThrow({
      where: { id },
      include: {
        catalogPlan: true,
        catalogProduct: { include: { catalog: true } },
        application: { include: { consumerOrg: true } },
      },
    });
  const price = stored<Price | null>(catalogPlan.price);
  const [changes = []] = await priceChangesOf(transaction, [id]);
  if (accepted == null && !isDearer(price, subscriptionPrice(changes).price)) return price;
  if (!price || accepted !== priceId(price))
    return refuse('PRICE_NOT_ACCEPTED', { detail: detailOf(catalogPlan.name, price), path });
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
  return price;
}

const detailOf = (plan: string, price: Price | null) =>
  price
    ? `The plan ${plan} costs ${priceInWords(price)}: accept that by its id, ${priceId(price)}.`
    : `The plan ${plan} costs nothing now: leave the price out.`;
