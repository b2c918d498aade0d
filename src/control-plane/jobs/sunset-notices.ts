import { SUNSET_NOTICE_DAYS } from '../../domain/events/notices.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';

type SunsetNoticesDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 60_000;

/** Tells subscribers of sunsets that come, as long as the process runs. */
export function watchSunsetNotices(deps: SunsetNoticesDeps): BackgroundJob {
  const { onFault } = deps;
  return startBackgroundJob(() => tellSunsets(deps), { everyMs: EVERY_MS, onFault });
}

/**
 * Notes the sunsets that are 30, 7 or 1 days away. A trigger writes the events.
 *
 * Each is told once by all processes: the row says that it is, and is of the sunset, so that another day is told anew. What
 * was missed while nothing ran is told as one notice, the last that is due. A product that was deprecated within those days
 * told the day then.
 */
export async function tellSunsets({
  database: { prisma },
  clock,
}: Pick<SunsetNoticesDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  await prisma.$executeRaw`
    INSERT INTO "SunsetNotice" ("catalogProductId", "sunsetAt", "days")
    SELECT p."id", p."sunsetAt", min(d."days")
    FROM "CatalogProduct" p JOIN unnest(${[...SUNSET_NOTICE_DAYS]}::int[]) AS d("days")
      ON p."sunsetAt" <= ${now}::timestamptz + make_interval(days => d."days")
    WHERE p."state" = 'DEPRECATED' AND p."sunsetAt" > ${now}::timestamptz
    GROUP BY p."id"
    HAVING p."deprecatedAt" <= p."sunsetAt" - make_interval(days => min(d."days"))
    ORDER BY p."id"
    ON CONFLICT DO NOTHING`;
}
