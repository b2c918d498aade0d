import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenCall } from './chaos-callers.ts';
import { type ChaosWorld, LIMIT, type Member } from './chaos-world.ts';
import { metricsOf, total, usageOf } from './soak-accounts.ts';

const SCRAPE_MS = 500;
/** Counts of a gateway are written every one to four seconds. What is not yet written dies with a killed process. */
const UNWRITTEN_MS = 5_000;

/** The counter of a life at its last scrape. A process loses its counters with its end, as Prometheus knows. */
type Scrape = { readonly gateway: Member; readonly pid: number; at: number; calls: number };

export type Scrapes = { readonly lives: readonly Scrape[]; stop(): Promise<void> };

/** Reads the counters of the gateways again and again, as a monitoring system does. */
export function scrape({ gateways }: ChaosWorld): Scrapes {
  const lives: Scrape[] = [];
  let isOver = false;
  const once = async (gateway: Member) => {
    const { pid, settings } = gateway.now;
    const at = performance.now();
    const calls = total(await metricsOf(settings['OPS_URL'] ?? ''));
    const life = lives.find((each) => each.pid === pid);
    // Fewer are of its next life, which answers at the same address before it is Ready.
    if (life && calls >= life.calls) Object.assign(life, { at, calls });
    if (!life) lives.push({ gateway, pid, at, calls });
  };
  const scraping = gateways.map(async (gateway) => {
    while (!isOver) {
      await once(gateway).catch(() => {});
      await sleep(SCRAPE_MS);
    }
  });
  return {
    lives,
    async stop() {
      isOver = true;
      await Promise.all(scraping);
      await Promise.all(gateways.map(once));
    },
  };
}

export type ChaosVerdict = { readonly holds: boolean; readonly says: string };

const isCut = ({ result }: SeenCall) => result.startsWith('cut');
const isAnswered = (call: SeenCall) => !isCut(call) && call.result !== 'refused';
const kills = ({ ends }: Member) => ends.filter(({ by }) => by === 'SIGKILL');

/** The accounts of a run that is over. */
export async function chaosVerdicts(
  world: ChaosWorld,
  { calls, lives }: { readonly calls: readonly SeenCall[]; readonly lives: readonly Scrape[] },
): Promise<ChaosVerdict[]> {
  const cuts = calls.filter(isCut);
  const byKills = cuts.filter(({ gateway, at }) =>
    kills(gateway).some(({ from, until }) => at >= from - 100 && at <= until),
  );
  const others = calls.filter((call) => isAnswered(call) && !isExpected(call));
  const admitted = calls.filter(
    ({ application, result }) => application === 'tight' && result === '200',
  ).length;
  return [
    {
      holds: byKills.length === cuts.length,
      says: `no call was cut but by a kill: ${byKills.length} by kills, ${cuts.length - byKills.length} otherwise`,
    },
    {
      holds: others.length === 0,
      says: `every call was answered 200, or 429 behind its limit: ${others.length} otherwise ${whenOf(others)}`,
    },
    await usageVerdict(world, calls),
    metricsVerdict(calls, lives),
    {
      holds: admitted <= LIMIT * world.gateways.length,
      says: `of a limit of ${LIMIT} calls an hour, all gateways together admitted ${admitted}; without Redis each counts alone, and may admit as many as it knows to be left`,
    },
  ];
}

const isExpected = ({ application, result }: SeenCall) =>
  result === '200' || (application === 'tight' && result === '429');

/** Results with their time, by which the fault of the moment is found. */
const whenOf = (calls: readonly SeenCall[]) =>
  calls
    .slice(0, 20)
    .map(({ result, gateway, at }) => `${result} by ${gateway.name} at ${Math.round(at)} ms`)
    .join(', ');

/** Counts results, for readers. */
export function tally(calls: readonly SeenCall[]): string {
  const counts = new Map<string, number>();
  for (const { result } of calls) counts.set(result, (counts.get(result) ?? 0) + 1);
  return [...counts].map(([result, count]) => `${result} × ${count}`).join(', ');
}

/** Every answered call has been written once. A kill may take what was not yet written, a cut call may be written. */
async function usageVerdict(
  { databaseUrl, subscriptions }: ChaosWorld,
  calls: readonly SeenCall[],
): Promise<ChaosVerdict> {
  const rows = (await usageOf(databaseUrl)) ?? new Map<string, number>();
  const written = Object.values(subscriptions).map((id) =>
    total(new Map([...rows].filter(([key]) => key.startsWith(id)))),
  );
  const usage = written.reduce((sum, count) => sum + count, 0);
  const answered = calls.filter(isAnswered).length;
  const unwritten = calls.filter(
    (call) =>
      isAnswered(call) &&
      kills(call.gateway).some(({ from }) => call.at <= from + 100 && call.at >= from - UNWRITTEN_MS),
  ).length;
  const cut = calls.filter(isCut).length;
  const missing = answered - usage;
  return {
    holds: missing <= unwritten && -missing <= cut,
    says: `usage has ${usage} of ${answered} answered calls: ${missing} are missing, where kills may take up to ${unwritten} that were not yet written; ${cut} cut calls may be there too`,
  };
}

/** The counters of all lives are those of the callers. Calls behind the last scrape of a life lack. */
function metricsVerdict(calls: readonly SeenCall[], lives: readonly Scrape[]): ChaosVerdict {
  const counted = lives.reduce((sum, life) => sum + life.calls, 0);
  const answered = calls.filter(isAnswered);
  const unscraped = answered.filter(({ gateway, at }) => {
    const own = lives.filter((life) => life.gateway === gateway);
    return gateway.ends.some(({ from, until }) => {
      const last = Math.max(...own.filter((life) => life.at <= until).map((life) => life.at));
      return at >= last && at <= until && last >= from - UNWRITTEN_MS;
    });
  }).length;
  const missing = answered.length - counted;
  const cut = calls.filter(isCut).length;
  return {
    holds: missing <= unscraped && -missing <= cut,
    says: `metrics, scraped every ${SCRAPE_MS} ms over ${lives.length} lives, have ${counted} of ${answered.length}: ${missing} are missing, where up to ${unscraped} came behind the last scrape of a life`,
  };
}
