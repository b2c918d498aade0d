import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ownMetrics } from '../../../bin/reference/metrics.ts';

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

  it('shows every metric of the platform', () => {
    const shown = new Set(targets.flatMap(({ expr }) => readPromQL(expr).metrics));
    expect([...own.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it.each(targets)('$title names its lines by labels that the expression keeps', ({ expr, legendFormat }) => {
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(named.filter((name) => !readPromQL(expr).labels.includes(name ?? ''))).toEqual([]);
  });
});

it('the reference has a row for every metric of the platform', () => {
  const reference = readFileSync('docs/reference/metrics.md', 'utf8');
  expect([...own.keys()].filter((name) => !reference.includes(`| \`${name}\` |`))).toEqual([]);
});
