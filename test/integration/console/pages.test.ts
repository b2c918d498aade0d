import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  openConsole,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { allByRole, elementsOf, hiddenOf, postButtonsOf } from '../../support/page-elements.ts';
import { watchStatements } from '../../support/statements.ts';
import { recordingUpstream } from '../../support/upstream.ts';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;

async function open(): Promise<void> {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { plans: [{ title: 'Free' }], publishTo: CATALOG });
  const plans = [{ title: 'Free' }, { title: 'Asked For', approvalRequired: true }];
  await world.product('customer:2.0.0', { plans });
  await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
  await world.client('Old Client', ['customer:1.0.0', 'free']);
  person = await world.signedIn();
  const reader = { org: 'acme', name: 'reader', role: 'VIEWER' };
  const { token } = await world.mutate<{ token: string }>('createAccessToken', reader, '{ token }');
  viewer = await world.signedIn(token);
}
const close = () => world.close();

const page = (path: string, visitor = person) => readPage(visitor.get(path));

describe('the overview', () => {
  beforeEach(open);
  afterEach(close);

  it('says that nothing waits, when nothing does', async () => {
    const { status, text } = await page('/console/overview');
    expect(status).toBe(200);
    expect(text).toContain('Needs attention Nothing needs your attention.');
  });

  it('has its catalogs, each a page of products with their states and what can be done', async () => {
    const products = `/console/catalogs/acme/${CATALOG}`;
    expect((await page('/console/overview')).links).toContain(products);
    const { text, links } = await page(products);
    expect(text).toMatch(/customer 1\.0\.0 Published 1 customerdb:1\.0\.0 · Online/i);
    expect(text).toMatch(/customer 2\.0\.0 Staged 0/i);
    for (const action of ['supersede', 'publish', 'retire'])
      expect(links).toContain(`${products}/products/customer/1.0.0/${action}`);
    expect(links).toContain(`${products}/apis/customerdb/1.0.0/offline`);
    const seen = await page(products, viewer);
    expect(seen.text).toMatch(/customer 1\.0\.0 Published 1 customerdb:1\.0\.0 · Online/i);
    expect(seen.links.filter((href) => /\/(?:products|apis)\/[^/]+\/[^/]+\/[a-z]+$/.test(href))).toEqual([]);
  });

  it('has the products of a catalog in an order, and those of a state', async () => {
    const products = `/console/catalogs/acme/${CATALOG}`;
    const versionsIn = async (query: string) =>
      [...(await page(products + query)).text.matchAll(/customer (\d\.0\.0) (?:Published|Staged)/gi)].map(
        ([, version]) => version,
      );
    expect(await versionsIn('')).toEqual(['1.0.0', '2.0.0']);
    for (const order of ['NEWEST', 'NAME', 'STATE'])
      expect(await versionsIn(`?order=${order}`)).toEqual(['2.0.0', '1.0.0']);
    expect(await versionsIn('?state=STAGED')).toEqual(['2.0.0']);
    expect(await versionsIn('?order=none&state=none')).toEqual(['1.0.0', '2.0.0']);
  });

  it('says which published APIs a client id alone opens, and so does a rehearsed publication', async () => {
    const catalog = `/console/catalogs/acme/${CATALOG}`;
    const { text } = await page(catalog);
    const warning = 'customerdb:1.0.0 is open to whoever has seen a client id: ';
    expect(text).toContain(`Security warning of customerdb:1.0.0 ${warning}`);
    const { links } = await page(`${catalog}/products/customer/1.0.0/publish`);
    const href = links.find((each) => each.startsWith('/console/graphiql?open=publishProduct&')) ?? '';
    const opened = (await island(href)).open;
    const { input } = JSON.parse(opened.variables);
    const answer = await person.post('/console/graphql', {
      query: opened.query,
      variables: { input: { ...input, dryRun: true } },
    });
    expect(await answer.json()).toMatchObject({
      data: {
        publishProduct: {
          dryRun: true,
          product: { apis: [{ name: 'customerdb', securityWarnings: [expect.stringContaining(warning)] }] },
        },
      },
    });
  });

  it('shows approvals, suspended applications and failing webhooks first', async () => {
    await world.lifecycle('publishProduct', { product: 'customer:2.0.0' });
    const where = { catalog: CATALOG, consumerOrg: 'consumers' };
    await world.client('New Client');
    const wish = { ...where, application: 'new-client', product: 'customer:2.0.0', plan: 'asked-for' };
    const { id } = await world.mutate<{ id: string }>('createSubscription', wish, '{ id }');
    await world.mutate('updateApplication', { ...where, name: 'old-client', state: 'SUSPENDED' });
    const hook = {
      catalog: CATALOG,
      name: 'billing',
      url: 'http://billing.test/',
      types: ['PRODUCT_LIFECYCLE'],
    };
    await world.mutate('createWebhook', hook, '{ secret }');
    await world.product('other:1.0.0', { publishTo: CATALOG });
    const failed = { attempts: 2, lastError: 'It answered 500.' };
    await world.database.prisma.webhookDelivery.updateMany({ data: failed });

    const shown = await page('/console/overview');
    const { text, links } = shown;
    const [waiting = '', rest] = text.split(' Catalogs ');
    expect(rest).toBeDefined();
    expect(waiting).toContain('New Client Consumers customer 2.0.0 Asked For Sandbox');
    expect(waiting).toContain('Old Client Consumers Sandbox');
    expect(waiting).toMatch(
      /Failing webhooks: 1 .* billing Sandbox It answered 500\. 1 waiting, Product lifecycle other:1\.0\.0/,
    );
    expect(waiting).not.toContain('Nothing:');
    const application = (name: string) => `/console/catalogs/acme/${CATALOG}/consumers/consumers/${name}`;
    const webhook = `/console/catalogs/acme/${CATALOG}/webhooks/billing`;
    expect(links).toEqual(expect.arrayContaining([application('new-client'), webhook]));
    expect(links.join()).not.toMatch(/open=(approve|reject|updateApp|resend)/);
    const follow = async (path: string, fields: FormFields) => {
      expect(elementsOf(shown).all(`form[action="${path}"]`).length).toBeGreaterThan(0);
      const { status, location } = await readPage(person.submit(path, fields));
      expect(status).toBe(303);
      return (await page(location ?? '')).text;
    };
    expect(await follow(application('new-client'), { action: 'approve', of: id })).toContain(
      'The subscription is approved',
    );
    expect(await follow(application('old-client'), { action: 'enable' })).toContain('enabled');
    const [delivery = ''] = hiddenOf(shown, 'of').filter((of) => /^\d+$/.test(of));
    expect(await follow(webhook, { action: 'resend', of: delivery })).toContain('sent again');
    expect(postButtonsOf(await page('/console/overview', viewer))).toEqual([]);
  });

  it('shows a GraphQL schema that is held, why, and what can be done', async () => {
    const server = await recordingUpstream();
    const sdl = 'type Query { customer: Customer } type Customer { id: ID! name: String }';
    answerAsGraphQLServer(server, sdl);
    await world.mutate('createApi', { title: 'Shop', graphqlUrl: server.url });
    answerAsGraphQLServer(server, sdl.replace('name', 'surname'));
    await world.mutate('refreshGraphQLSchema', { api: 'shop:1.0.0' }, '{ outcome }');
    await server.close();
    const { text, links } = await page('/console/overview');
    expect(text).toMatch(
      /GraphQL schemas not refreshed: 1 .* Shop 1\.0\.0 1 Jan 2027, 00:00 UTC Customer\.name was removed/,
    );
    expect(links).toContain('/console/apis/acme/shop/1.0.0?tab=schema');
  });

  it('shows a sunset that is overdue', async () => {
    const sunsetAt = new Date(world.deps.clock().getTime() + 60_000).toISOString();
    await world.lifecycle('deprecateProduct', { product: 'customer:1.0.0', sunsetAt });
    expect((await page('/console/overview')).text).not.toContain('Overdue sunsets');
    world.pass(60_000);
    const { text } = await page('/console/overview');
    expect(text).toMatch(/Overdue sunsets: 1 .* customer 1\.0\.0 Sandbox 1 Jan 2027, 00:01 UTC 1 /);
  });

  it('tells the last changes in sentences, the newest first, with the way to take them back', async () => {
    await world.lifecycle('deprecateProduct', { product: 'customer:1.0.0' });
    const { text, links } = await page('/console/overview');
    expect(text).toMatch(/Recent changes Token \S+ deprecated customer 1\.0\.0 .*Undo/);
    expect(links.join()).toMatch(new RegExp(`/console/catalogs/acme/${CATALOG}/undo/[0-9a-f-]{36}`));
    expect((await page('/console/overview', viewer)).links.join()).not.toContain('/undo/');
  });

  it('tells of an API that was switched whether it is on', async () => {
    for (const [online, word] of [
      [false, 'off'],
      [true, 'on'],
    ]) {
      await world.mutate('setApiOnline', { api: 'customerdb:1.0.0', catalog: CATALOG, online }, '{ name }');
      const { text } = await page('/console/overview');
      expect(text).toMatch(new RegExp(`Recent changes Token \\S+ switched customerdb 1\\.0\\.0 ${word} `));
    }
  });

  it('has figures of any time, and the health of back-ends, the database and Redis', async () => {
    const { text } = await page('/console/overview?span=WEEK');
    expect(text).toMatch(/Calls 0 Errors 0% 0 failed with 5xx Latency \(p95\) – .* Refused 0%/);
    expect(text).toMatch(/Health Back-ends .* No errors Database .* ms Redis .* Not used/);
  });

  it('is of one org at a time, which the session reaches', async () => {
    await world.mutate('createOrg', { title: 'Beta' });
    expect((await page('/console/overview?org=beta')).text).toMatch(/^ +Beta /);
    const token = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'beta', name: 'reader', role: 'VIEWER' },
      '{ token }',
    );
    const ofBeta = await world.signedIn(token.token);
    expect((await page('/console/overview', ofBeta)).text).toMatch(/^ +Beta /);
    for (const org of ['acme', 'no-such']) {
      const answer = await ofBeta.get(`/console/overview?org=${org}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(new RegExp(`There is no org ${org}\\.[^]*NOT_FOUND`));
    }
  });

  it('of an org without a catalog leads to the mutation that creates one', async () => {
    await world.mutate('createOrg', { title: 'Gamma' });
    const { text, links } = await page('/console/overview?org=gamma');
    expect(text).toContain('There is none yet: products are published to a catalog');
    expect(links).toContain('/console/catalogs/new?org=gamma');
    expect((await page('/console/catalogs?org=gamma')).links).toContain('/console/catalogs/new?org=gamma');
    const servers = await page('/console/graphql-servers?org=gamma');
    expect(servers.links).toContain('/console/graphql-servers/new?org=gamma');
  });

  it('leads to the creation of an org, as long as there is none', async () => {
    const empty = await openConsole();
    try {
      const { text, links } = await page('/console/overview', await empty.signedIn());
      expect(text).toContain('There is no org yet');
      expect(links).toContain('/console/orgs/new');
    } finally {
      await empty.close();
    }
  });
});

describe('the search for everything', () => {
  beforeAll(open);
  afterAll(close);

  const hitsOf = (text: string, visitor = person) =>
    page(`/console/search/hits?org=acme&q=${encodeURIComponent(text)}`, visitor);

  it('finds products, applications, people and pages of the org, each with its page', async () => {
    await world.mutate(
      'inviteUser',
      { org: 'acme', email: 'ada@acme.example', role: 'DEVELOPER' },
      '{ url }',
    );
    const application = `/console/catalogs/acme/${CATALOG}/consumers/consumers/old-client`;
    expect((await hitsOf('old cli')).links).toEqual([application]);
    const { clientKey } = await world.database.prisma.credential.findFirstOrThrow({
      where: { application: { name: 'old-client' } },
    });
    expect((await hitsOf(clientKey)).links).toContain(application);
    expect((await hitsOf('usag')).links).toEqual(['/console/usage?org=acme']);
    expect((await hitsOf('CUSTOMER')).links).toContain(`/console/catalogs/acme/${CATALOG}?search=customer`);
    expect((await hitsOf('01a2150d-7990-75a9-99e1-f1526e577cd3')).links).toEqual([
      '/console/calls/01a2150d-7990-75a9-99e1-f1526e577cd3?org=acme',
    ]);
    expect((await hitsOf('ada@')).links).toEqual(['/console/people/ada%40acme.example?org=acme']);
  });

  it('finds for a reader neither people nor actions, and nothing of an org that is not theirs', async () => {
    expect((await hitsOf('ada@', viewer)).links).toEqual([]);
    expect((await hitsOf('import', viewer)).links).toEqual([]);
    expect((await hitsOf('import')).links).toEqual(['/console/import?org=acme']);
    expect((await page('/console/search/hits?org=of-others&q=customer', viewer)).status).toBe(404);
  });

  it('has a page for those without scripts, and is bounded', async () => {
    const { text, links } = await page('/console/search?org=acme&q=old+client');
    expect(text).toContain(`Application in ${CATALOG}/consumers`);
    expect(links.join()).toContain('/consumers/consumers/old-client');
    expect((await page(`/console/search?org=acme&q=${'x'.repeat(5_000)}`)).text).toContain(
      'Nothing is named',
    );
  });
});

describe('the board of a catalog', () => {
  beforeAll(open);
  afterAll(close);

  const BOARD = `/console/catalogs/acme/${CATALOG}/board`;

  it('has drafts and products by state, with what each lacks, and the actions that lead to another column', async () => {
    await world.product('draft-only:1.0.0', { org: 'acme' });
    const board = await page(BOARD);
    const { status, text, links } = board;
    expect(status).toBe(200);
    expect(text).toMatch(/ Draft \d+ .*1\.0\.0 .* Staged .* Published .* Deprecated .* Retired 0/);
    expect(text).toMatch(/1\.0\.0 Actions|1 subscriber/);
    const leadsTo = (action: RegExp) =>
      allByRole(board, 'link', action).map(({ attributes }) => attributes['data-to']);
    expect(leadsTo(/^Publish draft-only:1\.0\.0$/)).toEqual(['PUBLISHED']);
    expect(leadsTo(/^Retire /)).toContain('RETIRED');
    expect(links).toContain(`/console/catalogs/acme/${CATALOG}/picture`);
  });

  it('has no action for readers, and is of a catalog that is there', async () => {
    const { status, html } = await page(BOARD, viewer);
    expect([status, html.includes('data-to=')]).toEqual([200, false]);
    expect((await page('/console/catalogs/acme/none/board')).status).toBe(404);
  });
});

describe('the picture of a catalog', () => {
  beforeAll(open);
  afterAll(close);

  const PICTURE = `/console/catalogs/acme/${CATALOG}/picture`;

  it('shows products, successions and who is to move, and has a table behind it', async () => {
    const plans = [{ source: 'free', target: 'free' }];
    const org = 'acme';
    await world.lifecycle('publishProduct', { org, product: 'customer:2.0.0' });
    const [old, next] = ['customer:1.0.0', 'customer:2.0.0'];
    await world.lifecycle('setMigrationTarget', { org, old, new: next, plans });
    const picture = await page(PICTURE);
    expect(picture.status).toBe(200);
    const arrows = elementsOf(picture)
      .all()
      .filter(({ attributes }) => attributes['class'] === 'picture-arrow');
    expect(arrows).toHaveLength(1);
    expect(picture.text).toContain('1 to move');
    expect(picture.text).toMatch(/Published · 1 subscriber /);
    expect(picture.text).toContain('customer:2.0.0 (free → free)');
  });

  it('needs no style or script in its text', async () => {
    const { html, headers } = await page(PICTURE);
    expect(html).not.toMatch(/ style=|<style|<script(?![^>]*(src=|type="application\/json"))| on\w+=/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('of a catalog that is not there is 404', async () => {
    for (const path of ['/console/catalogs/acme/none/picture', '/console/catalogs/none/sandbox/picture'])
      expect((await page(path)).status).toBe(404);
    expect((await page('/console/no-such-page')).text).toContain('There is no such page');
  });
});

/** What GraphiQL is told by its page. */
async function island(path: string, visitor = person) {
  const { html } = await page(path, visitor);
  const [, json = ''] =
    /<script type="application\/json" id="island-props">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

describe('a catalog with many products', () => {
  afterEach(close);

  const MANY = 60;
  const products = Array.from({ length: MANY }, (_, at) => `many-${String(at + 10)}`);
  beforeEach(async () => {
    await open();
    const { prisma } = world.database;
    const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: CATALOG } });
    await prisma.catalogProduct.createMany({
      data: products.map((name) => ({
        catalogId,
        name,
        title: name,
        version: '1.0.0',
        state: 'STAGED' as const,
        visibility: 'PUBLIC' as const,
        subscribability: 'AUTHENTICATED' as const,
      })),
    });
  });

  it('leaves the overview as it is: it counts them, and reads none', async () => {
    const statements = watchStatements();
    const { text, links, html } = await page('/console/overview');
    expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(50);
    expect(text).toMatch(/Sandbox 6\d products/);
    expect(links).toContain(`/console/catalogs/acme/${CATALOG}`);
    expect(html).toContain('aria-label="Search the products of Sandbox"');
  });

  it('has a page that finds them, page by page', async () => {
    const first = await page(`/console/catalogs/acme/${CATALOG}?search=many`);
    expect(first.text).toContain(`1 to 20 of ${MANY}`);
    const next = first.links.find((href) => href.endsWith('page=2')) ?? '';
    const second = await page(next);
    expect(second.text).toContain(`21 to 40 of ${MANY}`);
    const last = await page(second.links.find((href) => href.endsWith('page=3')) ?? '');
    expect(last.text).toContain(`41 to ${MANY} of ${MANY}`);
    expect(last.text).toContain(products.at(-1));
    expect(second.text).not.toContain(products[0]);
    expect((await page(`/console/catalogs/acme/${CATALOG}?search=nothing`)).text).toContain(
      'No product is here.',
    );
    expect((await page('/console/catalogs/acme/nowhere')).status).toBe(404);
  });
});

describe('the console itself', () => {
  beforeAll(open);
  afterAll(close);

  it('opens the overview, and GraphiQL for documents of links that somebody kept', async () => {
    const leads = async (path: string) => {
      const { status, headers } = await person.get(path);
      return [status, headers.get('location')];
    };
    expect(await leads('/console')).toEqual([302, '/console/overview']);
    const kept = '?open=publishProduct&variables=%7B%7D';
    expect(await leads(`/console${kept}`)).toEqual([302, `/console/graphiql${kept}`]);
  });

  it('is light, dark, or as the system has it, as each browser chose', async () => {
    const visitor = await world.signedIn();
    const looks = async (path = '/console/account') => {
      const [html] = elementsOf(await page(path, visitor)).all();
      return html?.attributes;
    };
    expect(await looks()).toEqual({ lang: 'en' });
    const { status, headers } = await visitor.submit('/console/theme', { theme: 'dark' });
    expect([status, headers.get('location')]).toEqual([303, '/console/overview']);
    expect(await looks()).toEqual({ lang: 'en', 'data-theme': 'dark' });
    await visitor.submit('/console/sign-out', {});
    expect(await looks('/console/sign-in')).toEqual({ lang: 'en', 'data-theme': 'dark' });
    await visitor.submit('/console/sign-in', { token: world.adminToken });
    await visitor.submit('/console/theme', { theme: 'system' });
    expect(await looks()).toEqual({ lang: 'en' });
  });

  it('has a menu of what the role may see, which leads on with the org at hand', async () => {
    const { links } = await page('/console/usage?org=acme');
    expect(links).toEqual(expect.arrayContaining(['/console/audit?org=acme', '/console/people?org=acme']));
    expect((await page('/console/usage?org=acme', viewer)).links).not.toContain('/console/people?org=acme');
  });

  it('shows every component to those who develop it, and to nobody else', async () => {
    expect((await page('/console/style')).status).toBe(200);
    const inProduction = await consoleOf(world, { isProduction: true });
    expect((await page('/console/style', await inProduction.signedIn(world.adminToken))).status).toBe(404);
  });
});

describe('GraphiQL', () => {
  beforeAll(open);
  afterAll(close);

  it('has the examples in their order, each folder whole', async () => {
    const { examples } = await island('/console/graphiql');
    const numbered = (folder: string) => readdirSync(folder).filter((name) => /^\d\d-/.test(name)).length;
    expect(examples.map(({ title }: { title: string }) => title)).toEqual(['The story', 'Changes']);
    expect(examples[0].documents).toHaveLength(numbered('examples'));
    expect(examples[1].documents).toHaveLength(numbered('examples/changes'));
    expect(examples[0].documents[0]).toEqual({
      name: '01 Create org',
      query: expect.stringContaining('mutation CreateOrg('),
    });
  });

  it('has the examples on the org at hand, else on the first, by the names of things', async () => {
    for (const [path, org] of [
      ['/console/graphiql', 'acme'],
      ['/console/graphiql?org=beta', 'beta'],
    ] as const) {
      const { examples } = await island(path);
      const { documents } = examples[0] as { documents: { name: string; query: string }[] };
      const named = (name: string) => documents.find((document) => document.name === name);
      expect(named('13 Secure API')?.query).toContain(`($org: String! = "${org}")`);
      expect(named('06 Create OAuth provider')?.query).toContain('mutation CreateOAuthProvider(');
      expect(JSON.stringify(examples)).not.toContain('= \\"story\\"');
    }
  });

  it('is told where to send documents, and which roles a token may have', async () => {
    const told = {
      endpoint: '/console/graphql',
      tokenUrl: '/console/tokens',
      apiUrl: 'http://control.test/graphql',
    };
    expect(await island('/console/graphiql')).toMatchObject({
      ...told,
      open: null,
      roles: ['VIEWER', 'DEVELOPER', 'ADMINISTRATOR'],
    });
    const { token } = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'acme', name: 'dev', role: 'DEVELOPER' },
      '{ token }',
    );
    expect(await island('/console/graphiql', await world.signedIn(token))).toMatchObject({
      roles: ['VIEWER', 'DEVELOPER'],
    });
  });

  it('may call no other host, and runs no script but ours', async () => {
    const policy = (await page('/console/graphiql')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });
});
