import { Counter, Gauge, type Registry } from 'prom-client';

/** What a gateway counts about its calls. */
export type CallCounts = {
  readonly calls: readonly {
    readonly outcome: string;
    readonly statusClass: string;
    readonly count: number;
  }[];
  readonly durations: {
    /** Upper bounds in seconds; above the last one there is one more count. */
    readonly bounds: readonly number[];
    readonly counts: readonly number[];
    readonly sumSeconds: number;
  };
  readonly backendsLeftAlone: number;
};

/** Tells a gateway's own numbers, read when they are asked for, so that calls pay nothing for being measured. */
export function registerCallMetrics(registry: Registry, read: () => CallCounts): void {
  new Counter({
    name: 'gateway_calls_total',
    help: 'Calls by what became of them (ANSWERED by the back-end, ABANDONED by the caller, PREFLIGHT, or the code of the refusal) and class of status.',
    labelNames: ['outcome', 'status_class'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { outcome, statusClass, count } of read().calls)
        this.inc({ outcome, status_class: statusClass }, count);
    },
  });
  new Counter({
    name: 'gateway_call_duration_seconds_bucket',
    help: 'Calls that took at most so long, from the first byte to the last.',
    labelNames: ['le'],
    registers: [registry],
    collect() {
      this.reset();
      const { bounds, counts } = read().durations;
      let below = 0;
      counts.forEach((count, index) => {
        below += count;
        this.inc({ le: bounds[index] ?? '+Inf' }, below);
      });
    },
  });
  new Counter({
    name: 'gateway_call_duration_seconds_sum',
    help: 'Seconds that all calls took together.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read().durations.sumSeconds);
    },
  });
  new Gauge({
    name: 'gateway_backends_left_alone',
    help: 'Back-ends, each counted by the APIs that it has, that are not called for a moment, because half of the calls failed.',
    registers: [registry],
    collect() {
      this.set(read().backendsLeftAlone);
    },
  });
}
