import { readFileSync } from 'node:fs';
import { type OwnMetric, ownMetrics } from './metrics.ts';

type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
};
type Dashboard = { readonly panels: readonly Panel[] };

/** The title of the row that is printed. It is the last one. */
const OTHERS = 'Other metrics';
const PER_ROW = 3;
const [HEIGHT, WIDTH] = [8, 24 / PER_ROW];
const datasource = { type: 'prometheus', uid: '$datasource' };

/** Prints the dashboard with a last row: each metric that no panel above shows. */
export function printDashboard(file: string): string {
  return JSON.stringify(withOtherMetrics(JSON.parse(readFileSync(file, 'utf8')), ownMetrics()), null, 2);
}

/** Returns a dashboard that shows every metric. Panels made by hand stay as they are. */
export function withOtherMetrics<Board extends Dashboard>(
  board: Board,
  metrics: readonly OwnMetric[],
): Board {
  const end = board.panels.findIndex(({ type, title }) => type === 'row' && title === OTHERS);
  const byHand = end < 0 ? board.panels : board.panels.slice(0, end);
  const shown = new Set(
    byHand.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr.match(/\w+/g) ?? [])),
  );
  const others = metrics.filter(({ name }) => !shown.has(name));
  if (others.length === 0) return { ...board, panels: byHand };
  const id = Math.max(0, ...byHand.map((panel) => panel.id)) + 1;
  const y = Math.max(0, ...byHand.map(({ gridPos }) => gridPos.y + gridPos.h));
  const row = {
    id,
    type: 'row',
    title: OTHERS,
    gridPos: { h: 1, w: 24, x: 0, y },
    collapsed: false,
    panels: [],
  };
  const panels = others.map((metric, index) => ({
    id: id + 1 + index,
    ...panelOf(metric),
    gridPos: {
      h: HEIGHT,
      w: WIDTH,
      x: (index % PER_ROW) * WIDTH,
      y: y + 1 + Math.floor(index / PER_ROW) * HEIGHT,
    },
  }));
  return { ...board, panels: [...byHand, row, ...panels] };
}

function panelOf({ name, type, help, labels, aggregator }: OwnMetric) {
  const samples = `${name}{instance=~"$instance"}`;
  const value = type === 'counter' ? `rate(${samples}[$__rate_interval])` : samples;
  const by = labels.length > 0 ? labels : ['instance'];
  return {
    type: 'timeseries',
    title: name,
    description: help,
    datasource,
    fieldConfig: { defaults: { unit: 'short', min: 0 }, overrides: [] },
    targets: [
      {
        refId: 'A',
        expr: `${aggregator ?? 'sum'} by (${by.join(', ')}) (${value})`,
        legendFormat: by.map((label) => `{{${label}}}`).join(' '),
      },
    ],
  };
}
