import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
let full: Written;
let org: string;
let round = 0;

beforeAll(async () => {
  world = await openManifest();
  await fill(world);
  full = await world.export();
});
afterAll(() => world.close());

// Each test has an org of its own, made as the manifest says.
beforeEach(async () => {
  round += 1;
  org = `org-${round}`;
  await world.emptyOrg(org);
  await world.apply(full, { org });
});

const copy = (): Written => structuredClone(full);
const told = ({ changes }: { changes: readonly { action: string; kind: string; name: string }[] }) =>
  changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

const nothing: Record<string, unknown> = {
  gatehouse: '1',
  userRegistries: [],
  oauthProviders: [],
  backends: [],
  apis: [],
  products: [],
  catalogs: [],
};

describe('prune', () => {
  it('deletes what the lists do not name, each before what it refers to', async () => {
    const pruned = await world.apply(nothing, { org, prune: true });
    expect(told(pruned)).toEqual([
      'DELETE Catalog sandbox',
      'DELETE Product customer:2.0.0',
      'DELETE Product customer:1.0.0',
      'DELETE Api customerdb:2.0.0',
      'DELETE Api customerdb:1.0.0',
      'DELETE OAuthProvider customer-oauth',
      'DELETE UserRegistry sample-users',
    ]);
    expect(await world.export(org)).toEqual({
      ...nothing,
      org: { title: 'Acme' },
      graphqlServers: [],
      ruleSets: [],
    });
    expect((await world.apply(full, { org })).changes.length).toBeGreaterThan(0);
    expect(await world.export(org)).toEqual(full);
  });

  it('is only done where it is asked for', async () => {
    expect((await world.apply(nothing, { org })).changes).toEqual([]);
    expect(await world.export(org)).toEqual(full);
  });

  it('takes a product that nobody is subscribed to out of its catalog', async () => {
    const manifest = copy();
    for (const catalog of manifest.catalogs) catalog.products = [];
    const rehearsed = await world.apply(manifest, { org, prune: true, dryRun: true });
    expect(told(rehearsed)).toEqual(['DELETE CatalogProduct sandbox/customer:1.0.0']);
    expect((await world.apply(manifest, { org, prune: true })).changes).toEqual(rehearsed.changes);
    expect(await world.export(org)).toEqual(manifest);
  });

  it('says nothing of the products of a catalog that lists none', async () => {
    const manifest = copy();
    for (const catalog of manifest.catalogs) Reflect.deleteProperty(catalog, 'products');
    expect((await world.apply(manifest, { org, prune: true })).changes).toEqual([]);
  });

  it('is refused for what the rest of the manifest needs', async () => {
    const manifest = { ...copy(), userRegistries: [], apis: [] };
    const refused = await world.applyRefused(manifest, { org, prune: true });
    expect(refused.faults.map(({ path, code }) => [path.slice(2).join('/'), code])).toEqual([
      ['oauthProviders/0/userRegistry', 'NOT_FOUND'],
      ['products/0/apis/0', 'NOT_FOUND'],
      ['products/1/apis/0', 'NOT_FOUND'],
      ['catalogs/0/userRegistries/0', 'NOT_FOUND'],
    ]);
    expect(await world.export(org)).toEqual(full);
  });

  it('is refused for what the org needs beside the manifest', async () => {
    const refused = await world.applyRefused({ gatehouse: '1', apis: [] }, { org, prune: true });
    expect(refused).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'manifest', 'apis'],
      message: expect.stringContaining('The product customer:2.0.0 holds customerdb:2.0.0'),
    });
    expect(await world.export(org)).toEqual(full);
  });
});

describe('consumers', () => {
  /** A consumer org with a subscription, in the org of the test. */
  async function subscribe(): Promise<void> {
    const path = { org, catalog: 'sandbox', consumerOrg: 'consumers' };
    await world.mutate('createConsumerOrg', { org, catalog: 'sandbox', title: 'Consumers' });
    await world.mutate('createApplication', { ...path, title: 'Alpha' }, '{ clientKey }');
    const subscription = { ...path, application: 'alpha', product: 'customer:1.0.0', plan: 'default-plan' };
    await world.mutate('createSubscription', subscription, '{ id }');
  }

  it('keep the product that they are subscribed to', async () => {
    await subscribe();
    const manifest = copy();
    for (const catalog of manifest.catalogs) catalog.products = [];
    expect(await world.applyRefused(manifest, { org, prune: true })).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'manifest', 'catalogs', 0, 'products'],
      message: expect.stringContaining('sandbox/customer:1.0.0 has 1 subscription'),
    });
    expect(await world.export(org)).toEqual(full);
  });

  it('keep their catalog, also without a subscription', async () => {
    await world.mutate('createConsumerOrg', { org, catalog: 'sandbox', title: 'Consumers' });
    expect(await world.applyRefused({ gatehouse: '1', catalogs: [] }, { org, prune: true })).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'manifest', 'catalogs'],
      message: expect.stringContaining('The catalog sandbox has consumer orgs, for example consumers'),
    });
    expect(await world.export(org)).toEqual(full);
  });
});
