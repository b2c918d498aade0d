export type SparklineProps = {
  /** Values in time, the oldest first. Null is a time without one. */
  readonly values: readonly (number | null)[];
  /** Description for people who do not see it. */
  readonly label: string;
  readonly tone?: 'accent' | 'bad' | 'muted';
};

const WIDTH = 100;
const HEIGHT = 32;

/** A course in time, small, without an axis. */
export function Sparkline({ values, label, tone = 'accent' }: SparklineProps) {
  const points = pointsOf(values);
  const line = points.map(([x, y]) => `${x} ${y}`).join('L');
  return (
    <svg
      class={`sparkline sparkline-${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {points.length > 1 && (
        <>
          <path class="sparkline-area" d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} />
          <path class="sparkline-line" d={`M${line}`} />
        </>
      )}
    </svg>
  );
}

/** Computes the points of the line. A time without a value is at the bottom. */
function pointsOf(values: readonly (number | null)[]): readonly (readonly [number, number])[] {
  const maximum = Math.max(...values.map((value) => value ?? 0)) || 1;
  const rounded = (pixels: number) => Math.round(pixels * 10) / 10;
  return values.map((value, index) => [
    rounded((index / Math.max(1, values.length - 1)) * WIDTH),
    rounded(HEIGHT - 2 - ((value ?? 0) / maximum) * (HEIGHT - 4)),
  ]);
}
