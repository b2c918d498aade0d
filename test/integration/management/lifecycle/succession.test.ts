import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const PLANS = [{ title: 'Gold' }, { title: 'Bronze' }];
const MAP = [
  { source: 'gold', target: 'bronze' },
  { source: 'bronze', target: 'gold' },
];
const MOVES = `{ transitions { product from to } warnings { code }
  subscriptions { application kind fromProduct fromPlan toProduct toPlan } }`;

let world: CatalogWorld;
let round = 0;
/** The versions of a product of its own for each test: the first published, the others staged. */
let v1: string;
let v2: string;
let v3: string;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  [v1, v2, v3] = [1, 2, 3].map((major) => `customer-${round}:${major}.0.0`) as [string, string, string];
  await world.product(v1, { plans: PLANS, publishTo: CATALOG });
  for (const version of [v2, v3]) {
    await world.product(version, { plans: PLANS });
    await world.lifecycle('stageProduct', { product: version });
  }
});

const subscriptionsOf = async (product: string) =>
  (
    await world.inCatalog<{ subscriptions: Variables[] }>(
      product,
      '{ subscriptions { id application { name } plan { name } migrationTarget { product { version } plan { name } } } }',
    )
  ).subscriptions;
const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string }>(product, '{ state }')).state;

describe('replaceProduct', () => {
  it('retires the old version, publishes the new one, and moves every subscription at once', async () => {
    const alpha = await world.client(`Alpha ${round}`, [v1, 'gold']);
    const beta = await world.client(`Beta ${round}`, [v1, 'bronze']);
    const ids = (await subscriptionsOf(v1)).map(({ id }) => id);
    const input = { old: v1, new: v2, plans: MAP };
    const rehearsed = await world.changesNothing(() =>
      world.lifecycle('replaceProduct', { ...input, dryRun: true }, MOVES),
    );
    expect(rehearsed).toEqual({
      transitions: [
        { product: v1, from: 'PUBLISHED', to: 'RETIRED' },
        { product: v2, from: 'STAGED', to: 'PUBLISHED' },
      ],
      warnings: [],
      subscriptions: [
        [alpha.name, 'gold', 'bronze'],
        [beta.name, 'bronze', 'gold'],
      ].map(([application, fromPlan, toPlan]) => ({
        application,
        kind: 'MOVES',
        fromProduct: v1,
        fromPlan,
        toProduct: v2,
        toPlan,
      })),
    });
    expect(await world.lifecycle('replaceProduct', input, MOVES)).toEqual(rehearsed);
    expect(await world.inCatalog(v1, '{ state subscriptionCount apis { onlineState } }')).toEqual({
      state: 'RETIRED',
      subscriptionCount: 0,
      apis: [{ onlineState: 'OFFLINE' }],
    });
    expect(await subscriptionsOf(v2)).toMatchObject([
      { id: ids[0], plan: { name: 'bronze' } },
      { id: ids[1], plan: { name: 'gold' } },
    ]);
  });

  it('keeps a GraphQL proxy API Online that the old version serves', async () => {
    await world.api('proxy:1.0.0', { kind: 'GRAPHQL' });
    const [old, successor] = ['graph:1.0.0', 'graph:2.0.0'];
    for (const product of [old, successor]) await world.product(product, { apis: ['proxy:1.0.0'] });
    await world.lifecycle('publishProduct', { product: old });
    await world.mutate('setApiOnline', { catalog: CATALOG, api: 'proxy:1.0.0', online: true }, '{ name }');
    await world.lifecycle('stageProduct', { product: successor });
    const plans = [{ source: 'default-plan', target: 'default-plan' }];
    await world.lifecycle('replaceProduct', { old, new: successor, plans });
    expect(await world.inCatalog(successor, '{ apis { onlineState } }')).toEqual({
      apis: [{ onlineState: 'ONLINE' }],
    });
  });

  it.each([
    [{ visibility: 'AUTHENTICATED' }, (product: string) => `Fewer may see ${product} than `],
    [{ subscribability: 'DISABLED' }, (product: string) => `Fewer may subscribe to ${product} than `],
  ])('is refused where the new product has %j', async (settings, message) => {
    await world.lifecycle('stageProduct', { product: v2, ...settings });
    const refused = await world.changesNothing(() =>
      world.lifecycleRefused('replaceProduct', { old: v1, new: v2, plans: [] }),
    );
    expect(refused).toMatchObject({ status: 409, code: 'LESS_VISIBLE', path: ['input', 'new'] });
    expect(refused.message).toContain(message(v2));
    await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: [] });
  });

  it('is refused without a target for a plan with subscriptions, and with a sunset', async () => {
    await world.client(`Alpha ${round}`, [v1, 'gold']);
    const input = { old: v1, new: v2, plans: [] };
    expect(await world.lifecycleRefused('replaceProduct', input)).toMatchObject({ code: 'PLAN_UNMAPPED' });
    const sunsetAt = '2028-01-01T00:00:00Z';
    expect(await world.lifecycleRefused('replaceProduct', { ...input, plans: MAP, sunsetAt })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'sunsetAt'],
    });
  });

  it('asked for twenty times at once, happens once; the others are told that it is done', async () => {
    await world.client(`Alpha ${round}`, [v1, 'gold']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send('mutation ($input: SupersedeProductInput!) { replaceProduct(input: $input) { dryRun } }', {
          input: { catalog: CATALOG, old: v1, new: v2, plans: MAP },
        }),
      ),
    );
    const said = answers.map(({ errors }) => errors[0]?.message ?? 'done').sort();
    const why = `${v1} is RETIRED; replace is for a product that is PUBLISHED.`;
    expect(said).toEqual([...Array.from({ length: 19 }, () => why), 'done']);
    expect(await subscriptionsOf(v2)).toHaveLength(1);
  });
});

