import { Refusal } from '../../../../foundation/errors.ts';
import type { ManagementDeps } from '../../context.ts';
import { judge, type RunningRequest } from './judge.ts';

/** Time that a process has a request for itself. The largest wave takes less. */
const CLAIM_MS = 5 * 60_000;
/** Time after which a wave is judged again. */
const AGAIN_MS = 1_000;
/** Part of the time that the judging of a wave takes at most. */
const SHARE = 0.25;
/** Requests that one look reads. */
const PAGE = 1_000;
/** Time after which a look ends, once each org had its turn. The next look begins with who waited longest. */
const LOOK_MS = 1_000;

/** A request whose waves run, and its place among those of its org. */
type Watched = RunningRequest & { readonly id: string; readonly turn: number };

/**
 * Judges the waves that run, once over all processes. Orgs take turns: many waves of one org hold up no other.
 *
 * @returns faults of the platform; refusals are told with the request
 */
export async function judgeWaves(deps: ManagementDeps): Promise<unknown[]> {
  const faults: unknown[] = [];
  const begun = performance.now();
  for (const watched of await watchedRequests(deps)) {
    if (watched.turn > 1 && performance.now() - begun > LOOK_MS) break;
    try {
      if (await claim(deps, watched)) await judgeClaimed(deps, watched);
    } catch (error) {
      if (!(error instanceof Refusal)) faults.push(error);
    }
  }
  return faults;
}

function watchedRequests({ database, clock }: ManagementDeps): Promise<Watched[]> {
  const now = clock();
  return database.prisma.$queryRaw<Watched[]>`
    SELECT r."id"::text AS "id", r."orgId"::text AS "orgId", r."number",
      row_number() OVER (PARTITION BY r."orgId" ORDER BY o."claimedUntil" NULLS FIRST, r."number")::int4 AS "turn"
    FROM "ChangeRequest" r JOIN "ChangeRollout" o ON o."changeRequestId" = r."id"
    WHERE r."state" = 'RUNNING' AND (o."claimedUntil" IS NULL OR o."claimedUntil" <= ${now})
    ORDER BY "turn", o."claimedUntil" NULLS FIRST, r."id" LIMIT ${PAGE}`;
}

/** @returns whether this process has it now */
async function claim({ database, clock }: ManagementDeps, { id }: Watched): Promise<boolean> {
  const now = clock();
  const { count } = await database.prisma.changeRollout.updateMany({
    where: { changeRequestId: id, OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }] },
    data: { claimedUntil: new Date(now.getTime() + CLAIM_MS) },
  });
  return count > 0;
}

async function judgeClaimed(deps: ManagementDeps, { id, ...named }: Watched): Promise<void> {
  const begun = performance.now();
  try {
    await judge(deps, named);
  } finally {
    const took = performance.now() - begun;
    await deps.database.prisma.changeRollout.updateMany({
      where: { changeRequestId: id, claimedUntil: { not: null } },
      data: { claimedUntil: new Date(deps.clock().getTime() + Math.max(AGAIN_MS, took / SHARE)) },
    });
  }
}
