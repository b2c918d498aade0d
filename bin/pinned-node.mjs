// The Node that the packages bring. Scripts of npm find it before the one at hand, as `node` of node_modules/.bin; what an
// older one has begun nevertheless goes on under it.
import { spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { calledIn, root } from './prepare.mjs';

/** Oldest version that commands stay with. */
const OLDEST = 24;
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'];
/** Link to it from the programs of the packages. Its package is optional, and there is one for Linux alone. */
const binary = join('..', `node-${process.platform}-${process.arch}`, 'bin/node');
const programs = join(root, 'node_modules/.bin');

/**
 * Environment and flags of a process that serves. They have to be there before Node begins.
 *
 * glibc gives memory back, and one thread collects garbage, where four would leave the event loop a fifth of a core. Of the
 * threads of libuv, names of targets and compressed answers take ten at most (name-lookups.ts, content-coding.ts).
 */
export const SERVING = {
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    UV_THREADPOOL_SIZE: '12',
  },
  flags: ['--v8-pool-size=1'],
};

/**
 * Runs this command again under the pinned Node, where that at hand is older.
 *
 * The new process has the environment and flags, too. Where only those are missing, this process begins anew with them.
 * Called after the packages are installed, and before anything is begun.
 */
export async function goOnUnderPinnedNode({ env = {}, flags = [] } = {}) {
  const isOlder = Number.parseInt(process.versions.node, 10) < OLDEST && existsSync(join(programs, binary));
  if (isOlder) {
    try {
      // npm 10 removes the link again with the package of the other processor, and then this process stays for nothing.
      symlinkSync(binary, join(programs, 'node'));
    } catch {
      // It is there, or the packages are another user's.
    }
    await goOnUnder(join(programs, binary), { env, flags });
  }
  if (lacks(env, flags)) become({ env, flags });
}

/** Tells whether the environment or the flags are missing. What somebody has set is kept. */
const lacks = (env, flags) =>
  Object.keys(env).some((name) => process.env[name] === undefined) ||
  flags.some((flag) => !process.execArgv.includes(flag) && !process.env.NODE_OPTIONS?.includes(flag));

/**
 * Begins this command anew in this very process. On Linux it costs 40 ms; other systems have another malloc, and older Nodes
 * cannot.
 */
function become({ env, flags }) {
  if (process.platform !== 'linux' || !process.execve || process.channel) return;
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)];
  process.chdir(calledIn);
  process.execve(process.execPath, args, { ...env, ...process.env });
}

/** Runs this command again under another Node, and ends as it does. Returns where that cannot be run. */
export async function goOnUnder(node, { env = {}, flags = [] } = {}) {
  const child = spawn(node, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
    cwd: calledIn,
    env: { ...env, ...process.env },
    stdio: 'inherit',
  });
  const forward = (signal) => {
    // A terminal has told the child itself, and who is told twice ends at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const ended = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // For another C library, for example.
    child.once('error', () => resolve(undefined));
  });
  for (const signal of SIGNALS) process.off(signal, forward);
  if (!ended) return;
  if (ended.signal) process.kill(process.pid, ended.signal);
  process.exit(ended.code);
}
