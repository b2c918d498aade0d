// Processes killed, stopped and restarted, PostgreSQL and Redis gone, hanging or slow, a full disk, wrong clocks, under load, with accounts:
// npm run bench:chaos, or a shorter one: npm run bench:chaos -- --minutes 2 --seed 7
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chaosVerdicts, scrape, tally } from './chaos-accounts.ts';
import { startChaosCallers } from './chaos-callers.ts';
import { chaosFaults, smallDisk } from './chaos-faults.ts';
import { startChaosWorld } from './chaos-world.ts';
import { table } from './gateway/tables.ts';
import { randomOf } from './random.ts';

const RESULT = 'bench/results/chaos.md';
/** Between two faults, so that one is over before the next. */
const CALM_MS = 3_000;
/** Counts of gateways are written and merged meanwhile. */
const WRITTEN_MS = 15_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const random = randomOf(Number(values.seed));
const tell = (text: string) => process.stderr.write(`${text}\n`);

const world = await startChaosWorld(smallDisk);
const faults = chaosFaults(world);
const callers = startChaosCallers(world);
const scrapes = scrape(world);
const begun = new Map<string, number>();
const [started, lasts] = [performance.now(), Number(values.minutes) * 60_000];
const names: string[] = [];
while (performance.now() - started < lasts) {
  // Each of them before any comes again.
  if (names.length === 0) names.push(...Object.keys(faults).toSorted(() => random() - 0.5));
  const name = names.pop() ?? '';
  tell(`${Math.round((performance.now() - started) / 1000)} s, ${Math.round(performance.now())} ms: ${name}`);
  begun.set(name, (begun.get(name) ?? 0) + 1);
  await faults[name]?.(world, random);
  await sleep(CALM_MS);
}
await callers.stop();
await sleep(WRITTEN_MS);
await scrapes.stop();
const minutes = (performance.now() - started) / 60_000;
const verdicts = await chaosVerdicts(world, { calls: callers.calls, lives: scrapes.lives });
const untried = [
  ...(world.hasSmallDisk ? [] : ['a full disk, since this user may not mount a small one']),
  ...(world.hasClocks ? [] : ['clocks that are set, since the package faketime is not installed']),
];
const text = `# Chaos

${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpus()[0]?.model.trim()} · Node ${process.versions.node} · two gateways and a control process, PostgreSQL and Redis by proxies; seed ${values.seed}

${callers.calls.length} calls in ${minutes.toFixed(1)} minutes: ${tally(callers.calls)}. \`refused\` is a gateway that is not there: no connection was made.

${table(
  ['verdict', 'what'],
  verdicts.map(({ holds, says }) => [holds ? 'holds' : 'FAILS', says]),
)}

${table(
  ['fault', 'times'],
  [...begun].toSorted().map(([name, times]) => [name, `${times}`]),
)}
${untried.length === 0 ? '' : `\nNot tried: ${untried.join('; ')}.\n`}`;
console.log(text);
mkdirSync('bench/results', { recursive: true });
writeFileSync(RESULT, text);
await world.close();
process.exit(verdicts.every(({ holds }) => holds) ? 0 : 1);
