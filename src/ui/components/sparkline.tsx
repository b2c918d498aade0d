type SparklineProps = {
  /** Values in time, the oldest first. Null is a time without one, where the line breaks off. */
  readonly values: readonly (number | null)[];
  /** Description for people who do not see it. */
  readonly label: string;
  readonly tone?: 'accent' | 'bad' | 'muted';
};

const WIDTH = 100;
const HEIGHT = 32;
const INSET = 4;

/** A course in time, small, without an axis. */
export function Sparkline({ values, label, tone = 'accent' }: SparklineProps) {
  const runs = runsOf(values);
  // No failure is no alarm: a line of zeros has no colour of its own.
  const look = values.some((value) => value !== null && value > 0) ? tone : 'none';
  return (
    <svg
      class={`sparkline sparkline-${look}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runs.map((run) => {
        const line = run.map(([x, y]) => `${x} ${y}`).join('L');
        const [[first] = [0], [last] = [0]] = [run[0], run.at(-1)];
        if (run.length === 1) return <path class="sparkline-line sparkline-point" d={dotAt(run[0])} />;
        return (
          <>
            <path class="sparkline-area" d={`M${first} ${HEIGHT}L${line}L${last} ${HEIGHT}Z`} />
            <path class="sparkline-line" d={`M${line}`} />
          </>
        );
      })}
    </svg>
  );
}

type Point = readonly [x: number, y: number];

/** The dot of a time that stands alone. It keeps away from the edge, which would cut it. */
function dotAt([x, y]: Point = [0, 0]): string {
  return `M${Math.min(Math.max(x, INSET), WIDTH - INSET)} ${Math.max(y, INSET)}h0`;
}

/** Computes the points of the line, in runs without a gap. */
function runsOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const maximum = Math.max(...values.map((value) => value ?? 0)) || 1;
  const rounded = (pixels: number) => Math.round(pixels * 10) / 10;
  const runs: Point[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const x = rounded((index / Math.max(1, values.length - 1)) * WIDTH);
    const y = rounded(HEIGHT - 2 - (value / maximum) * (HEIGHT - 4));
    if ((values[index - 1] ?? null) === null) runs.push([]);
    runs.at(-1)?.push([x, y]);
  });
  return runs;
}
