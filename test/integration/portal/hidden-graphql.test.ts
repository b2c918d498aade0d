import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { subscribed } from '../../support/subscribed.ts';

const sdl =
  'type Query { customers: [Customer] audit: String } type Customer { name: String salary: Int rank: Int }';
const api = { name: 'shop', kind: 'GRAPHQL', basePath: '/shop', openapi: undefined, sdl } as const;
let portal: PortalWorld;

beforeAll(async () => {
  portal = await openPortal();
  await portal.product({
    name: 'shop',
    api,
    plans: [
      { name: 'all', title: 'All' },
      { name: 'most', title: 'Most', hiddenGraphQL: ['Customer.salary'] },
      { name: 'few', title: 'Few', hiddenGraphQL: ['Customer.rank', 'Query.audit'] },
    ],
  });
});
afterAll(() => portal.close());

const SDL = `query ($plan: String) { product(product: "shop:1.0.0") { apis { sdl(plan: $plan) } } }`;
async function shownTo(client: PortalClient, plan?: string): Promise<string> {
  const { product } = await client.run<{ product: { apis: { sdl: string }[] } }>(SDL, { plan });
  return product.apis[0]?.sdl ?? '';
}

describe('the schema of a GraphQL API', () => {
  it('is shown to somebody without a subscription as all plans show it', async () => {
    for (const client of [portal, await portal.signIn('dave')])
      expect(await shownTo(client)).toBe(
        'type Query {\n  customers: [Customer]\n}\n\ntype Customer {\n  name: String\n}',
      );
  });

  it('is shown to a subscriber as their plan shows it, and as no other', async () => {
    const carol = await portal.signIn('carol');
    await subscribed(carol, { application: 'Alpha', product: 'shop:1.0.0', plan: 'most' });
    const shown = await shownTo(carol);
    expect([shown.includes('audit'), shown.includes('salary')]).toEqual([true, false]);
    expect(await shownTo(carol, 'most')).toBe(shown);
    expect(await carol.refused(SDL, { plan: 'all' })).toMatchObject({
      code: 'NOT_FOUND',
      message: 'You have no subscription to a plan all of this product.',
    });
    await subscribed(carol, { application: 'Beta', product: 'shop:1.0.0', plan: 'all' });
    expect(await shownTo(carol, 'all')).toBe(sdl);
  });

  it('of which nothing is left, because plans hide all of it between them, is one without fields', async () => {
    const plans = [
      { name: 'one', title: 'One', hiddenGraphQL: ['Query.audit'] },
      { name: 'other', title: 'Other', hiddenGraphQL: ['Query.customers'] },
    ];
    await portal.product({ name: 'split', api: { ...api, name: 'split', basePath: '/split' }, plans });
    const { product } = await portal.run<{ product: unknown }>(
      '{ product(product: "split:1.0.0") { apis { sdl } } }',
    );
    expect(product).toEqual({ apis: [{ sdl: 'type Query' }] });
  });

  it('is searched only where it is shown', async () => {
    const found = async (search: string) =>
      (
        await portal.run<{ products: unknown[] }>(
          'query ($search: String) { products(search: $search) { name } }',
          { search },
        )
      ).products.length;
    const hidden = [await found('salary'), await found('audit'), await found('rank')];
    expect([...hidden, await found('customers')]).toEqual([0, 0, 0, 1]);
  });

  it('is counted, not named, in a plan', async () => {
    const { product } = await portal.run<{ product: unknown }>(
      '{ product(product: "shop:1.0.0") { plans { name hiddenGraphQL } } }',
    );
    expect(product).toEqual({
      plans: [
        { name: 'all', hiddenGraphQL: 0 },
        { name: 'most', hiddenGraphQL: 1 },
        { name: 'few', hiddenGraphQL: 2 },
      ],
    });
  });
});
