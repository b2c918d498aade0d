import { axisTicks } from './chart-scale.ts';

/** Height of the plot of a chart, and of what stands above and below it. */
export const PLOT = 200;
export const BELOW = 26;
export const ABOVE = 14;

type AxisProps = {
  /** Value at the top of the plot. */
  readonly maximum: number;
  readonly number: (value: number) => string;
};

/** The grid lines of a chart, each with its number beside it. */
export function Axis({ maximum, number }: AxisProps) {
  return (
    <g>
      {axisTicks(maximum).map((tick) => {
        const y = ABOVE + PLOT - (tick / maximum) * PLOT;
        return (
          <>
            <line class="chart-line" x1="0" x2="100%" y1={y} y2={y} />
            <text class="chart-text" x="-8" y={y + 4} text-anchor="end">
              {number(tick)}
            </text>
          </>
        );
      })}
    </g>
  );
}

/** A text below the plot. */
export function AxisLabel({ at, children }: { readonly at: string; readonly children?: string }) {
  return (
    <text class="chart-text" x={at} y={ABOVE + PLOT + 18} text-anchor="middle">
      {children}
    </text>
  );
}
