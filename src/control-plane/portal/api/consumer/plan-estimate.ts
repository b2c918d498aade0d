import { writeDecimal } from '../../../../domain/plan/decimal.ts';
import { digitsOf } from '../../../../domain/plan/price.ts';
import type { CatalogPlan } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { storedPlan } from '../../../../infrastructure/database/stored-plan.ts';
import { lastMonthUnder } from '../../../consumer/invoice-preview.ts';
import type { PortalContext } from '../context.ts';
import { PortalMoney } from './invoice-preview.ts';

/** A plan that a subscription could be on. */
export type OfferedPlan = { readonly plan: CatalogPlan; readonly subscriptionId: string };

/** The field with the estimate of an offered plan. */
export const estimateField = {
  type: PortalMoney,
  nullable: true,
  description:
    'What the last calendar month (UTC) of this subscription would have cost there, by what it used. Null where the plan costs nothing, or nothing was used.',
} as const;

/** Estimates the last month of a subscription under another plan. */
export async function estimateOf(
  { plan, subscriptionId }: OfferedPlan,
  _args: object,
  { database, clock }: PortalContext,
) {
  const { price } = storedPlan(plan);
  const amount = price && (await lastMonthUnder(database, { subscriptionId, price, now: clock() }));
  if (!price || amount === null) return null;
  const { currency } = price;
  return { currency, amount: writeDecimal(amount, digitsOf(currency)) };
}
