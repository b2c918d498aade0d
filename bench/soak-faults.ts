import { setTimeout as sleep } from 'node:timers/promises';
import type { TcpProxy } from '../test/support/tcp-proxy.ts';

/** A fault between the gateway and a back-end, with its beginning and end. */
type Fault = { begin(proxy: TcpProxy, size: number): unknown; end?(proxy: TcpProxy): unknown };

/** The connections that are kept already break, so that new ones meet the fault. */
const afresh = (proxy: TcpProxy, faults: Parameters<TcpProxy['inject']>[0]) => {
  proxy.inject(faults);
  proxy.reset();
};

const faults: Readonly<Record<string, Fault>> = {
  latency: { begin: (proxy) => afresh(proxy, { latencyMs: 300 }) },
  'slow close': { begin: (proxy) => afresh(proxy, { closeMs: 1_000, cutAfterBytes: 5_000, cutBy: 'END' }) },
  'cut by reset': {
    begin: (proxy, size) => afresh(proxy, { cutAfterBytes: Math.ceil(size * 60_000), cutBy: 'RESET' }),
  },
  'cut by end': {
    begin: (proxy, size) => afresh(proxy, { cutAfterBytes: Math.ceil(size * 60_000), cutBy: 'END' }),
  },
  reset: { begin: (proxy) => proxy.reset() },
  hang: { begin: (proxy) => proxy.hang(), end: (proxy) => proxy.resume() },
  gone: { begin: (proxy) => proxy.cut(), end: (proxy) => proxy.restore() },
};

export type FaultSchedule = {
  /** Number of times that each began. */
  readonly begun: ReadonlyMap<string, number>;
  /** Ends the fault of the moment. */
  stop(): Promise<void>;
};

/** Longer than a breaker leaves a back-end alone, so that the next fault meets calls. */
const CALM_MS = 12_000;

/**
 * Schedules faults one after another in random order.
 *
 * Each takes two to seven seconds, with a calm between.
 */
export function scheduleFaults(proxy: TcpProxy, random: () => number): FaultSchedule {
  const begun = new Map<string, number>();
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, stopping).catch(() => {});

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const names = Object.keys(faults);
      const name = names[Math.floor(random() * names.length)] ?? '';
      const fault = faults[name];
      begun.set(name, (begun.get(name) ?? 0) + 1);
      await fault?.begin(proxy, random());
      await pause(2_000 + random() * 5_000);
      await fault?.end?.(proxy);
      proxy.inject();
      await pause(random() * CALM_MS);
    }
  }
  const running = run();
  return {
    begun,
    stop() {
      stopping.abort();
      return running;
    },
  };
}
