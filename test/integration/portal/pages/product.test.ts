import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corsDefaults } from '../../../../src/domain/api/cors.ts';
import type { CatalogProduct } from '../../../../src/infrastructure/database/generated/prisma/client.ts';
import { hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let clientKey: string;
beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  await portal.product({
    name: 'plain',
    title: 'Plain',
    plans: [
      {
        name: 'gold',
        title: 'Gold',
        description: 'For **shops** that sell. <script>alert(1)</script>',
        rateLimit: 500,
        maxGraphQLCost: 1000,
      },
      { name: 'bronze', title: 'Bronze', rateLimit: 120, rateLimitUnit: 'MINUTE', approvalRequired: true },
    ],
  });
  await portal.product({ name: 'closed', subscribability: 'DISABLED', api: { online: false } });
  const { product, successor } = await superseded();
  const carol = await portal.signIn('carol');
  const { createApplication } = await carol.run<{ createApplication: { clientKey: string } }>(
    'mutation { createApplication(title: "Shop") { clientKey } }',
  );
  clientKey = createApplication.clientKey;
  await carol.run(
    `mutation { subscribe(application: "shop", product: "${product.name}:1.0.0", plan: "default-plan") { id } }`,
  );
  await portal.database.prisma.catalogProduct.update({
    where: { id: product.id },
    data: {
      state: 'DEPRECATED',
      sunsetAt: new Date('2027-03-01T00:00:00Z'),
      migrationTargetId: successor.id,
      migrationPlans: [{ source: 'default-plan', target: 'default-plan' }],
    },
  });
});
afterAll(() => world.close());

async function superseded(): Promise<{ product: CatalogProduct; successor: CatalogProduct }> {
  const product = await world.portal.product({ name: 'old', title: 'Old' });
  const successor = await world.portal.product({ name: 'old', title: 'Old', version: '2.0.0' });
  return { product, successor };
}

