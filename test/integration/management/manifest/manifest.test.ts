import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { CATALOG } from '../../../support/catalog.ts';
import { fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
let full: Written;
let orgs = 0;

/** A catalog's, with a logo that is too long to be told in full. */
const branding = {
  name: 'Acme APIs',
  accent: { light: '#1d4ed8', dark: '#8ab4ff' },
  logo: `data:image/svg+xml;base64,${Buffer.from(`<svg><title>${'long '.repeat(60)}</title></svg>`).toString('base64')}`,
};

beforeAll(async () => {
  world = await openManifest();
  await fill(world);
  await world.client('Alpha', ['customer:1.0.0', 'default-plan']);
  await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
  await world.lifecycle('supersedeProduct', {
    old: 'customer:1.0.0',
    new: 'customer:2.0.0',
    plans: [{ source: 'default-plan', target: 'bronze' }],
    sunsetAt: '2028-01-01T00:00:00Z',
    sunsetIfIdleDays: 30,
  });
  await world.mutate('updateProduct', { product: 'customer:2.0.0', title: 'Edited since' });
  await world.mutate('createProduct', { title: 'Orders', apis: ['customerdb:1.0.0'] });
  await world.lifecycle('stageProduct', { product: 'orders:1.0.0', visibility: 'CUSTOM' });
  await world.mutate('deleteProduct', { product: 'orders:1.0.0' }, '');
  await world.mutate('createCatalog', { title: 'Production', selfServiceSignUp: true });
  await world.mutate('updateCatalog', { name: 'production', branding, credentialPolicy: { maxDays: 90 } });
  full = await world.export();
});
afterAll(() => world.close());

/** A copy that a test may change. */
const copy = (): Written => structuredClone(full);

async function emptyOrg(): Promise<string> {
  orgs += 1;
  await world.emptyOrg(`empty-${orgs}`);
  return `empty-${orgs}`;
}

async function orgWith(manifest: unknown): Promise<string> {
  const org = await emptyOrg();
  await world.apply(manifest, { org });
  return org;
}

const revision = async (org: string) =>
  (
    await world.query<{ org: { revision: number } }>(
      'query ($org: String) { org(name: $org) { revision } }',
      { org },
    )
  ).org.revision;

const positionsOf = ({ catalogs }: Written, name = CATALOG) =>
  catalogs.find((catalog) => catalog['name'] === name)?.products ?? [];
const positionOf = (manifest: Written, product: string) =>
  positionsOf(manifest).find((position) => position['product'] === product) ?? {};

describe('exportManifest', () => {
  it('describes positions as they are, and copies only where the draft is another', () => {
    expect(positionsOf(full)).toEqual([
      {
        product: 'customer:1.0.0',
        state: 'DEPRECATED',
        migrationTarget: { product: 'customer:2.0.0', plans: [{ source: 'default-plan', target: 'bronze' }] },
        sunsetAt: '2028-01-01T00:00:00.000Z',
        sunsetIfIdleDays: 30,
      },
      {
        product: 'customer:2.0.0',
        state: 'PUBLISHED',
        copy: {
          title: 'Customer',
          apis: ['customerdb:2.0.0'],
          plans: [
            { name: 'gold', title: 'Gold', rateLimit: 500, rateLimitUnit: 'HOUR' },
            {
              name: 'bronze',
              title: 'Bronze',
              rateLimit: 2,
              rateLimitUnit: 'MINUTE',
              approvalRequired: true,
            },
            { name: 'free', title: 'Free', maxGraphQLCost: 100 },
          ],
        },
      },
      {
        product: 'orders:1.0.0',
        state: 'STAGED',
        visibility: 'CUSTOM',
        copy: {
          title: 'Orders',
          apis: ['customerdb:1.0.0'],
          plans: [{ name: 'default-plan', title: 'Default Plan', rateLimit: 100, rateLimitUnit: 'HOUR' }],
        },
      },
    ]);
  });

  it('leaves out what follows by default, the name of the org, secrets, and whatever belongs to consumers', () => {
    expect(full.org).toEqual({ title: 'Acme' });
    expect(full.catalogs[0]).toEqual({
      name: 'production',
      title: 'Production',
      selfServiceSignUp: true,
      branding,
      credentialPolicy: { maxDays: 90, noticeDays: 30 },
      products: [],
    });
    expect(full.oauthProviders[0]).toEqual({
      name: 'customer-oauth',
      title: 'Customer OAuth',
      userRegistry: 'sample-users',
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      clientTypes: ['CONFIDENTIAL'],
      scopes: [{ name: 'customer', description: 'access to the customer API' }],
      accessTokenSeconds: 600,
    });
    expect(JSON.stringify(full)).not.toMatch(/alpha|consumers|clientKey|jwk|secret/i);
  });
});

describe('applyManifest', () => {
  it('gives an empty org the same manifest, to the letter', async () => {
    const org = await emptyOrg();
    const { changes } = await world.apply(full, { org });
    expect(changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`)).toEqual([
      `UPDATE Org ${org}`,
      'CREATE UserRegistry sample-users',
      'CREATE OAuthProvider customer-oauth',
      'CREATE Api customerdb:1.0.0',
      'CREATE Api customerdb:2.0.0',
      'CREATE Product customer:1.0.0',
      'CREATE Product customer:2.0.0',
      'CREATE Catalog production',
      'CREATE Catalog sandbox',
      'TRANSITION CatalogProduct sandbox/customer:1.0.0',
      'TRANSITION CatalogProduct sandbox/customer:2.0.0',
      'TRANSITION CatalogProduct sandbox/orders:1.0.0',
    ]);
    expect(JSON.stringify(await world.export(org))).toBe(JSON.stringify(full));
  });

  it('changes nothing where it is so already: the revision, the audit and the store stay', async () => {
    const before = await revision('acme');
    const applied = await world.changesNothing(() => world.apply(full, { prune: true }));
    expect(applied).toEqual({ dryRun: false, revision: before, changes: [] });
  });

  it.each([
    ['YAML', (manifest: Written) => stringify(manifest)],
    ['JSON text', (manifest: Written) => JSON.stringify(manifest, null, 2)],
  ])('takes %s', async (_form, written) => {
    expect((await world.changesNothing(() => world.apply(written(full)))).changes).toEqual([]);
  });

  it('is one change: one audit event with the list, and the revision rises by one', async () => {
    const org = await orgWith(full);
    const before = await revision(org);
    const manifest = copy();
    manifest.products[0] = {
      ...manifest.products[0],
      title: 'Customers',
      plans: manifest.products[0]?.plans ?? [],
    };
    manifest.userRegistries.push({ name: 'more-users', url: 'http://127.0.0.1:8091/more' });
    const applied = await world.apply(manifest, { org });
    expect(applied.revision).toBe(before + 1);
    expect(await revision(org)).toBe(before + 1);
    const document = `query ($org: String) { auditEvents(org: $org, first: 1) { nodes { action subject detail } } }`;
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(document, { org });
    expect(auditEvents.nodes).toEqual([
      {
        action: 'applyManifest',
        subject: org,
        detail: {
          prune: false,
          changes: applied.changes,
          before: {
            'customer:1.0.0': { title: 'Customer' },
            'product customer:1.0.0': { title: 'Customer' },
            'user registry more-users': null,
          },
          after: {
            'customer:1.0.0': { title: 'Customers' },
            'product customer:1.0.0': { title: 'Customers' },
            'user registry more-users': {
              displayName: 'more-users',
              ldap: null,
              openId: null,
              saml: null,
              title: 'more-users',
              type: 'AUTHENTICATION_URL',
              url: 'http://127.0.0.1:8091/more',
            },
          },
        },
      },
    ]);
  });

  it('publishes the edits of what it describes, and says what changes', async () => {
    const org = await orgWith(full);
    const manifest = copy();
    positionsOf(manifest).splice(1, 1, { product: 'customer:2.0.0', state: 'PUBLISHED' });
    const { changes } = await world.apply(manifest, { org });
    expect(changes).toEqual([
      {
        action: 'UPDATE',
        kind: 'CatalogProduct',
        name: 'sandbox/customer:2.0.0',
        diff: { title: { before: 'Customer', after: 'Edited since' } },
      },
    ]);
    expect(JSON.stringify(await world.export(org))).toBe(JSON.stringify(manifest));
  });

  it('changes the branding of a catalog as a whole, and tells no picture in full', async () => {
    const org = await orgWith(full);
    const manifest = copy();
    const { logo: _logo, ...kept } = branding;
    manifest.catalogs[0] = { ...manifest.catalogs[0], branding: kept, products: [] };
    const before = { ...kept, logo: { type: 'image/svg+xml', data: expect.stringMatching(/^.{200}…$/) } };
    expect((await world.apply(manifest, { org })).changes).toEqual([
      {
        action: 'UPDATE',
        kind: 'Catalog',
        name: 'production',
        diff: { branding: { before, after: kept } },
      },
    ]);
    expect(JSON.stringify(await world.export(org))).toBe(JSON.stringify(manifest));
    manifest.catalogs[0] = { name: 'production', title: 'Production', selfServiceSignUp: true, products: [] };
    await world.apply(manifest, { org });
    expect(JSON.stringify(await world.export(org))).toBe(JSON.stringify(manifest));
  });

  it('sets the credential policy of a catalog, changes it and takes it away', async () => {
    const org = await orgWith(full);
    const manifest = copy();
    const change = async (credentialPolicy?: object) => {
      const { credentialPolicy: _before, ...rest }: Record<string, unknown> = manifest.catalogs[0] ?? {};
      manifest.catalogs[0] = { ...rest, ...(credentialPolicy && { credentialPolicy }), products: [] };
      return (await world.apply(manifest, { org })).changes;
    };
    const before = { maxDays: 90, noticeDays: 30 };
    expect(await change({ maxDays: 20 })).toMatchObject([
      {
        kind: 'Catalog',
        name: 'production',
        diff: { credentialPolicy: { before, after: { maxDays: 20, noticeDays: 10 } } },
      },
    ]);
    expect(await change({ maxDays: 20, noticeDays: 10 })).toEqual([]);
    expect(await change()).toHaveLength(1);
    expect(JSON.stringify(await world.export(org))).not.toContain('credentialPolicy');
  });

  it('a rehearsal tells the same and changes nothing', async () => {
    const org = await orgWith(full);
    const manifest = copy();
    manifest.apis[0] = { ...manifest.apis[0], basePath: '/customerdb/v9' };
    Object.assign(positionOf(manifest, 'customer:2.0.0'), { online: { 'customerdb:2.0.0': false } });
    const before = await revision(org);
    const rehearsed = await world.changesNothing(() => world.apply(manifest, { org, dryRun: true }));
    expect(rehearsed).toMatchObject({ dryRun: true, revision: before });
    expect(rehearsed.changes.map(({ name }) => name)).toEqual([
      'customerdb:1.0.0',
      'sandbox/customer:1.0.0',
      'sandbox/customer:2.0.0',
      'sandbox/orders:1.0.0',
    ]);
    const applied = await world.apply(manifest, { org });
    expect(applied.changes).toEqual(rehearsed.changes);
  });

  it('renames a scope together with the security of the API that asks for it', async () => {
    const org = await orgWith(full);
    const manifest = copy();
    manifest.oauthProviders[0] = { ...manifest.oauthProviders[0], scopes: [{ name: 'crm' }] };
    manifest.apis[1] = { ...manifest.apis[1], security: [{ definition: 'oauth-1', scopes: ['crm'] }] };
    const { changes } = await world.apply(manifest, { org });
    expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'OAuthProvider customer-oauth',
      'Api customerdb:2.0.0',
      'CatalogProduct sandbox/customer:2.0.0',
    ]);
    expect((await world.apply(manifest, { org })).changes).toEqual([]);
  });

  it('keeps subscriptions where a plan keeps its name', async () => {
    const before = await world.query(
      '{ catalogProduct(org: "acme", catalog: "sandbox", product: "customer:1.0.0") { subscriptions { id } } }',
    );
    const manifest = copy();
    const product = manifest.products[0];
    Object.assign(product?.plans[0] ?? {}, { rateLimit: 50 });
    const { changes } = await world.apply(manifest);
    expect(changes.map(({ kind }) => kind)).toEqual(['Product', 'CatalogProduct']);
    expect(
      await world.query(
        '{ catalogProduct(org: "acme", catalog: "sandbox", product: "customer:1.0.0") { subscriptions { id } } }',
      ),
    ).toEqual(before);
    await world.apply(full);
    expect(JSON.stringify(await world.export())).toBe(JSON.stringify(full));
  });

  it('says how many subscriptions end where a product is to be retired', async () => {
    const manifest = copy();
    const position = positionOf(manifest, 'customer:1.0.0');
    for (const member of ['migrationTarget', 'sunsetAt', 'sunsetIfIdleDays']) delete position[member];
    position['state'] = 'RETIRED';
    const { changes } = await world.changesNothing(() => world.apply(manifest, { dryRun: true }));
    expect(changes).toMatchObject([
      {
        action: 'TRANSITION',
        name: 'sandbox/customer:1.0.0',
        diff: {
          state: { before: 'DEPRECATED', after: 'RETIRED' },
          subscriptions: { before: 1, after: 0 },
        },
      },
    ]);
  });

  it('finds the org by the name in the manifest, and is refused for another', async () => {
    const manifest = { gatehouse: '1', org: { name: 'acme' } };
    const { data } = await world.send(
      'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { changes { name } } }',
      { input: { manifest } },
    );
    expect(data).toEqual({ applyManifest: { changes: [] } });
    const org = await emptyOrg();
    expect(await world.applyRefused(manifest, { org })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'manifest', 'org', 'name'],
      message: `At /org/name: This manifest is for the org acme, not for ${org}.`,
    });
  });

  it('says nothing of the lists that it leaves out', async () => {
    const org = await orgWith(full);
    const applied = await world.apply({ gatehouse: '1', apis: full.apis }, { org, prune: true });
    expect(applied.changes).toEqual([]);
    expect(JSON.stringify(await world.export(org))).toBe(JSON.stringify(full));
  });
});

describe('expectedRevision', () => {
  it('is refused with CONFLICT where the org is at another revision', async () => {
    const now = await revision('acme');
    const refused = await world.changesNothing(() => world.applyRefused(full, { expectedRevision: now - 1 }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      path: ['input', 'expectedRevision'],
      message: `The org acme is at revision ${now}, not ${now - 1}: see what has changed, then expect ${now}.`,
    });
    expect((await world.apply(full, { expectedRevision: now })).changes).toEqual([]);
  });

  it('lets one of two win who apply at the same time', async () => {
    const org = await orgWith(full);
    const expectedRevision = await revision(org);
    const attempt = async (title: string) => {
      const manifest = { ...copy(), org: { title } };
      return world.send(
        'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { revision } }',
        {
          input: { org, manifest, expectedRevision },
        },
      );
    };
    const answers = await Promise.all(['One', 'Two', 'Three'].map(attempt));
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'applied').sort();
    expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'applied']);
    expect(await revision(org)).toBe(expectedRevision + 1);
  });
});
