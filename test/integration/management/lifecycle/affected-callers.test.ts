import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { countUsage } from '../../../support/usage.ts';

const CALLER = '{ application consumerOrg plan operation calls lastCallAt }';
const WARNING = `code affected(days: $days) ${CALLER} affectedCount(days: $days) unaffectedCount(days: $days)
  breaks { operation message affected(days: $days, first: 1) ${CALLER} }`;
const IMPACT = `query ($old: VersionedName!, $new: VersionedName!, $days: Int, $plans: [PlanMappingInput!]) {
  impact(catalog: "${CATALOG}", old: $old, new: $new, plans: $plans) { subscribers warnings { ${WARNING} } } }`;

type Caller = { readonly application: string; readonly operation: string | null; readonly calls: number };
type Warning = {
  readonly code: string;
  readonly affected: readonly Caller[] | null;
  readonly affectedCount: number | null;
  readonly unaffectedCount: number | null;
  readonly breaks: readonly { readonly operation: string | null; readonly affected: readonly Caller[] }[];
};
type Impact = { readonly subscribers: number; readonly warnings: readonly Warning[] };

const answer = { 200: { description: 'OK' } };
const documentOf = (...operations: readonly string[]) => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1.0.0' },
  paths: Object.fromEntries(operations.map((path) => [path, { get: { responses: answer } }])),
});

let world: CatalogWorld;
let hour: Date;

async function open(): Promise<void> {
  world = await openCatalog();
  const createApi = (version: string, openapi: object) =>
    world.mutate('createApi', {
      name: 'things',
      version,
      openapi,
      basePath: '/things',
      targetUrl: 'http://crm.test',
    });
  await createApi('1.0.0', documentOf('/a', '/b', '/c'));
  await createApi('2.0.0', documentOf('/c'));
  const plans = [{ title: 'Gold' }, { title: 'Free', rateLimit: 100 }];
  await world.product('things:1.0.0', { apis: ['things:1.0.0'], plans, publishTo: CATALOG });
  await world.product('things:2.0.0', { apis: ['things:2.0.0'], plans });
  await world.lifecycle('stageProduct', { product: 'things:2.0.0' });
  for (const title of ['Busy', 'Calm', 'Long Ago', 'Silent'])
    await world.client(title, ['things:1.0.0', 'gold']);
  const idOf = async (name: string) =>
    (await world.database.prisma.subscription.findFirstOrThrow({ where: { application: { name } } })).id;
  hour = new Date(Math.floor(world.deps.clock().getTime() / DAY_MS) * DAY_MS + HOUR_MS);
  const at = (days: number) => new Date(hour.getTime() - days * DAY_MS);
  const of = async (name: string, operation: string) => ({
    orgId: world.orgId,
    subscriptionId: await idOf(name),
    consumerOrg: 'consumers',
    application: name,
    product: 'things:1.0.0',
    plan: 'gold',
    api: 'things:1.0.0',
    operation,
    outcome: 'ANSWERED' as const,
  });
  await countUsage(world.database, [
    { ...(await of('busy', 'GET /a')), hour: at(0), calls: 3 },
    { ...(await of('busy', 'GET /a')), hour: at(2), calls: 4 },
    { ...(await of('busy', 'GET /b')), hour: at(1), calls: 5 },
    { ...(await of('busy', 'GET /c')), hour: at(0), calls: 100 },
    { ...(await of('calm', 'GET /c')), hour: at(0), calls: 100 },
    {
      ...(await of('calm', 'GET /a')),
      hour: at(3),
      calls: 1,
      outcome: 'LIMITED',
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { ...(await of('long-ago', 'GET /a')), hour: at(40), calls: 9 },
    { ...(await of('silent', 'GET /a')), product: 'other:1.0.0', hour: at(0), calls: 9 },
  ]);
}
const close = () => world.close();

const of = { old: 'things:1.0.0', new: 'things:2.0.0' };
const impact = async (variables: object = {}) =>
  (await world.query<{ impact: Impact }>(IMPACT, { ...of, ...variables })).impact;
const called = (callers: readonly Caller[] | null | undefined) =>
  callers?.map(({ application, operation, calls }) => [application, operation, calls]);

describe('a minor version of an API that breaks the one before', () => {
  beforeEach(open);
  afterEach(close);

  const create = (version: string, days: number | null) =>
    world.send(`mutation ($input: CreateApiInput!) { createApi(input: $input) { version } }`, {
      input: {
        name: 'things',
        version,
        openapi: documentOf('/c'),
        basePath: '/things',
        targetUrl: 'http://crm.test',
        acceptBreakingUnusedDays: days,
      },
    });

  it('is refused where an operation that breaks was called in these days, and names only those', async () => {
    const { errors } = await create('1.1.0', 2);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(
        /^things:1\.1\.0 breaks callers of things:1\.0\.0\. 2 breaks: GET \/a .*GET \/b /,
      ),
      extensions: { code: 'VERSION_BREAKS', path: ['input', 'openapi'] },
    });
    const { prisma } = world.database;
    await prisma.usageSeries.updateMany({ where: { operation: 'GET /a' }, data: { lastDay: new Date(0) } });
    const [later] = (await create('1.1.0', 2)).errors;
    expect(later?.message).toMatch(/ 1 break: GET \/b /);
  });

  it('is taken where nobody called them, and refused for days that are none', async () => {
    const { prisma } = world.database;
    await prisma.usageSeries.updateMany({
      where: { operation: { in: ['GET /a', 'GET /b'] } },
      data: { lastDay: new Date(0) },
    });
    const { errors } = await create('1.1.0', 401);
    expect([errors[0]?.extensions.code, errors[0]?.message]).toEqual([
      'BAD_USER_INPUT',
      'acceptBreakingUnusedDays is 401: ask for 1 to 400.',
    ]);
    expect(await create('1.1.0', 2)).toMatchObject({ data: { createApi: { version: '1.1.0' } }, errors: [] });
  });
});

