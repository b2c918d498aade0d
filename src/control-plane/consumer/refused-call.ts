import { refusedCallsKept } from '../../domain/call/refused-call.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Prisma, RefusedCall } from '../../infrastructure/database/generated/prisma/client.ts';

type RefusedCallDeps = { readonly database: Database; readonly clock: Clock };

const newestFirst = [
  { at: 'desc' },
  { id: 'desc' },
] as const satisfies Prisma.RefusedCallOrderByWithRelationInput[];

/** Older ones may still be there until a gateway removes them. */
const isKept = (clock: Clock) => ({
  at: { gt: new Date(clock().getTime() - refusedCallsKept.milliseconds) },
});

/** Whose calls: an application's in its catalog, or those of one of its subscriptions. */
export type RefusedCallOwner = {
  readonly catalogId: string;
  readonly applicationId: string;
  readonly subscriptionId?: string;
};

/** The refused calls of a caller, the newest first. */
export function refusedCallsOf(
  { database, clock }: RefusedCallDeps,
  caller: RefusedCallOwner,
  first: number,
): Promise<RefusedCall[]> {
  return database.prisma.refusedCall.findMany({
    where: { ...caller, ...isKept(clock) },
    orderBy: [...newestFirst],
    take: first,
  });
}

/**
 * The refused call of a request id; of several, since callers can choose their ids, the newest.
 *
 * @param visible the calls that may be told to who asks
 */
export function refusedCallBy(
  { database, clock }: RefusedCallDeps,
  requestId: string,
  visible: Prisma.RefusedCallWhereInput,
): Promise<RefusedCall | null> {
  return database.prisma.refusedCall.findFirst({
    where: { AND: [{ requestId }, isKept(clock), visible] },
    orderBy: [...newestFirst],
  });
}
