import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** What a process measured, as it is told to another one. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What /metrics needs of a registry. */
export type Exposition = Pick<Registry, 'contentType' | 'metrics'>;

/** One exposition for several processes: counters are summed, and gauges as each of them says. */
export function expositionOf(own: Registry, others: () => Promise<readonly ProcessMetrics[]>): Exposition {
  return {
    contentType: own.contentType,
    async metrics() {
      const measured = await others();
      if (measured.length === 0) return own.metrics();
      return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...measured]).metrics();
    },
  };
}

/** What a process that has ended had counted still counts: a sum that fell would look like a restart of all. */
export function withEnded(before: ProcessMetrics, ended: ProcessMetrics): ProcessMetrics {
  const counted = ended.filter(({ type }) => `${type}` === 'counter' || `${type}` === 'histogram');
  return AggregatorRegistry.aggregate([before, counted]).getMetricsAsArray() as unknown as ProcessMetrics;
}
