import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { countFields, countUsage } from '../../../support/usage.ts';

const parameter = (name: string, schema: object) => ({ name, in: 'query', schema });
const STATES = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const get = (...parameters: object[]) => ({ get: { parameters, responses: { 200: { description: 'OK' } } } });
const documentOf = (paths: object) => ({ openapi: '3.1.0', info: { title: 'CRM', version: '1' }, paths });
const first = documentOf({
  '/customers': get(
    parameter('state', STATES),
    parameter('name', { type: 'string' }),
    parameter('size', { type: 'integer' }),
  ),
  '/orders': get(),
  '/letters': get(),
});
/** A value, a parameter and an operation are gone, and another parameter takes less. */
const next = documentOf({
  '/customers': get(
    parameter('state', { ...STATES, enum: ['OPEN'] }),
    parameter('size', { type: 'integer', maximum: 9 }),
  ),
  '/letters': get(),
});

const CALLER = '{ application operation field certain calls }';
const IMPACT = `{ impact(catalog: "${CATALOG}", old: "crm:1.0.0", new: "crm:2.0.0") { warnings {
  code affected ${CALLER} affectedCount unaffectedCount breaks { message affected(first: 5) { application } } } } }`;

type Caller = {
  readonly application: string;
  readonly operation: string;
  readonly field: string | null;
  readonly certain: boolean;
  readonly calls: number;
};
type Warning = {
  readonly affected: readonly Caller[];
  readonly affectedCount: number;
  readonly unaffectedCount: number;
  readonly breaks: readonly {
    readonly message: string;
    readonly affected: readonly { application: string }[];
  }[];
};

let world: CatalogWorld;
let day: Date;
const ago = (days: number) => new Date(day.getTime() - days * DAY_MS);

const createApi = (version: string, openapi: object, changes: object = {}) =>
  world.send('mutation ($input: CreateApiInput!) { createApi(input: $input) { version } }', {
    input: { title: 'CRM', name: 'crm', version, openapi, targetUrl: 'http://crm.test', ...changes },
  });

async function seriesOf(name: string, operation: string) {
  const { id } = await world.database.prisma.subscription.findFirstOrThrow({
    where: { application: { name } },
  });
  return {
    orgId: world.orgId,
    subscriptionId: id,
    consumerOrg: 'consumers',
    application: name,
    product: 'crm:1.0.0',
    plan: 'gold',
    api: 'crm:1.0.0',
    operation,
  };
}

/** Counts calls whose queries the gateway read. */
async function read(name: string, calls: number, [operation = '', ...rest]: readonly string[]) {
  const coordinates = [operation, ...rest.map((each) => `${operation}?${each}`)];
  await countFields(world.database, [
    { ...(await seriesOf(name, operation)), minute: day, calls, coordinates },
  ]);
}

/** Counts calls whose queries nobody read. */
async function unread(
  name: string,
  operation: string,
  { calls, hour = day }: { calls: number; hour?: Date },
) {
  await countUsage(world.database, [
    { ...(await seriesOf(name, operation)), hour, calls, outcome: 'ANSWERED' },
  ]);
}

beforeEach(async () => {
  world = await openCatalog();
  expect((await createApi('1.0.0', first)).errors).toEqual([]);
  expect((await createApi('2.0.0', next)).errors).toEqual([]);
  const plans = [{ title: 'Gold' }];
  await world.product('crm:1.0.0', { apis: ['crm:1.0.0'], plans, publishTo: CATALOG });
  await world.product('crm:2.0.0', { apis: ['crm:2.0.0'], plans });
  await world.lifecycle('stageProduct', { product: 'crm:2.0.0' });
  for (const title of ['Closer', 'Namer', 'Sizer', 'Orderer', 'Careful', 'Unknown'])
    await world.client(title, ['crm:1.0.0', 'gold']);
  day = new Date(Math.floor(world.deps.clock().getTime() / DAY_MS) * DAY_MS + HOUR_MS);
  await read('closer', 3, ['GET /customers', 'state', 'state=CLOSED']);
  await read('namer', 4, ['GET /customers', 'name', 'state', 'state=OPEN']);
  await read('sizer', 5, ['GET /customers', 'size']);
  await read('orderer', 6, ['GET /orders']);
  await read('careful', 100, ['GET /customers', 'state', 'state=OPEN']);
  await read('careful', 100, ['GET /letters']);
});
afterEach(() => world.close());

