/**
 * Counts of calls by outcome: a refusal's code, ANSWERED, ABANDONED or PREFLIGHT.
 *
 * The back-end answers, the caller abandons.
 */
export type CallMetrics = {
  readonly calls: readonly {
    readonly outcome: string;
    /** `2xx` and so on. */
    readonly statusClass: string;
    readonly count: number;
  }[];
  readonly durations: {
    /** Upper bounds in seconds; the last bucket, above all of them, has none. */
    readonly bounds: readonly number[];
    /** Calls within each bound and above the one before it. The last count is of the rest. */
    readonly counts: readonly number[];
    readonly sumSeconds: number;
  };
};

/** Plain numbers on the path of each call, read when somebody asks for them. */
export type Metrics = {
  record(outcome: string, status: number, durationMs: number): void;
  read(): CallMetrics;
};

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const outcomes = new Map<string, number[]>();
  const counts = new Array<number>(BOUNDS.length + 1).fill(0);
  let sumSeconds = 0;

  return {
    record(outcome, status, durationMs) {
      const seconds = durationMs / 1000;
      sumSeconds += seconds;
      increment(counts, bucketOf(seconds));
      const classes = outcomes.get(outcome) ?? new Array<number>(6).fill(0);
      increment(classes, Math.floor(status / 100));
      outcomes.set(outcome, classes);
    },
    read: () => ({
      calls: [...outcomes].flatMap(([outcome, classes]) =>
        classes.flatMap((count, first) => (count > 0 ? [{ outcome, statusClass: `${first}xx`, count }] : [])),
      ),
      durations: { bounds: BOUNDS, counts: [...counts], sumSeconds },
    }),
  };
}

function bucketOf(seconds: number): number {
  const found = BOUNDS.findIndex((bound) => seconds <= bound);
  return found < 0 ? BOUNDS.length : found;
}

function increment(numbers: number[], at: number): void {
  numbers[at] = (numbers[at] ?? 0) + 1;
}
