import type { CallCounts } from '../../../infrastructure/observability/metrics/call-metrics.ts';

type CallMetrics = Pick<CallCounts, 'calls' | 'durations'>;

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Plain numbers on the path of each call, read when somebody asks for them. */
export class Metrics {
  readonly #outcomes = new Map<string, number[]>();
  readonly #counts = new Array<number>(BOUNDS.length + 1).fill(0);
  #sumSeconds = 0;

  record(outcome: string, status: number, durationMs: number): void {
    const seconds = durationMs / 1000;
    this.#sumSeconds += seconds;
    increment(this.#counts, bucketOf(seconds));
    const classes = this.#outcomes.get(outcome) ?? new Array<number>(6).fill(0);
    increment(classes, Math.floor(status / 100));
    this.#outcomes.set(outcome, classes);
  }

  read(): CallMetrics {
    return {
      calls: [...this.#outcomes].flatMap(([outcome, classes]) =>
        classes.flatMap((count, first) => (count > 0 ? [{ outcome, statusClass: `${first}xx`, count }] : [])),
      ),
      durations: { bounds: BOUNDS, counts: [...this.#counts], sumSeconds: this.#sumSeconds },
    };
  }
}

function bucketOf(seconds: number): number {
  const found = BOUNDS.findIndex((bound) => seconds <= bound);
  return found < 0 ? BOUNDS.length : found;
}

function increment(numbers: number[], at: number): void {
  numbers[at] = (numbers[at] ?? 0) + 1;
}
