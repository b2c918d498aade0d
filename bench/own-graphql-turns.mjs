// Loaded by the platform that own-graphql.ts attacks: measures the turns of its event loop. Between two timers lies one
// turn. The thread's own computing counts, which a busy machine makes no longer. On SIGUSR2 it writes the longest turn
// since the last one to TURNS_FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 2;
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;
const computedMs = () => Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6;

if (isMainThread) {
  let longestMs = 0;
  let before = computedMs();
  setInterval(() => {
    const now = computedMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }, EVERY_MS).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.TURNS_FILE, `${longestMs}`);
    longestMs = 0;
  });
}
