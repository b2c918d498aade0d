import { callsToday } from '../consumers/usage.ts';
import type { CatalogPlan } from '../database/generated/prisma/client.ts';
import { windowSeconds } from '../domain/plan.ts';
import { limitKeyOf } from '../snapshot/snapshot.ts';
import { builder } from './builder.ts';
import type { PortalContext } from './context.ts';

type Usage = {
  readonly subscriptionId: string;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetsAt: Date | null;
};

export const PortalUsage = builder.objectRef<Usage>('PortalUsage').implement({
  description: "What was used of a subscription: the plan's window as it stands, and the calls of today.",
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'Calls per window; null is unlimited.' }),
    remaining: t.exposeInt('remaining', {
      nullable: true,
      description: 'Calls left in the window; null is unlimited.',
    }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the window closes; null where none is open, as the first call opens it.',
    }),
    callsToday: t.int({
      description: 'Calls that were admitted since midnight, UTC.',
      resolve: ({ subscriptionId }, _args, { database, clock }) =>
        callsToday(database.prisma, subscriptionId, clock()),
    }),
  }),
});

/** The window of a subscription as the gateway counts it. */
export async function usageOf(
  { limits, clock }: PortalContext,
  subscriptionId: string,
  { id: planId, rateLimit, rateLimitUnit }: Pick<CatalogPlan, 'id' | 'rateLimit' | 'rateLimitUnit'>,
): Promise<Usage> {
  if (rateLimit === null) return { subscriptionId, limit: null, remaining: null, resetsAt: null };
  const limit = { limit: rateLimit, windowSeconds: windowSeconds[rateLimitUnit] };
  const { remaining, resetsInMs } = await limits.peek(limitKeyOf(subscriptionId, planId), limit);
  const isOpen = remaining < rateLimit;
  return {
    subscriptionId,
    limit: rateLimit,
    remaining,
    resetsAt: isOpen ? new Date(clock().getTime() + resetsInMs) : null,
  };
}
