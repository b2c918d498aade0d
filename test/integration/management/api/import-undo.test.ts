import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const IMPORTED = `{ product publications { catalog { name } undoToken
  change { id action subject catalog } testCall { application } } }`;

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.mutate('createCatalog', { title: 'Production' });
});
afterAll(() => world.close());

type Imported = {
  readonly publications: readonly {
    readonly undoToken: string | null;
    readonly change: { readonly id: string } | null;
  }[];
};
const imported = (name: string, input: Variables) =>
  world.mutate<Imported>(
    'importApi',
    {
      openapi: {
        openapi: '3.0.3',
        info: { title: name, version: '1.0.0' },
        paths: { '/': { get: { responses: { 200: { description: 'fine' } } } } },
      },
      targetUrl: 'http://127.0.0.1:1/',
      ...input,
    },
    IMPORTED,
  );
async function statesOf(name: string) {
  const { product } = await world.query<{
    product: { catalogProducts: { catalog: { name: string }; state: string }[] };
  }>(`{ product(org: "acme", product: "${name}:1.0.0") { catalogProducts { catalog { name } state } } }`);
  return Object.fromEntries(product.catalogProducts.map(({ catalog, state }) => [catalog.name, state]));
}

it('an import is undone catalog by catalog, with the subscription of its test call; the drafts stay', async () => {
  const publishTo = [CATALOG, 'production'];
  const { publications } = await imported('parcels', { publishTo, testCall: true });
  const [sandbox, production] = publications;
  expect(publications.map(({ change }) => change)).toMatchObject(
    publishTo.map((catalog) => ({ action: 'importApi', subject: 'parcels:1.0.0', catalog })),
  );
  await world.mutate('undoLifecycleChange', { token: sandbox?.undoToken }, '{ dryRun }');
  expect(await statesOf('parcels')).toEqual({ production: 'PUBLISHED' });
  const { auditEvents } = await world.query<{ auditEvents: { nodes: { detail: Variables }[] } }>(
    '{ auditEvents(org: "acme", action: "importApi", first: 1) { nodes { detail } } }',
  );
  expect(auditEvents.nodes[0]?.detail['changes']).toEqual({
    [CATALOG]: sandbox?.change?.id,
    production: production?.change?.id,
  });
  await world.mutate('undoLifecycleChange', { change: production?.change?.id }, '{ dryRun }');
  expect(await statesOf('parcels')).toEqual({});
  expect(await world.query('{ api(org: "acme", api: "parcels:1.0.0") { name } }')).toEqual({
    api: { name: 'parcels' },
  });
});

it('a rehearsed import leaves nothing to undo', async () => {
  const answer = await world.changesNothing(() =>
    imported('rehearsed', { publishTo: [CATALOG], dryRun: true }),
  );
  expect(answer.publications).toMatchObject([{ undoToken: null, change: null }]);
});

it('an import is not undone once somebody has subscribed to its product', async () => {
  const { publications } = await imported('taken', { publishTo: [CATALOG] });
  await world.client('Taker', ['taken:1.0.0', 'default-plan']);
  const input = { change: publications[0]?.change?.id };
  expect(await world.refused('undoLifecycleChange', input, '{ dryRun }')).toEqual({
    status: 409,
    code: 'UNDO_CONFLICT',
    path: ['input', 'change'],
    message:
      'It cannot be undone any more. The subscription of consumers/taker to taken:1.0.0 (default-plan) is newer than the change.',
  });
});
