import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withOtherMetrics } from '../../../bin/reference/dashboard.ts';
import { type OwnMetric, ownMetrics } from '../../../bin/reference/metrics.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
};
type Panel = {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
};

const rules = (
  parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync('deploy/grafana/gatehouse.json', 'utf8')) as { panels: Panel[] };
const targets = dashboard.panels.flatMap(({ title, targets: each = [] }) =>
  each.map((target) => ({ title, ...target })),
);

const own = new Map(ownMetrics().map(({ name, labels }) => [name, labels]));
const ofNode = new Registry();
collectDefaultMetrics({ register: ofNode });
/** Prometheus' own, of what it scrapes. */
const OF_SCRAPES = ['up'];
const LABELS_OF_SCRAPES = ['job', 'instance'];

/** What an expression asks for. @throws Error where it is no PromQL */
function readPromQL(expression: string): { metrics: string[]; labels: string[] } {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
  const [metrics, labels]: [string[], string[]] = [[], []];
  parser.parse(text).iterate({
    enter({ type, name, from, to }) {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (name === 'Identifier') metrics.push(text.slice(from, to));
      if (name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { metrics, labels };
}

function check(expression: string): void {
  const { metrics, labels } = readPromQL(expression);
  const known = [...own.keys(), ...ofNode.getMetricsAsArray().map(({ name }) => name), ...OF_SCRAPES];
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((name) => !known.includes(name))).toEqual([]);
  const knownLabels = [...LABELS_OF_SCRAPES, ...metrics.flatMap((name) => own.get(name) ?? [])];
  expect(labels.filter((name) => !knownLabels.includes(name))).toEqual([]);
}

describe('the alert rules', () => {
  it.each(rules)('$alert is PromQL over metrics and labels that there are', ({ expr }) => check(expr));

  it.each(rules)('$alert says what is wrong, how bad it is, and where the runbook tells more', (rule) => {
    const { alert, labels, annotations } = rule;
    expect(alert).toMatch(/^Gatehouse[A-Z]/);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.runbook_url).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
  });

  it('have a name each', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('the dashboard', () => {
  it.each(targets)('$title asks in PromQL for metrics and labels that there are', ({ expr }) => check(expr));

  it('shows every metric of the platform, once npm run reference has printed those that no panel by hand shows', () => {
    const shown = new Set(targets.flatMap(({ expr }) => readPromQL(expr).metrics));
    expect([...own.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it.each(targets)('$title names its lines by labels that the expression keeps', ({ expr, legendFormat }) => {
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(named.filter((name) => !readPromQL(expr).labels.includes(name ?? ''))).toEqual([]);
  });
});

describe('the printed row of the dashboard', () => {
  const gridPos = { h: 8, w: 24, x: 0, y: 3 };
  const shown = {
    id: 7,
    type: 'stat',
    title: 'Calls',
    gridPos,
    targets: [{ expr: 'sum(rate(calls_total[5m]))' }],
  };
  const byHand = { panels: [shown] };
  const counter: OwnMetric = { name: 'calls_total', type: 'counter', help: 'Calls.', labels: [] };
  const lost: OwnMetric = { name: 'lost_total', type: 'counter', help: 'Lost ones.', labels: ['code'] };
  const stale: OwnMetric = { name: 'stale', type: 'gauge', help: 'Age.', labels: [], aggregator: 'max' };

  it('is left out where panels by hand show every metric', () => {
    expect(withOtherMetrics(byHand, [counter])).toEqual(byHand);
  });

  it('has a panel for each other metric, below those by hand, which stay as they are', () => {
    const { panels } = withOtherMetrics(byHand, [counter, lost, stale]);
    expect(panels).toMatchObject([
      shown,
      { id: 8, type: 'row', title: 'Other metrics', gridPos: { x: 0, y: 11 } },
      {
        id: 9,
        title: 'lost_total',
        description: 'Lost ones.',
        gridPos: { x: 0, y: 12 },
        targets: [
          {
            expr: 'sum by (code) (rate(lost_total{instance=~"$instance"}[$__rate_interval]))',
            legendFormat: '{{code}}',
          },
        ],
      },
      {
        id: 10,
        title: 'stale',
        gridPos: { x: 8, y: 12 },
        targets: [{ expr: 'max by (instance) (stale{instance=~"$instance"})', legendFormat: '{{instance}}' }],
      },
    ]);
  });

  it('is printed anew: one that was printed before shows nothing', () => {
    const printed = withOtherMetrics(byHand, [counter, lost]);
    expect(withOtherMetrics(printed, [counter, lost])).toEqual(printed);
    expect(withOtherMetrics(printed, [counter])).toEqual(byHand);
  });
});

it('the reference has a row for every metric of the platform', () => {
  const reference = readFileSync('docs/reference/metrics.md', 'utf8');
  expect([...own.keys()].filter((name) => !reference.includes(`| \`${name}\` |`))).toEqual([]);
});
