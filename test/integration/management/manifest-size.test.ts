import { afterAll, beforeAll, expect, it } from 'vitest';
import { document, type ManifestWorld, openManifest } from '../../support/manifest.ts';

const COUNT = 50;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const manifest = {
  gatehouse: '1',
  apis: numbers.map((number) => ({
    name: `api-${number}`,
    version: '1.0.0',
    basePath: `/api-${number}`,
    openapi: document(`API ${number}`),
  })),
  products: numbers.map((number) => ({
    name: `product-${number}`,
    version: '1.0.0',
    apis: [`api-${number}:1.0.0`],
  })),
  catalogs: [
    {
      name: 'sandbox',
      title: 'Sandbox',
      products: numbers.map((number) => ({ product: `product-${number}:1.0.0`, state: 'PUBLISHED' })),
    },
  ],
};

let world: ManifestWorld;
beforeAll(async () => {
  world = await openManifest();
});
afterAll(() => world.close());

/** How long it takes is told, not held: it depends on the machine. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

it(`${COUNT} APIs and ${COUNT} published products are applied in one transaction, and again without a change`, async () => {
  const applied = await timed('from empty', () => world.apply(manifest));
  expect(applied.changes).toHaveLength(3 * COUNT);
  const again = await timed('nothing changes', () => world.apply(manifest));
  expect(again).toEqual({ dryRun: false, revision: applied.revision, changes: [] });
  const exported = await timed('export', () => world.export());
  expect(exported.apis).toHaveLength(COUNT);
  expect((await timed('what was exported', () => world.apply(exported))).changes).toEqual([]);
}, 120_000);
