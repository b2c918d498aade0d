import { refusedCallsKept } from '../../domain/call/refused-call.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Prisma, RefusedCall } from '../../infrastructure/database/generated/prisma/client.ts';

type RefusedCallDeps = { readonly database: Database; readonly clock: Clock };

const newestFirst = [
  { at: 'desc' },
  { id: 'desc' },
] as const satisfies Prisma.RefusedCallOrderByWithRelationInput[];

/** Matches calls that are still kept. Older ones may be there until a gateway removes them. */
const isKept = (clock: Clock) => ({
  at: { gt: new Date(clock().getTime() - refusedCallsKept.milliseconds) },
});

/** Owner of refused calls: an application in its catalog, or one of its subscriptions. */
type RefusedCallOwner = {
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
 * Finds the refused call of a request id. Callers can choose their ids, so of several it is the newest.
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
