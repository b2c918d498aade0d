import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { rowsNow, rowsThen } from '../../../support/history-tables.ts';
import { instant } from '../../../support/instant.ts';
import { fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { type RandomChange, randomChange } from '../../../support/random-changes.ts';
import { runs } from '../../../support/runs.ts';

const RUNS = runs(25);

let world: ManifestWorld;

/** A world with a product that has a subscription, and one that can take its place. */
async function open(): Promise<void> {
  world = await openManifest();
  await fill(world);
  await world.client('Shop', ['customer:1.0.0', 'default-plan']);
  await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
  undoToken = undefined;
}

const ALL_STATES = 'state: [STAGED, PUBLISHED, DEPRECATED, RETIRED, ARCHIVED], order: NAME';
const SHARED = `state title visibility subscribability summary deprecatedAt sunsetAt subscriptionCount
  plans(first: 4) { name title rateLimit rateLimitUnit approvalRequired hiddenGraphQL limits { name } }`;
const API = 'name version title kind openapi sdl';
const NOW = `query { catalog(name: "${CATALOG}") { title products(first: 8, ${ALL_STATES}) {
  name version ${SHARED} apis(first: 3) { ${API} onlineState } migrationTarget { product { name version } }
  subscriptions(first: 8) { id state plan { name } application { name consumerOrg { name } } } } } }`;
const THEN = `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { asOf(instant: $instant) { title products(first: 8) {
  product ${SHARED} apis(first: 3) { ${API} online } migrationTarget
  subscriptions(first: 8) { id state plan application consumerOrg } } } } }`;

type Row = Readonly<Record<string, unknown>>;
type Named = { name: string; version: string };
type Catalog = { title: string; products: Row[] };

const byName = ({ title, products }: Catalog) => ({
  title,
  products: products.toSorted((a, b) => (String(a['product']) < String(b['product']) ? -1 : 1)),
});

/** The answer of the ordinary queries, in the form of those of the past. */
async function now(): Promise<unknown> {
  const { catalog } = await world.query<{ catalog: Catalog }>(NOW);
  const products = catalog.products.map(({ name, version, migrationTarget, ...product }) => {
    const target = (migrationTarget as { product: Named } | null)?.product;
    return {
      ...product,
      product: `${name}:${version}`,
      migrationTarget: target ? `${target.name}:${target.version}` : null,
      apis: (product['apis'] as Row[]).map(({ onlineState, ...api }) => ({
        ...api,
        online: onlineState === 'ONLINE',
      })),
      subscriptions: (product['subscriptions'] as Row[]).map(({ plan, application, ...subscription }) => ({
        ...subscription,
        plan: (plan as Named).name,
        application: (application as Named).name,
        consumerOrg: (application as { consumerOrg: Named }).consumerOrg.name,
      })),
    };
  });
  return byName({ title: catalog.title, products });
}

async function then(when: Date): Promise<unknown> {
  const { catalog } = await world.query<{ catalog: { asOf: Catalog } }>(THEN, { instant: when });
  return byName(catalog.asOf);
}

async function manifestAt(when: Date): Promise<unknown> {
  const document = 'query ($at: DateTime!) { exportManifest(org: "acme", at: $at) }';
  return (await world.query<{ exportManifest: unknown }>(document, { at: when })).exportManifest;
}

let undoToken: string | undefined;

/** Runs a change, which may be refused. Tells whether it was done. */
async function run({ mutation, input, selection }: RandomChange): Promise<boolean> {
  const isUndo = mutation === 'undoLifecycleChange';
  const result = await world
    .mutate<{ undoToken?: string }>(mutation, isUndo ? { token: undoToken ?? '' } : input, selection)
    .catch((error: Error) => {
      expect(error.message).not.toMatch(/INTERNAL|VALIDATION_FAILED/);
      return undefined;
    });
  if (result?.undoToken) undoToken = result.undoToken;
  return result !== undefined;
}

type Seen = { when: Date; rows: unknown; told: unknown; manifest: unknown };

it('tells at each instant what the ordinary queries and the export told then, and every row', async () => {
  const done = new Set<string>();
  const changed = async (changes: readonly RandomChange[]) => {
    const seen: Seen[] = [];
    for (const change of changes) {
      if (!(await run(change))) continue;
      done.add(change.mutation);
      const when = await instant();
      const rows = await rowsNow(world.database);
      seen.push({ when, rows, told: await now(), manifest: await world.export() });
    }
    for (const { when, rows, told, manifest } of seen) {
      expect(await rowsThen(world.database, world.orgId, when)).toEqual(rows);
      expect(await then(when)).toEqual(told);
      expect(await manifestAt(when)).toEqual(manifest);
    }
  };
  const lists = fc.array(randomChange, { minLength: 10, maxLength: 20 });
  const property = fc.asyncProperty(lists, async (changes) => {
    await open();
    await changed(changes).finally(() => world.close());
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(done.size).toBeGreaterThan(8);
}, 240_000);
