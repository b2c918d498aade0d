import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { countFields } from '../../../support/usage.ts';

const SDL = `
  enum State { OPEN CLOSED }
  type Query { customer(state: State): Customer }
  type Customer { id: ID! email: String phone: String }`;
const NEXT = SDL.replace(' email: String phone: String', '').replace(' CLOSED', '');

const CALLER = '{ application operation field certain calls lastCallAt }';
const IMPACT = `query ($days: Int) { impact(catalog: "${CATALOG}", old: "crm:1.0.0", new: "crm:2.0.0") {
  warnings { code affected(days: $days) ${CALLER} affectedCount(days: $days) unaffectedCount(days: $days)
    breaks { message affected(days: $days, first: 5) { application field } } } } }`;

type Caller = {
  readonly application: string;
  readonly field: string | null;
  readonly certain: boolean;
  readonly calls: number;
  readonly lastCallAt: string;
};
type Warning = {
  readonly affected: readonly Caller[];
  readonly affectedCount: number;
  readonly unaffectedCount: number;
  readonly breaks: readonly { readonly message: string; readonly affected: readonly Caller[] }[];
};

let world: CatalogWorld;
let hour: Date;
const ago = (days: number) => new Date(hour.getTime() - days * DAY_MS);

const createApi = (version: string, sdl: string, changes: object = {}) =>
  world.send('mutation ($input: CreateApiInput!) { createApi(input: $input) { version } }', {
    input: { title: 'CRM', name: 'crm', version, sdl, graphqlUrl: 'http://crm.test/graphql', ...changes },
  });

type Called = readonly [calls: number, coordinates: readonly string[] | null];

/** Counts calls of an application, by the fields that they use. Null is not known. */
async function called(name: string, days: number, [calls, coordinates]: Called) {
  const { prisma } = world.database;
  const { id } = await prisma.subscription.findFirstOrThrow({ where: { application: { name } } });
  const series = {
    orgId: world.orgId,
    subscriptionId: id,
    consumerOrg: 'consumers',
    application: name,
    product: 'crm:1.0.0',
    plan: 'gold',
    api: 'crm:1.0.0',
    operation: 'query',
  };
  await countFields(world.database, [{ ...series, minute: ago(days), calls, coordinates }]);
}

beforeEach(async () => {
  world = await openCatalog();
  expect((await createApi('1.0.0', SDL)).errors).toEqual([]);
  expect((await createApi('2.0.0', NEXT)).errors).toEqual([]);
  const plans = [{ title: 'Gold' }];
  await world.product('crm:1.0.0', { apis: ['crm:1.0.0'], plans, publishTo: CATALOG });
  await world.product('crm:2.0.0', { apis: ['crm:2.0.0'], plans });
  await world.lifecycle('stageProduct', { product: 'crm:2.0.0' });
  for (const title of ['Reader', 'Chooser', 'Careful', 'Unknown'])
    await world.client(title, ['crm:1.0.0', 'gold']);
  hour = new Date(Math.floor(world.deps.clock().getTime() / DAY_MS) * DAY_MS + HOUR_MS);
  await called('reader', 0, [3, ['Customer.email', 'Customer.id', 'Query.customer']]);
  await called('reader', 2, [4, ['Customer.email', 'Query.customer']]);
  await called('reader', 1, [5, ['Customer.phone', 'Query.customer']]);
  await called('reader', 40, [9, ['Customer.email', 'Query.customer']]);
  await called('chooser', 3, [1, ['$State', 'Customer.id', 'Query.customer', 'Query.customer(state:)']]);
  await called('careful', 0, [
    100,
    ['Customer.id', 'Query.customer', 'Query.customer(state:)', 'State.OPEN'],
  ]);
});
afterEach(() => world.close());

async function impact(days = 30): Promise<Warning> {
  type Impact = { impact: { warnings: readonly [Warning] } };
  return (await world.query<Impact>(IMPACT, { days })).impact.warnings[0];
}

const listed = (callers: readonly Caller[]) =>
  callers.map(({ application, field, certain, calls }) => [application, field, certain, calls]);

