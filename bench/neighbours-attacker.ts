// Whoever attacks: a thread of its own, begun by neighbours-thread.mjs, which gives way to who measures on the same core.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Agent, setGlobalDispatcher } from 'undici';
import { attack, attacksOf } from './neighbours-attacks.ts';

const NICE = 10;

setPriority(NICE);
setGlobalDispatcher(new Agent({ connections: 1_000 }));
const attacks = attacksOf(workerData.neighbours);
let stopping = new AbortController();

parentPort?.on('message', async (fault: string | undefined) => {
  stopping.abort();
  const chosen = attacks.find((each) => each.fault === fault);
  if (!chosen) return;
  stopping = new AbortController();
  parentPort?.postMessage(await attack(chosen, stopping.signal));
});