describe('operations of an API', () => {
  beforeEach(open);
  afterEach(close);

  it('are those that nobody called of late, if asked', async () => {
    const document = `query ($days: Int) { api(api: "things:1.0.0") {
      operationCount(unusedDays: $days) operations(unusedDays: $days) { method path } } }`;
    type Found = { api: { operationCount: number; operations: { path: string }[] } };
    const found = async (days: number | null) => {
      const { api } = await world.query<Found>(document, { days });
      return [api.operationCount, api.operations.map(({ path }) => path)];
    };
    expect(await found(null)).toEqual([3, ['/a', '/b', '/c']]);
    expect(await found(1)).toEqual([1, ['/b']]);
    expect(await found(2)).toEqual([0, []]);
  });
});

describe('retireProduct with ifIdleDays', () => {
  beforeEach(open);
  afterEach(close);

  it('is refused and names who called, and retires what nobody called', async () => {
    const retire = (ifIdleDays: number) =>
      world.send(
        'mutation ($input: CatalogProductInput!) { retireProduct(input: $input) { transitions { to } } }',
        {
          input: { catalog: CATALOG, product: 'things:1.0.0', dryRun: true, ifIdleDays },
        },
      );
    const today = hour.toISOString().slice(0, 10);
    expect((await retire(1)).errors).toMatchObject([
      {
        message: `things:1.0.0 was called by consumers/busy on ${today} and consumers/calm on ${today}. Try again later, or leave out ifIdleDays.`,
        extensions: { code: 'IN_USE', path: ['input', 'ifIdleDays'] },
      },
    ]);
    await world.database.prisma.usageSeries.updateMany({ data: { lastDay: new Date(0) } });
    expect(await retire(30)).toMatchObject({
      data: { retireProduct: { transitions: [{ to: 'RETIRED' }] } },
      errors: [],
    });
  });
});

describe('impact', () => {
  beforeAll(open);
  afterAll(close);

  it('tells who called what breaks, who called last first, and counts those who did not', async () => {
    const { subscribers, warnings } = await impact();
    expect([subscribers, warnings.map(({ code }) => code)]).toEqual([4, ['BREAKING_API_CHANGE']]);
    expect(called(warnings[0]?.affected)).toEqual([
      ['busy', 'GET /a', 7],
      ['busy', 'GET /b', 5],
      ['calm', 'GET /a', 1],
    ]);
    expect([warnings[0]?.affectedCount, warnings[0]?.unaffectedCount]).toEqual([2, 2]);
    expect(warnings[0]?.affected?.[0]).toEqual({
      application: 'busy',
      consumerOrg: 'consumers',
      plan: 'gold',
      operation: 'GET /a',
      calls: 7,
      lastCallAt: hour.toISOString(),
    });
  });

  it('tells of each break who called its operation', async () => {
    const { warnings } = await impact();
    expect(warnings[0]?.breaks.map(({ operation, affected }) => [operation, called(affected)])).toEqual([
      ['GET /a', [['busy', 'GET /a', 7]]],
      ['GET /b', [['busy', 'GET /b', 5]]],
    ]);
  });

  it('looks back as many days as it is asked to', async () => {
    const [two, many] = [await impact({ days: 2 }), await impact({ days: 60 })];
    expect(called(two.warnings[0]?.affected)).toEqual([
      ['busy', 'GET /a', 3],
      ['busy', 'GET /b', 5],
    ]);
    expect([two, many].map(({ warnings }) => warnings[0]?.unaffectedCount)).toEqual([3, 1]);
  });

  it('compares a plan with that of its name, or with the one that is named', async () => {
    const plans = [{ source: 'gold', target: 'free' }];
    const { warnings } = await impact({ plans });
    const tighter = warnings.find(({ code }) => code === 'TIGHTER_RATE_LIMIT');
    expect(tighter).toMatchObject({ affected: null, unaffectedCount: null, breaks: [] });
  });

  it.each([
    { days: 0, refused: ['BAD_USER_INPUT', 'days is 0: ask for 1 to 400.'] },
    {
      new: 'things:3.0.0',
      refused: ['NOT_FOUND', 'things:3.0.0 is not in the catalog sandbox: stage or publish it there first.'],
    },
  ])('refuses $refused.1', async ({ refused, ...variables }) => {
    const { errors } = await world.send(IMPACT, { ...of, ...variables });
    expect([errors[0]?.extensions.code, errors[0]?.message]).toEqual(refused);
  });
});

describe('impact', () => {
  beforeEach(open);
  afterEach(close);

  it('is told by a rehearsal of the change as well, and not after it', async () => {
    const selection = `{ warnings { code affected ${CALLER} unaffectedCount } }`;
    const change = (dryRun: boolean) =>
      world.mutate<{ warnings: readonly Warning[] }>(
        'supersedeProduct',
        { catalog: CATALOG, ...of, plans: [{ source: 'gold', target: 'gold' }], dryRun },
        selection,
      );
    const [rehearsed] = (await change(true)).warnings;
    expect(called(rehearsed?.affected)).toEqual(called((await impact()).warnings[0]?.affected));
    expect(rehearsed?.unaffectedCount).toBe(2);
    expect((await change(false)).warnings[0]).toMatchObject({ affected: null, unaffectedCount: null });
  });
});
