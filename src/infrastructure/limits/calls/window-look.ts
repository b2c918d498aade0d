import { type Account, nameOf } from './lease-accounts.ts';
import { readAlone } from './local-windows.ts';
import type { AskedLimit, Limit, RateLimitResult } from './rate-limits.ts';
import type { SharedWindows, TakeInput, TakeResult } from './shared-windows.ts';

type Looking = AskedLimit & {
  /** The account of this process, where it has one. */
  readonly own: Account | undefined;
};

/** Reads a shared window without counting. While it is lost, what this process knows is told. */
export async function lookInto(
  shared: Pick<SharedWindows, 'take'>,
  { key, limit, own }: Looking,
  at: number,
): Promise<RateLimitResult> {
  try {
    const found = await shared.take(nameOf(key, limit.windowSeconds), lookAt(limit));
    // Redis does not have the window. It may have lost it, and nobody has called since.
    return found ? seen(found, limit.limit, own) : readAlone(undefined, limit, at);
  } catch {
    return readAlone(own, limit, at);
  }
}

/** Returns a request that takes nothing of a window. */
const lookAt = ({ limit, burst, windowSeconds, count }: Limit): TakeInput => ({
  limit,
  burst,
  windowSeconds,
  calls: [],
  ahead: 0,
  leaseMs: 0,
  returned: { id: '', points: 0 },
  known: { id: '', admitted: 0, untold: 0, carried: 0, saved: count ? undefined : 0, closesInMs: 0 },
});

/** Returns what the shared windows say of a window. Points that this process holds of it are left. */
function seen(
  { id, taken, carried, closesInMs }: TakeResult,
  limit: number,
  own: Account | undefined,
): RateLimitResult {
  const capacity = limit + carried;
  const remaining = Math.max(0, capacity - taken + (own?.id === id ? own.points : 0));
  return {
    admitted: remaining > 0,
    limit: capacity,
    remaining,
    resetsInMs: Math.max(1, closesInMs),
    turn: own?.turn ?? 0,
  };
}
