import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Security } from '../../../../src/domain/api/security.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { watchStatements } from '../../../support/statements.ts';

const byToken: Security = {
  securityDefinitions: [
    { name: 'oauth-1', type: 'OAUTH2', flow: 'RESOURCE_OWNER_PASSWORD', oauthProvider: 'customer-oauth' },
  ],
  security: [{ definition: 'oauth-1', scopes: ['customer'] }],
};
const PLANS = [
  { title: 'Gold', rateLimit: 500 },
  { title: 'Silver', rateLimit: 50 },
  { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
];
const SUBSCRIPTION =
  '{ id product { name version } plan { name } migrationTarget { product { version } plan { name } } }';

let world: CatalogWorld;
let round = 0;
/** A product of its own for each test: 1.0.0 published, 2.0.0 staged. */
let name: string;
let move: { old: string; new: string; plans: { source: string; target: string }[] };

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.api('customerdb:2.0.0', { security: byToken });
});
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  name = `customer-${round}`;
  await world.product(`${name}:1.0.0`, { publishTo: CATALOG });
  await world.product(`${name}:2.0.0`, { apis: ['customerdb:2.0.0'], plans: PLANS });
  await world.lifecycle('stageProduct', { product: `${name}:2.0.0` });
  move = {
    old: `${name}:1.0.0`,
    new: `${name}:2.0.0`,
    plans: [{ source: 'default-plan', target: 'bronze' }],
  };
});

type Subscription = {
  id: string;
  product: { version: string };
  plan: { name: string };
  migrationTarget: { product: { version: string }; plan: { name: string } } | null;
};
const subscriptionsOf = async (product: string) =>
  (await world.inCatalog<{ subscriptions: Subscription[] }>(product, `{ subscriptions ${SUBSCRIPTION} }`))
    .subscriptions;

