import { createHook } from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Sets V8 up for a process that runs for months. Called before anything else is loaded. */
export function prepareEngine(): void {
  // At the start nearly every object stays. V8 concludes that the same code always makes objects that stay, and puts the
  // short-lived ones of calls among the old ones. There they keep alive whatever they refer to: 3 KB of each call were
  // copied.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // After an idle moment V8 lets the heap grow by no more than a tenth to a third. Bodies under way, 64 KB a read, fill
  // that at once: the whole heap was marked ten times a second, for half of the CPU. With this flag it may double.
  setFlagsFromString('--heap-growing-percent=100');
  keepTicks();
}

const ticks: object[] = [];

/**
 * Keeps a few objects of `process.nextTick` alive. A call makes some ten of them.
 *
 * V8 remembers their shape weakly. Once it has collected garbage while none of them was alive, it makes each later one
 * in its runtime, at four times the instructions: a tenth of all that a call took. (Node 20)
 */
function keepTicks(): void {
  const hook = createHook({
    init: (...[, type, , resource]) => {
      if (type === 'TickObject') ticks.push(resource);
    },
  }).enable();
  // With an argument and without, several times: then V8 has settled their shapes.
  for (let count = 0; count < 3; count += 1) {
    process.nextTick(() => {});
    process.nextTick(Object, count);
  }
  hook.disable();
}

/**
 * Releases the memory that only the start needed: half a gigabyte for a million subscriptions.
 *
 * Calls leave too little behind to make V8 do it soon. Until then each collection of the young looks at every page of
 * the old.
 */
export function collectStart(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** The nice value of a process that serves no calls. */
const NICE = 5;
/** The nice value of the threads that collect its garbage. On one core, changes go first. */
const NICE_OF_COLLECTORS = 10;

/** Threads of the process. Linux has a nice value for each. */
const threadIds = () =>
  process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
/** Threads that V8 began with the process. They collect garbage and compile. */
const collectors = new Set(threadIds().filter((id) => id !== process.pid));

/**
 * Sets up a process that serves no calls. Gateways on the same machine go first.
 *
 * It collects garbage rarely, since a change that comes meanwhile takes five times as long. V8 keeps within the limit of
 * the heap anyway.
 */
export function prepareWithoutGateway(): void {
  setFlagsFromString('--heap-growing-percent=300');
  for (const id of threadIds())
    try {
      const nice = collectors.has(id) ? NICE_OF_COLLECTORS : NICE;
      if (getPriority(id) < nice) setPriority(id, nice);
    } catch {
      // The thread has ended meanwhile.
    }
}
