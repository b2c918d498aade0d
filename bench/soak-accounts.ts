import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { catalogue } from '../src/foundation/errors.ts';
import type { World } from './gateway/world.ts';
import { count } from './soak-callers.ts';

type Counts = ReadonlyMap<string, number>;

/** Counts of the gateway itself. */
export type Books = {
  /** The access log: `API result` as the callers count them. */
  readonly results: Counts;
  /** The access log as the metrics and the usage rows would count it. */
  readonly logged: { readonly metrics: Counts; readonly usage: Counts };
  /** `outcome class` → calls. */
  readonly metrics: Counts;
  /** `subscription outcome` → calls; undefined where the database is the embedded one, which nobody else can read. */
  readonly usage: Counts | undefined;
  /** Milliseconds that calls of the healthy API took in the gateway. */
  readonly healthyMs: readonly number[];
};

/** Begins to keep account now; the books are complete when all calls have ended. */
export async function openBooks(
  { opsUrl, databaseUrl }: World,
  accessLog: string,
): Promise<() => Promise<Books>> {
  await untilWritten();
  const { size } = await stat(accessLog);
  const [metricsBefore, usageBefore] = [await metricsOf(opsUrl), await usageOf(databaseUrl)];
  return async () => {
    await untilWritten();
    const metrics = less(await metricsOf(opsUrl), metricsBefore);
    const rows = await usageOf(databaseUrl);
    return {
      ...(await readLog(accessLog, size)),
      metrics,
      usage: rows && usageBefore && less(rows, usageBefore),
    };
  };
}

/** Usage is written about every second, the access log more often. */
const untilWritten = () => sleep(3_000);

export async function metricsOf(opsUrl: string): Promise<Counts> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  const lines = text.matchAll(/^gateway_calls_total\{outcome="(\w+)",status_class="(\w+)"\} (\d+)$/gm);
  return new Map([...lines].map(([, outcome, status, calls]) => [`${outcome} ${status}`, Number(calls)]));
}

export async function usageOf(databaseUrl: string | undefined): Promise<Counts | undefined> {
  if (databaseUrl === undefined) return undefined;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query(
      `SELECT "subscriptionId", outcome::text, sum(calls)::int AS calls FROM "UsageHour"
        JOIN "UsageSeries" ON id = series WHERE "subscriptionId" IS NOT NULL GROUP BY 1, 2`,
    )
    .finally(() => client.end());
  const counts = new Map<string, number>();
  for (const { subscriptionId, outcome, calls } of rows)
    count(counts, `${subscriptionId} ${usageClass[outcome] ?? outcome}`, calls);
  return counts;
}

type Line = {
  readonly path?: string;
  readonly subscription?: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
};

async function readLog(
  file: string,
  start: number,
): Promise<Pick<Books, 'results' | 'logged' | 'healthyMs'>> {
  const results = new Map<string, number>();
  const metrics = new Map<string, number>();
  const usage = new Map<string, number>();
  const healthyMs: number[] = [];
  for await (const text of createInterface({ input: createReadStream(file, { start }) })) {
    const line = JSON.parse(text) as Line;
    const { path, subscription, status, outcome, ms } = line;
    // A request that broke off before it was a call.
    if (path === undefined) continue;
    const api = path.split('/')[3];
    if (api === 'healthy') healthyMs.push(ms);
    count(results, `${api} ${resultOf(line)}`);
    count(metrics, `${outcome} ${Math.floor(status / 100)}xx`);
    if (subscription) count(usage, `${subscription} ${usageOfLine(line)}`);
  }
  return { results, logged: { metrics, usage }, healthyMs };
}

/** The result that the caller saw. A call refused after the head of its answer was cut off. */
function resultOf({ status, outcome }: Line): string {
  if (outcome === 'ABANDONED') return 'left';
  return outcome !== 'ANSWERED' && status < 400 ? 'cut' : `${status}`;
}

/** Class of calls that left. The log does not show whether their answer had begun. */
const ANSWERED_OR_LEFT = 'ANSWERED_OR_LEFT';
const usageClass: Readonly<Record<string, string>> = {
  ANSWERED: ANSWERED_OR_LEFT,
  CLIENT_ERROR: ANSWERED_OR_LEFT,
};

function usageOfLine({ outcome, status }: Line): string {
  if (outcome === 'RATE_LIMIT_EXCEEDED') return 'LIMITED';
  if (outcome in catalogue)
    return catalogue[outcome as keyof typeof catalogue][0] >= 500 ? 'SERVER_ERROR' : 'REFUSED';
  return status >= 500 ? 'SERVER_ERROR' : ANSWERED_OR_LEFT;
}

function less(now: Counts, before: Counts): Counts {
  const grown = [...now].map(([key, calls]) => [key, calls - (before.get(key) ?? 0)] as const);
  return new Map(grown.filter(([, calls]) => calls > 0));
}

/** Describes the differences of two accounts. */
export function differences(one: Counts, other: Counts): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys]
    .filter((key) => (one.get(key) ?? 0) !== (other.get(key) ?? 0))
    .map((key) => `${key}: ${one.get(key) ?? 0} and ${other.get(key) ?? 0}`);
}

export function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, calls) => sum + calls, 0);
}
