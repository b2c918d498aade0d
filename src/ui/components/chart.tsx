import { ABOVE, Axis, AxisLabel, BELOW, PLOT } from './chart-axis.tsx';
import { axisMaximum, stackedSegments } from './chart-scale.ts';
import { Table } from './table.tsx';

/**
 * The series that a part of a bar belongs to.
 *
 * Each has its colour and its texture, so that neither is needed alone.
 */
export type SeriesKey = 'answered' | 'clientErrors' | 'limited' | 'refused' | 'serverErrors';

/** The series from the bottom of a bar to its top. */
export const seriesKeys: readonly SeriesKey[] = [
  'answered',
  'clientErrors',
  'limited',
  'refused',
  'serverErrors',
];

export type Bar = Readonly<Record<SeriesKey, number>> & {
  /** The time of the bar, for example `21 Nov, 14:00`. */
  readonly name: string;
  /** Text below the bar. Most bars have none, as the texts would run into each other. */
  readonly label?: string | undefined;
};

type ChartProps = {
  /** Unique id within its page. */
  readonly id: string;
  /** Description of the chart for people who do not see it. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  readonly text: {
    readonly series: Readonly<Record<SeriesKey, string>>;
    readonly when: string;
    readonly total: string;
    /** Opens the table behind the picture. */
    readonly table: string;
    readonly number: (value: number) => string;
    /** Formats a number for the axis, which has little room. */
    readonly axisNumber: (value: number) => string;
  };
};

/** Stacked bars over time, their legend, and the table behind them. Widths are percents: texts keep their size. */
export function Chart({ id, summary, bars, text }: ChartProps) {
  const maximum = axisMaximum(Math.max(1, ...bars.map(total)));
  return (
    <figure class="chart-figure">
      <div class="chart">
        <svg class="chart-plot" width="100%" height={ABOVE + PLOT + BELOW} role="img" aria-label={summary}>
          <defs>
            {seriesKeys.map((key) => (
              <Texture id={id} series={key} />
            ))}
          </defs>
          <Axis maximum={maximum} number={text.axisNumber} />
          {bars.map((bar, index) => (
            <StackedBar id={id} bar={bar} position={{ index, count: bars.length, maximum }} text={text} />
          ))}
        </svg>
      </div>
      <Legend id={id} text={text} />
      <details>
        <summary class="details-summary">{text.table}</summary>
        <Table
          caption={summary}
          columns={[
            { heading: text.when, cell: ({ name }: Bar) => name },
            ...seriesKeys.map((key) => ({
              heading: text.series[key],
              cell: (bar: Bar) => text.number(bar[key]),
              isNumber: true,
            })),
            { heading: text.total, cell: (bar: Bar) => text.number(total(bar)), isNumber: true },
          ]}
          rows={bars}
        />
      </details>
    </figure>
  );
}

const total = (bar: Bar) => seriesKeys.reduce((sum, key) => sum + bar[key], 0);

/** Lines in the page's colour over that of the series. They are drawn in pixels at any width of the bars. */
const textures: Readonly<Record<SeriesKey, string>> = {
  answered: '',
  clientErrors: 'M-2 2l4-4M0 8l8-8M6 10l4-4',
  limited: 'M0 2h8M0 6h8',
  refused: 'M2 0v8M6 0v8',
  serverErrors: 'M0 0l8 8M0 8l8-8',
};

const textureId = (id: string, series: SeriesKey) => `${id}-${series}`;

function Texture({ id, series }: { id: string; series: SeriesKey }) {
  return (
    <pattern id={textureId(id, series)} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class={`series-${series}`} width="8" height="8" />
      <path class="chart-texture" d={textures[series]} />
    </pattern>
  );
}

type BarPosition = { readonly index: number; readonly count: number; readonly maximum: number };
type BarProps = Pick<ChartProps, 'id' | 'text'> & { readonly bar: Bar; readonly position: BarPosition };

/** Fraction of its slot that a bar fills. */
const FILLED = 0.72;

function StackedBar({ id, bar, position: { index, count, maximum }, text }: BarProps) {
  const slot = 100 / count;
  const percent = (slots: number) => `${Math.round(slots * slot * 100) / 100}%`;
  const segments = stackedSegments(
    seriesKeys.map((key) => bar[key]),
    { height: PLOT, maximum },
  );
  return (
    <g class="chart-bar">
      <title>{inWords(bar, text)}</title>
      <rect class="chart-hit" x={percent(index)} y={ABOVE} width={percent(1)} height={PLOT} />
      {seriesKeys.map((key, at) => {
        const { top, height } = segments[at] ?? { top: 0, height: 0 };
        return height === 0 ? null : (
          <rect
            x={percent(index + (1 - FILLED) / 2)}
            y={ABOVE + top}
            width={percent(FILLED)}
            height={height}
            fill={`url(#${textureId(id, key)})`}
          />
        );
      })}
      {bar.label !== undefined && <AxisLabel at={percent(index + 0.5)}>{bar.label}</AxisLabel>}
    </g>
  );
}

/** Describes a bar in words, for example `21 Nov, 14:00: Answered 12, Limited 3`. */
function inWords(bar: Bar, { series, number }: ChartProps['text']): string {
  const parts = seriesKeys.filter((key) => bar[key] > 0).map((key) => `${series[key]} ${number(bar[key])}`);
  return `${bar.name}: ${parts.length === 0 ? number(0) : parts.join(', ')}`;
}

function Legend({ id, text }: Pick<ChartProps, 'id' | 'text'>) {
  return (
    <ul class="legend">
      {seriesKeys.map((key) => (
        <li class="legend-item">
          <svg class="legend-sign" width="16" height="16" aria-hidden="true">
            <rect width="16" height="16" rx="3" fill={`url(#${textureId(id, key)})`} />
          </svg>
          {text.series[key]}
        </li>
      ))}
    </ul>
  );
}
