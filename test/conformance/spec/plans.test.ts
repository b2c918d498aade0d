import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';

/** spec.md, "Resources and their fields": Product and Plan; "Limits": the plans of product Customer 2.0.0. */
const PLANS = '{ plans { name title rateLimit rateLimitUnit } }';

let world: CatalogWorld;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

const create = (changes: object) =>
  world.mutate('createProduct', { apis: ['customerdb:1.0.0'], ...changes }, PLANS);
const refused = (changes: object) =>
  world.refused('createProduct', { title: 'Refused', apis: ['customerdb:1.0.0'], ...changes });

describe('Product', () => {
  it('a product created from the new-product wizard starts with a Default plan', async () => {
    expect(await create({ title: 'Customer' })).toEqual({
      plans: [{ name: 'default-plan', title: 'Default Plan', rateLimit: 100, rateLimitUnit: 'HOUR' }],
    });
  });

  it('… which can be deleted', async () => {
    await create({ title: 'Deletable' });
    const product = 'deletable:1.0.0';
    await world.mutate('createPlan', { product, plan: { title: 'Other', rateLimit: 1 } });
    const left = await world.mutate('deletePlan', { product, name: 'default-plan' }, PLANS);
    expect(left).toMatchObject({ plans: [{ name: 'other' }] });
  });

  it('title | string | required', async () => {
    expect(await refused({ title: '' })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'title'],
    });
  });

  it('version | string | x.y.z', async () => {
    for (const version of ['2', '2.0', 'v2.0.0', '02.0.0', '2.0.0-beta'])
      expect(await refused({ version })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  });

  it('APIs | list of API references (title and version) | one or more', async () => {
    expect(await refused({ apis: [] })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(await refused({ apis: ['customerdb:9.9.9'] })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('visibility | Public shown; subscribability | Authenticated shown: the defaults', async () => {
    await create({ title: 'Shown' });
    expect(await world.query('{ product(product: "shown:1.0.0") { visibility subscribability } }')).toEqual({
      product: { visibility: 'PUBLIC', subscribability: 'AUTHENTICATED' },
    });
  });
});

describe('Plan', () => {
  it('title | string | required', async () => {
    expect(await refused({ plans: [{ title: '' }] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'plans', 0, 'title'],
    });
  });

  it('rate limit | integer | number of calls', async () => {
    for (const rateLimit of [0, -1, 1.5, 'many', 2 ** 31])
      expect(await refused({ plans: [{ title: 'Plan', rateLimit }] })).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
      });
  });

  it('rate limit unit | enumerated | hour (default), minute', async () => {
    const plans = [
      { title: 'A', rateLimit: 1 },
      { title: 'B', rateLimit: 1, rateLimitUnit: 'HOUR' },
      { title: 'C', rateLimit: 1, rateLimitUnit: 'MINUTE' },
    ];
    expect(await create({ title: 'Units', plans })).toMatchObject({
      plans: [{ rateLimitUnit: 'HOUR' }, { rateLimitUnit: 'HOUR' }, { rateLimitUnit: 'MINUTE' }],
    });
    expect(await refused({ plans: [{ title: 'Daily', rateLimit: 1, rateLimitUnit: 'DAY' }] })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });
});

describe('Plan rate limits configured for product Customer 2.0.0', () => {
  const rows = [
    ['Gold', 500, 'HOUR', 'Gold | 500 | per hour (default unit)'],
    ['Silver', 250, 'HOUR', 'Silver | 250 | per hour'],
    ['Bronze', 2, 'MINUTE', 'Bronze | 2 | per minute'],
  ] as const;
  let plans: unknown[];

  beforeAll(async () => {
    const input = { title: 'Customer', version: '2.0.0' };
    const given = [
      { title: 'Gold', rateLimit: 500 },
      { title: 'Silver', rateLimit: 250 },
      { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
    ];
    ({ plans } = (await create({ ...input, plans: given })) as { plans: unknown[] });
  });

  it.each(
    rows.map(
      ([title, rateLimit, rateLimitUnit, row]) =>
        [row, { name: title.toLowerCase(), title, rateLimit, rateLimitUnit }] as const,
    ),
  )('%s', (_row, plan) => expect(plans).toContainEqual(plan));
});
