import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitDue } from '../../../../src/control-plane/management/change-request/due-requests.ts';
import { schema } from '../../../../src/control-plane/management/schema.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { proposalOf, propose } from '../../../support/change-requests.ts';

const HOUR_MS = 3_600_000;

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

/** A local time in UTC, so many hours from now. */
const inHours = (hours: number) =>
  new Date(world.deps.clock().getTime() + hours * HOUR_MS).toISOString().slice(0, 19);

it('a scheduled change request is not held up by many of another org that were due before it', async () => {
  const many = ['a', 'b', 'c'].map((name) => `many-${name}:1.0.0`);
  for (const each of many) {
    await world.product(each);
    const input = { org: 'acme', catalog: CATALOG, product: each };
    await propose(world, proposalOf('publishProduct', input, { schedule: { at: inHours(1) } }));
  }
  const org = 'next-door';
  const openapi = { openapi: '3.1.0', info: { title: 'Doors', version: '1.0.0' }, paths: {} };
  await world.mutate('createOrg', { title: 'Next door', name: org });
  await world.mutate('createCatalog', { org, title: 'Live', name: 'live' });
  await world.mutate('createApi', { org, title: 'Doors', openapi, targetUrl: 'http://127.0.0.1:1/' });
  await world.mutate('createProduct', { org, title: 'Doors', apis: ['doors:1.0.0'] });
  const input = { org, catalog: 'live', product: 'doors:1.0.0' };
  const schedule = { at: inHours(2) };
  await propose(world, { org, ...proposalOf('publishProduct', input, { schedule }) });
  world.pass(2 * HOUR_MS);
  expect(await commitDue({ ...world.deps, schema })).toEqual([]);
  const done = await world.database.prisma.auditEvent.findMany({
    where: { action: 'publishProduct', actor: 'platform', subject: { in: [...many, 'doors:1.0.0'] } },
    orderBy: { id: 'asc' },
  });
  expect(done.map(({ subject }) => subject)).toEqual([many[0], 'doors:1.0.0', ...many.slice(1)]);
});
