import { readFileSync } from 'node:fs';

/** Times of the processors since the start of the machine, in ticks. */
function ticks(): { readonly all: number; readonly stolen: number } {
  const [, user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, stolen = 0] =
    readFileSync('/proc/stat', 'utf8').slice(0, 200).split(/\s+/).map(Number);
  return { all: user + nice + system + idle + wait + irq + softIrq + stolen, stolen };
}

/**
 * Starts to measure the share of the processors that the host gave to other machines.
 *
 * @returns a function that tells the share since the start, 0 to 1
 */
export function measureStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}
