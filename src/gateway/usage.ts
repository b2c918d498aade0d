import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { UsageOutcome } from '../domain/usage.ts';

/** Usage per subscription, hour (UTC) and outcome, and each credential's last use: counted in memory. */
export type Usage = {
  /** An admitted call made with a credential. */
  use(credentialId: string): void;
  /** A call of a subscription that has ended. */
  count(subscriptionId: string, outcome: UsageOutcome): void;
  /** Writes what was counted, in one statement. @throws what the database throws; then nothing is lost */
  write(): Promise<void>;
};

export type UsageDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** Sorted by key, so that gateways which write at the same time wait for each other rather than for ever. */
const WRITE = `
WITH used AS (
  UPDATE "Credential" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT * FROM unnest($5::uuid[], $6::timestamptz[]) AS given(id, at) ORDER BY id) AS given
  WHERE "Credential".id = given.id
)
INSERT INTO "UsageHour" ("subscriptionId", hour, outcome, calls)
SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::"UsageOutcome"[], $4::int[]) AS given(id, hour, outcome, calls)
ORDER BY id, hour, outcome
ON CONFLICT ("subscriptionId", hour, outcome) DO UPDATE SET calls = "UsageHour".calls + EXCLUDED.calls`;

type Tally = Record<UsageOutcome, number>;
/** Tallies by subscription, by hour: hours since 1970. */
type Hours = Map<number, Map<string, Tally>>;
type Counts = { readonly hours: Hours; readonly lastUse: Map<string, number> };

const HOUR_MS = 3_600_000;
const nothing = (): Counts => ({ hours: new Map(), lastUse: new Map() });

export function createUsage({ database, clock }: UsageDeps): Usage {
  let counts = nothing();
  return {
    use(credentialId) {
      counts.lastUse.set(credentialId, clock().getTime());
    },
    count(subscriptionId, outcome) {
      tallyOf(counts.hours, Math.floor(clock().getTime() / HOUR_MS), subscriptionId)[outcome] += 1;
    },
    async write() {
      const written = counts;
      if (written.hours.size === 0 && written.lastUse.size === 0) return;
      counts = nothing();
      try {
        await database.query(WRITE, valuesOf(written));
      } catch (error) {
        counts = merged(written, counts);
        throw error;
      }
    },
  };
}

function tallyOf(hours: Hours, hour: number, subscriptionId: string): Tally {
  const known = hours.get(hour)?.get(subscriptionId);
  if (known) return known;
  const tallies = hours.get(hour) ?? new Map<string, Tally>();
  const tally = { ANSWERED: 0, CLIENT_ERROR: 0, LIMITED: 0, REFUSED: 0, SERVER_ERROR: 0 };
  hours.set(hour, tallies.set(subscriptionId, tally));
  return tally;
}

function merged(older: Counts, newer: Counts): Counts {
  for (const { subscriptionId, hour, outcome, calls } of rowsOf(newer.hours))
    tallyOf(older.hours, hour, subscriptionId)[outcome] += calls;
  return { hours: older.hours, lastUse: new Map([...older.lastUse, ...newer.lastUse]) };
}

type Row = {
  readonly subscriptionId: string;
  readonly hour: number;
  readonly outcome: UsageOutcome;
  readonly calls: number;
};

function rowsOf(hours: Hours): Row[] {
  return [...hours].flatMap(([hour, tallies]) =>
    [...tallies].flatMap(([subscriptionId, tally]) =>
      (Object.entries(tally) as [UsageOutcome, number][])
        .filter(([, calls]) => calls > 0)
        .map(([outcome, calls]) => ({ subscriptionId, hour, outcome, calls })),
    ),
  );
}

function valuesOf({ hours, lastUse }: Counts): unknown[] {
  const rows = rowsOf(hours);
  return [
    rows.map(({ subscriptionId }) => subscriptionId),
    rows.map(({ hour }) => timeOf(hour * HOUR_MS)),
    rows.map(({ outcome }) => outcome),
    rows.map(({ calls }) => calls),
    [...lastUse.keys()],
    [...lastUse.values()].map(timeOf),
  ];
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();
