import { Gauge, type Registry } from 'prom-client';

/** Tells for how long the snapshot may have been out of date, read when it is asked for. */
export function registerSnapshotMetrics(registry: Registry, staleSeconds: () => number): void {
  new Gauge({
    name: 'snapshot_stale_seconds',
    help: 'For how long changes may have been missed, because the database or its announcements are out of reach; 0 while they are heard.',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(staleSeconds());
    },
  });
}
