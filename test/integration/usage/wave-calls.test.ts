import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import {
  SAMPLE_MAX,
  type WaveCallsRequest,
  waveCalls,
  waveFailures,
} from '../../../src/infrastructure/usage/wave-calls.ts';
import { emptyDatabase } from '../../support/database.ts';
import { createApplicationRow, createCatalogProduct, createSandbox } from '../../support/published.ts';
import { countUsage } from '../../support/usage.ts';

const MINUTE = new Date('2026-11-28T10:00:00Z');
/** More subscriptions than are read at once. */
const COUNT = SAMPLE_MAX + 100;

let database: Database;
let request: WaveCallsRequest;
/** Another product, with one application. */
let secondId: string;
beforeAll(async () => {
  database = await emptyDatabase();
  const world = await createSandbox(database);
  const { id: catalogProductId, plans } = await createCatalogProduct(database, world, { version: '1.0.0' });
  const second = await createCatalogProduct(database, world, { version: '2.0.0' });
  secondId = second.id;
  const own = await createApplicationRow(database, world, { name: 'own' });
  await database.prisma.subscription.create({
    data: { applicationId: own.id, catalogProductId: secondId, catalogPlanId: second.plans[0]?.id ?? '' },
  });
  const names = Array.from({ length: COUNT }, (_, index) => `app-${index}`);
  const { prisma } = database;
  const applications = await prisma.application.createManyAndReturn({
    data: names.map((name) => ({ name, title: name, consumerOrgId: world.consumerOrgId })),
  });
  const subscriptions = await prisma.subscription.createManyAndReturn({
    data: applications.map(({ id: applicationId }) => ({
      id: randomUUID(),
      applicationId,
      catalogProductId,
      catalogPlanId: plans[0]?.id ?? '',
    })),
  });
  const of = { orgId: world.orgId, consumerOrg: 'consumers', product: 'customer:1.0.0', hour: MINUTE };
  const named = new Map(applications.map(({ id, name }) => [id, name]));
  const called = subscriptions.map(({ id, applicationId }) => ({
    ...of,
    subscriptionId: id,
    application: named.get(applicationId) ?? '',
    api: 'customerdb:1.0.0',
  }));
  await countUsage(database, [
    ...called.map((each) => ({ ...each, outcome: 'ANSWERED' as const, calls: 2, ms: 4 })),
    ...called.map((each) => ({ ...each, outcome: 'SERVER_ERROR' as const, calls: 1, ms: 4 })),
    // Of another product, of another minute, and of nobody known.
    ...called
      .slice(0, 10)
      .map((each) => ({ ...each, product: 'other:1.0.0', outcome: 'REFUSED' as const, calls: 1 })),
    { ...called[0], ...of, hour: new Date('2026-11-28T09:00:00Z'), outcome: 'REFUSED', calls: 1 },
    { ...of, product: null, application: null, outcome: 'REFUSED', calls: 1 },
  ]);
  // A server collects them within a minute. Until then it may choose a plan that takes minutes.
  await prisma.$executeRaw`ANALYZE`;
  request = {
    orgId: world.orgId,
    catalog: 'sandbox',
    group: { catalogProductId },
    product: 'customer:1.0.0',
    apis: ['customerdb:1.0.0'],
    from: MINUTE,
    to: new Date(MINUTE.getTime() + 60_000),
  };
});
afterAll(() => database.close());

it('the calls of a large group are those of a sample, the same each time; what failed is counted of all', async () => {
  const counted = await waveCalls(database, request);
  expect(counted).toMatchObject({ calls: 3 * SAMPLE_MAX, serverErrors: SAMPLE_MAX, refused: 0 });
  expect(counted.durations.reduce((sum, calls) => sum + calls)).toBe(3 * SAMPLE_MAX);
  expect(await waveCalls(database, request)).toEqual(counted);
  expect(await waveFailures(database, request)).toBe(COUNT);
});

it('a refusal of an application belongs to its group, where no subscription and no other product is known', async () => {
  const own = { ...request, group: { catalogProductId: secondId }, product: 'customer:2.0.0' };
  const refused = {
    orgId: request.orgId,
    consumerOrg: 'consumers',
    hour: MINUTE,
    outcome: 'REFUSED',
  } as const;
  await countUsage(database, [
    { ...refused, application: 'own', code: 'SUBSCRIPTION_MISSING', calls: 5 },
    { ...refused, application: 'own', product: 'other:1.0.0', api: 'customerdb:1.0.0', calls: 50 },
    { ...refused, application: 'another', calls: 500 },
  ]);
  expect(await waveCalls(database, own)).toMatchObject({ calls: 5, serverErrors: 0, refused: 5 });
  expect(await waveFailures(database, own)).toBe(5);
});
