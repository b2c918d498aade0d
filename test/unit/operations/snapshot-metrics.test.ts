import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerMetrics } from '../../../src/infrastructure/observability/metrics/register.ts';

it('/metrics tells for how long the snapshot may have been out of date, and whether the database is polled', async () => {
  const metrics = new Registry();
  let stale = 0;
  registerMetrics(metrics, 'snapshot', () => ({ staleSeconds: stale, polls: stale > 0 }));
  expect(await metrics.metrics()).toMatch(/^snapshot_stale_seconds 0$[\s\S]*^database_polled 0$/m);
  stale = 42.5;
  expect(await metrics.metrics()).toMatch(/^snapshot_stale_seconds 42.5$[\s\S]*^database_polled 1$/m);
});