const impact = async () =>
  (await world.query<{ impact: { warnings: readonly [Warning] } }>(IMPACT)).impact.warnings[0];
const listed = (callers: readonly Caller[]) =>
  callers
    .map(({ application, operation, field, certain, calls }) => [
      application,
      operation,
      field,
      certain,
      calls,
    ])
    .sort();

describe('impact of a new version of a document of REST', () => {
  it('tells who sends the parameters and values that are taken no more, and who may send too much', async () => {
    const { affected, affectedCount, unaffectedCount, breaks } = await impact();
    expect(listed(affected)).toEqual([
      ['closer', 'GET /customers', 'GET /customers?state=CLOSED', true, 3],
      ['namer', 'GET /customers', 'GET /customers?name', true, 4],
      ['orderer', 'GET /orders', null, true, 6],
      ['sizer', 'GET /customers', 'GET /customers?size', false, 5],
    ]);
    expect([affectedCount, unaffectedCount]).toEqual([4, 2]);
    expect(
      breaks.map(({ message, affected: callers }) => [message, callers.map((each) => each.application)]),
    ).toEqual([
      ['the query parameter name is removed', ['namer']],
      ['the query parameter size has the maximum 9 now', ['sizer']],
      ['the query parameter state does not take "CLOSED" any more', ['closer']],
      ['the path is removed', ['orderer']],
    ]);
  });

  it('names callers of the operation as ones that may break where their queries were not read', async () => {
    await unread('unknown', 'GET /customers', { calls: 7 });
    await unread('unknown', 'GET /letters', { calls: 8 });
    const { affected, affectedCount } = await impact();
    expect(listed(affected)).toContainEqual(['unknown', 'GET /customers', null, false, 7]);
    expect(affectedCount).toBe(5);
  });

  it('knows a caller from the day after the one on which its queries were read for the first time', async () => {
    await unread('unknown', 'GET /customers', { calls: 7, hour: ago(40) });
    await read('unknown', 8, ['GET /customers', 'state', 'state=OPEN']);
    expect((await impact()).affectedCount).toBe(4);
    await unread('unknown', 'GET /orders', { calls: 9, hour: ago(3) });
    await read('unknown', 1, ['GET /orders']);
    expect(listed((await impact()).affected)).toContainEqual(['unknown', 'GET /orders', null, true, 10]);
  });
});

describe('a minor version of a document of REST that breaks the one before', () => {
  const created = async () =>
    (await createApi('1.1.0', next, { acceptBreakingUnusedDays: 30 })).errors[0]?.message ?? '';

  it('is refused for parameters, values and operations that were used, and taken where none was', async () => {
    expect(await created()).toMatch(/ 4 breaks: GET \/customers .* GET \/orders /);
    await world.database.prisma.fieldSet.deleteMany({
      where: { coordinates: { has: 'GET /customers?name' } },
    });
    await world.database.prisma.usageSeries.deleteMany({ where: { operation: 'GET /orders' } });
    expect(await created()).toMatch(/ 2 breaks: GET \/customers \(the query parameter size .*; .* "CLOSED" /);
    await world.database.prisma.fieldSet.deleteMany();
    expect(await created()).toBe('');
  });

  it('is refused by operation where the queries of some calls were not read', async () => {
    await world.database.prisma.fieldSet.deleteMany();
    await unread('unknown', 'GET /letters', { calls: 1 });
    expect(await created()).toMatch(/ 4 breaks: /);
  });
});

it('lists the parameters of an API that no call sent, and their values, unless some queries were not read', async () => {
  const unused = async () =>
    (await world.query<{ api: { unusedFields: unknown } }>('{ api(api: "crm:1.0.0") { unusedFields } }')).api
      .unusedFields;
  expect(await unused()).toEqual([]);
  await world.database.prisma.fieldSet.deleteMany({
    where: { coordinates: { has: 'GET /customers?state=CLOSED' } },
  });
  expect(await unused()).toEqual(['GET /customers?state=CLOSED']);
  await unread('unknown', 'GET /letters', { calls: 1 });
  expect(await unused()).toBeNull();
});
