// The work of a child process (child.ts): one piece after another, each a function of a module.
import { writeFileSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Refusal } from '../../foundation/errors.ts';
import { bundledEntry } from '../../foundation/package-files.ts';
import { type ChildAnswer, type ChildTask, NOTES_FD } from './child.ts';

/** The nice value of a process that yields to gateways. One that yields more has children that hardly yield to it. */
const YIELDING = 5;

const own = getPriority();
setPriority(Math.max(own, Math.min(own, YIELDING) + Number(process.argv[2])));

/** Settings of this process in the kernel. */
const KERNEL = {
  /** The order in which processes end where the machine has no memory left. This one ends before those that serve. */
  oom_score_adj: '1000',
  /** The memory that a process leaves on the disk when it passes its limit: none. */
  coredump_filter: '0',
};
for (const [name, value] of process.platform === 'linux' ? Object.entries(KERNEL) : [])
  try {
    writeFileSync(`/proc/self/${name}`, value);
  } catch {
    // A hardened system may refuse. The limits hold all the same.
  }

// A signal from the terminal is for the parent, which still needs answers. Without a parent there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (task: ChildTask) => process.send?.(await answer(task)));

const note = (text: string) => writeSync(NOTES_FD, `${text.replaceAll('\n', ' ')}\n`);

type Work = (input: unknown, tell: typeof note) => unknown;

async function answer({ module, name, input }: ChildTask): Promise<ChildAnswer> {
  try {
    const { [name]: work } = (await import(bundledEntry(module).href)) as Record<string, Work>;
    const output = await work?.(input, note);
    return { output, heapBytes: heapBytes() };
  } catch (error) {
    if (!(error instanceof Refusal)) return { failed: error, heapBytes: heapBytes() };
    const { code, message, inputPath, inputFaults } = error;
    const where = { ...(inputPath && { path: inputPath }), ...(inputFaults && { faults: inputFaults }) };
    return { refused: [code, { detail: message, ...where }], heapBytes: heapBytes() };
  }
}

const heapBytes = () => {
  const { total_heap_size, malloced_memory } = getHeapStatistics();
  return total_heap_size + malloced_memory;
};
