import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

const sdl = `
  interface Node { id: ID! }
  type Query { customer(id: ID!): Customer customers(first: Int, rank: Rank = GUEST): [Customer] }
  type Customer implements Node { id: ID! name: String salary: Int }
  enum Rank { GUEST STAFF }`;
let world: CatalogWorld;
let server: Upstream;
let round = 0;
/** A product of its own for each test. */
let product: string;

beforeAll(async () => {
  [world, server] = await Promise.all([openCatalog(), recordingUpstream()]);
  answerAsGraphQLServer(server, sdl);
  await world.mutate('createApi', { title: 'Shop', graphqlUrl: server.url });
  await world.mutate('createApi', {
    title: 'Other',
    graphqlUrl: server.url,
    sdl: 'type Query { other: Int more: Int }',
  });
  await world.api('plain:1.0.0');
});
beforeEach(() => {
  round += 1;
  product = `product-${round}:1.0.0`;
});
afterAll(() => Promise.all([world.close(), server.close()]));

const plan = (...hiddenGraphQL: string[]) => ({ title: 'Gold', hiddenGraphQL });
const create = (hidden: string[], apis = ['shop:1.0.0', 'other:1.0.0']) =>
  world.product(product, { apis, plans: [plan(...hidden)] });

describe('what a plan hides', () => {
  it('is told, each part once and sorted, and copied into the catalog', async () => {
    await create(['Customer.salary', 'Query.other', 'Customer.salary', 'Rank.STAFF']);
    await world.lifecycle('publishProduct', { product });
    expect(await world.inCatalog(product, '{ plans { hiddenGraphQL } }')).toEqual({
      plans: [{ hiddenGraphQL: ['Customer.salary', 'Query.other', 'Rank.STAFF'] }],
    });
  });

  it.each([
    [
      'is nowhere',
      ['Customer.salari'],
      'The plan gold hides Customer.salari, which no GraphQL API of the product has: did you mean Customer.salary?',
    ],
    ['is nowhere near', ['Unicorn'], 'The plan gold hides Unicorn, which no GraphQL API of the product has.'],
    [
      'is required',
      ['Query.customer(id:)'],
      'The plan gold cannot hide that of shop:1.0.0: Query.customer(id:) is required: hide Query.customer as well.',
    ],
    [
      'an interface promises',
      ['Customer.id'],
      'The plan gold cannot hide that of shop:1.0.0: Interface field Node.id expected but Customer does not provide it.',
    ],
    [
      'is all there is',
      ['Query'],
      'The plan gold cannot hide that of shop:1.0.0: nothing would be left to query.',
    ],
    [
      'is a default',
      ['Rank.GUEST'],
      'The plan gold cannot hide that of shop:1.0.0: the default of Query.customers(rank:) needs it: hide Query.customers(rank:) as well.',
    ],
    [
      'is no schema coordinate',
      ['Query.customer(id)'],
      '"Query.customer(id)" is no schema coordinate: write Type, Type.field, Type.field(argument:) or Enum.VALUE.',
    ],
  ])('is refused where it %s, however it is said', async (_what, hidden, message) => {
    const input = { title: 'P', name: product.split(':')[0], apis: ['shop:1.0.0'], plans: [plan(...hidden)] };
    expect(await world.refused('createProduct', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message,
    });
    await create([], ['shop:1.0.0']);
    const refusals = [
      await world.refused('updateProduct', { product, plans: [plan(...hidden)] }),
      await world.refused('updatePlan', { product, name: 'gold', plan: plan(...hidden) }),
      await world.refused('createPlan', {
        product,
        plan: { ...plan(...hidden), title: 'Gold', name: 'silver' },
      }),
    ];
    expect(refusals.map((each) => [each.code, each.message.replace('silver', 'gold')])).toEqual(
      refusals.map(() => ['BAD_USER_INPUT', message]),
    );
  });

  it('is refused for a product without GraphQL APIs, also when its APIs are changed', async () => {
    await create(['Query.other']);
    expect(await world.refused('updateProduct', { product, apis: ['plain:1.0.0'] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'The plan gold hides Query.other, but the product has no GraphQL API: leave hiddenGraphQL out.',
      path: ['input', 'apis'],
    });
  });

  it('and was renamed since is not shown under its new name: publishing is refused', async () => {
    const api = { title: `Renamed ${round}`, name: `renamed-${round}`, graphqlUrl: server.url };
    await world.mutate('createApi', api);
    await create(['Customer.salary'], [`${api.name}:1.0.0`]);
    answerAsGraphQLServer(server, sdl.replace('salary', 'wage'));
    await world.mutate('updateApi', { api: `${api.name}:1.0.0`, graphqlUrl: server.url });
    expect(await world.lifecycleRefused('publishProduct', { product })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The plan gold hides Customer.salary, which no GraphQL API of the product has.',
    });
  });
});

it('a plan that hides what the one before showed is warned of, and whom it touches', async () => {
  const [name] = product.split(':');
  await world.product(product, { apis: ['shop:1.0.0'], plans: [plan('Rank.STAFF')], publishTo: CATALOG });
  const next = `${name}:2.0.0`;
  await world.product(next, { apis: ['shop:1.0.0'], plans: [plan('Customer.salary', 'Rank.STAFF')] });
  await world.lifecycle('stageProduct', { product: next });
  await world.client('Alpha', [product, 'gold']);
  const move = { old: product, new: next, plans: [{ source: 'gold', target: 'gold' }], dryRun: true };
  expect((await world.lifecycle('supersedeProduct', move)).warnings).toEqual([
    {
      code: 'PLAN_HIDES_MORE',
      subject: 'gold',
      message: `gold of ${next} hides Customer.salary of its GraphQL APIs, which gold of ${product} does not hide. It touches 1 application: consumers/alpha.`,
    },
    {
      code: 'API_OFFLINE',
      subject: 'shop:1.0.0',
      message: 'shop:1.0.0 is Offline: its calls get 503 until setApiOnline takes it online.',
    },
  ]);
});