describe('setMigrationTarget', () => {
  it('offers nothing to an application that is on the target already, and says that it stays', async () => {
    for (const product of [v2, v3]) await world.lifecycle('publishProduct', { product });
    const alpha = await world.client(`Alpha ${round}`, [v1, 'gold'], [v2, 'gold']);
    const beta = await world.client(`Beta ${round}`, [v1, 'gold'], [v3, 'gold']);
    const stays = { kind: 'STAYS', fromProduct: v1, fromPlan: 'gold', toProduct: null, toPlan: null };
    const target = await world.lifecycle('setMigrationTarget', { old: v1, new: v2, plans: MAP }, MOVES);
    expect(target.subscriptions).toEqual([
      { ...stays, application: alpha.name },
      { ...stays, application: beta.name, kind: 'OFFERED', toProduct: v2, toPlan: 'bronze' },
    ]);
    const ledOn = await world.lifecycle('setMigrationTarget', { old: v2, new: v3, plans: MAP }, MOVES);
    expect(ledOn.subscriptions).toEqual([
      { ...stays, application: alpha.name, kind: 'OFFERED', toProduct: v3, toPlan: 'gold' },
      {
        ...stays,
        application: alpha.name,
        kind: 'OFFERED',
        fromProduct: v2,
        toProduct: v3,
        toPlan: 'bronze',
      },
      { ...stays, application: beta.name },
    ]);
  });

  it('offers the subscribers the move, and leaves both products as they are', async () => {
    await world.client(`Alpha ${round}`, [v1, 'gold']);
    await world.lifecycle('publishProduct', { product: v2 });
    const done = await world.lifecycle('setMigrationTarget', { old: v1, new: v2, plans: MAP }, MOVES);
    expect(done).toMatchObject({
      transitions: [],
      subscriptions: [{ kind: 'OFFERED', fromPlan: 'gold', toProduct: v2, toPlan: 'bronze' }],
    });
    expect([await stateOf(v1), await stateOf(v2)]).toEqual(['PUBLISHED', 'PUBLISHED']);
    expect(await subscriptionsOf(v1)).toMatchObject([
      { migrationTarget: { product: { version: '2.0.0' }, plan: { name: 'bronze' } } },
    ]);
    await world.lifecycle('migrateSubscriptions', { product: v1 });
    expect(await subscriptionsOf(v2)).toMatchObject([{ plan: { name: 'bronze' } }]);
  });

  it('is refused where the target is not published, or has a target itself', async () => {
    const staged = await world.lifecycleRefused('setMigrationTarget', { old: v1, new: v2, plans: MAP });
    expect(staged).toMatchObject({
      code: 'TRANSITION_REFUSED',
      message: `${v2} is STAGED; set migration target needs a new product that is PUBLISHED.`,
    });
    for (const product of [v2, v3]) await world.lifecycle('publishProduct', { product });
    await world.lifecycle('setMigrationTarget', { old: v2, new: v3, plans: MAP });
    expect(
      await world.changesNothing(() =>
        world.lifecycleRefused('setMigrationTarget', { old: v1, new: v2, plans: MAP }),
      ),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `The subscriptions of ${v2} are to go to ${v3}: name that as the new one.`,
      path: ['input', 'new'],
    });
  });
});

