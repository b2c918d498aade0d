import { randomUUID } from 'node:crypto';
import { LATENCY_BUCKETS, latencyBucketOf } from '../../src/domain/call/latency.ts';
import type { UsageOutcome } from '../../src/domain/call/usage.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { DatabaseUsageStore } from '../../src/infrastructure/usage/store.ts';
import type {
  FieldSetCount,
  MeterCount,
  UsageCount,
  UsageSeries,
} from '../../src/infrastructure/usage/usage-batch.ts';

type Counted = Partial<UsageSeries> &
  Partial<Pick<UsageCount, 'code'>> & {
    readonly hour: Date;
    readonly outcome: UsageOutcome;
    readonly calls: number;
    /** Duration of each of them; 1 by default. */
    readonly ms?: number;
  };

const ORG_ID = randomUUID();

/** Forms a gateway's count of calls. By default they are of nobody in the catalog sandbox. */
export function usageCount({ hour, outcome, calls, code = null, ms = 1, ...series }: Counted): UsageCount {
  const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
  durations[latencyBucketOf(ms)] = calls;
  return {
    series: {
      orgId: ORG_ID,
      catalog: 'sandbox',
      consumerOrg: null,
      application: null,
      subscriptionId: null,
      product: null,
      plan: null,
      api: null,
      operation: null,
      ...series,
    },
    minute: hour,
    outcome,
    code,
    durations,
  };
}

/** A row of counts by the hour or minute. An empty bucket of its histogram is null. */
export type CountedRow = {
  readonly from: Date;
  readonly outcome: UsageOutcome;
  readonly code: string;
  readonly calls: number;
  readonly durations: readonly (number | null)[];
};

/** Reads the counts of all series in the order of time. */
export const countedRows = (database: Database, by: 'Hour' | 'Minute'): Promise<CountedRow[]> =>
  database.query<CountedRow>(
    `SELECT ${by} AS "from", outcome, code, calls, durations FROM "Usage${by}" ORDER BY 1, series, outcome, code`,
  );

type Metered = Partial<UsageSeries> & { readonly hour: Date } & Partial<
    Pick<MeterCount, 'meter' | 'units' | 'faults'>
  >;

/** Forms a gateway's count of units. By default they are tokens of nobody. */
export function meterCount({
  hour,
  meter = 'tokens',
  units = 0,
  faults = 0,
  ...series
}: Metered): MeterCount {
  const count = usageCount({ hour, outcome: 'ANSWERED', calls: 1, ...series });
  return { series: count.series, minute: hour, meter, units, faults };
}

const OF_QUERY = /^[A-Z]+ \//;

type CountedFields = Partial<UsageSeries> & Pick<FieldSetCount, 'minute' | 'calls'> & FieldSetCount['set'];

/** Forms a gateway's count of calls that use fields. By default they are of nobody. */
export function fieldSetCount({ minute, calls, coordinates, ...series }: CountedFields): FieldSetCount {
  const count = usageCount({ hour: minute, outcome: 'ANSWERED', calls, ...series });
  return {
    series: count.series,
    minute,
    isOfQuery: OF_QUERY.test(series.operation ?? ''),
    set: { coordinates },
    calls,
  };
}

/** Counts calls as a gateway does. */
export function countUsage(database: Database, counted: readonly Counted[]): Promise<void> {
  const counts = counted.map(usageCount);
  const batch = { sequence: 1, at: new Date(0), counts, meters: [], fieldSets: [], lastUse: new Map() };
  return new DatabaseUsageStore(database).write(batch);
}

/** Counts units of meters as a gateway does. */
export function countUnits(database: Database, metered: readonly Metered[]): Promise<void> {
  const meters = metered.map(meterCount);
  const batch = { sequence: 1, at: new Date(0), counts: [], meters, fieldSets: [], lastUse: new Map() };
  return new DatabaseUsageStore(database).write(batch);
}

/** Counts calls of GraphQL documents as a gateway does. */
export function countFields(database: Database, counted: readonly CountedFields[]): Promise<void> {
  const counts = counted.map(({ minute, calls, coordinates, ...series }) =>
    usageCount({ hour: minute, outcome: 'ANSWERED', calls, ...series }),
  );
  const fieldSets = counted.map(fieldSetCount);
  const batch = { sequence: 1, at: new Date(0), counts, meters: [], fieldSets, lastUse: new Map() };
  return new DatabaseUsageStore(database).write(batch);
}
