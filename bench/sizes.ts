// Does the cost of a call grow with what a gateway has, and with what it carries? npm run bench:sizes, or a part of it
// with fewer rows: npm run bench:sizes -- stored --subscriptions 10000 --seconds 1; with its APIs on pools of back-ends:
// npm run bench:sizes -- stored --apis 10000 --pools 100
import { parseArgs } from 'node:util';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { keepOffServers } from './gateway/cores.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { has } from './gateway/processes.ts';
import { startUpstream } from './gateway/upstream.ts';
import { bodies } from './sizes-bodies.ts';
import { connections } from './sizes-connections.ts';
import { stored } from './sizes-stored.ts';

const parts = { stored, connections, bodies };
type Part = keyof typeof parts;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    apis: { type: 'string', default: '10000' },
    subscriptions: { type: 'string', default: '1000000' },
    pools: { type: 'string', default: '0' },
  },
});
const settings = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  large: {
    apis: Number(values.apis),
    subscriptions: Number(values.subscriptions),
    pools: Number(values.pools),
  },
};
const isPart = (name: string): name is Part => name in parts;
const unknown = positionals.filter((name) => !isPart(name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`);
if (['wrk', 'nginx', 'taskset'].some((program) => !has(program))) {
  process.stderr.write('The load and the upstream need them: apt-get install wrk nginx util-linux\n');
  process.exit(1);
}
const selected = positionals.length > 0 ? positionals.filter(isPart) : (Object.keys(parts) as Part[]);

async function bench(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const database = keepOffServers('PostgreSQL');
  const upstreamUrl = await startUpstream();
  const lines = [
    circumstances(),
    `Each server on one core, wrk and the upstream (nginx) on another; ${database}; ${idle}; windows of ${settings.seconds} s, ${settings.rounds} in turn: CPU of the least disturbed one, else medians. The gateway is a process of its own on PostgreSQL, with metrics, usage and the access log.`,
  ];
  for (const part of selected) lines.push(await parts[part]({ upstreamUrl, ...settings }));
  return lines.join('\n\n');
}

await benchmark(
  bench,
  positionals.length === 0
    ? { file: 'bench/results/sizes.md', title: 'What does not grow with size' }
    : undefined,
);
