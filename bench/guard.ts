// Whether a call has become dearer since another commit: npm run bench:guard, or: npm run bench:guard -- main --rounds 14
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark } from './gateway/benchmark.ts';
import { callsOf } from './gateway/calls.ts';
import { circumstances } from './gateway/circumstances.ts';
import { measureInTurn } from './gateway/compare.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { atEnd, folder } from './gateway/processes.ts';
import { median, table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld } from './gateway/world.ts';

/** A call may cost this much more. Less cannot be told from the noise of a shared machine. */
const MOST = 1.03;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Seven rounds of eight windows, each a second with a second before it, take two minutes.
  options: { rounds: { type: 'string', default: '7' } },
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

async function guard(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const root = checkOut();
  const upstreamUrl = await startUpstream();
  const before = callsOf('before', await startWorld(upstreamUrl, {}, { root }));
  const after = callsOf('after', await startWorld(upstreamUrl));
  const inTurn = before.flatMap((call, at) => [call, after[at] ?? call]);
  const measured = await measureInTurn(inTurn, { seconds: 1, rounds: Number(values.rounds) });
  const rows = after.map(({ does }, at) => {
    const [old, now] = [measured[2 * at], measured[2 * at + 1]];
    if (!old || !now) throw new Error(`${does} was not measured.`);
    const least = now.figures.cpu / old.figures.cpu;
    const middle = median(now.all.map(({ cpu }, round) => cpu / (old.all[round]?.cpu ?? Number.NaN)));
    // One of them alone is above by chance once in a few runs.
    const isDearer = least > MOST && middle > MOST;
    if (isDearer) process.exitCode = 1;
    const ratios = [least.toFixed(3), middle.toFixed(3)];
    return [does, old.figures.cpu, now.figures.cpu, ...ratios, isDearer ? 'DEARER' : 'holds'];
  });
  const head = ['call', 'µs before', 'µs after', 'ratio of the least', 'median ratio', 'verdict'];
  return [circumstances(), `Before: ${commit}. CPU a call; ${idle}.`, table(head, rows)].join('\n\n');
}

await benchmark(guard, undefined);