describe('supersedeProduct', () => {
  it('deprecates the old version, publishes the new one, and offers each subscription its target plan', async () => {
    const client = await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const done = await world.lifecycle('supersedeProduct', { ...move, sunsetAt: '2028-01-01T00:00:00Z' });
    expect(done).toEqual({
      dryRun: false,
      product: { name, version: '2.0.0', state: 'PUBLISHED' },
      transitions: [
        { product: move.old, from: 'PUBLISHED', to: 'DEPRECATED' },
        { product: move.new, from: 'STAGED', to: 'PUBLISHED' },
      ],
      subscriptions: [
        {
          consumerOrg: 'consumers',
          application: client.name,
          kind: 'OFFERED',
          fromPlan: 'default-plan',
          toProduct: move.new,
          toPlan: 'bronze',
        },
      ],
      warnings: [
        {
          code: 'SECURITY_CHANGED',
          subject: 'customerdb:2.0.0',
          message: expect.stringMatching(/client key.*access token/),
        },
        expect.objectContaining({ code: 'TIGHTER_RATE_LIMIT', subject: 'default-plan' }),
        expect.objectContaining({ code: 'TOKEN_UNOBTAINABLE', subject: 'customerdb:2.0.0' }),
      ],
    });
    expect(
      await world.inCatalog(
        move.old,
        '{ state deprecatedAt sunsetAt subscriptionCount migrationTarget { product { version } plans { source target } } }',
      ),
    ).toEqual({
      state: 'DEPRECATED',
      deprecatedAt: world.deps.clock().toISOString(),
      sunsetAt: '2028-01-01T00:00:00.000Z',
      subscriptionCount: 1,
      migrationTarget: { product: { version: '2.0.0' }, plans: move.plans },
    });
    expect(
      await world.inCatalog(
        move.new,
        '{ state supersedes { name version } apis { onlineState } migrationTarget { plans { source } } }',
      ),
    ).toEqual({
      state: 'PUBLISHED',
      supersedes: [{ name, version: '1.0.0' }],
      apis: [{ onlineState: 'ONLINE' }],
      migrationTarget: null,
    });
  });

  it('moves no subscription: each stays where it is, and says where it can go', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    expect(await subscriptionsOf(move.old)).toMatchObject([
      {
        product: { version: '1.0.0' },
        plan: { name: 'default-plan' },
        migrationTarget: { product: { version: '2.0.0' }, plan: { name: 'bronze' } },
      },
    ]);
  });

  it('looks for its own products alone, and counts their subscriptions alone', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const statements = watchStatements();
    await world.lifecycle('supersedeProduct', move);
    const counted = statements.filter(({ text }) => /COUNT\(\*\).* FROM "public"."Subscription"/.test(text));
    expect(counted.length).toBeGreaterThan(0);
    for (const { text } of counted) expect(text).not.toMatch(/"Subscription" WHERE 1=1 GROUP BY/);
    for (const { text } of statements)
      expect(text).not.toMatch(/"CatalogProduct" LEFT JOIN "public"."CatalogProduct"/);
  });

  it('takes as many statements for many subscribers as for one, and publishing takes fewer', async () => {
    const asked = '{ transitions { product } subscriptions { application kind } undoToken }';
    const statements = watchStatements();
    const takes = async (work: () => Promise<unknown>) => {
      const before = statements.length;
      await work();
      return statements.length - before;
    };
    for (const letter of 'abcdefg') await world.client(`${letter} ${round}`, [move.old, 'default-plan']);
    expect(await takes(() => world.lifecycle('supersedeProduct', move, asked))).toBeLessThanOrEqual(60);
    await world.product(`${name}:3.0.0`);
    const product = { product: `${name}:3.0.0` };
    expect(await takes(() => world.lifecycle('publishProduct', product, asked))).toBeLessThanOrEqual(45);
  });

  it('reads its subscriptions one by one only where the caller asks for them', async () => {
    for (const letter of 'gfedcba') await world.client(`${letter} ${round}`, [move.old, 'default-plan']);
    const statements = watchStatements();
    const preview = (selection: string) =>
      world.lifecycle('supersedeProduct', { ...move, dryRun: true }, selection);
    expect((await preview('{ warnings { message } }')).warnings[0]?.message).toMatch(
      /It touches 7 applications: consumers\/a-.*, consumers\/e-\S+ and 2 more\.$/,
    );
    const readMost = () => Math.max(...statements.map(({ rows }) => rows));
    expect(readMost()).toBeLessThan(7);
    const asked = await preview('{ ...Moves } } fragment Moves on LifecycleChange { subscriptions { kind }');
    expect(asked.subscriptions).toHaveLength(7);
    expect(readMost()).toBe(7);
  });

  it('warns in numbers where a target plan is tighter', async () => {
    const tighter = { ...move, plans: [{ source: 'default-plan', target: 'silver' }] };
    expect((await world.lifecycle('supersedeProduct', tighter)).warnings).toContainEqual({
      code: 'TIGHTER_RATE_LIMIT',
      subject: 'default-plan',
      message: `default-plan of ${move.old} allows 100 calls per hour; silver of ${move.new} allows 50 calls per hour. Nobody is subscribed.`,
    });
  });

  it('rehearsed, answers what the call then does, and changes nothing', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.client(`Beta ${round}`, [move.old, 'default-plan']);
    const deep = `{ dryRun transitions { product from to } subscriptions { application kind toPlan } warnings { code message }
      product { state allowedActions supersedes { name state subscriptionCount subscriptions { plan { name } }
        migrationTarget { product { version state } plans { source target } } } apis { onlineState } } }`;
    const rehearsed = await world.changesNothing(() =>
      world.lifecycle('supersedeProduct', { ...move, dryRun: true }, deep),
    );
    expect(rehearsed).toMatchObject({
      dryRun: true,
      product: { state: 'PUBLISHED', supersedes: [{ state: 'DEPRECATED' }] },
    });
    expect(await world.lifecycle('supersedeProduct', move, deep)).toEqual({ ...rehearsed, dryRun: false });
  });

  it.each([
    [
      'without a target for a plan with subscriptions',
      { plans: [] },
      { status: 409, code: 'PLAN_UNMAPPED', path: ['input', 'plans'] },
    ],
    [
      'with an unknown target',
      { plans: [{ source: 'default-plan', target: 'platinum' }] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans', 0, 'target'] },
    ],
    [
      'with an unknown source',
      { plans: [{ source: 'free', target: 'gold' }] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans', 0, 'source'] },
    ],
    [
      'with a sunset that has passed',
      { sunsetAt: '2020-01-01T00:00:00Z' },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'sunsetAt'] },
    ],
    [
      'by an unknown product',
      { new: 'nothing:1.0.0' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'new'] },
    ],
    [
      'of an unknown product',
      { old: 'nothing:1.0.0' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'old'] },
    ],
    [
      'in an unknown catalog',
      { catalog: 'nowhere' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'catalog'] },
    ],
  ])('is refused %s, and changes nothing', async (_what, changes, expected) => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const refused = await world.changesNothing(() =>
      world.lifecycleRefused('supersedeProduct', { ...move, ...changes }),
    );
    expect(refused).toMatchObject(expected);
    const rehearsed = await world.lifecycleRefused('supersedeProduct', { ...move, ...changes, dryRun: true });
    expect(rehearsed).toEqual(refused);
  });

  it('is refused for a product and itself, a staged old one, and a new one that is not staged', async () => {
    const itself = await world.lifecycleRefused('supersedeProduct', { ...move, new: move.old });
    expect(itself).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'new'] });
    const staged = await world.lifecycleRefused('supersedeProduct', {
      ...move,
      old: move.new,
      new: move.old,
    });
    expect(staged).toMatchObject({ code: 'TRANSITION_REFUSED', status: 409 });
    await world.lifecycle('publishProduct', { product: move.new });
    const published = await world.lifecycleRefused('supersedeProduct', move);
    expect(published).toEqual({
      status: 409,
      code: 'TRANSITION_REFUSED',
      message: `${move.new} is PUBLISHED; supersede needs a new product that is STAGED.`,
      path: ['input', 'new'],
    });
  });

  it('asked for twenty times at once, happens once; the others find it done', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const { revision } = await world.database.prisma.org.findUniqueOrThrow({ where: { id: world.orgId } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send(
          'mutation ($input: SupersedeProductInput!) { supersedeProduct(input: $input) { dryRun } }',
          {
            input: { catalog: CATALOG, ...move },
          },
        ),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'TRANSITION_REFUSED'), 'done']);
    const after = await world.database.prisma.org.findUniqueOrThrow({ where: { id: world.orgId } });
    expect(after.revision).toBe(revision + 1);
  });
});

