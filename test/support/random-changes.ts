import fc from 'fast-check';
import { CATALOG } from './catalog.ts';
import { document } from './manifest.ts';

/** A mutation of a world that `fill` has filled. Many are refused, and change nothing. */
export type RandomChange = {
  readonly mutation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly selection: string;
};

const products = fc.constantFrom('customer:1.0.0', 'customer:2.0.0', 'orders:1.0.0');
const texts = fc.constantFrom('a', 'Zoë & more', 'long '.repeat(600));
const plans = fc.constantFrom('default-plan', 'gold', 'bronze');
const mapping = fc.constantFrom([], [{ source: 'default-plan', target: 'gold' }]);
const ofConsumers = { catalog: CATALOG, consumerOrg: 'consumers' };

const mutation = (
  names: readonly string[],
  input: fc.Arbitrary<Readonly<Record<string, unknown>>>,
  selection = '{ __typename }',
): fc.Arbitrary<RandomChange> =>
  fc.record({ mutation: fc.constantFrom(...names), input, selection: fc.constant(selection) });
const always = (input: Readonly<Record<string, unknown>>) => fc.constant(input);
const inCatalog = <Input extends Record<string, fc.Arbitrary<unknown>>>(input: Input) =>
  fc.record(input).map((each) => ({ catalog: CATALOG, ...each }));

const lifecycle = mutation(
  [
    'stageProduct',
    'publishProduct',
    'publishProduct',
    'deprecateProduct',
    'retireProduct',
    'archiveProduct',
    'removeProduct',
  ],
  inCatalog({ product: products }),
  '{ undoToken }',
);
const pairs = mutation(
  ['supersedeProduct', 'replaceProduct', 'setMigrationTarget'],
  inCatalog({
    old: fc.constantFrom('customer:1.0.0', 'orders:1.0.0'),
    new: fc.constant('customer:2.0.0'),
    plans: mapping,
  }),
  '{ undoToken }',
);

/** Changes of all kinds of things in a catalog, its org and its consumers. */
export const randomChange: fc.Arbitrary<RandomChange> = fc.oneof(
  { arbitrary: lifecycle, weight: 4 },
  { arbitrary: pairs, weight: 3 },
  {
    arbitrary: mutation(
      ['createSubscription'],
      inCatalog({ application: fc.constantFrom('shop', 'app'), product: products, plan: plans }).map(
        (each) => ({ ...ofConsumers, ...each }),
      ),
    ),
    weight: 3,
  },
  mutation(
    ['updateApi'],
    texts.map((title) => ({
      api: 'customerdb:1.0.0',
      openapi: { ...document(title.slice(0, 90)), tags: [{ name: title }] },
    })),
  ),
  mutation(
    ['createProduct'],
    texts.map((text) => ({ title: 'Orders', apis: ['customerdb:1.0.0'], summary: text.slice(0, 90) })),
  ),
  mutation(
    ['updateProduct'],
    fc.record({ product: products, title: texts.map((text) => text.slice(0, 90)), description: texts }),
  ),
  mutation(['deleteProduct'], fc.record({ product: products }), ''),
  mutation(
    ['updateCatalog'],
    texts.map((text) => ({ name: CATALOG, title: text.slice(0, 90) })),
  ),
  mutation(['createApplication'], always({ ...ofConsumers, title: 'App' })),
  mutation(['deleteApplication'], always({ ...ofConsumers, name: 'app' }), ''),
  mutation(['createConsumerOrg'], always({ catalog: 'preview', title: 'Guests' })),
  mutation(['createCatalog'], always({ title: 'Preview' })),
  mutation(['stageProduct'], always({ catalog: 'preview', product: 'customer:1.0.0' })),
  mutation(['deleteCatalog'], always({ name: 'preview' }), ''),
  mutation(['createBackend'], always({ title: 'Crm' })),
  mutation(['deleteBackend'], always({ name: 'crm' }), ''),
  mutation(['unassignOAuthProvider'], always({ catalog: CATALOG, oauthProvider: 'customer-oauth' })),
  mutation(['assignOAuthProvider'], always({ catalog: CATALOG, oauthProvider: 'customer-oauth' })),
  mutation(
    ['setSecret'],
    texts.map((value) => ({ catalog: CATALOG, name: 'token', value })),
  ),
  mutation(['undoLifecycleChange'], always({})),
);
