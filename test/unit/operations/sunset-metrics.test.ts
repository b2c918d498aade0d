import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { registerMetrics } from '../../../src/infrastructure/observability/metrics/register.ts';
import { createOperations } from '../../../src/infrastructure/observability/operations-listener.ts';
import { listening } from '../../support/graphql-server.ts';

it('/metrics tells how many products are overdue when it is asked', async () => {
  const metrics = new Registry();
  let overdue = 0;
  registerMetrics(metrics, 'sunsets', () => ({ overdue }));
  const operations = createOperations({ metrics, readiness: () => ({}) });
  const { url, close } = await listening(operations);
  onTestFinished(close);
  const told = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.split('\n').filter((line) => line.includes('products_overdue_sunset'));
  };
  expect(await told()).toContain('# TYPE products_overdue_sunset gauge');
  expect(await told()).toContain('products_overdue_sunset 0');
  overdue = 3;
  expect(await told()).toContain('products_overdue_sunset 3');
});
