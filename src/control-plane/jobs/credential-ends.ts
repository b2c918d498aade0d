import {
  type CredentialPolicy,
  NOTICE_DAYS_DEFAULT,
  nextNotice,
  noticedDays,
} from '../../domain/consumer/credential-policy.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';

type CredentialEndsDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 60_000;
/** Ends that are told by one statement. */
const PAGE = 500;

/** The tables with ends, and their columns. A public client shows no secret, so nothing is told of it. */
const TABLES = [
  { table: 'Credential', endsAt: 'secretExpiresAt', isTold: `a."clientType" = 'CONFIDENTIAL'` },
  { table: 'ApiKey', endsAt: 'expiresAt', isTold: 'true' },
] as const;

type Table = (typeof TABLES)[number];
type Due = {
  readonly id: string;
  readonly endsAt: Date;
  readonly noticeAt: Date;
  readonly policy: CredentialPolicy | null;
  readonly isTold: boolean;
};

/** Tells of secrets and API keys that end, as long as the process runs. */
export function watchCredentialEnds(deps: CredentialEndsDeps): BackgroundJob {
  const { onFault } = deps;
  return startBackgroundJob(() => tellCredentialEnds(deps), { everyMs: EVERY_MS, onFault });
}

/**
 * Tells of each end whose next notice is due. A trigger writes the events.
 *
 * Each notice is told once by all processes: the row says which is the next, and who comes second finds another. What
 * was missed while nothing ran is told as one notice, the last that is due.
 */
export async function tellCredentialEnds({
  database,
  clock,
}: Pick<CredentialEndsDeps, 'database' | 'clock'>): Promise<void> {
  for (const table of TABLES) {
    let told = PAGE;
    while (told === PAGE) told = await tellPage(database, table, clock());
  }
}

/** @returns how many were told. What another process has told meanwhile is not among them */
async function tellPage(
  { prisma }: Pick<Database, 'prisma'>,
  { table, endsAt, isTold }: Table,
  now: Date,
): Promise<number> {
  const due = await prisma.$queryRawUnsafe<Due[]>(
    `SELECT r."id", r."${endsAt}" AS "endsAt", r."noticeAt", c."credentialPolicy" AS "policy", ${isTold} AS "isTold"
    FROM "${table}" r JOIN "Application" a ON a."id" = r."applicationId"
      JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = o."catalogId"
    WHERE r."noticeAt" <= $1 AND r."${endsAt}" IS NOT NULL ORDER BY r."noticeAt", r."id" LIMIT ${PAGE}`,
    now,
  );
  if (due.length === 0) return 0;
  return prisma.$executeRawUnsafe(
    `UPDATE "${table}" r SET "noticeAt" = given."next", "noticedDays" = given."days"
    FROM jsonb_to_recordset($1::jsonb) AS given("id" uuid, "due" timestamptz, "next" timestamptz, "days" int)
    WHERE r."id" = given."id" AND r."noticeAt" = given."due"`,
    JSON.stringify(due.map((each) => noticeOf(each, now))),
  );
}

function noticeOf({ id, endsAt, noticeAt, policy, isTold }: Due, now: Date) {
  const ending = { endsAt, noticeDays: policy?.noticeDays ?? NOTICE_DAYS_DEFAULT, now };
  return { id, due: noticeAt, next: nextNotice(ending), days: isTold ? noticedDays(ending) : null };
}
