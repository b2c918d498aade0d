import { type OwnLimits, ownLimitsInEffect } from '../../domain/plan/own-limits.ts';
import type { Subscription } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';

type SubscriptionWithPlan = Pick<Subscription, 'ownLimits'> & {
  readonly catalogPlan: { readonly name: string };
};

/** Reads the own limits of a subscription that hold now in place of its plan's. */
export const ownLimitsOf = ({ ownLimits, catalogPlan }: SubscriptionWithPlan, now: Date): OwnLimits | null =>
  ownLimitsInEffect(stored<OwnLimits | null>(ownLimits), catalogPlan.name, now);
