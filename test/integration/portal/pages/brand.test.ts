import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branding } from '../../../../src/domain/branding/branding.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { byRole, hrefsOf, titleOf } from '../../../support/page-elements.ts';
import { openPages, type Page, type PagesWorld } from '../../../support/portal-pages.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const logo = (svg: string): Branding['logo'] => ({
  type: 'image/svg+xml',
  data: Buffer.from(svg).toString('base64'),
});
const accent = { light: '#7a1f5c', dark: '#f0a8d8' };

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());

const brandAs = (branding: Branding) =>
  world.portal.database.prisma.catalog.update({
    where: { id: world.portal.catalogId },
    data: { branding: toStore(branding) },
  });

/** The address of what a page loads, without the portal's. */
const addressIn = ({ html }: Page, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
const LOGO = /<img class="brand-logo" src="\/portal\/acme\/sandbox(.*?)" alt=""/;
const COLOURS = /<link rel="stylesheet" href="\/portal\/acme\/sandbox(\/brand\.css.*?)"/;

describe('the brand of a catalog', () => {
  it('is its title where it has none, and loads nothing', async () => {
    await brandAs({});
    const page = await world.browser().get('/');
    expect(titleOf(page)).toBe('Products · sandbox');
    expect(byRole(page, 'link', 'sandbox').text).toBe('s sandbox');
    expect(page.html).not.toMatch(LOGO);
    expect(page.html).not.toMatch(COLOURS);
    expect((await world.browser().get('/logo')).status).toBe(404);
    expect((await world.browser().get('/brand.css')).status).toBe(404);
  });

  it('has its name on every page', async () => {
    await brandAs({ name: 'Acme & Sons' });
    for (const path of ['/', '/sign-in', '/nothing']) {
      const page = await world.browser().get(path);
      expect(titleOf(page)).toMatch(/ · Acme & Sons$/);
      expect(byRole(page, 'link', 'Acme & Sons').text).toBe('A Acme & Sons');
    }
  });

  it('has its links at the foot of every page', async () => {
    await brandAs({ links: [{ title: 'Terms <1>', url: 'https://acme.test/terms?a=1&b=2' }] });
    for (const path of ['/', '/sign-in', '/nothing']) {
      const page = await world.browser().get(path);
      expect(byRole(page, 'contentinfo').text).toContain('Terms <1>');
      expect(hrefsOf(page, 'Terms <1>')).toEqual(['https://acme.test/terms?a=1&b=2']);
    }
  });

  it('has its colours in a style sheet, kept by its hash, where buttons can be read', async () => {
    await brandAs({ accent });
    const address = addressIn(await world.browser().get('/'), COLOURS);
    const { status, html, headers } = await world.browser().get(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(html).toContain('--accent: light-dark(#7a1f5c, #f0a8d8);');
    await brandAs({ accent: { ...accent, light: '#14693a' } });
    expect(addressIn(await world.browser().get('/'), COLOURS)).not.toBe(address);
    expect((await world.browser().get(address)).headers.get('cache-control')).toBe('no-store');
  });

  it('has its logo from our own origin, kept by its hash, which may do nothing when opened by itself', async () => {
    await brandAs({ logo: logo(SVG) });
    const address = addressIn(await world.browser().get('/'), LOGO);
    const { status, html, headers } = await world.browser().get(address);
    expect({ status, html }).toEqual({ status: 200, html: SVG });
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await brandAs({ logo: logo(SVG.replace('circle', 'ellipse')) });
    expect(addressIn(await world.browser().get('/'), LOGO)).not.toBe(address);
  });
});
