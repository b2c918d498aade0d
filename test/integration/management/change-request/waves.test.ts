import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { act, askBehind, proposalOf, refusedAct, setPolicy } from '../../../support/change-requests.ts';
import type { ManagementClient, Variables } from '../../../support/management.ts';
import {
  applicationsOn,
  beginWaves,
  callsOf,
  createApplications,
  judgeNow,
  openWaves,
  proposeWaves,
  subscribe,
  type WaveWorld,
  wavesOf,
} from '../../../support/waves.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const waves = [{ percent: 10, minutes: 60 }, { percent: 50, minutes: 60 }, { percent: 100 }];

let world: CatalogWorld;
let bob: ManagementClient;
let round = 0;
let pair: WaveWorld;
let applications: string[];

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  bob = await world.as('DEVELOPER');
  applications = await createApplications(world, 10);
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  pair = await openWaves(world, `customer-${round}`, applications);
});
afterEach(() => setPolicy(world, null));

const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string }>(product, '{ state }')).state;
const states = () => Promise.all([stateOf(pair.old), stateOf(pair.new)]);
const nameOf = (product: string) => {
  const [name = '', version = ''] = product.split(':');
  return { name, version };
};
const onNew = async () => (await applicationsOn(world, pair.new)).length;
const begin = (more = {}) => beginWaves(world, { ...pair, more: { waves, ...more } });
/** Lets a wave have calls and its time, and judges it. */
const passWave = async () => {
  world.pass(HOUR_MS);
  await callsOf(world, pair.new, { calls: 200 });
  expect(await judgeNow(world)).toEqual([]);
};

