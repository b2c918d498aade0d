// The cost of a call under each version of Node that the product is meant to run on: npm run bench:nodes
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark } from './gateway/benchmark.ts';
import { callsOf } from './gateway/calls.ts';
import { circumstances } from './gateway/circumstances.ts';
import { measureInTurn } from './gateway/compare.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { median, table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld } from './gateway/world.ts';

const { nodeFolder, VERSIONS } = (await import(
  new URL('../bin/node-versions.mjs', import.meta.url).href
)) as {
  nodeFolder: (version: string) => string;
  VERSIONS: readonly string[];
};
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, seconds: { type: 'string', default: '1' } },
});

async function bench(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const upstreamUrl = await startUpstream();
  const calls = [];
  for (const version of VERSIONS) {
    const node = join(nodeFolder(version), 'node');
    calls.push(...callsOf(version, await startWorld(upstreamUrl, {}, { node })));
  }
  const rounds = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const measured = await measureInTurn(calls, rounds);
  const rows = measured.map(({ name, figures, all }) => [
    name,
    figures.cpu,
    median(all.map(({ cpu }) => cpu)),
    figures.rss,
  ]);
  return [
    circumstances(),
    `The same build under each version, in turn; ${idle}. CPU of the least disturbed round, and the median.`,
    table(['call', 'CPU µs/request', 'median', 'MB'], rows),
  ].join('\n\n');
}

await benchmark(bench, { file: 'bench/results/nodes.md', title: 'A call under each version of Node' });
