import {
  type BilledMonth,
  type InvoiceGroup,
  invoicedPeriods,
  invoiceLines,
  readMonth,
} from '../../domain/plan/invoice.ts';
import { pricePeriods } from '../../domain/plan/price-periods.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
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
  const used = await billableUnits(
    { prisma },
    { subscriptionIds: priced.map((each) => each.subscriptionId), ...month },
  );
  const periods = priced.flatMap(({ periods, subscriptionId, consumerOrg, application }) =>
    invoiceLines(
      periods,
      month,
      used.filter((each) => each.subscriptionId === subscriptionId),
    ).map((group) => ({ ...group, subscriptionId, consumerOrg, application })),
  );
  return { month, periods };
}
