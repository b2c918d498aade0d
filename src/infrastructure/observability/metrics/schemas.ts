import { Gauge, type Registry } from 'prom-client';

/** Tells how refreshes of GraphQL schemas stand. Each process of the control plane tells all of them. */
export function registerSchemaMetrics(
  registry: Registry,
  unsettled: () => { readonly held: number; readonly failed: number },
): void {
  new Gauge({
    name: 'graphql_schemas_unsettled',
    help: 'GraphQL APIs whose last refresh is held, because it would break callers, or failed.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { held, failed } = unsettled();
      this.set({ state: 'held' }, held);
      this.set({ state: 'failed' }, failed);
    },
  });
}
