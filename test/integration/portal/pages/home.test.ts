import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branding } from '../../../../src/domain/branding/branding.ts';
import { NO_WORDS } from '../../../../src/domain/product/product-words.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type Page, type PagesWorld } from '../../../support/portal-pages.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const icon = { type: 'image/svg+xml' as const, data: Buffer.from(SVG).toString('base64') };

let world: PagesWorld;
/** The page while the catalog had nothing. */
let empty: Page;
beforeAll(async () => {
  world = await openPages();
  empty = await world.browser().get('/');
  const { product } = world.portal;
  const releaseNotes = '# Title\n\nNow with *hats*.\n\nAnd more.';
  await product({ name: 'one', title: 'One' });
  await product({ name: 'two', title: 'Two', version: '1.0.0' });
  await product({ name: 'two', title: 'Two', version: '10.0.0' });
  await product({ name: 'inner', title: 'Inner', visibility: 'AUTHENTICATED' });
  await product({ name: 'seen', title: 'Seen', words: { ...NO_WORDS, icon } });
  await product({
    name: 'unseen',
    title: 'Unseen',
    visibility: 'AUTHENTICATED',
    words: { ...NO_WORDS, icon },
  });
  await product({ name: 'hats', title: 'Hats', words: { ...NO_WORDS, releaseNotes } });
  // As each change of the management API does: the home page before has read what a reader sees of this revision.
  await world.portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
});
afterAll(() => world.close());

const brand = (branding: Branding) =>
  world.portal.database.prisma.catalog.updateMany({
    where: { name: 'sandbox' },
    data: { branding: toStore(branding) },
  });

describe('the home page', () => {
  it('without products and settings has the name of the portal, a search, and the way to a call', () => {
    const page = empty;
    expect(page.status).toBe(200);
    expect(page.text).toMatch(
      /^sandbox Find an API, .* Search .* Get started 1 Sign in .* 4 Make the first call/,
    );
    expect(page.text).toContain('All products 0 products There are no products yet.');
    expect(page.text).not.toContain('Featured');
    expect(page.text).not.toContain('What is new');
  });

  it('shows what the provider features in its order, the newest version that the reader may see', async () => {
    await brand({ featured: ['two', 'not-yet', 'inner', 'one'] });
    const query = '{ featuredProducts { name version } }';
    const all = [
      { name: 'two', version: '10.0.0' },
      { name: 'one', version: '1.0.0' },
    ];
    expect(await world.portal.run(query)).toEqual({ featuredProducts: all });
    const featured = /Featured (.*?) What is new/;
    const [, seen = ''] = featured.exec((await world.browser().get('/')).text) ?? [];
    expect(seen).toMatch(/^T Two Version 10\.0\.0 .* One Version 1\.0\.0/);
    expect(seen).not.toContain('Inner');
    const carol = await world.signedIn('carol');
    const [, hers = ''] = featured.exec((await carol.get('/')).text) ?? [];
    expect(hers).toMatch(/^T Two .* Inner .* One/);
  });

  it('tells what is new in the words of the provider, the first paragraph of them', async () => {
    const { text } = await world.browser().get('/');
    expect(text).toMatch(/What is new All changes .* Hats 1\.0\.0 Now with hats \./);
    expect(text).not.toContain('And more.');
  });

  it('shows how far the organization is, and nothing of it after a call', async () => {
    const carol = await world.signedIn('carol');
    const page = await carol.get('/');
    expect(page.text).toMatch(/Get started \d of 4 steps done Done Sign in/);
    const german = await world.browser('de').get('/');
    expect(german.text).toContain('Erste Schritte 1 Anmelden');
    const { prisma } = world.portal.database;
    const org = await prisma.consumerOrg.findFirstOrThrow({
      where: { memberships: { some: { member: { username: 'carol' } } } },
    });
    const application = await prisma.application.create({
      data: { consumerOrgId: org.id, name: 'home', title: 'Home' },
    });
    const product = await prisma.catalogProduct.findFirstOrThrow({
      where: { name: 'one' },
      include: { plans: true },
    });
    const subscription = await prisma.subscription.create({
      data: {
        applicationId: application.id,
        catalogProductId: product.id,
        catalogPlanId: product.plans[0]?.id ?? '',
      },
    });
    expect((await carol.get('/')).text).toContain('3 of 4 steps done');
    await prisma.usageSeries.create({
      data: {
        id: subscription.id,
        orgId: org.id,
        catalog: 'sandbox',
        subscriptionId: subscription.id,
        lastDay: world.portal.deps.clock(),
      },
    });
    expect((await carol.get('/')).text).not.toContain('Get started');
  });

  it('is a list alone where somebody filters or turns the page', async () => {
    for (const path of ['/?kind=REST', '/?search=one', '/?page=2'])
      expect((await world.browser().get(path)).text).not.toContain('Get started');
  });
});

describe('the icon of a product', () => {
  it('is on its card, and is kept by browsers until it changes', async () => {
    const page = await world.browser().get('/');
    const [, path = ''] =
      /src="\/portal\/acme\/sandbox(\/products\/seen:1\.0\.0\/icon\?[^"]+)"/.exec(page.html) ?? [];
    const answer = await world.browser().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(answer.html).toBe(SVG);
    const other = await world.browser().get('/products/seen:1.0.0/icon?old');
    expect(other.headers.get('cache-control')).toBe('no-store');
  });

  it('is there for who may see the product alone', async () => {
    expect((await world.browser().get('/products/unseen:1.0.0/icon')).status).toBe(404);
    const carol = await world.signedIn('carol');
    expect((await carol.get('/products/unseen:1.0.0/icon')).status).toBe(200);
    expect((await carol.get('/products/one:1.0.0/icon')).status).toBe(404);
    expect((await carol.get('/products/nothing/icon')).status).toBe(404);
  });

  it('gives way to the first letter where there is none', async () => {
    const page = await world.browser().get('/?search=one');
    expect(page.html).toMatch(/class="mark mark-small mark-shade-\d" aria-hidden="true">O</);
    expect(hrefsOf(page, 'One')).toEqual(['/portal/acme/sandbox/products/one:1.0.0']);
  });
});