describe('a change in waves', () => {
  it.each([
    ['replaceProduct', 'RETIRED'],
    ['supersedeProduct', 'DEPRECATED'],
  ] as const)(
    '%s moves more with each wave, ends the old version after the last, and is undone as a whole',
    async (mutation, ended) => {
      const number = await beginWaves(world, { ...pair, mutation, more: { waves } });
      expect(await wavesOf(world, number)).toMatchObject({
        state: 'RUNNING',
        waves: [{ state: 'RUNNING', moved: 1 }, { state: 'WAITING' }, { state: 'WAITING' }],
      });
      expect(await states()).toEqual(['PUBLISHED', 'PUBLISHED']);
      const first = await applicationsOn(world, pair.new);
      await callsOf(world, pair.new, { calls: 200 });
      expect(await judgeNow(world)).toEqual([]);
      expect(await onNew()).toBe(1);
      await passWave();
      expect(await onNew()).toBe(5);
      expect(await states()).toEqual(['PUBLISHED', 'PUBLISHED']);
      await passWave();
      expect(await applicationsOn(world, pair.new)).toEqual(applications);
      expect(applications).toEqual(expect.arrayContaining(first));
      const done = await wavesOf(world, number);
      expect(done).toMatchObject({ state: 'DONE', halt: null });
      expect(done.waves.map(({ moved, state }) => [moved, state])).toEqual([
        [1, 'DONE'],
        [4, 'DONE'],
        [5, 'DONE'],
      ]);
      expect(await states()).toEqual([ended, 'PUBLISHED']);
      await world.mutate('undoLifecycleChange', { change: done.change?.id }, '{ dryRun }');
      expect(await states()).toEqual(['PUBLISHED', 'STAGED']);
      expect(await applicationsOn(world, pair.old)).toEqual(applications);
    },
  );

  it.each([
    ['haltChange', {}],
    ['advanceChange', { wave: 1 }],
  ])('takes no %s by a token that is revoked while that waits for its turn', async (mutation, more) => {
    const number = await begin();
    const eve = await world.as('DEVELOPER');
    const last = await world.database.prisma.accessToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
    const answer = await askBehind(
      world,
      () => refusedAct(eve, mutation, { number, ...more }),
      ({ accessToken }) => accessToken.delete({ where: { id: last.id } }),
    );
    expect(answer).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await wavesOf(world, number)).toMatchObject({
      state: 'RUNNING',
      waves: [{ state: 'RUNNING', moved: 1 }, { state: 'WAITING' }, { state: 'WAITING' }],
    });
    await act(world, 'haltChange', { number });
  });

  it('does what was reviewed with its waves, and is told by events and in the audit', async () => {
    await setPolicy(world, { rules: [{}] });
    const one = await proposeWaves(world, { ...pair, more: { waves } });
    const other = await proposeWaves(world, { ...pair, more: { waves: [{ percent: 100 }] } });
    expect(one.hash).not.toBe(other.hash);
    expect(one.state).toBe('PROPOSED');
    await act(bob, 'approveChange', { number: one.number, hash: one.hash });
    await act(bob, 'commitChange', { number: one.number });
    await passWave();
    await passWave();
    const events = await world.database.prisma.event.findMany({
      where: { type: { in: ['CHANGE_REQUEST', 'CHANGE_WAVE'] }, subject: String(one.number) },
      orderBy: { id: 'asc' },
    });
    expect(
      events.map(({ detail }) => {
        const { wave, state, moved } = detail as Record<string, unknown>;
        return wave === undefined ? state : [wave, state, moved];
      }),
    ).toEqual([
      'PROPOSED',
      'APPROVED',
      'RUNNING',
      [1, 'RUNNING', 1],
      [1, 'DONE', 1],
      [2, 'RUNNING', 4],
      [2, 'DONE', 4],
      [3, 'RUNNING', 5],
      [3, 'DONE', 5],
      'DONE',
    ]);
    const audit = await world.database.prisma.auditEvent.findMany({
      where: {
        action: { in: ['beginWaves', 'advanceChange', 'supersedeProduct'] },
        subject: { in: [pair.new, `#${one.number}`] },
      },
      orderBy: { id: 'desc' },
      take: 3,
    });
    expect(audit.map(({ action, actor, subject }) => [action, actor === 'platform', subject])).toEqual([
      ['supersedeProduct', true, pair.new],
      ['advanceChange', true, `#${one.number}`],
      ['beginWaves', false, `#${one.number}`],
    ]);
  });

  it('takes those that it names first, who count towards the next share', async () => {
    const [named = ''] = applications.slice(7);
    const pilot = [{ applications: [`consumers/${named}`] }, { percent: 20 }, { percent: 100 }];
    await begin({ waves: pilot });
    expect(await applicationsOn(world, pair.new)).toEqual([named]);
    await passWave();
    expect(await onNew()).toBe(2);
  });

  it('moves who subscribes meanwhile, and leaves who has the new version already', async () => {
    const number = await beginWaves(world, { ...pair, mutation: 'replaceProduct', more: { waves } });
    const late = await world.client(`late ${round}`, [pair.old, 'default-plan']);
    const [both = ''] = await applicationsOn(world, pair.old);
    await subscribe(world, both, pair.new);
    await passWave();
    await passWave();
    expect(await wavesOf(world, number)).toMatchObject({ state: 'DONE' });
    expect(await applicationsOn(world, pair.new)).toEqual([...applications, late.name].sort());
  });

  it('waits for calls where a wave has none, and goes on without where it is to', async () => {
    const number = await begin();
    world.pass(2 * HOUR_MS);
    await judgeNow(world);
    expect(await wavesOf(world, number)).toMatchObject({
      waves: [{ state: 'RUNNING', waitsFor: 'CALLS' }, {}, {}],
    });
    await passWave();
    expect(await onNew()).toBe(5);
    await act(world, 'haltChange', { number });
    world.pass(MINUTE_MS);
    await begin({ haltIf: { withoutCalls: 'GO_ON' } });
    world.pass(HOUR_MS);
    await judgeNow(world);
    expect(await onNew()).toBe(5);
  });

  it('goes on when somebody says so, once', async () => {
    const number = await begin();
    const [one, other] = await Promise.all([
      bob.send(`mutation { advanceChange(input: { number: ${number}, wave: 1 }) { state } }`),
      bob.send(`mutation { advanceChange(input: { number: ${number}, wave: 1 }) { state } }`),
    ]);
    const codes = [one, other].map(({ errors }) => errors[0]?.extensions.code);
    expect(codes.sort()).toEqual(['CONFLICT', undefined]);
    expect(await onNew()).toBe(5);
    await act(bob, 'advanceChange', { number, wave: 2 });
    expect(await wavesOf(world, number)).toMatchObject({ state: 'DONE' });
    expect(await refusedAct(bob, 'advanceChange', { number, wave: 3 })).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
    });
  });

  it('begins no wave in a freeze window, and goes on after it', async () => {
    const number = await begin();
    const at = (hours: number) =>
      new Date(world.deps.clock().getTime() + hours * HOUR_MS).toISOString().slice(0, 19);
    await setPolicy(world, { freezes: [{ title: 'Night', from: at(0.5), until: at(2) }] });
    await passWave();
    expect(await wavesOf(world, number)).toMatchObject({ waves: [{ waitsFor: 'FREEZE' }, {}, {}] });
    expect(await onNew()).toBe(1);
    await passWave();
    expect(await onNew()).toBe(5);
  });

  it('is judged by one process at a time, and by another where that one dies', async () => {
    await begin();
    world.pass(HOUR_MS);
    await callsOf(world, pair.new, { calls: 200 });
    const faults = await Promise.all([judgeNow(world), judgeNow(world), judgeNow(world)]);
    expect(faults.flat()).toEqual([]);
    expect(await onNew()).toBe(5);
    const claimedUntil = new Date(world.deps.clock().getTime() + 5 * MINUTE_MS);
    await world.database.prisma.changeRollout.updateMany({ data: { claimedUntil } });
    world.pass(HOUR_MS - 5 * MINUTE_MS);
    await passWave();
    expect(await onNew()).toBe(10);
  });
});

