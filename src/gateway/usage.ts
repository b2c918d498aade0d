import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';

/** Counts calls in memory and writes them in one statement about every second. A lost process loses that second. */
export type Usage = {
  /** One call of a subscription, made with a credential. */
  count(subscriptionId: string, credentialId: string): void;
  /** Writes what was counted. When the database refuses, nothing is lost: the next flush tries again. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type UsageDeps = {
  readonly database: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const FLUSH_EVERY_MS = 1_000;

/** Sorted by key, so that gateways which write at the same time wait for each other rather than for ever. */
const WRITE = `
WITH used AS (
  UPDATE "Credential" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT * FROM unnest($4::uuid[], $5::timestamptz[]) AS given(id, at) ORDER BY id) AS given
  WHERE "Credential".id = given.id
)
INSERT INTO "UsageDay" ("subscriptionId", day, calls)
SELECT * FROM unnest($1::uuid[], $2::date[], $3::int[]) AS given(id, day, calls) ORDER BY id, day
ON CONFLICT ("subscriptionId", day) DO UPDATE SET calls = "UsageDay".calls + EXCLUDED.calls`;

/** Calls by subscription, by day: days since 1970. */
type Days = Map<number, Map<string, number>>;
type Counts = { readonly days: Days; readonly lastUse: Map<string, number> };

const DAY_MS = 86_400_000;
const nothing = (): Counts => ({ days: new Map(), lastUse: new Map() });

/** Usage per subscription and day (UTC), and each credential's last use. */
export function createUsage({ database, clock, onFault }: UsageDeps): Usage {
  let counts = nothing();
  let writing: Promise<void> = Promise.resolve();

  function count(subscriptionId: string, credentialId: string): void {
    const now = clock().getTime();
    add(counts.days, Math.floor(now / DAY_MS), [subscriptionId, 1]);
    counts.lastUse.set(credentialId, now);
  }
  async function write(): Promise<void> {
    const written = counts;
    if (written.days.size === 0) return;
    counts = nothing();
    try {
      await database.query(WRITE, valuesOf(written));
    } catch (error) {
      counts = merged(written, counts);
      onFault(error);
    }
  }
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    count,
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

function add(days: Days, day: number, [subscriptionId, calls]: readonly [string, number]): void {
  const ofDay = days.get(day) ?? new Map<string, number>();
  ofDay.set(subscriptionId, (ofDay.get(subscriptionId) ?? 0) + calls);
  days.set(day, ofDay);
}

function merged(older: Counts, newer: Counts): Counts {
  for (const [day, ofDay] of newer.days) for (const each of ofDay) add(older.days, day, each);
  return { days: older.days, lastUse: new Map([...older.lastUse, ...newer.lastUse]) };
}

function valuesOf({ days, lastUse }: Counts): unknown[] {
  const rows = [...days].flatMap(([day, ofDay]) =>
    [...ofDay].map(([subscriptionId, calls]) => ({ subscriptionId, day: dateOf(day), calls })),
  );
  return [
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ day }) => day),
    rows.map(({ calls }) => calls),
    [...lastUse.keys()],
    [...lastUse.values()].map((at) => new Date(at).toISOString()),
  ];
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
