import type { Decimal } from '../../domain/plan/decimal.ts';
import {
  type BilledMonth,
  type InvoiceGroup,
  invoicedPeriods,
  invoiceLines,
  monthCost,
  monthOf,
  readMonth,
} from '../../domain/plan/invoice.ts';
import type { Price } from '../../domain/plan/price.ts';
import { pricePeriods } from '../../domain/plan/price-periods.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { grouped } from '../../foundation/grouped.ts';
import { short } from '../../foundation/text/listed.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { type PricedSubscription, pricedSubscriptions } from '../../infrastructure/database/price-changes.ts';
import { billableUnits } from '../../infrastructure/usage/billable-units.ts';

/** A period of a subscription in an invoice. */
export type SubscriptionInvoice = InvoiceGroup &
  Pick<PricedSubscription, 'subscriptionId' | 'consumerOrg' | 'application'>;

export type InvoicePreview = {
  readonly month: BilledMonth;
  readonly periods: readonly SubscriptionInvoice[];
};

/** @throws BAD_USER_INPUT for what is no month */
export function monthIn(text: string, path: InputPath): BilledMonth {
  return (
    readMonth(text) ??
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(text))} is no month: write year and month, for example "2026-11".`,
      path,
    })
  );
}

/** Previews the invoice of a month for subscriptions, also for those that have ended. Nothing is charged. */
export async function invoicePreview(
  { prisma }: Pick<Database, 'prisma'>,
  where: Prisma.PriceChangeWhereInput,
  month: BilledMonth,
): Promise<InvoicePreview> {
  const found = await pricedSubscriptions(prisma, { AND: [where, { at: { lt: month.to } }] });
  const priced = found
    .map(({ changes, ...subscription }) => ({
      ...subscription,
      periods: invoicedPeriods(pricePeriods(changes), month),
    }))
    .filter(({ periods }) => periods.some(({ price }) => price));
  const subscriptionIds = priced.map((each) => each.subscriptionId);
  const used = grouped(
    await billableUnits({ prisma }, { subscriptionIds, ...month }),
    ({ subscriptionId }) => subscriptionId,
  );
  const periods = priced.flatMap(({ periods, subscriptionId, consumerOrg, application }) =>
    invoiceLines(periods, month, used.get(subscriptionId) ?? []).map((group) => ({
      ...group,
      subscriptionId,
      consumerOrg,
      application,
    })),
  );
  return { month, periods };
}

type EstimateRequest = { readonly subscriptionId: string; readonly price: Price; readonly now: Date };

/** Estimates what the last month of a subscription would have cost under a price. Null where it used nothing. */
export async function lastMonthUnder(
  database: Pick<Database, 'prisma'>,
  { subscriptionId, price, now }: EstimateRequest,
): Promise<Decimal | null> {
  const used = await billableUnits(database, { subscriptionIds: [subscriptionId], ...monthOf(now, -1) });
  if (used.length === 0) return null;
  const units = new Map<string, bigint>();
  for (const each of used) units.set(each.thing, (units.get(each.thing) ?? 0n) + each.units);
  return monthCost(price, units);
}