describe('waves are refused', () => {
  const refusal = (more: Variables, mutation = 'supersedeProduct', input = pair.input) =>
    refusedAct(world, 'proposeChange', proposalOf(mutation, input, more));

  it.each<[string, Variables, (string | number)[]]>([
    ['whose rule has no waves', { haltIf: {} }, ['haltIf']],
    ['with a share that is none', { waves: [{ percent: 0 }] }, ['waves', 0, 'percent']],
    ['with a rule that is none', { waves, haltIf: { serverErrors: 2 } }, ['haltIf', 'serverErrors']],
  ])('%s', async (_title, more, path) => {
    expect(await refusal(more)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', ...path],
    });
  });

  it('with a mutation that moves nobody so', async () => {
    const input = { catalog: CATALOG, product: pair.old };
    expect(await refusal({ waves }, 'deprecateProduct', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'waves'],
    });
  });

  it('where they name what cannot move', async () => {
    const refused = await refusal({ waves: [{ percent: 10 }, { consumerOrgs: ['nobody'] }] });
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['input', 'waves', 1] });
    expect(refused.message).toContain('"nobody" names no subscription');
  });

  it('while others move subscriptions of the same product, and are possible after them', async () => {
    const third = `customer-${round}:3.0.0`;
    await world.product(third);
    await world.lifecycle('stageProduct', { product: third });
    const { number } = await proposeWaves(world, { input: { ...pair.input, new: third }, more: { waves } });
    const first = await begin();
    const refused = await refusedAct(world, 'commitChange', { number });
    expect(refused).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(refused.message).toContain(`Change request ${first} moves subscriptions of the same product`);
    await act(world, 'haltChange', { number: first });
    expect(await act(world, 'commitChange', { number })).toMatchObject({ state: 'RUNNING' });
  });
});

describe('a migration in waves', () => {
  const supersede = () =>
    world.lifecycle('supersedeProduct', {
      old: pair.old,
      new: pair.new,
      plans: [{ source: 'default-plan', target: 'default-plan' }],
    });
  const migrate = { mutation: 'migrateSubscriptions' } as const;

  it('moves the subscribers of a deprecated product to its migration target, and is undone as a whole', async () => {
    await supersede();
    const input = { catalog: CATALOG, product: pair.old };
    const number = await beginWaves(world, { input, ...migrate, more: { waves } });
    for (const moved of [1, 5, 10]) {
      expect(await onNew()).toBe(moved);
      if (moved < 10) await passWave();
    }
    const done = await wavesOf(world, number);
    expect(done).toMatchObject({ state: 'DONE', waves: [{ moved: 1 }, { moved: 4 }, { moved: 5 }] });
    expect(await states()).toEqual(['DEPRECATED', 'PUBLISHED']);
    await world.mutate('undoLifecycleChange', { change: done.change?.id }, '{ dryRun }');
    expect(await applicationsOn(world, pair.old)).toEqual(applications);
  });

  it('is taken back: the offer and the states stay', async () => {
    await supersede();
    world.pass(HOUR_MS);
    const input = { catalog: CATALOG, product: pair.old };
    const number = await beginWaves(world, { input, ...migrate, more: { waves } });
    await callsOf(world, pair.new, { calls: 200, outcome: 'SERVER_ERROR' });
    expect(await judgeNow(world)).toEqual([]);
    expect(await wavesOf(world, number)).toMatchObject({
      state: 'HALTED',
      halt: { cause: 'SERVER_ERRORS', takenBack: 1, restored: true },
    });
    expect(await applicationsOn(world, pair.old)).toEqual(applications);
    expect(await states()).toEqual(['DEPRECATED', 'PUBLISHED']);
  });

  it('moves those alone that it names', async () => {
    await supersede();
    const named = await world.database.prisma.subscription.findMany({
      where: { application: { name: { in: applications.slice(0, 4) } }, catalogProduct: nameOf(pair.old) },
    });
    const input = { catalog: CATALOG, product: pair.old, subscriptions: named.map(({ id }) => id) };
    const more = { waves: [{ percent: 50, minutes: 60 }, { percent: 100 }] };
    await beginWaves(world, { input, ...migrate, more });
    expect(await onNew()).toBe(2);
    await passWave();
    expect(await applicationsOn(world, pair.new)).toEqual(applications.slice(0, 4));
  });

  it('moves all in its last wave, or is refused', async () => {
    await supersede();
    const input = { catalog: CATALOG, product: pair.old };
    const proposal = proposalOf('migrateSubscriptions', input, { waves: [{ percent: 50 }] });
    expect(await refusedAct(world, 'proposeChange', proposal)).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'waves', 0, 'percent'],
    });
  });
});

describe('a wave of a group', () => {
  it('has the subscriptions of its consumer orgs, as they are when it begins', async () => {
    const group = { catalog: CATALOG, title: `Pilots ${round}`, consumerOrgs: ['consumers'] };
    const { name } = await world.mutate<{ name: string }>('createConsumerGroup', group, '{ name }');
    const more = { waves: [{ percent: 10 }, { groups: [name], minutes: 60 }, { percent: 100 }] };
    await begin(more);
    expect(await onNew()).toBe(1);
    await passWave();
    expect(await onNew()).toBe(10);
  });

  it('is refused where nobody in it can move', async () => {
    const proposal = proposalOf('supersedeProduct', pair.input, { waves: [{ groups: ['nobody'] }] });
    expect(await refusedAct(world, 'proposeChange', proposal)).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'waves', 0],
    });
  });
});
