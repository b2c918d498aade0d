import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Branding } from '../../../src/domain/branding/branding.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG } from '../../support/oauth.ts';
import { byRole, titleOf } from '../../support/page-elements.ts';
import { authorizePath, CONSENTS, openProviderBrowser, SIGN_IN } from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const accent = { light: '#7a1f5c', dark: '#f0a8d8' };
const branding: Branding = {
  name: 'Acme APIs',
  accent,
  logo: { type: 'image/svg+xml', data: Buffer.from(SVG).toString('base64') },
  links: [{ title: 'Terms', url: 'https://acme.test/terms' }],
};
/** The same provider, in a catalog that has no brand. */
const ELSEWHERE = CONSENTS.replace(CATALOG, '/acme/preview');
const LOGO = /<img class="brand-logo" src="(.*?)" alt=""/;
const COLOURS = /<link rel="stylesheet" href="([^"]*\/brand\.css.*?)"/;

let world: StoredOAuth;
beforeAll(async () => {
  world = await openStoredOAuth();
});
afterAll(() => world.close());
beforeEach(() => brandAs(branding));

/** Changes the brand of the sandbox, as the management API does. */
const brandAs = (to: Branding) =>
  world.change((prisma) =>
    prisma.catalog.update({ where: { id: world.catalogId }, data: { branding: toStore(to) } }),
  );
const addressOn = async (page: string, pattern: RegExp) =>
  pattern.exec((await world.send(page)).text)?.[1] ?? '';

describe('the pages of a provider in a catalog with a brand', () => {
  it.each(['en', 'de'])('have its name, logo, colours and links, all of them, in %s', async (language) => {
    const browser = openProviderBrowser(world.url, language);
    const signIn = await browser.get(authorizePath());
    const wrong = await browser.submit('sign-in', { ...SIGN_IN, password: 'wrong' });
    await browser.submit('sign-in', SIGN_IN);
    const consent = await browser.get(authorizePath());
    const consents = await browser.get(CONSENTS);
    const problem = await browser.get(authorizePath({ client_id: 'stranger' }));
    const pages = [signIn, wrong, consent, consents, problem];
    expect(pages.map(({ status }) => status)).toEqual([200, 400, 200, 200, 400]);
    for (const page of pages) {
      expect(titleOf(page)).toMatch(/ · Acme APIs$/);
      expect(page.html).toMatch(LOGO);
      expect(page.html).toMatch(COLOURS);
      expect(byRole(page, 'banner').text).toBe('Acme APIs');
      expect(byRole(page, 'contentinfo').text).toBe('Terms');
    }
  });

  it('keep their policy: nothing runs, and what they load is from their own origin', async () => {
    const { text, headers } = await world.send(CONSENTS);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script|<style|\sstyle=|\sonerror/);
    const loaded = [...text.matchAll(/<(?:link|img)[^>]* (?:src|href)="(.*?)"/g)].map(([, url]) => url);
    expect(loaded).toHaveLength(4);
    for (const address of loaded) expect(address).toMatch(/^\/acme\//);
  });

  it('load its colours as a style sheet, kept by its hash', async () => {
    const address = await addressOn(CONSENTS, COLOURS);
    const { status, text, headers } = await world.send(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(text).toContain('--accent: light-dark(#7a1f5c, #f0a8d8);');
  });

  it('load its logo, kept by its hash, which may do nothing when opened by itself', async () => {
    const { status, text, headers } = await world.send(await addressOn(CONSENTS, LOGO));
    expect({ status, text }).toEqual({ status: 200, text: SVG });
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('show a changed one as soon as the gateway knows it, and nothing keeps the new under the old address', async () => {
    const address = await addressOn(CONSENTS, COLOURS);
    await brandAs({ ...branding, name: 'Acme & Sons', accent: { ...accent, light: '#14693a' } });
    expect(titleOf({ html: (await world.send(CONSENTS)).text })).toMatch(/ · Acme & Sons$/);
    expect(await addressOn(CONSENTS, COLOURS)).not.toBe(address);
    const { status, text, headers } = await world.send(address);
    expect(status).toBe(200);
    expect(text).toContain('#14693a');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('show its name as text, whatever it contains', async () => {
    await brandAs({ name: '</title><img src=x onerror="alert(1)">' });
    const { text } = await world.send(CONSENTS);
    expect(text).toContain('&lt;/title&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</title>');
    expect(text).not.toContain('<img');
  });
});

describe('the pages of a provider in a catalog without a brand', () => {
  it('have the title of the provider and the colours of every page, whatever other catalogs have', async () => {
    const { status, text } = await world.send(ELSEWHERE);
    expect(status).toBe(200);
    expect(titleOf({ html: text })).toBe('Sign in · Customer OAuth');
    expect(byRole({ html: text }, 'banner').text).toBe('C Customer OAuth');
    expect(text).not.toMatch(LOGO);
    expect(text).not.toMatch(COLOURS);
    expect(text).not.toContain('Acme APIs');
    for (const file of ['logo', 'brand.css'])
      expect((await world.send(ELSEWHERE.replace('consents', `assets/${file}`))).status).toBe(404);
  });
});
