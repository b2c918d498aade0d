import { createHook } from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Sets V8 up for a process that runs for months. Called before anything else is loaded. */
export function prepareEngine(): void {
  // While it starts, nearly everything stays; V8 concludes that what the same code makes later stays, too, and puts the
  // calls' short-lived objects among the old ones, whence they keep alive whatever they refer to: 3 KB of each call were
  // copied.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // After an idle moment V8 lets the heap grow by a tenth to a third alone, of which the bytes of bodies under way, 64 KB a
  // read, are most: all that is held was marked ten times a second, for half of the CPU. It may double.
  setFlagsFromString('--heap-growing-percent=100');
  keepTicks();
}

const ticks: object[] = [];

/**
 * Holds a few objects as `process.nextTick` makes them, some ten for each call. What they look like V8 remembers weakly:
 * when it has collected garbage while there was none of them, it never again makes one without asking its runtime, at
 * four times the instructions, a tenth of all that a call took. (Node 20)
 */
function keepTicks(): void {
  const hook = createHook({
    init: (...[, type, , resource]) => {
      if (type === 'TickObject') ticks.push(resource);
    },
  }).enable();
  // With an argument and without, several times: then their looks are settled.
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

/** The priority of a process that serves no calls. */
const NICE = 5;

/** Lets gateways on the same machine go first. A change may take longer; a call may not. */
export function yieldToGateways(): void {
  // Linux has a priority for each thread. Those that collect garbage began with the process.
  const ids = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const id of ids)
    try {
      if (getPriority(id) < NICE) setPriority(id, NICE);
    } catch {
      // The thread has ended meanwhile.
    }
}
