import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
let full: Written;
beforeEach(async () => {
  world = await openManifest();
  await fill(world);
  await world.mutate('publishProduct', { product: 'customer:2.0.0', catalog: CATALOG }, '{ dryRun }');
  full = await world.export();
});
afterEach(() => world.close());

/** The manifest whose catalog has no longer what is left out, and whose APIs are changed. */
function without(
  members: readonly string[],
  change: (api: Record<string, unknown>) => object = (api) => api,
) {
  const [catalog, ...others] = full.catalogs;
  const kept = Object.entries(catalog ?? {}).filter(([member]) => !members.includes(member));
  return { ...full, catalogs: [Object.fromEntries(kept), ...others], apis: full.apis.map(change) };
}

describe('a manifest that no longer assigns what a served API cannot do without', () => {
  it.each([
    ['an OAuth provider', ['oauthProviders'], 'the OAuth provider customer-oauth'],
    ['a user registry', ['userRegistries'], 'the user registry sample-users'],
    [
      'both',
      ['oauthProviders', 'userRegistries'],
      'the OAuth provider customer-oauth and the user registry sample-users',
    ],
  ])('is refused for %s', async (_what, members, named) => {
    const before = await world.export();
    expect(await world.applyRefused(without(members))).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'manifest', 'catalogs', 0],
      message: expect.stringContaining(
        `The API customerdb:2.0.0, which the catalog sandbox serves, is closed to everybody without ${named}: leave that assigned`,
      ),
    });
    expect(await world.export()).toEqual(before);
  });

  it('is taken where the API is given another way in, in the same manifest', async () => {
    const manifest = without(['oauthProviders'], ({ securityDefinitions: _, security: __, ...api }) => api);
    const { changes } = await world.apply(manifest);
    expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'Api customerdb:2.0.0',
      'Catalog sandbox',
      'CatalogProduct sandbox/customer:2.0.0',
    ]);
  });
});
