import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { answering, object, string } from '../../../support/openapi.ts';

const API = 'models:1.0.0';
const meters = [{ name: 'tokens', header: 'X-Tokens' }];
const limit = { name: 'spend', counts: 'METER', meter: 'tokens', limit: 1000, per: 'MONTH' };

let world: CatalogWorld;
let subscription: string;

beforeAll(async () => {
  world = await openCatalog();
  const openapi = answering(object({ id: string }));
  await world.mutate('createApi', { name: 'models', version: '1.0.0', openapi, meters });
  const plans = [{ title: 'Gold', limits: [limit] }];
  await world.product('models:1.0.0', { apis: [API], plans, publishTo: CATALOG });
  await world.client('Caller', ['models:1.0.0', 'gold']);
  ({ id: subscription } = await world.database.prisma.subscription.findFirstOrThrow());
});
afterAll(() => world.close());

const refusalOf = async (mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  const [error] = (await world.send(document, { input })).errors;
  return error && { code: error.extensions.code, message: error.message, path: error.extensions.path };
};
const gone =
  'A meter that plans count would be gone. Change the limits and prices of these plans first: gold of models:1.0.0.';

it('a meter that a plan limits stays with its API, and may change how it is read', async () => {
  const renamed = [{ name: 'characters', header: 'X-Characters' }];
  for (const given of [[], renamed])
    expect(await refusalOf('updateApi', { api: API, meters: given })).toEqual({
      code: 'IN_USE',
      message: gone,
      path: ['input', 'meters'],
    });
  const other = [{ name: 'tokens', header: 'X-Other' }, ...renamed];
  expect(await refusalOf('updateApi', { api: API, meters: other })).toBeUndefined();
});

it('a manifest takes it only together with the limit', async () => {
  type Exported = {
    apis: { name: string; meters?: object[] }[];
    products: { plans: { limits?: object[]; price?: object }[] }[];
  };
  const { exportManifest: manifest } = await world.query<{ exportManifest: Exported }>(
    '{ exportManifest(org: "acme") }',
  );
  const apis = manifest.apis.map(({ meters: _, ...api }) => api);
  const apply = (given: object) => refusalOf('applyManifest', { org: 'acme', manifest: given, dryRun: true });
  expect(await apply({ ...manifest, apis })).toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining(gone),
  });
  const products = manifest.products.map((product) => ({
    ...product,
    plans: product.plans.map(({ limits: _, price: __, ...plan }) => plan),
  }));
  expect(await apply({ ...manifest, apis, products })).toBeUndefined();
});

it('limits of one subscription count meters that an API of its product has', async () => {
  const set = (meter: string) =>
    refusalOf('setSubscriptionLimits', {
      id: subscription,
      limits: { limits: [{ ...limit, meter }] },
      reason: 'A trial',
    });
  expect(await set('token')).toEqual({
    code: 'BAD_USER_INPUT',
    message: 'The plan gold limits the meter token, which no API of the product has: did you mean tokens?',
    path: ['input', 'limits'],
  });
  expect(await set('tokens')).toBeUndefined();
});

it('a price charges for meters that an API of the product has', async () => {
  const charge = { counts: 'METER', meter: 'tokens', included: 1000, unitPrice: '2', per: 1000 };
  const plan = (meter: string) => ({
    title: 'Gold',
    limits: [limit],
    price: { currency: 'EUR', charges: [{ ...charge, meter }] },
  });
  const update = (meter: string) =>
    refusalOf('updatePlan', { product: 'models:1.0.0', name: 'gold', plan: plan(meter) });
  expect(await update('token')).toMatchObject({
    code: 'BAD_USER_INPUT',
    message:
      'The plan gold charges for the meter token, which no API of the product has: did you mean tokens?',
  });
  expect(await update('tokens')).toBeUndefined();
  const { product } = await world.query<{ product: { plans: [{ price: { charges: object[] } }] } }>(
    '{ product(product: "models:1.0.0") { plans { price { charges { counts meter included unitPrice per } } } } }',
  );
  expect(product.plans[0].price.charges).toEqual([charge]);
});
