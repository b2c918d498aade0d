import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerMetrics } from '../../../src/infrastructure/observability/metrics/register.ts';

it('/metrics tells how often codes and refresh tokens were used a second time', async () => {
  const metrics = new Registry();
  const reuses = { authorization_code: 0, refresh_token: 2 };
  registerMetrics(metrics, 'oauth', () => reuses);
  const told = async () => (await metrics.metrics()).split('\n').filter((line) => line.startsWith('oauth_'));
  expect(await told()).toEqual([
    'oauth_reuses_total{what="authorization_code"} 0',
    'oauth_reuses_total{what="refresh_token"} 2',
  ]);
  reuses.authorization_code = 1;
  expect(await told()).toContain('oauth_reuses_total{what="authorization_code"} 1');
});
