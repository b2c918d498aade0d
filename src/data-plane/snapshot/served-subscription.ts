import type { ConcurrencyLimit, LimitWindow } from './limit-window.ts';

/** A subscription that admits calls. */
export type ActiveSubscription = {
  readonly id: string;
  /** Key that its calls are counted under: see limitKeyOf of domain/plan/limit-keys.ts. */
  readonly limitKey: string;
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    /** Its limits on calls. A call has to fit all that count its operation. */
    readonly callLimits: readonly LimitWindow[];
    /** Its limits on what GraphQL documents cost together. */
    readonly costLimits: readonly LimitWindow[];
    /** Its limits on the units of meters, and on kilobytes. They are known after a call. */
    readonly usageLimits: readonly LimitWindow[];
    /** All of each for the header RateLimit-Policy. */
    readonly callPolicies: string;
    readonly costPolicies: string;
    readonly usagePolicies: string;
    /** Concurrent calls of a subscription in one process. */
    readonly maxConcurrentCalls: number;
    /** Its further limits on them. */
    readonly concurrencyLimits: readonly ConcurrencyLimit[];
    readonly maxGraphQLCost: number | null;
    readonly maxGraphQLDepth: number | null;
    /** Hidden parts of GraphQL schemas, as schema coordinates. */
    readonly hiddenGraphQL: readonly string[];
    readonly registeredOperationsOnly: boolean;
  };
  /** The same subscription under its own limits, where it has any that end. */
  readonly temporary: { readonly endsAt: number; readonly subscription: ActiveSubscription } | undefined;
};
