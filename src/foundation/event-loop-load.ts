import { performance } from 'node:perf_hooks';

const WINDOW_MS = 250;

/** The load of the event loop of this process, as it was just now. */
export class EventLoopLoad {
  #from = performance.eventLoopUtilization();
  #readAt = performance.now();
  #share = 0;

  /** Returns the share of the time in which it works, from 0 to 1. */
  share(): number {
    if (performance.now() - this.#readAt < WINDOW_MS) return this.#share;
    const now = performance.eventLoopUtilization();
    this.#share = performance.eventLoopUtilization(now, this.#from).utilization;
    this.#from = now;
    this.#readAt = performance.now();
    return this.#share;
  }
}
