import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { countUnits, countUsage } from '../../support/usage.ts';

const DOCUMENT = `query ($subscription: ID, $product: VersionedName, $catalog: String, $onPlan: String, $plan: String,
    $limits: LimitsInput, $days: Int = 7, $first: Int = 50, $after: String) {
  simulatePlan(subscription: $subscription, product: $product, catalog: $catalog, onPlan: $onPlan, plan: $plan,
    limits: $limits, days: $days, first: $first, after: $after) {
    from to limits { judgement limit { name limit } }
    nodes { id catalog consumerOrg application product plan calls refused refusedBy { limit calls } }
    pageInfo { hasNextPage endCursor } } }`;

type Simulation = {
  readonly from: string;
  readonly to: string;
  readonly limits: readonly { readonly judgement: string; readonly limit: { readonly name: string } }[];
  readonly nodes: readonly {
    readonly application: string;
    readonly calls: number;
    readonly refused: number;
    readonly refusedBy: readonly unknown[];
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

let world: CatalogWorld;
let busy: string;
let hour: number;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const plans = [
    { title: 'Gold', rateLimit: 100 },
    { title: 'Silver', rateLimit: 10 },
  ];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
  await world.product('other:1.0.0', { plans, publishTo: CATALOG });
  for (const title of ['Busy', 'Calm', 'Silent']) await world.client(title, ['customer:1.0.0', 'gold']);
  await world.client('Elsewhere', ['other:1.0.0', 'gold']);
  const { prisma } = world.database;
  const idOf = async (name: string) =>
    (await prisma.subscription.findFirstOrThrow({ where: { application: { name } } })).id;
  busy = await idOf('busy');
  hour = Math.floor(world.deps.clock().getTime() / HOUR_MS) - 5;
  const at = (offset: number) => new Date((hour + offset) * HOUR_MS);
  const { orgId } = world;
  const of = (subscriptionId: string, operation = 'GET /x') => ({ orgId, subscriptionId, operation });
  await countUsage(world.database, [
    { ...of(busy), hour: at(0), outcome: 'ANSWERED', calls: 90 },
    { ...of(busy), hour: at(0), outcome: 'LIMITED', code: 'RATE_LIMIT_EXCEEDED', calls: 60 },
    { ...of(busy), hour: at(0), outcome: 'REFUSED', code: 'TOKEN_INVALID', calls: 500 },
    { ...of(busy, 'GET /reports'), hour: at(2), outcome: 'SERVER_ERROR', calls: 8 },
    { ...of(busy), hour: at(-24 * 20), outcome: 'ANSWERED', calls: 1000 },
    { ...of(await idOf('calm')), hour: at(1), outcome: 'ANSWERED', calls: 7 },
    { ...of(await idOf('elsewhere')), hour: at(1), outcome: 'ANSWERED', calls: 70 },
  ]);
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const simulate = async (variables: Readonly<Record<string, unknown>>) =>
  (await world.query<{ simulatePlan: Simulation }>(DOCUMENT, variables)).simulatePlan;
const refusal = async (variables: Readonly<Record<string, unknown>>) => {
  const { errors } = await world.send(DOCUMENT, variables);
  return { code: errors[0]?.extensions.code, path: errors[0]?.extensions.path };
};
const told = ({ nodes }: Simulation) =>
  nodes.map(({ application, calls, refused }) => ({ application, calls, refused }));

describe('simulatePlan', () => {
  it('tells of each subscription with calls how many the plan would have refused, the busiest first', async () => {
    const simulation = await simulate({ product: 'customer:1.0.0', plan: 'silver' });
    expect(simulation).toEqual({
      from: new Date((hour + 5 - 7 * 24) * HOUR_MS).toISOString(),
      to: world.deps.clock().toISOString(),
      limits: [{ judgement: 'ESTIMATED', limit: { name: 'rateLimit', limit: 10 } }],
      nodes: [
        {
          id: busy,
          catalog: CATALOG,
          consumerOrg: 'consumers',
          application: 'busy',
          product: 'customer:1.0.0',
          plan: 'gold',
          calls: 158,
          refused: 140,
          refusedBy: [{ limit: 'rateLimit', calls: 140 }],
        },
        expect.objectContaining({ application: 'calm', calls: 7, refused: 0, refusedBy: [] }),
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    });
  });

  it('takes limits as input, by operation too, and says of each how it was judged', async () => {
    const limits = {
      rateLimit: 149,
      graphQLCostLimit: 5,
      limits: [
        { name: 'reports', limit: 3, per: 'HOUR', operations: ['GET /reports'] },
        { limit: 1, per: 'MINUTE' },
      ],
    };
    const { limits: judged, nodes } = await simulate({ subscription: busy, limits });
    expect(judged.map(({ judgement, limit }) => [limit.name, judgement])).toEqual([
      ['rateLimit', 'ESTIMATED'],
      ['graphQLCostLimit', 'NOT_JUDGED'],
      ['reports', 'ESTIMATED'],
      ['per-minute', 'AT_LEAST'],
    ]);
    // 150 calls in an hour: 61 minutes meet it at most.
    expect(nodes).toMatchObject([
      {
        calls: 158,
        refused: 94,
        refusedBy: [
          { limit: 'per-minute', calls: 89 },
          { limit: 'reports', calls: 5 },
        ],
      },
    ]);
    expect(told(await simulate({ subscription: busy, plan: 'silver' }))).toEqual([
      { application: 'busy', calls: 158, refused: 140 },
    ]);
    expect(told(await simulate({ subscription: busy, limits: {} }))).toMatchObject([{ refused: 0 }]);
  });

  it('looks at the days that are asked for, and says from when usage is kept by the hour', async () => {
    const month = await simulate({ subscription: busy, limits: { rateLimit: 100 }, days: 31 });
    expect(told(month)).toEqual([{ application: 'busy', calls: 1158, refused: 950 }]);
    expect(month.from).toBe(
      `${new Date((hour - 24 * 20) * HOUR_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
    );
  });

  it('comes page by page, of a catalog and of a plan where they are named', async () => {
    const all = { product: 'customer:1.0.0', plan: 'silver' };
    const { nodes, pageInfo } = await simulate({ ...all, first: 1 });
    expect([nodes.length, pageInfo.hasNextPage]).toEqual([1, true]);
    const rest = await simulate({ ...all, first: 1, after: pageInfo.endCursor });
    expect([told(rest).map(({ application }) => application), rest.pageInfo.hasNextPage]).toEqual([
      ['calm'],
      false,
    ]);
    expect((await simulate({ ...all, onPlan: 'gold', catalog: CATALOG })).nodes).toHaveLength(2);
    expect((await simulate({ ...all, onPlan: 'silver' })).nodes).toEqual([]);
    expect((await simulate({ ...all, catalog: 'elsewhere' })).nodes).toEqual([]);
  });

  it.each<[string, object, { code: string; path: unknown }]>([
    ['neither subscription nor product', { plan: 'gold' }, { code: 'BAD_USER_INPUT', path: ['product'] }],
    ['neither plan nor limits', { product: 'customer:1.0.0' }, { code: 'BAD_USER_INPUT', path: ['limits'] }],
    [
      'both plan and limits',
      { product: 'customer:1.0.0', plan: 'gold', limits: {} },
      { code: 'BAD_USER_INPUT', path: ['limits'] },
    ],
    [
      'no days',
      { product: 'customer:1.0.0', plan: 'gold', days: 0 },
      { code: 'BAD_USER_INPUT', path: ['days'] },
    ],
    [
      'more days than a month',
      { product: 'customer:1.0.0', plan: 'gold', days: 32 },
      { code: 'BAD_USER_INPUT', path: ['days'] },
    ],
    [
      'a wrong limit',
      { product: 'customer:1.0.0', limits: { rateLimit: 0 } },
      { code: 'BAD_USER_INPUT', path: ['limits', 'rateLimit'] },
    ],
    ['an unknown product', { product: 'none:1.0.0', plan: 'gold' }, { code: 'NOT_FOUND', path: ['product'] }],
    ['an unknown plan', { product: 'customer:1.0.0', plan: 'none' }, { code: 'NOT_FOUND', path: ['plan'] }],
    [
      'what is no subscription',
      { subscription: 'none', plan: 'gold' },
      { code: 'NOT_FOUND', path: ['subscription'] },
    ],
  ])('refuses %s', async (_, variables, refused) => {
    expect(await refusal({ ...variables })).toEqual(refused);
  });

  it('takes a subscription with a product, which then is another condition', async () => {
    const both = { subscription: busy, plan: 'gold' };
    expect((await simulate({ ...both, product: 'customer:1.0.0' })).nodes).toHaveLength(1);
    expect((await simulate({ ...both, product: 'other:1.0.0' })).nodes).toEqual([]);
  });
});

describe('a limit on a meter', () => {
  it('refuses the calls behind the units that it admits', async () => {
    const at = new Date(hour * HOUR_MS);
    const { orgId } = world;
    await countUnits(world.database, [
      { orgId, subscriptionId: busy, operation: 'GET /x', hour: at, meter: 'tokens', units: 1_500 },
    ]);
    const limits = {
      limits: [{ name: 'tokens', counts: 'METER', meter: 'tokens', limit: 1_000, per: 'DAY' }],
    };
    const { limits: judged, nodes } = await simulate({ subscription: busy, limits });
    expect(judged).toMatchObject([{ judgement: 'ESTIMATED' }]);
    expect(nodes).toMatchObject([{ calls: 158, refused: 50, refusedBy: [{ limit: 'tokens', calls: 50 }] }]);
  });
});
