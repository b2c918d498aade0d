// The gateway beside its peers on one upstream: npm run bench, or a part of it: npm run bench -- rest --seconds 2
import { parseArgs } from 'node:util';
import { benchmark } from './benchmark.ts';
import { type Candidate, candidatesOf, type Group, groups, type Missing } from './candidates.ts';
import { circumstances } from './circumstances.ts';
import { comparison, goals, measureInTurn } from './compare.ts';
import { keepIdleCoresAwake } from './idle-cores.ts';
import { has } from './processes.ts';
import { startUpstream } from './upstream.ts';
import { startWorld } from './world.ts';

/** `npm run bench:tokens` measures tokens: a consumer organization gets too few of them from a whole gateway. */
const PARTS = Object.keys(groups).filter((group) => group !== 'tokens');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '1' }, rounds: { type: 'string', default: '10' } },
});
const unknown = positionals.filter((part) => !PARTS.includes(part));
const lacking = ['wrk', 'nginx', 'taskset'].filter((program) => !has(program));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}.`);
if (lacking.length > 0) {
  process.stderr.write(`The load and the upstream need them: apt-get install wrk nginx util-linux\n`);
  process.exit(1);
}
const selected = new Set(positionals.length > 0 ? positionals : PARTS);
const rounds = { seconds: Number(values.seconds), rounds: Number(values.rounds) };

/** Describes how the figures were taken. */
const method = (setup: string, idle: string) =>
  `Each server on one core, wrk (64 kept connections) and the upstream (nginx, 1.6 KB of JSON) on another; ${idle}; ${rounds.rounds} rounds of ${rounds.seconds} s in turn: CPU of the least disturbed round and the median, else medians. Of Gatehouse ${setup}; with metrics, usage and the access log. Ready: from the start of a process to its first answer to the query; of Gatehouse another process of that role, on the same database.`;

async function bench(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const upstreamUrl = await startUpstream();
  const world = await startWorld(upstreamUrl);
  const parts = [circumstances(), method(world.setup, idle)];
  const compared = new Set([...selected].filter((part): part is Group => part in groups));
  if (compared.size > 0) {
    const all = await candidatesOf(compared, { world, upstreamUrl });
    const missing = all.filter((each): each is Missing => 'why' in each);
    const measured = await measureInTurn(
      all.filter((each): each is Candidate => 'pid' in each),
      rounds,
    );
    parts.push(comparison(measured, missing), goals(measured));
  }
  return parts.filter(Boolean).join('\n\n');
}

await benchmark(
  bench,
  positionals.length === 0
    ? { file: 'bench/results/gateway.md', title: 'The gateway beside its peers' }
    : undefined,
);
