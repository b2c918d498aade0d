import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { allByRole } from '../../support/page-elements.ts';

let world: ConsoleWorld<CatalogWorld>;
let platform: Visitor;
let administrator: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  platform = await world.signedIn();
  const tokenOf = async (role: string) => {
    const input = { org: 'acme', name: role.toLowerCase(), role };
    return (await world.mutate<{ token: string }>('createAccessToken', input, '{ token }')).token;
  };
  administrator = await world.signedIn(await tokenOf('ADMINISTRATOR'));
  viewer = await world.signedIn(await tokenOf('VIEWER'));
});
afterAll(() => world.close());

const ORG = '/console/quotas?org=acme';
const OF_CATALOG = `${ORG}&catalog=${CATALOG}`;
const read = (path: string, visitor = platform) => readPage(visitor.get(path));
const send = (path: string, fields: FormFields, visitor = platform) => readPage(visitor.submit(path, fields));
const limitOf = async (resource: string, catalog?: string) => {
  const { quotas } = await world.query<{ quotas: { resource: string; limit: number }[] }>(
    'query ($catalog: String) { quotas(org: "acme", catalog: $catalog) { resource limit } }',
    { catalog },
  );
  return quotas.find((quota) => quota.resource === resource)?.limit;
};

describe('the page of quotas', () => {
  it('is a page away from the usage of the org, and from each catalog', async () => {
    expect((await read('/console/usage?org=acme')).links).toContain(ORG);
    expect((await read('/console/catalogs/acme/sandbox')).links).toContain(OF_CATALOG);
  });

  it('tells of an org and of each catalog what there may be and what there is', async () => {
    const { status, text, links } = await read(ORG);
    expect(status).toBe(200);
    expect(text).toMatch(/Catalogs Catalogs of an org\. org 1 50 /);
    expect(text).toMatch(
      /Applications Applications of a consumer org; .*? consumer org – each has its own 50 /,
    );
    expect(links).toContain(OF_CATALOG);
    const ofCatalog = await read(OF_CATALOG);
    expect(ofCatalog.text).toMatch(/Consumer orgs Consumer orgs of a catalog, .*? catalog 1 10,000 /);
    expect(ofCatalog.text).not.toContain('Catalogs of an org.');
  });

  it('sets those of an org for an administrator of the platform, and takes them back', async () => {
    const set = await send(ORG, { resource: 'WEBHOOKS', limit: '7', action: 'set' });
    expect([set.status, set.location]).toEqual([303, `${ORG}&done=quota`]);
    expect(await limitOf('WEBHOOKS')).toBe(7);
    const { text } = await read(`${ORG}&done=quota`);
    expect(text).toContain('The quota is set, and holds from now on; what there is stays.');
    expect(text).toMatch(
      /Webhooks Webhooks of a catalog\. catalog .*? 7 default 20 Set the limit of webhooks .*? Reset/,
    );
    await send(ORG, { resource: 'WEBHOOKS', limit: '7', action: 'reset' });
    expect(await limitOf('WEBHOOKS')).toBe(20);
  });

  it('lets an administrator of the org set those of a catalog alone, within its org', async () => {
    expect(allByRole(await read(ORG, administrator), 'spinbutton')).toEqual([]);
    expect(
      allByRole(await read(OF_CATALOG, administrator), 'spinbutton', 'Limit of webhooks of each catalog'),
    ).toHaveLength(1);
    const fields = { resource: 'WEBHOOKS', limit: '5', action: 'set' };
    await send(OF_CATALOG, fields, administrator);
    expect([await limitOf('WEBHOOKS', CATALOG), await limitOf('WEBHOOKS')]).toEqual([5, 20]);
    const beyond = await send(OF_CATALOG, { ...fields, limit: '21' }, administrator);
    expect(beyond.status).toBe(400);
    expect(beyond.text).toContain('WEBHOOKS of the org is 20: give a catalog no more');
    const ofOrg = await send(ORG, fields, administrator);
    expect(ofOrg.status).toBe(403);
    expect(ofOrg.text).toContain('The quotas of an org are set by an administrator of the platform');
  });

  it('shows a viewer no form, and refuses what is sent all the same', async () => {
    expect(allByRole(await read(OF_CATALOG, viewer), 'spinbutton')).toEqual([]);
    expect((await send(OF_CATALOG, { resource: 'WEBHOOKS', limit: '1', action: 'set' }, viewer)).status).toBe(
      403,
    );
  });

  it.each(['', 'many', '-1', '1.5', '1000001'])(
    'takes no limit of %j, which changes nothing',
    async (limit) => {
      const before = await limitOf('USERS');
      const { status } = await send(ORG, { resource: 'USERS', limit, action: 'set' });
      expect([status, await limitOf('USERS')]).toEqual([400, before]);
    },
  );

  it('is 404 of an org or a catalog that is not there', async () => {
    for (const path of ['/console/quotas?org=none', `${ORG}&catalog=none`])
      expect((await read(path)).status).toBe(404);
  });
});