describe('a version that is superseded twice', () => {
  it('leads its subscribers straight to the newest, by both plan maps', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: MAP });
    const again = await world.lifecycle('supersedeProduct', { old: v2, new: v3, plans: MAP }, MOVES);
    expect(again.subscriptions).toEqual([
      {
        application: name,
        kind: 'OFFERED',
        fromProduct: v1,
        fromPlan: 'gold',
        toProduct: v3,
        toPlan: 'gold',
      },
    ]);
    expect(await subscriptionsOf(v1)).toMatchObject([
      { migrationTarget: { product: { version: '3.0.0' }, plan: { name: 'gold' } } },
    ]);
    expect(await world.inCatalog(v3, '{ supersedes { version } }')).toEqual({
      supersedes: [{ version: '1.0.0' }, { version: '2.0.0' }],
    });
    await world.lifecycle('migrateSubscriptions', { product: v1 });
    expect(await subscriptionsOf(v3)).toMatchObject([{ application: { name }, plan: { name: 'gold' } }]);
  });

  it('offers nothing any more where the second map lacks the plan, and says so', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: MAP });
    const plans = [{ source: 'gold', target: 'gold' }];
    const again = await world.lifecycle('supersedeProduct', { old: v2, new: v3, plans }, MOVES);
    expect(again.subscriptions).toEqual([
      { application: name, kind: 'STAYS', fromProduct: v1, fromPlan: 'gold', toProduct: null, toPlan: null },
    ]);
    expect(await subscriptionsOf(v1)).toMatchObject([{ migrationTarget: null }]);
    const [{ id } = { id: '' }] = await subscriptionsOf(v1);
    expect(await world.refused('migrateSubscription', { id }, '{ id }')).toMatchObject({
      code: 'MIGRATION_TARGET_MISSING',
    });
  });

  it('is told when the version that its subscribers are offered is not there to go to any more', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: MAP });
    const gone = await world.lifecycle('deprecateProduct', { product: v2 }, MOVES);
    expect(gone.subscriptions).toMatchObject([{ application: name, kind: 'STAYS', fromProduct: v1 }]);
    const back = await world.lifecycle('publishProduct', { product: v2 }, MOVES);
    expect(back.subscriptions).toMatchObject([{ application: name, kind: 'OFFERED', toProduct: v2 }]);
  });
});

