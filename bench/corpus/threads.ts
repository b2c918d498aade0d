import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CHILD_LIMITS } from '../../src/infrastructure/child-processes/run-in-child.ts';
import type { Conversion } from './corpus-worker.ts';

const begin = () =>
  new Worker(new URL('./corpus-thread.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: CHILD_LIMITS.memoryMb },
  });

/**
 * Converts documents in threads, under the limits that the platform has for one document.
 *
 * @param files where the documents are
 * @param tell is called after each of them
 * @returns what became of each, in the order of the files
 */
export async function convertAll(
  files: readonly string[],
  { threads, tell }: { readonly threads: number; readonly tell: (done: number) => void },
): Promise<Conversion[]> {
  const conversions: Conversion[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    let worker = begin();
    for (let at = next++; at < files.length; at = next++) {
      const conversion = await convertOne(worker, files[at] ?? '');
      if ('limit' in conversion) {
        await worker.terminate();
        worker = begin();
      }
      conversions[at] = 'limit' in conversion ? exceeded(conversion.limit) : conversion;
      tell(++done);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: threads }, work));
  return conversions;
}

async function convertOne(worker: Worker, file: string): Promise<Conversion | { limit: string }> {
  const { timeMs, memoryMb } = CHILD_LIMITS;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeMs);
  try {
    worker.postMessage(file);
    const [conversion] = await once(worker, 'message', { signal: over.signal });
    return conversion as Conversion;
  } catch (error) {
    if (over.signal.aborted) return { limit: `It takes more than ${timeMs / 1000} seconds.` };
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    return { limit: isMemory ? `It takes more than ${memoryMb} MB.` : `A fault: ${error}` };
  } finally {
    clearTimeout(timer);
  }
}

const exceeded = (failure: string): Conversion => ({
  ms: CHILD_LIMITS.timeMs,
  sdlBytes: 0,
  operations: [],
  types: 0,
  failure,
});
