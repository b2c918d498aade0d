import { type Metric, Registry } from 'prom-client';
import { registerBrokenRequestMetrics } from '../../src/infrastructure/observability/metrics/broken-requests.ts';
import { registerCallMetrics } from '../../src/infrastructure/observability/metrics/calls.ts';
import { registerLimitMetrics } from '../../src/infrastructure/observability/metrics/limits.ts';
import { registerOAuthMetrics } from '../../src/infrastructure/observability/metrics/oauth.ts';
import { registerSchemaMetrics } from '../../src/infrastructure/observability/metrics/schemas.ts';
import { registerSnapshotMetrics } from '../../src/infrastructure/observability/metrics/snapshot.ts';
import { registerSunsetMetrics } from '../../src/infrastructure/observability/metrics/sunsets.ts';
import { registerWorkerMetrics } from '../../src/infrastructure/observability/metrics/workers.ts';
import { page, table } from './markdown.ts';

export type OwnMetric = {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
};

/** Every metric that a process can tell, beside those of Node. */
export function ownMetrics(): readonly OwnMetric[] {
  const own = new Registry();
  registerBrokenRequestMetrics(own);
  registerCallMetrics(own, () => ({
    calls: [],
    durations: { bounds: [], counts: [], sumSeconds: 0 },
    backendsLeftAlone: 0,
  }));
  const counts = { counting: 'ALONE', timesLost: 0, roundTrips: 0, decidedAlone: 0, windows: 0 } as const;
  registerLimitMetrics(own, () => counts);
  registerOAuthMetrics(own, () => ({}));
  registerSchemaMetrics(own, () => ({ held: 0, failed: 0 }));
  registerSnapshotMetrics(own, () => 0);
  registerSunsetMetrics(own, () => 0);
  registerWorkerMetrics(own, () => ({ ready: 0, ended: 0 }));
  return own.getMetricsAsArray().map((metric) => {
    const { labelNames } = metric as unknown as Metric & { labelNames: readonly string[] };
    return { name: metric.name, type: `${metric.type}`, help: metric.help, labels: labelNames };
  });
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