describe('migrateSubscription', () => {
  it('moves the subscription to its migration target; its id and the credentials stay', async () => {
    const client = await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    const [before] = await subscriptionsOf(move.old);
    expect(await world.mutate('migrateSubscription', { id: before?.id }, SUBSCRIPTION)).toEqual({
      id: before?.id,
      product: { name, version: '2.0.0' },
      plan: { name: 'bronze' },
      migrationTarget: null,
    });
    expect(await subscriptionsOf(move.old)).toEqual([]);
    const credential = await world.database.prisma.credential.findUniqueOrThrow({
      where: { clientKey: client.clientKey },
    });
    expect(world.deps.secrets.matches(client.clientSecret, credential.secretHash)).toBe(true);
  });

  it('moves it to a plan of a published product that is named, also within its own product', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('publishProduct', { product: move.new });
    const [{ id } = { id: '' }] = await subscriptionsOf(move.old);
    const to = (plan: string) =>
      world.mutate('migrateSubscription', { id, product: move.new, plan }, SUBSCRIPTION);
    expect(await to('gold')).toMatchObject({ id, plan: { name: 'gold' } });
    expect(await to('silver')).toMatchObject({ id, plan: { name: 'silver' } });
  });

  it('is refused where it cannot go, and changes nothing', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const [{ id } = { id: '' }] = await subscriptionsOf(move.old);
    const cases = [
      [{ id }, 'MIGRATION_TARGET_MISSING', ['input', 'id']],
      [{ id, product: move.new, plan: 'gold' }, 'NOT_SUBSCRIBABLE', ['input', 'product']],
      [{ id, product: move.old, plan: 'gold' }, 'NOT_FOUND', ['input', 'plan']],
      [{ id, product: 'nothing:1.0.0', plan: 'gold' }, 'NOT_FOUND', ['input', 'product']],
      [{ id, product: move.new }, 'BAD_USER_INPUT', ['input', 'plan']],
      [{ id, plan: 'gold' }, 'BAD_USER_INPUT', ['input', 'product']],
      [{ id: 'nothing' }, 'NOT_FOUND', ['input', 'id']],
      [{ id: '0195a3c2-7a10-7f3e-8a5b-0123456789ab' }, 'NOT_FOUND', ['input', 'id']],
    ] as const;
    for (const [input, code, path] of cases)
      expect(
        await world.changesNothing(() => world.refused('migrateSubscription', input, '{ id }')),
      ).toMatchObject({ code, path });
  });

  it('is refused where the application has a subscription to the target already', async () => {
    const { name: application } = await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    const address = { catalog: CATALOG, consumerOrg: 'consumers', application };
    await world.mutate('createSubscription', { ...address, product: move.new, plan: 'gold' }, '{ id }');
    const [{ id } = { id: '' }] = await subscriptionsOf(move.old);
    expect(await world.refused('migrateSubscription', { id }, '{ id }')).toMatchObject({
      status: 409,
      code: 'SUBSCRIPTION_EXISTS',
      message: `The application is subscribed to ${move.new} already, on the plan gold.`,
    });
  });
});