describe('impact of a new version of a GraphQL schema', () => {
  it('tells whose documents use what breaks, field by field, and who only may break', async () => {
    const { affected, affectedCount, unaffectedCount } = await impact();
    expect(listed(affected)).toEqual([
      ['reader', 'Customer.email', true, 7],
      ['reader', 'Customer.phone', true, 5],
      ['chooser', '$State', false, 1],
    ]);
    expect(affected[0]).toMatchObject({ operation: 'query', lastCallAt: hour.toISOString() });
    expect([affectedCount, unaffectedCount]).toEqual([2, 2]);
  });

  it('tells of each break whose documents use its fields', async () => {
    const { breaks } = await impact();
    expect(breaks.map(({ message, affected }) => [message, affected])).toEqual([
      ['CLOSED was removed from enum type State', [{ application: 'chooser', field: '$State' }]],
      ['Customer.email was removed', [{ application: 'reader', field: 'Customer.email' }]],
      ['Customer.phone was removed', [{ application: 'reader', field: 'Customer.phone' }]],
    ]);
  });

  it('names callers whose fields are not known, with all their calls, as ones that may break', async () => {
    await called('unknown', 0, [6, null]);
    await called('unknown', 0, [7, ['Customer.id', 'Query.customer']]);
    const { affected, affectedCount } = await impact();
    expect(listed(affected)).toContainEqual(['unknown', null, false, 13]);
    expect(affectedCount).toBe(3);
  });

  it('looks back as many days as it is asked to', async () => {
    expect(listed((await impact(2)).affected)).toEqual([
      ['reader', 'Customer.email', true, 3],
      ['reader', 'Customer.phone', true, 5],
    ]);
    expect((await impact(60)).affected).toMatchObject([{ calls: 16 }, { calls: 5 }, { calls: 1 }]);
  });
});

describe('a minor version of a GraphQL schema that breaks the one before', () => {
  const created = async (acceptBreakingUnusedDays: number) => {
    const { errors } = await createApi('1.1.0', NEXT, { acceptBreakingUnusedDays });
    return errors[0]?.message ?? '';
  };

  it('is refused for fields that documents used in these days, and taken where they used none', async () => {
    expect(await created(30)).toMatch(/ 3 breaks: CLOSED .* Only operations and fields that were called/);
    expect(await created(2)).toMatch(/ 2 breaks: Customer\.email was removed, Customer\.phone was removed\./);
    await world.database.prisma.fieldSet.updateMany({
      where: { coordinates: { hasSome: ['Customer.email', 'Customer.phone'] } },
      data: { lastDay: new Date(0) },
    });
    expect(await created(2)).toBe('');
  });

  it('is refused where the fields of some calls are not known', async () => {
    await world.database.prisma.fieldSet.updateMany({ data: { lastDay: new Date(0) } });
    await called('unknown', 0, [1, null]);
    expect(await created(2)).toMatch(/ 3 breaks: /);
  });
});

describe('the unused fields of a GraphQL API', () => {
  const unused = async (days: number, version = '1.0.0') => {
    const document = `query ($days: Int) { api(api: "crm:${version}") { unusedFields(days: $days) } }`;
    return (await world.query<{ api: { unusedFields: readonly string[] | null } }>(document, { days })).api
      .unusedFields;
  };

  it('are its fields and arguments that no document used in these days', async () => {
    expect(await unused(30)).toEqual([]);
    expect(await unused(1)).toEqual(['Customer.phone']);
    expect(await unused(30, '2.0.0')).toEqual(['Customer.id', 'Query.customer', 'Query.customer(state:)']);
  });

  it('are not known where the fields of some calls are not', async () => {
    await called('unknown', 0, [1, null]);
    expect(await unused(1)).toBeNull();
  });

  it('are asked for days that there are', async () => {
    const { errors } = await world.send('{ api(api: "crm:1.0.0") { unusedFields(days: 0) } }');
    expect([errors[0]?.extensions.code, errors[0]?.message]).toEqual([
      'BAD_USER_INPUT',
      'days is 0: ask for 1 to 400.',
    ]);
  });
});
