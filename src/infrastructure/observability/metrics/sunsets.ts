import { Gauge, type Registry } from 'prom-client';

/** Tells how many products are overdue, read when it is asked for. Each process of the control plane tells them all. */
export function registerSunsetMetrics(registry: Registry, overdue: () => number): void {
  new Gauge({
    name: 'products_overdue_sunset',
    help: 'Deprecated products whose sunset has passed while applications are still subscribed to them.',
    registers: [registry],
    collect() {
      this.set(overdue());
    },
  });
}
