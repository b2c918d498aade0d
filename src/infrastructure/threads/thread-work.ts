// The work of run-in-thread.ts: one piece after another, each a function of a module.
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../foundation/errors.ts';
import { bundledEntry } from '../../foundation/package-files.ts';
import type { ThreadAnswer, ThreadData, ThreadTask } from './run-in-thread.ts';

/** The nice value of a process that yields to gateways. One that yields more has threads that hardly yield to it. */
const YIELDING = 5;

// The event loop precedes threads where both need the core. On other systems it would be the priority of the whole process.
if (process.platform === 'linux') {
  const { nice, threadId } = workerData as ThreadData;
  const own = getPriority();
  setPriority(Math.max(own, Math.min(own, YIELDING) + nice));
  threadId[0] = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}

parentPort?.on('message', async (task: ThreadTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer({ module, name, input }: ThreadTask): Promise<ThreadAnswer> {
  const work = ((await import(bundledEntry(module).href)) as Record<string, (input: unknown) => unknown>)[
    name
  ];
  try {
    const output = await work?.(input);
    return { output, heapBytes: heapBytes() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, inputPath, inputFaults } = error;
    const where = { ...(inputPath && { path: inputPath }), ...(inputFaults && { faults: inputFaults }) };
    return { refused: [code, { detail: message, ...where }], heapBytes: heapBytes() };
  }
}

const heapBytes = () => {
  const { total_heap_size, malloced_memory } = getHeapStatistics();
  return total_heap_size + malloced_memory;
};
