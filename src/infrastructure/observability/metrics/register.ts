import { Counter, Gauge, type Registry } from 'prom-client';
import type { Metric } from './metric.ts';
import { type MetricSources, metricTable } from './metrics.ts';

/** Registers the metrics of a source. They are read on demand, so that measuring costs calls nothing. */
export function registerMetrics<Name extends keyof MetricSources>(
  registry: Registry,
  name: Name,
  read: () => MetricSources[Name],
): void {
  for (const metric of metricTable[name]) registerMetric(registry, metric, read);
}

function registerMetric<Source>(
  registry: Registry,
  { name, type, help, labels = [], aggregator, read: samplesOf }: Metric<Source>,
  read: () => Source,
): void {
  const settings = {
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    ...(aggregator && { aggregator }),
    collect(this: Counter | Gauge) {
      this.reset();
      const samples = samplesOf(read());
      for (const [of, value] of typeof samples === 'number' ? [[{}, samples] as const] : samples)
        this.inc(of, value);
    },
  };
  if (type === 'counter') new Counter(settings);
  else new Gauge(settings);
}
