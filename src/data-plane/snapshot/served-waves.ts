import type { ActiveSubscription } from './served-subscription.ts';

/** A wave whose moved subscriptions may cost a number of calls. */
export type ServedWave = {
  /** Id of its budget, another one for each wave that begins. */
  readonly budgetId: string;
  /** Calls that may fail, in all gateways together. */
  readonly calls: number;
};

/** A subscription that a wave has moved, and the one that it was before. */
export type MovedSubscription = {
  readonly changeRequestId: string;
  /** The product that it was moved to. */
  readonly toProductId: string;
  readonly fromProductId: string;
  readonly before: ActiveSubscription;
};
