import type { Metric } from '../../src/infrastructure/observability/metrics/metric.ts';
import { metricTable } from '../../src/infrastructure/observability/metrics/metrics.ts';
import { page, table } from './markdown.ts';

/** A metric without its reader. */
export type OwnMetric = Omit<Metric<never>, 'read'> & { readonly labels: readonly string[] };

/** Every metric that a process can tell, beside those of Node. */
export function ownMetrics(): readonly OwnMetric[] {
  return Object.values(metricTable)
    .flat()
    .map(({ read, labels = [], ...metric }) => ({ ...metric, labels }));
}

export function printMetrics(): string {
  return page('Metrics', 'src/infrastructure/observability/metrics', [
    "`/metrics` of the operations listener answers in the format of Prometheus, with Node's own metrics beside these. `METRICS_TOKEN` asks scrapers for a token.",
    table(
      ['metric', 'type', 'labels', 'meaning'],
      ownMetrics().map(({ name, type, labels, help }) => [
        `\`${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
    ),
    '[deploy/grafana/gatehouse.json](../../deploy/grafana/gatehouse.json) is a dashboard of them for Grafana. [deploy/prometheus/alerts.yaml](../../deploy/prometheus/alerts.yaml) holds alert rules, which the [runbook](../operate/runbook.md#alerts) explains.',
  ]);
}