describe('the end of a product', () => {
  it('retire ends the subscriptions, and says whose', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    const rehearsed = await world.changesNothing(() =>
      world.lifecycle('retireProduct', { product: v1, dryRun: true }),
    );
    const done = await world.lifecycle('retireProduct', { product: v1 });
    expect(done).toEqual({ ...rehearsed, dryRun: false });
    expect(done).toMatchObject({
      product: { state: 'RETIRED' },
      subscriptions: [{ application: name, kind: 'ENDS', fromPlan: 'gold', toProduct: null }],
      warnings: [
        {
          code: 'SUBSCRIPTIONS_END',
          subject: v1,
          message: `1 subscription to ${v1} ends: consumers/${name} (gold).`,
        },
      ],
    });
    expect(await subscriptionsOf(v1)).toEqual([]);
  });

  it('a retired product is staged again, as it stands when its draft is gone', async () => {
    await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: MAP });
    await world.lifecycle('retireProduct', { product: v1 });
    await world.mutate('deleteProduct', { product: v1 }, '');
    expect(await world.lifecycle('stageProduct', { product: v1 })).toMatchObject({
      transitions: [{ product: v1, from: 'RETIRED', to: 'STAGED' }],
    });
    expect(
      await world.inCatalog(
        v1,
        '{ deprecatedAt migrationTarget { plans { source } } plans { name } apis { onlineState } }',
      ),
    ).toEqual({
      deprecatedAt: null,
      migrationTarget: null,
      plans: [{ name: 'gold' }, { name: 'bronze' }],
      apis: [{ onlineState: 'OFFLINE' }],
    });
  });

  it('archive puts a retired product away, remove takes it out of the catalog', async () => {
    for (const mutation of ['retireProduct', 'archiveProduct'])
      await world.lifecycle(mutation, { product: v1 });
    expect(await stateOf(v1)).toBe('ARCHIVED');
    expect(await world.lifecycle('removeProduct', { product: v1 })).toMatchObject({
      product: null,
      transitions: [{ product: v1, from: 'ARCHIVED', to: null }],
    });
    expect(await world.inCatalog(v1, '{ state }')).toBeNull();
  });

  it.each(['archiveProduct', 'removeProduct'])('%s is refused while it serves somebody', async (mutation) => {
    const refused = await world.changesNothing(() => world.lifecycleRefused(mutation, { product: v1 }));
    expect(refused).toMatchObject({ status: 409, code: 'TRANSITION_REFUSED' });
  });
});

it('a supersede and a move of its subscriber at the same time leave one subscription on one plan', async () => {
  const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
  const [{ id } = { id: '' }] = await subscriptionsOf(v1);
  await world.lifecycle('publishProduct', { product: v3 });
  const [superseded, moved] = await Promise.all([
    world.send('mutation ($input: SupersedeProductInput!) { supersedeProduct(input: $input) { dryRun } }', {
      input: { catalog: CATALOG, old: v1, new: v2, plans: MAP },
    }),
    world.send('mutation ($input: MigrateSubscriptionInput!) { migrateSubscription(input: $input) { id } }', {
      input: { id, product: v3, plan: 'bronze' },
    }),
  ]);
  expect([superseded?.errors, moved?.errors]).toEqual([[], []]);
  expect(await subscriptionsOf(v1)).toEqual([]);
  expect(await subscriptionsOf(v3)).toMatchObject([{ id, application: { name }, plan: { name: 'bronze' } }]);
});

it('the audit tells of each product before and after', async () => {
  await world.client(`Alpha ${round}`, [v1, 'gold']);
  await world.lifecycle('supersedeProduct', { old: v1, new: v2, plans: MAP });
  const { auditEvents } = await world.query<{ auditEvents: { nodes: Variables[] } }>(
    '{ auditEvents(first: 1) { nodes { actor action subject detail } } }',
  );
  const stands = { migrationTarget: null, sunsetAt: null, subscriptions: 0 };
  expect(auditEvents.nodes[0]).toMatchObject({
    action: 'supersedeProduct',
    subject: v2,
    detail: {
      catalog: CATALOG,
      old: v1,
      before: {
        [v1]: { ...stands, state: 'PUBLISHED', subscriptions: 1 },
        [v2]: { ...stands, state: 'STAGED' },
      },
      after: {
        [v1]: { ...stands, state: 'DEPRECATED', subscriptions: 1, migrationTarget: v2 },
        [v2]: { ...stands, state: 'PUBLISHED' },
      },
    },
  });
});