describe('the page of a product', () => {
  it('tells somebody who is not signed in its plans in words, and leads to signing in', async () => {
    const page = await world.browser().get('/products/plain:1.0.0');
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toContain('500 calls an hour Spread evenly, that is about one every 7 seconds.');
    expect(text).toContain('A GraphQL document may cost up to 1,000.');
    expect(text).toContain('120 calls a minute Spread evenly, that is about 2 a second.');
    expect(text).toContain('The provider approves each subscription.');
    const returnTo = encodeURIComponent('/portal/acme/sandbox/products/plain:1.0.0/subscribe?plan=bronze');
    expect(hrefsOf(page, 'Sign in to subscribe to Bronze')).toContain(
      `/portal/acme/sandbox/sign-in?returnTo=${returnTo}`,
    );
  });

  it('says of a plan what it is for, as Markdown, also on the page for programs', async () => {
    const browser = world.browser();
    const { text, html } = await browser.get('/products/plain:1.0.0');
    expect(text).toContain('Gold For shops that sell. <script>alert(1)</script> 500 calls');
    expect(html).toContain('<strong>shops</strong>');
    expect((await browser.get('/products/plain:1.0.0.md')).html).toContain('For **shops** that sell.');
  });

  it('tells where its APIs are called, how they admit calls, and how a call looks', async () => {
    const page = await world.browser().get('/products/plain:1.0.0');
    const { text } = page;
    expect(text).toContain('http://gateway.test/acme/sandbox/customerdb/v1');
    expect(text).toContain('The client key of your application in the header X-Client-Id.');
    expect(text).toContain('GET /customers List the customers');
    expect(text).toContain("-H 'X-Client-Id: YOUR_CLIENT_KEY'");
    expect(hrefsOf(page, 'API reference and Try it of Customer Database')).toEqual([
      '/portal/acme/sandbox/apis/plain:1.0.0/customerdb:1.0.0/reference',
    ]);
  });

  it('leads somebody who is signed in to subscribing to each plan', async () => {
    const page = await (await world.signedIn('carol')).get('/products/plain:1.0.0');
    expect(hrefsOf(page, 'Subscribe to Gold')).toEqual([
      '/portal/acme/sandbox/products/plain:1.0.0/subscribe?plan=gold',
    ]);
    expect(page.text).not.toContain('Sign in to subscribe');
  });

  it('tells a subscriber what is used, with its own key in the example', async () => {
    const { text } = await (await world.signedIn('carol')).get('/products/old:1.0.0');
    expect(text).toContain('Active with Shop');
    expect(text).toContain('100 of 100 calls left');
    expect(text).toContain(`X-Client-Id: ${clientKey}`);
    expect((await (await world.signedIn('dave')).get('/products/old:2.0.0')).text).not.toContain(clientKey);
  });

  it('tells of a deprecated product until when it answers, and its successor', async () => {
    const page = await (await world.signedIn('carol')).get('/products/old:1.0.0');
    const { text } = page;
    expect(text).toContain('It stops answering on 1 March 2027, in 59 days.');
    expect(text).toContain('Its successor is Old 2.0.0');
    expect(hrefsOf(page, 'Old 2.0.0')).toEqual(['/portal/acme/sandbox/products/old:2.0.0']);
    expect(hrefsOf(page).join()).not.toContain('/products/old:1.0.0/subscribe');
    expect(text).toContain('What changes in Old 2.0.0');
    expect(text).toContain('Answers until 1 March 2027 No end is planned');
    expect(hrefsOf(page, 'See what changes and migrate')).toEqual([
      expect.stringMatching(/^\/portal\/acme\/sandbox\/subscriptions\/[\w-]+\/migrate$/),
    ]);
  });

  it.each(['', '/GET?path=%2Fcustomers'])(
    'tells of a deprecated product on the pages of its operations, too: %s',
    async (operation) => {
      const page = await (await world.signedIn('carol')).get(
        `/apis/old:1.0.0/customerdb:1.0.0/operations${operation}`,
      );
      expect(page.text).toContain('This version is deprecated');
      expect(page.text).toContain('It stops answering on 1 March 2027, in 59 days.');
      expect(hrefsOf(page, 'Its successor, and what changes')).toEqual([
        '/portal/acme/sandbox/products/old:1.0.0',
      ]);
    },
  );

  it('tells a subscriber of the version before that it can migrate here, and nobody else', async () => {
    const offer =
      'Old 1.0.0 is replaced by Old 2.0.0 Shop can go from the plan Default Plan to Default Plan.';
    const carol = await world.signedIn('carol');
    for (const path of ['/products/old:2.0.0', '/applications/shop']) {
      const page = await carol.get(path);
      expect(page.text, path).toContain(offer);
      expect(hrefsOf(page, 'See what changes and migrate'), path).toEqual([
        expect.stringMatching(/^\/portal\/acme\/sandbox\/subscriptions\/[\w-]+\/migrate$/),
      ]);
    }
    expect((await carol.get('/applications/shop')).text).toContain('Old 1.0.0 Deprecated');
    for (const other of [world.browser(), await world.signedIn('dave')])
      expect((await other.get('/products/old:2.0.0')).text).not.toContain('is replaced by');
  });

  it('tells of a deprecated product where its APIs are tried, and of no other', async () => {
    const carol = await world.signedIn('carol');
    const tried = async (product: string) =>
      (await carol.get(`/apis/${product}/customerdb:1.0.0/reference`)).text;
    expect(await tried('old:1.0.0')).toContain('This version is deprecated');
    expect(await tried('old:2.0.0')).not.toContain('deprecated');
  });

  it('says why there is nothing to subscribe to, and that an API is offline', async () => {
    const page = await (await world.signedIn('carol')).get('/products/closed:1.0.0');
    const { text } = page;
    expect(text).toContain('The provider takes no new subscriptions to this product.');
    expect(text).toContain('Calls to this API are refused until the provider puts it online again.');
    expect(hrefsOf(page).join()).not.toContain('/subscribe');
  });

  it('is not there for a product that the viewer may not see, and for what is no name of one', async () => {
    const dave = await world.signedIn('dave');
    for (const name of ['old:1.0.0', 'plain:9.9.9', 'plain', '%00:1.0.0']) {
      const { status, text } = await dave.get(`/products/${name}`);
      expect([name, status]).toEqual([name, 404]);
      expect(text).toContain('There is no such page');
    }
  });

  it('says of a retired one that it is gone and what is there instead, to those who could see it', async () => {
    await world.portal.product({ name: 'gone', title: 'Gone', state: 'RETIRED' });
    await world.portal.database.prisma.catalogProduct.updateMany({
      where: { name: 'gone' },
      data: { retiredAt: new Date('2026-12-24') },
    });
    const read = async (visibility: 'PUBLIC' | 'CUSTOM') => {
      await world.portal.database.prisma.catalogProduct.updateMany({
        where: { name: 'gone' },
        data: { visibility },
      });
      return world.browser().get('/products/gone:1.0.0');
    };
    const gone = await read('PUBLIC');
    expect(gone.status).toBe(410);
    expect(gone.text).toContain(
      'The provider has retired Gone 1.0.0 on 24 December 2026. It answers no calls',
    );
    await world.portal.product({ name: 'gone', title: 'Gone', version: '2.0.0' });
    const page = await world.browser().get('/products/gone:1.0.0');
    expect(hrefsOf(page, 'Gone 2.0.0')).toEqual(['/portal/acme/sandbox/products/gone:2.0.0']);
    await read('CUSTOM');
    expect((await world.browser().get('/products/gone:1.0.0')).status).toBe(404);
  });

  it('speaks German', async () => {
    const { text } = await world.browser('de').get('/products/plain:1.0.0');
    expect(text).toContain('500 Aufrufe pro Stunde Gleichmäßig verteilt ist das etwa einer alle 7 Sekunden.');
    expect(text).toContain('Der Client-Key Ihrer Anwendung im Header X-Client-Id.');
  });
});

describe('the calls of an API from browsers', () => {
  it.each([
    [undefined, 'From browsers Pages of other sites may not call it. Call it from a server'],
    [['*'], 'From browsers Pages of every site may call it.'],
    [
      ['https://shop.example', 'https://a.example'],
      'Pages of https://shop.example, https://a.example may call it.',
    ],
  ])('are told of on its card: %j', async (allowedOrigins, told) => {
    const name = `cors-${allowedOrigins?.length ?? 0}-${allowedOrigins?.[0]?.length ?? 0}`;
    const settings = allowedOrigins ? { cors: { ...corsDefaults, allowedOrigins } } : {};
    await world.portal.product({ name, title: 'Called', api: { settings } });
    expect((await world.browser().get(`/products/${name}:1.0.0`)).text).toContain(told);
  });
});
