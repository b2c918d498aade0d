import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

const RUNS = 5;

let world: ManifestWorld;
let orgs = 0;
beforeAll(async () => {
  world = await openManifest();
});
afterAll(() => world.close());

async function emptyOrg(): Promise<string> {
  orgs += 1;
  await world.emptyOrg(`org-${orgs}`);
  return `org-${orgs}`;
}

const VERSIONS = ['1.0.0', '1.1.0', '2.0.0', '10.0.0'];
const versions = fc.subarray(VERSIONS, { minLength: 1 });
const titles = fc.constantFrom('Customer', 'Orders & more', 'Zoë', 'x');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const plan = fc.record(
  {
    title: titles,
    rateLimit: fc.option(fc.integer({ min: 1, max: 1000 })),
    rateLimitUnit: fc.constantFrom('MINUTE', 'HOUR'),
    approvalRequired: fc.boolean(),
  },
  { requiredKeys: [] },
);
const plans = fc
  .tuple(
    fc.subarray(['gold', 'silver', 'bronze'], { minLength: 1 }),
    fc.array(plan, { minLength: 3, maxLength: 3 }),
  )
  .map(([names, terms]) => names.map((name, index) => ({ ...terms[index], name })));

const api = fc.record({
  title: titles,
  summary: titles,
  isSecured: fc.boolean(),
  basePath: fc.constantFrom('/a', '/b/v1'),
});
const STATES = ['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'];
const position = fc.record({
  state: fc.constantFrom(...STATES),
  visibility: maybe(fc.constantFrom('PUBLIC', 'CUSTOM')),
  isOnline: maybe(fc.boolean()),
  copyTitle: maybe(titles),
  leadsOn: fc.boolean(),
});

const org = fc.record({
  title: titles,
  versions,
  apis: fc.array(api, { minLength: 4, maxLength: 4 }),
  plans: fc.array(plans, { minLength: 4, maxLength: 4 }),
  catalogs: fc.array(fc.array(fc.option(position), { minLength: 4, maxLength: 4 }), { maxLength: 2 }),
});
type Org = typeof org extends fc.Arbitrary<infer Each> ? Each : never;

/** A manifest of which every position can be reached from nothing. */
function manifestOf(from: Org) {
  const apis = from.versions.map((version, index) => {
    const { title = 'x', summary = 'x', isSecured = false, basePath = '/a' } = from.apis[index] ?? {};
    const { paths, ...rest } = document(title);
    return {
      name: 'customerdb',
      version,
      title,
      basePath,
      openapi: {
        ...rest,
        paths: { ...paths, '/more': { get: { summary, responses: { 200: { description: 'x' } } } } },
      },
      ...(isSecured && {
        securityDefinitions: [{ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'tokens' }],
        security: [{ definition: 'oauth-1', scopes: ['customer'] }],
      }),
    };
  });
  const products = from.versions.map((version, index) => ({
    name: 'customer',
    version,
    title: from.title,
    apis: [`customerdb:${version}`],
    plans: from.plans[index] ?? [],
  }));
  return {
    gatehouse: '1',
    org: { title: from.title },
    userRegistries: ['people', 'others'].map((name) => ({ name, url: 'http://127.0.0.1:8091/auth' })),
    oauthProviders: [
      {
        name: 'tokens',
        grantTypes: ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'],
        scopes: [{ name: 'customer' }],
      },
    ],
    apis,
    products,
    catalogs: from.catalogs.map((positions, index) => ({
      name: `catalog-${index}`,
      userRegistries: ['people', 'others'],
      products: positionsOf(positions, products),
    })),
  };
}

type Products = { version: string; apis: string[]; plans: { name: string }[] }[];

function positionsOf(positions: Org['catalogs'][number], products: Products) {
  const [last] = products.slice(-1);
  const isTarget = positions[products.length - 1]?.state === 'PUBLISHED';
  return products.flatMap((product, index) => {
    const { state = '', visibility, isOnline, copyTitle, leadsOn } = positions[index] ?? {};
    if (!state) return [];
    const target = { product: `customer:${last?.version}`, plans: [] as object[] };
    for (const { name } of product.plans) target.plans.push({ source: name, target: last?.plans[0]?.name });
    return [
      {
        product: `customer:${product.version}`,
        state,
        visibility,
        ...(isOnline !== undefined && { online: { [product.apis[0] ?? '']: isOnline } }),
        ...(copyTitle && { copy: { title: copyTitle, apis: product.apis, plans: product.plans } }),
        ...(state === 'DEPRECATED' && leadsOn && isTarget && product !== last && { migrationTarget: target }),
      },
    ];
  });
}

const text = (value: unknown) => JSON.stringify(value);

it(`what is exported, applied to an empty org, is exported again; twice changes nothing (${RUNS} random orgs)`, async () => {
  await fc.assert(
    fc.asyncProperty(org, async (described) => {
      const manifest = manifestOf(described);
      const first = await emptyOrg();
      const rehearsed = await world.apply(manifest, { org: first, dryRun: true });
      expect((await world.apply(manifest, { org: first })).changes).toEqual(rehearsed.changes);
      expect((await world.apply(manifest, { org: first, prune: true })).changes).toEqual([]);
      const exported = await world.export(first);
      expect((await world.apply(exported, { org: first, prune: true })).changes).toEqual([]);
      const second = await emptyOrg();
      await world.apply(exported, { org: second });
      expect(text(await world.export(second))).toBe(text(exported));
    }),
    { numRuns: RUNS },
  );
}, 300_000);

it(`an org becomes another one by its manifest, or all of it stays (${RUNS} random pairs)`, async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(org, org, async (one, other) => {
      const name = await emptyOrg();
      await world.apply(manifestOf(one), { org: name });
      const before = await world.export(name);
      const input = { org: name, manifest: manifestOf(other), prune: true };
      const { errors } = await world.send(
        'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { revision } }',
        { input },
      );
      const codes = errors.map(({ extensions }) => extensions.code);
      if (codes.length === 0) {
        applied += 1;
        const fresh = await emptyOrg();
        await world.apply(input.manifest, { org: fresh });
        expect(text(await world.export(name))).toBe(text(await world.export(fresh)));
      } else {
        expect(['TRANSITION_REFUSED', 'BAD_USER_INPUT', 'IN_USE']).toContain(codes[0]);
        expect(text(await world.export(name))).toBe(text(before));
      }
    }),
    { numRuns: RUNS },
  );
  expect(applied).toBeGreaterThan(0);
}, 300_000);
