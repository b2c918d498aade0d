import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { selfSigned } from '../../support/certificates.ts';
import { type ConsoleWorld, consoleOf, inputOf, readPage, type Visitor } from '../../support/console.ts';
import { document } from '../../support/manifest.ts';
import { fieldOf, postButtonsOf } from '../../support/page-elements.ts';

const PAGE = `/console/catalogs/acme/${CATALOG}/backends`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { prisma } = world.database;
  await Promise.all([prisma.api.deleteMany(), prisma.backend.deleteMany(), prisma.secret.deleteMany()]);
});

const page = (path = PAGE, visitor = person) => readPage(visitor.get(path));
const setSecret = (fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(PAGE, fields));

describe('the back-ends of a catalog', () => {
  it('are a page away from it, which leads from none to one that is set', async () => {
    expect((await page(`/console/catalogs/acme/${CATALOG}`)).links).toContain(PAGE);
    const empty = await page();
    expect(empty.text).toContain('No back-ends yet.');
    expect(empty.text).toContain('Secrets No secrets yet.');
    await world.mutate('createBackend', { ...inputOf(empty.links, 'createBackend'), name: 'crm' });
    const created = await page();
    expect(created.text).toContain('crm Not set here: calls are refused');
    const set = inputOf(created.links, 'setBackend');
    expect(set).toEqual({
      org: 'acme',
      catalog: CATALOG,
      backend: 'crm',
      targets: [{ url: '' }],
      dryRun: true,
    });
    const secret = await setSecret({ name: 'crm-password', value: 'a password of the CRM' });
    expect(secret).toMatchObject({ status: 303, location: `${PAGE}?done=secret` });
    const targets = [
      { url: 'http://127.0.0.1:1/', weight: 3 },
      { url: 'http://127.0.0.1:2/', drained: true },
    ];
    const credentials = { type: 'BASIC', username: 'gate', secret: 'crm-password' };
    await world.mutate('setBackend', { ...set, targets, credentials, dryRun: false }, '{ dryRun }');
    const { text, html, links } = await page(secret.location ?? '');
    expect(text).toContain('The secret is set');
    expect(text).toContain(
      'crm http://127.0.0.1:1/ weight 3 http://127.0.0.1:2/ weight 1 Drained HTTP Basic as gate, secret crm-password',
    );
    expect(html).not.toContain('a password of the CRM');
    expect(inputOf(links, 'setBackend')).toMatchObject({ credentials, targets });
  });

  it('tell of a client certificate that ends soon', async () => {
    const until = (days: number) => world.deps.clock().getTime() + days * 86_400_000;
    await world.mutate('createBackend', { name: 'crm' });
    for (const [days, told] of [
      [200, 'key crm-key-200'],
      [12, 'key crm-key-12 Ends in 12 days'],
    ] as const) {
      const { key, cert } = selfSigned('crm', { to: until(days) + 3_600_000 });
      // As a browser sends what was pasted.
      await setSecret({ name: `crm-key-${days}`, value: '', privateKey: key.replaceAll('\n', '\r\n') });
      const tls = { certificate: cert, key: `crm-key-${days}` };
      const set = { catalog: CATALOG, backend: 'crm', targets: [{ url: 'https://crm.example/' }], tls };
      await world.mutate('setBackend', set, '{ dryRun }');
      const { text, links } = await page();
      expect(text).toContain(told);
      expect(links.map((link) => new URLSearchParams(link.split('?')[1]).get('variables'))).toContain(
        JSON.stringify({
          input: {
            org: 'acme',
            catalog: CATALOG,
            backend: 'crm',
            tls: { certificate: '', key: `crm-key-${days}` },
            dryRun: true,
          },
        }),
      );
    }
  });

  it('are named beside the APIs that call them', async () => {
    await world.mutate('createBackend', { name: 'people' });
    await world.mutate('createApi', { openapi: document(), name: 'people', backend: 'people' });
    const { text, links } = await page('/console/apis?org=acme');
    expect(text).toContain('people (set per catalog)');
    expect(links).toContain('/console/apis/acme/people/1.0.0?tab=settings');
  });

  it('have secrets whose form says what is wrong, and does not show the value again', async () => {
    const refused = await setSecret({ name: 'crm-password', value: ' canary ' });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Value').error).toContain('A secret has 1 to 4096 characters');
    expect(fieldOf(refused, 'Name').value).toBe('crm-password');
    expect(refused.html).not.toContain('canary');
    const noKey = await setSecret({ name: 'crm-key', value: '', privateKey: 'canary of an é' });
    expect(noKey.status).toBe(400);
    expect(fieldOf(noKey, 'Or a private key (PEM)').error).toContain('A secret has 1 to 4096 characters');
    expect(noKey.html).not.toContain('canary');
  });

  it('are read by a viewer, who is offered no form, and refused what one would send', async () => {
    const shown = await page(PAGE, viewer);
    expect(shown.status).toBe(200);
    expect(postButtonsOf(shown)).toEqual([]);
    const refused = await setSecret({ name: 'mine', value: 'a value' }, viewer);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('This needs the role DEVELOPER; yours is VIEWER.'),
    ]);
  });

  it('of a catalog that is not there are 404', async () => {
    expect((await page('/console/catalogs/acme/nowhere/backends')).status).toBe(404);
  });
});
