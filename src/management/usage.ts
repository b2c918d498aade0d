import type { CatalogPlan } from '../database/generated/prisma/client.ts';
import { windowSeconds } from '../domain/plan.ts';
import { limitKeyOf } from '../snapshot/snapshot.ts';
import { builder } from './builder.ts';
import type { ManagementContext } from './context.ts';

export type Usage = {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetsAt: Date | null;
};

export const UsageRef = builder.objectRef<Usage>('Usage').implement({
  description: "A plan's window as it stands.",
  fields: (t) => ({
    limit: t.exposeInt('limit', { nullable: true, description: 'Calls per window; null is unlimited.' }),
    remaining: t.exposeInt('remaining', {
      nullable: true,
      description: 'Calls left in it; null is unlimited.',
    }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it closes; null while no call is counted, as the first call opens it.',
    }),
  }),
});

/** The window of a subscription, read without counting a call. */
export async function usageOf(
  subscriptionId: string,
  { id, rateLimit, rateLimitUnit }: CatalogPlan,
  { limits, clock }: Pick<ManagementContext, 'limits' | 'clock'>,
): Promise<Usage> {
  if (rateLimit === null) return { limit: null, remaining: null, resetsAt: null };
  const { remaining, resetsInMs } = await limits.peek(limitKeyOf(subscriptionId, id), {
    limit: rateLimit,
    windowSeconds: windowSeconds[rateLimitUnit],
  });
  const isOpen = remaining < rateLimit;
  return {
    limit: rateLimit,
    remaining,
    resetsAt: isOpen ? new Date(clock().getTime() + resetsInMs) : null,
  };
}
