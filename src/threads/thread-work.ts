// What a thread of run-in-thread.ts does: the work of one module, once.
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../errors.ts';
import type { ThreadAnswer, ThreadTask } from './run-in-thread.ts';

async function answer(): Promise<ThreadAnswer> {
  const { module, name, input } = workerData as ThreadTask;
  const work = ((await import(`../${module}.js`)) as Record<string, (input: unknown) => unknown>)[name];
  try {
    return { output: work?.(input) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, inputPath, inputFaults } = error;
    const where = { ...(inputPath && { path: inputPath }), ...(inputFaults && { faults: inputFaults }) };
    return { refused: [code, { detail: message, ...where }] };
  }
}

parentPort?.postMessage(await answer());
