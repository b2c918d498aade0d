import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeEach(async () => {
  world = await openManifest();
});
afterEach(() => world.close());

const url = 'http://127.0.0.1:8091/crm';
const password = { name: 'crm-password', value: 'a password of the CRM' };
const credentials = { type: 'BASIC', username: 'gate', secret: password.name };
const crm = { name: 'crm', targets: [{ url }], credentials };

/** A manifest of one catalog, with what is said of it. */
const manifestWith = (catalog: object, more: object = {}) => ({
  gatehouse: '1',
  backends: [{ name: 'crm' }],
  apis: [{ name: 'people', version: '1.0.0', openapi: document(), backend: 'crm' }],
  products: [{ name: 'people', version: '1.0.0', apis: ['people:1.0.0'] }],
  ...more,
  catalogs: [{ name: CATALOG, ...catalog, products: [{ product: 'people:1.0.0', state: 'PUBLISHED' }] }],
});
const whole = manifestWith({ secrets: [password], backends: [crm] });

describe('back-ends and secrets in a manifest', () => {
  it('keep how targets are checked and chosen, and leave out what is as for every back-end', async () => {
    const tuned = {
      ...crm,
      healthCheck: { path: '/healthz', intervalSeconds: 5, expectedStatus: 204 },
      sticky: { by: 'HEADER', header: 'x-session' },
      slowStartSeconds: 30,
    };
    await world.apply(manifestWith({ secrets: [password], backends: [tuned] }));
    const exported = await world.export();
    expect(exported.catalogs).toMatchObject([{ backends: [tuned] }]);
    expect((await world.apply(exported)).changes).toEqual([]);
    const refused = await world.changesNothing(() =>
      world.applyRefused(
        manifestWith({ secrets: [password], backends: [{ ...tuned, healthCheck: { path: 'healthz' } }] }),
      ),
    );
    expect(refused.faults).toMatchObject([
      { path: ['input', 'manifest', 'catalogs', 0, 'backends', 0, 'healthCheck', 'path'] },
    ]);
  });

  it('come from it, and the values of secrets are neither told nor exported nor audited', async () => {
    const { changes } = await world.apply(whole);
    expect(changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`)).toEqual(
      expect.arrayContaining(['CREATE Backend crm', 'CREATE Api people:1.0.0']),
    );
    const exported = await world.export();
    expect(exported['backends']).toEqual([{ name: 'crm' }]);
    expect(exported.apis).toMatchObject([{ name: 'people', backend: 'crm' }]);
    expect(exported.apis[0]).not.toHaveProperty('targetUrl');
    expect(exported.catalogs).toMatchObject([{ secrets: [{ name: password.name }], backends: [crm] }]);
    const audit = await world.database.prisma.auditEvent.findMany({ select: { detail: true } });
    expect(JSON.stringify([changes, exported, audit])).not.toContain(password.value);
    expect((await world.apply(exported)).changes).toEqual([]);
    expect((await world.apply(whole)).changes).toEqual([]);

    const tokens = {
      type: 'OAUTH2_CLIENT_CREDENTIALS',
      tokenUrl: 'http://127.0.0.1:8091/token',
      clientId: 'gate',
      secret: password.name,
    };
    const withTokens = (more: object) =>
      manifestWith({ secrets: [password], backends: [{ ...crm, credentials: { ...tokens, ...more } }] });
    for (const more of [{ scopes: ['read'], audience: 'crm' }, { type: 'OAUTH2_TOKEN_EXCHANGE' }, {}]) {
      await world.apply(withTokens(more));
      const again = await world.export();
      expect(again.catalogs).toMatchObject([{ backends: [{ credentials: { ...tokens, ...more } }] }]);
      expect((await world.apply(again)).changes).toEqual([]);
    }
    const refused = await world.changesNothing(() =>
      world.applyRefused(withTokens({ tokenUrl: 'http://10.0.0.1/token' })),
    );
    expect(refused.faults).toMatchObject([
      {
        code: 'TARGET_NOT_ALLOWED',
        path: ['input', 'manifest', 'catalogs', 0, 'backends', 0, 'credentials', 'tokenUrl'],
      },
    ]);
  });

  it('are told with all that is wrong, each at its place', async () => {
    const broken = manifestWith(
      {
        secrets: [{ name: 'new' }, { name: 'bad', value: ' spaces ' }],
        backends: [
          { ...crm, credentials: { ...credentials, secret: 'none' } },
          { name: 'other', targets: [{ url, weight: 0 }] },
          { name: 'none', targets: [{ url }] },
        ],
      },
      { apis: [{ name: 'people', version: '1.0.0', openapi: document(), backend: 'absent' }] },
    );
    const { faults } = await world.changesNothing(() => world.applyRefused(broken));
    const told = faults.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'apis.0.backend: There is no back-end absent: describe it in the manifest.',
        'catalogs.0.backends.1.targets: No target takes calls: give one a weight above 0, and do not drain it.',
        'catalogs.0.secrets.1.value: A secret has 1 to 4096 characters of visible ASCII, without spaces or a line end around them; or it is a private key as PEM.',
      ]),
    );
    const sound = manifestWith({
      secrets: [{ name: 'new' }],
      backends: [crm, { name: 'none', targets: [{ url }] }],
    });
    const unknown = await world.changesNothing(() => world.applyRefused(sound, { prune: true }));
    expect(unknown.faults.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)).toEqual([
      'catalogs.0.secrets.0: The secret new is new, and secrets are never exported: give its value.',
      'catalogs.0.backends.1: There is no back-end none: describe it in the manifest.',
      'catalogs.0.backends.0.credentials.secret: There is no secret crm-password in the catalog sandbox: describe it in secrets.',
    ]);
  });

  it('stay where they are not named, and with prune what an API calls stays too', async () => {
    await world.apply(whole);
    await world.apply(
      manifestWith({
        secrets: [password],
        backends: [{ name: 'crm', targets: [{ url: `${url}/2` }], credentials }],
      }),
    );
    expect((await world.export()).catalogs).toMatchObject([
      { secrets: [{ name: password.name }], backends: [{ name: 'crm', targets: [{ url: `${url}/2` }] }] },
    ]);
    const { code, faults } = await world.changesNothing(() =>
      world.applyRefused(manifestWith({ backends: [] }), { prune: true }),
    );
    expect(code).toBe('IN_USE');
    expect(faults).toMatchObject([
      {
        message:
          'The API people:1.0.0, which the catalog sandbox serves, calls the back-end crm: publish it with another one first, or take it out of service.',
      },
    ]);
  });
});
