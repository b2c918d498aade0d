import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { act, proposalOf, refusedAct } from '../../../support/change-requests.ts';
import { beginWaves, createApplications, judgeNow, openWaves, wavesOf } from '../../../support/waves.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

const more = { waves: [{ percent: 50, minutes: 60 }, { percent: 100 }], haltIf: { withoutCalls: 'GO_ON' } };

it('waves of an org are bounded, and many of one org hold up none of another', async () => {
  const applications = await createApplications(world, 1);
  const numbers: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const pair = await openWaves(world, `many-${index}`, applications);
    numbers.push(await beginWaves(world, { ...pair, more }));
  }
  const one = await openWaves(world, 'one-more', applications);
  const { number } = await world.mutate<{ number: number }>(
    'proposeChange',
    proposalOf('supersedeProduct', one.input, more),
    '{ number }',
  );
  expect(await refusedAct(world, 'commitChange', { number })).toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });

  const org = 'next-door';
  const openapi = { openapi: '3.1.0', info: { title: 'Doors', version: '1.0.0' }, paths: {} };
  await world.mutate('createOrg', { title: 'Next door', name: org });
  await world.mutate('createCatalog', { org, title: 'Live', name: 'live' });
  await world.mutate('createApi', { org, title: 'Doors', openapi, targetUrl: 'http://127.0.0.1:1/' });
  const product = { org, title: 'Doors', apis: ['doors:1.0.0'] };
  await world.mutate('createProduct', { ...product, version: '1.0.0', publishTo: 'live' });
  await world.mutate('createProduct', { ...product, version: '2.0.0' });
  await world.mutate('stageProduct', { org, catalog: 'live', product: 'doors:2.0.0' }, '{ dryRun }');
  const plans = [{ source: 'default-plan', target: 'default-plan' }];
  const input = { org, catalog: 'live', old: 'doors:1.0.0', new: 'doors:2.0.0', plans };
  const proposal = { org, ...proposalOf('supersedeProduct', input, more) };
  const theirs = await world.mutate<{ number: number }>('proposeChange', proposal, '{ number }');
  await act(world, 'commitChange', { org, number: theirs.number });

  const { prisma } = world.database;
  world.pass(60 * 60_000);
  expect(await judgeNow(world)).toEqual([]);
  const done = await prisma.auditEvent.findMany({
    where: { action: 'supersedeProduct', actor: 'platform' },
    include: { org: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  expect(done.map(({ org: each }) => each?.name).slice(0, 2)).toEqual(expect.arrayContaining(['acme', org]));
  expect((await wavesOf(world, numbers[0] ?? 0)).state).toBe('DONE');
});