describe('migrateSubscriptions', () => {
  it('moves all in one go; one whose application is there already stays, and is reported', async () => {
    const alpha = await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const both = await world.client(`Both ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    const address = { catalog: CATALOG, consumerOrg: 'consumers', application: both.name };
    await world.mutate('createSubscription', { ...address, product: move.new, plan: 'gold' }, '{ id }');
    const input = { product: move.old };
    const rehearsed = await world.changesNothing(() =>
      world.lifecycle('migrateSubscriptions', { ...input, dryRun: true }),
    );
    const who = { consumerOrg: 'consumers', fromPlan: 'default-plan' };
    expect(rehearsed).toEqual({
      dryRun: true,
      product: { name, version: '1.0.0', state: 'DEPRECATED' },
      transitions: [],
      subscriptions: [
        { ...who, application: alpha.name, kind: 'MOVES', toProduct: move.new, toPlan: 'bronze' },
        { ...who, application: both.name, kind: 'STAYS', toProduct: null, toPlan: null },
      ],
      warnings: [],
    });
    expect(await world.lifecycle('migrateSubscriptions', input)).toEqual({ ...rehearsed, dryRun: false });
    expect((await subscriptionsOf(move.new)).map(({ plan }) => plan.name).sort()).toEqual(['bronze', 'gold']);
    expect((await subscriptionsOf(move.old)).map(({ plan }) => plan.name)).toEqual(['default-plan']);
  });

  it('moves only those that are named', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.client(`Beta ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    const [first, second] = await subscriptionsOf(move.old);
    const moved = await world.lifecycle('migrateSubscriptions', {
      product: move.old,
      subscriptions: [first?.id],
    });
    expect(moved.subscriptions).toMatchObject([{ kind: 'MOVES' }]);
    expect((await subscriptionsOf(move.old)).map(({ id }) => id)).toEqual([second?.id]);
    expect((await subscriptionsOf(move.new)).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('is refused for an unknown subscription, and without a migration target; nothing has moved then', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    const none = await world.changesNothing(() =>
      world.lifecycleRefused('migrateSubscriptions', { product: move.old }),
    );
    expect(none).toMatchObject({ status: 409, code: 'MIGRATION_TARGET_MISSING', path: ['input', 'product'] });
    await world.lifecycle('supersedeProduct', move);
    const [{ id } = { id: '' }] = await subscriptionsOf(move.old);
    const unknown = await world.changesNothing(() =>
      world.lifecycleRefused('migrateSubscriptions', { product: move.old, subscriptions: [id, 'nothing'] }),
    );
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['input', 'subscriptions', 1] });
  });

  it('is refused while the target is not published', async () => {
    await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
    await world.lifecycle('supersedeProduct', move);
    await world.lifecycle('deprecateProduct', { product: move.new });
    const refused = await world.lifecycleRefused('migrateSubscriptions', { product: move.old });
    expect(refused).toMatchObject({
      code: 'MIGRATION_TARGET_MISSING',
      message: expect.stringMatching(/is DEPRECATED, not PUBLISHED/),
    });
    expect(await subscriptionsOf(move.old)).toMatchObject([{ migrationTarget: null }]);
  });
});

it('a plan that others are to move to cannot leave the product', async () => {
  await world.lifecycle('supersedeProduct', move);
  await world.mutate('deletePlan', { product: move.new, name: 'bronze' });
  expect(
    await world.changesNothing(() => world.lifecycleRefused('publishProduct', { product: move.new })),
  ).toMatchObject({
    status: 409,
    code: 'IN_USE',
    message: `${move.new} lacks the plan bronze now, but subscribers of ${move.old} are to move to it: keep a plan of that name.`,
  });
});

it('an old version that is published again offers no move any more', async () => {
  await world.client(`Alpha ${round}`, [move.old, 'default-plan']);
  await world.lifecycle('supersedeProduct', move);
  await world.lifecycle('publishProduct', { product: move.old });
  expect(
    await world.inCatalog(
      move.old,
      '{ state deprecatedAt migrationTarget { plans { source } } subscriptions { migrationTarget { plan { name } } } }',
    ),
  ).toEqual({
    state: 'PUBLISHED',
    deprecatedAt: null,
    migrationTarget: null,
    subscriptions: [{ migrationTarget: null }],
  });
  expect(await world.inCatalog(move.new, '{ supersedes { name } }')).toEqual({ supersedes: [] });
});
