import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerMetrics } from '../../../src/infrastructure/observability/metrics/register.ts';

it('/metrics tells how calls are counted, and what losing Redis has cost', async () => {
  const metrics = new Registry();
  const counts = { timesLost: 1, roundTrips: 20, decidedAlone: 3, windows: 5 };
  let counting: 'ALONE' | 'SHARED' | 'LOST' = 'SHARED';
  registerMetrics(metrics, 'limits', () => ({ counting, ...counts }));
  const told = async () => (await metrics.metrics()).split('\n').filter((line) => line.startsWith('limits_'));
  expect(await told()).toEqual([
    'limits_shared 1',
    'limits_windows 5',
    'limits_redis_lost_total 1',
    'limits_redis_round_trips_total 20',
    'limits_decided_alone_total 3',
  ]);
  counting = 'LOST';
  expect(await told()).toContain('limits_shared 0');
});
