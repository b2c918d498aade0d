import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** The measurements of a process, as another process receives them. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The parts of a registry that /metrics needs. */
export type Exposition = Pick<Registry, 'contentType' | 'metrics'>;

/** Combines several processes in one exposition. Counters are summed, gauges as each of them states. */
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

/** Keeps the counts of an ended process. A sum that fell would look like a restart of all. */
export function withEnded(before: ProcessMetrics, ended: ProcessMetrics): ProcessMetrics {
  const counted = ended.filter(({ type }) => `${type}` === 'counter' || `${type}` === 'histogram');
  return AggregatorRegistry.aggregate([before, counted]).getMetricsAsArray() as unknown as ProcessMetrics;
}
