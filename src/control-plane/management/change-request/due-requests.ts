import type { GraphQLSchema } from 'graphql';
import { isMissed } from '../../../domain/change-request/schedule.ts';
import { openStates } from '../../../domain/change-request/states.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { change } from '../../../infrastructure/database/change.ts';
import type { ManagementDeps } from '../context.ts';
import { closeRequest } from './close-request.ts';
import { commitRequest } from './commit.ts';
import { type NumberedRequest, requestNumbered } from './request-rows.ts';

/** Requests that one look takes up. */
const PAGE = 100;
/** Time that a process has a request for itself. The largest commit takes less. */
const CLAIM_MS = 5 * 60_000;
/** Time until a request is tried again that could not be committed now. */
const AGAIN_MS = 30_000;
const PLATFORM = 'platform';

type Due = {
  readonly id: string;
  readonly orgId: string;
  readonly number: number;
  readonly scheduledAt: Date | null;
  readonly lateMinutes: number | null;
};

export type DueDeps = ManagementDeps & { readonly schema: GraphQLSchema };

/**
 * Commits the requests whose time has come, once over all processes. The process that claims one first has it. A
 * request whose time is over, since nothing ran or its catalog was frozen, waits for a person.
 *
 * @returns faults of the platform; refusals are told with the request
 */
export async function commitDue(deps: DueDeps): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const due of await dueRequests(deps))
    try {
      if (await claim(deps, due, CLAIM_MS)) await commitOrMiss(deps, due);
    } catch (error) {
      if (!(error instanceof Refusal)) faults.push(error);
    }
  return faults;
}

/** Reads due requests, by orgs in turn: many of one org hold up no other. */
function dueRequests({ database, clock }: ManagementDeps): Promise<Due[]> {
  const now = clock();
  return database.prisma.$queryRaw<Due[]>`
    SELECT due."id", due."orgId", due."number", due."scheduledAt", due."lateMinutes" FROM (
      SELECT r.*, row_number() OVER (PARTITION BY r."orgId" ORDER BY r."scheduledAt", r."number") AS turn
      FROM "ChangeRequest" r
      WHERE r."state" = 'SCHEDULED' AND r."scheduledAt" <= ${now}
        AND (r."claimedUntil" IS NULL OR r."claimedUntil" <= ${now})
    ) AS due
    ORDER BY due.turn, due."scheduledAt", due."id" LIMIT ${PAGE}`;
}

/** @returns whether this process has it now */
async function claim({ database, clock }: ManagementDeps, { id }: Due, forMs: number): Promise<boolean> {
  const now = clock();
  const { count } = await database.prisma.changeRequest.updateMany({
    where: { id, state: 'SCHEDULED', OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }] },
    data: { claimedUntil: new Date(now.getTime() + forMs) },
  });
  return count > 0;
}

async function commitOrMiss(deps: DueDeps, due: Due): Promise<void> {
  const { schema, clock } = deps;
  const { orgId, number, scheduledAt, lateMinutes } = due;
  if (scheduledAt && lateMinutes !== null && isMissed({ scheduledAt, lateMinutes }, clock()))
    return miss(deps, due);
  const check = (row: NumberedRequest) => checkDue(row, clock());
  try {
    await commitRequest(deps, { schema, orgId, number, by: { actor: PLATFORM }, check });
  } catch (error) {
    await release(deps, due);
    throw error;
  }
}

/** @throws CONFLICT where it was given another time meanwhile */
function checkDue({ state, scheduledAt }: NumberedRequest, now: Date): void {
  if (state !== 'SCHEDULED' || scheduledAt === null || scheduledAt > now) refuse('CONFLICT');
}

/** Lets a request be tried again soon, where it is still to be committed. */
async function release({ database, clock }: ManagementDeps, { id }: Due): Promise<void> {
  await database.prisma.changeRequest.updateMany({
    where: { id, state: 'SCHEDULED', claimedUntil: { not: null } },
    data: { claimedUntil: new Date(clock().getTime() + AGAIN_MS) },
  });
}

/** Gives a request whose time is over back to people. */
async function miss({ database, clock }: ManagementDeps, { orgId, number }: Due): Promise<void> {
  await change<boolean>(
    database,
    { ...asPlatform(orgId, number), action: 'missChange', isChange: (isMissedNow) => isMissedNow },
    async (transaction) => {
      const { id, state, scheduledAt, lateMinutes } = await requestNumbered(transaction, { orgId, number });
      const isStillDue =
        state === 'SCHEDULED' &&
        scheduledAt !== null &&
        isMissed({ scheduledAt, lateMinutes: lateMinutes ?? 0 }, clock());
      if (isStillDue)
        await transaction.changeRequest.update({
          where: { id },
          data: { state: 'APPROVED', claimedUntil: null },
        });
      return isStillDue;
    },
  );
}

const asPlatform = (orgId: string, number: number) => ({
  orgId,
  actor: PLATFORM,
  subject: `#${number}`,
  keepsRevision: true,
});

/** Ends the requests that nobody has committed in time. @returns faults of the platform */
export async function expireDue({ database, clock }: Pick<ManagementDeps, 'database' | 'clock'>) {
  const faults: unknown[] = [];
  const over = () => ({ state: { in: [...openStates] }, expiresAt: { lte: clock() } });
  const found = await database.prisma.changeRequest.findMany({
    where: over(),
    select: { orgId: true, number: true, id: true },
    orderBy: { expiresAt: 'asc' },
    take: PAGE,
  });
  for (const { id, orgId, number } of found)
    await change<boolean>(
      database,
      { ...asPlatform(orgId, number), action: 'expireChange', isChange: (isEnded) => isEnded },
      async (transaction) => {
        if ((await transaction.changeRequest.count({ where: { id, ...over() } })) === 0) return false;
        await closeRequest(transaction, id, { state: 'EXPIRED', by: PLATFORM, at: clock() });
        return true;
      },
    ).catch((error: unknown) => {
      if (!(error instanceof Refusal)) faults.push(error);
    });
  return faults;
}
