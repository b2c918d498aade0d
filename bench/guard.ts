// Whether a call has become dearer since another commit: npm run bench:guard, or: npm run bench:guard -- main --rounds 14
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark } from './gateway/benchmark.ts';
import { callsOf, overHttp2 } from './gateway/calls.ts';
import type { Candidate } from './gateway/candidates.ts';
import { makeCertificate } from './gateway/certificate.ts';
import { circumstances } from './gateway/circumstances.ts';
import { measureInTurn } from './gateway/compare.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { atEnd, folder, has } from './gateway/processes.ts';
import { median, table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld, type World } from './gateway/world.ts';

/** A call may cost this much more. Less cannot be told from the noise of a shared machine. */
const MOST = 1.03;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Four rounds of 24 windows, each a second with a second before it, take four minutes.
  options: { rounds: { type: 'string', default: '4' } },
});
const [commit = 'HEAD~1'] = positionals;

function run(command: string, args: readonly string[], cwd = '.'): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Checks a commit out and builds it. It takes the packages of this folder where its lock file is the same. */
function checkOut(): string {
  const there = join(folder, 'before');
  run('git', ['worktree', 'add', '--detach', there, commit]);
  atEnd(async () => run('git', ['worktree', 'remove', '--force', there]));
  const [lock, ownLock] = [there, '.'].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (lock === ownLock) symlinkSync(resolve('node_modules'), join(there, 'node_modules'));
  const prepare = `import('./bin/prepare.mjs').then((the) => { the.install(); the.generate(); })`;
  run(process.execPath, ['-e', prepare], there);
  return there;
}

/**
 * The calls of a build, to two processes of each kind. One process may cost a tenth more than its twin, from its start to
 * its end, by how its code was compiled and where it lies.
 */
async function callsOfTwins(name: string, world: World, certificate: string): Promise<Candidate[]> {
  const { origin } = new URL(world.base);
  const gateway = await world.another('gateway', { GATEWAY_URL: origin });
  const server = await world.another('graphql-server');
  const at = (url: string, port: number) => Object.assign(new URL(url), { port }).href;
  const twin = {
    ...world,
    pid: gateway.pid,
    graphqlPid: server.pid,
    tokenUrl: at(world.tokenUrl, gateway.port),
    keyedUrl: at(world.keyedUrl, gateway.port),
    graphqlUrl: at(world.graphqlUrl, gateway.port),
    graphqlServerUrl: at(world.graphqlServerUrl, server.port),
  };
  const calls = [...callsOf(name, world), ...callsOf(`${name}, its twin`, twin)];
  if (!has('h2load')) return calls;
  const secure = () => world.another('gateway', { GATEWAY_URL: origin, TLS_CERTIFICATES: certificate });
  return [
    ...calls,
    ...overHttp2(name, await secure(), world),
    ...overHttp2(`${name}, its twin`, await secure(), world),
  ];
}

async function guard(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const root = checkOut();
  const upstreamUrl = await startUpstream();
  const certificate = makeCertificate();
  const before = await callsOfTwins('before', await startWorld(upstreamUrl, {}, { root }), certificate);
  const after = await callsOfTwins('after', await startWorld(upstreamUrl), certificate);
  const inTurn = before.flatMap((call, at) => [call, after[at] ?? call]);
  const measured = await measureInTurn(inTurn, { seconds: 1, rounds: Number(values.rounds) });
  const cpuOf = (calls: readonly Candidate[], does: string) =>
    measured.flatMap((each) =>
      each.does === does && calls.some(({ name }) => name === each.name)
        ? each.all.map(({ cpu }) => cpu)
        : [],
    );
  const rows = [...new Set(after.map(({ does }) => does))].map((does) => {
    const [old, now] = [cpuOf(before, does), cpuOf(after, does)];
    const [leastOld, leastNow] = [Math.min(...old), Math.min(...now)];
    const least = leastNow / leastOld;
    const middle = median(now.map((cpu, round) => cpu / (old[round] ?? Number.NaN)));
    // One of them alone is above by chance once in a few runs.
    const isDearer = least > MOST && middle > MOST;
    if (isDearer) process.exitCode = 1;
    return [does, leastOld, leastNow, least.toFixed(3), middle.toFixed(3), isDearer ? 'DEARER' : 'holds'];
  });
  const head = ['call', 'µs before', 'µs after', 'ratio of the least', 'median ratio', 'verdict'];
  return [circumstances(), `Before: ${commit}. CPU a call; ${idle}.`, table(head, rows)].join('\n\n');
}

await benchmark(guard, undefined);
