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
 * Runs this command again under the pinned Node, where that at hand is older.
 *
 * Called after the packages are installed, and before anything is begun.
 */
export async function goOnUnderPinnedNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST || !existsSync(join(programs, binary))) return;
  try {
    // npm 10 removes the link again with the package of the other processor, and then this process stays for nothing.
    symlinkSync(binary, join(programs, 'node'));
  } catch {
    // It is there, or the packages are another user's.
  }
  await goOnUnder(join(programs, binary));
}

/** Runs this command again under another Node, and ends as it does. Returns where that cannot be run. */
export async function goOnUnder(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    cwd: calledIn,
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
