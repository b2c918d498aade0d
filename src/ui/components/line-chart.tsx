import { ABOVE, Axis, AxisLabel, BELOW, PLOT } from './chart-axis.tsx';
import { axisMaximum } from './chart-scale.ts';
import { Table } from './table.tsx';

/** A line in time. Its dashes tell it from the others as well as its colour. */
type Line = {
  readonly name: string;
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
};

type LineChartProps = {
  /** Description of the chart for people who do not see it. */
  readonly summary: string;
  readonly times: readonly { readonly name: string; readonly label?: string | undefined }[];
  /** At most three. */
  readonly lines: readonly Line[];
  readonly text: {
    readonly when: string;
    readonly table: string;
    readonly number: (value: number | null) => string;
    readonly axisNumber: (value: number) => string;
  };
};

const dashes = [undefined, '6 3', '2 3'] as const;

/** Lines over time, their legend, and the table behind them. */
export function LineChart({ summary, times, lines, text }: LineChartProps) {
  const maximum = axisMaximum(
    Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );
  const slot = 100 / times.length;
  return (
    <figure class="chart-figure">
      <div class="chart">
        <svg class="chart-plot" width="100%" height={ABOVE + PLOT + BELOW} role="img" aria-label={summary}>
          <Axis maximum={maximum} number={text.axisNumber} />
          <svg
            y={ABOVE}
            width="100%"
            height={PLOT}
            viewBox={`0 0 100 ${PLOT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <Drawn lines={lines} scale={{ slot, maximum }} />
          </svg>
          {times.map(
            ({ label }, index) =>
              label !== undefined && <AxisLabel at={`${(index + 0.5) * slot}%`}>{label}</AxisLabel>,
          )}
        </svg>
      </div>
      <ul class="legend">
        {lines.map(({ name }, at) => (
          <li class="legend-item">
            <svg class="legend-sign" width="22" height="10" aria-hidden="true">
              <path class={`line line-${at}`} d="M0 5H22" stroke-dasharray={dashes[at]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary class="details-summary">{text.table}</summary>
        <Table
          caption={summary}
          columns={[
            { heading: text.when, cell: (at: number) => times[at]?.name },
            ...lines.map(({ name, values }) => ({
              heading: name,
              cell: (at: number) => text.number(values[at] ?? null),
              isNumber: true,
            })),
          ]}
          rows={times.map((_, at) => at)}
        />
      </details>
    </figure>
  );
}

type Scale = { readonly slot: number; readonly maximum: number };

/** The lines themselves, and the dots of values that stand alone. */
function Drawn({ lines, scale }: { readonly lines: readonly Line[]; readonly scale: Scale }) {
  return (
    <>
      {lines.map(({ values }, at) => (
        <>
          <path class={`line line-${at}`} d={pathOf(values, scale)} stroke-dasharray={dashes[at]} />
          <path class={`line line-${at} line-point`} d={pointsOf(values, scale)} />
        </>
      ))}
    </>
  );
}

const rounded = (value: number) => Math.round(value * 100) / 100;

const placeOf = (value: number, index: number, { slot, maximum }: Scale) =>
  `${rounded((index + 0.5) * slot)} ${rounded(PLOT - (value / maximum) * PLOT)}`;

/** The path of a line. It breaks off where there is no value. */
function pathOf(values: readonly (number | null)[], scale: Scale): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${placeOf(value, index, scale)}`;
    })
    .join('');
}

/** The path of values that stand alone, which are no line: a dot each. */
function pointsOf(values: readonly (number | null)[], scale: Scale): string {
  const isAlone = (index: number) =>
    (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
  return values
    .map((value, index) => (value !== null && isAlone(index) ? `M${placeOf(value, index, scale)}h0` : ''))
    .join('');
}
