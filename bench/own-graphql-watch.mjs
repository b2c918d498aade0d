// The caller of own-graphql.ts whom nobody attacks: a thread, so that what the attackers do holds it up by way of the
// platform alone.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const ASK_EVERY_MS = 10;
const { url, pid } = workerData;

const memory = () => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
};

let longestMs = 0;
let memoryMb = 0;
let isOver = false;
parentPort.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  longestMs = Math.max(longestMs, performance.now() - began);
  memoryMb = Math.max(memoryMb, memory());
  await sleep(ASK_EVERY_MS);
}
parentPort.postMessage({ longestMs, memoryMb });
