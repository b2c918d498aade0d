import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branding } from '../../src/domain/branding/branding.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { axeFindings, type BrowserWorld, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { PUBLIC_CLIENT } from '../support/oauth.ts';
import { authorizePath, CONSENTS, SIGN_IN, VERIFIER } from '../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../support/stored-oauth.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 8"><circle cx="4" cy="4" r="4" fill="#b04090"/></svg>';
/** A long name, and a logo wider than high. */
const BRANDING: Branding = {
  name: 'Programmierschnittstellen der Acme-Gesellschaft',
  accent: { light: '#7a1f5c', dark: '#f0a8d8' },
  logo: { type: 'image/svg+xml', data: Buffer.from(SVG).toString('base64') },
};

/** A title that no line of a phone holds, without a place where it may be broken. */
const LONG_TITLE = 'Reiseauskunftsanwendungsprototyp'.repeat(6);

const missing =
  chromiumPath() === undefined ? ' (skipped: there is no Chromium here; CHROMIUM can name one)' : '';

describe.skipIf(missing)(`an application that sends a person to its provider${missing}`, () => {
  let world: StoredOAuth;
  let browser: BrowserWorld;
  let client: { url: string; close: () => void };
  beforeAll(async () => {
    [world, browser, client] = await Promise.all([openStoredOAuth(), openBrowser(), openClient()]);
    await world.settings({ clientTypes: ['PUBLIC'] });
  });
  afterAll(async () => {
    client.close();
    await browser.close();
    await world.close();
  });

  const ask = (change: Record<string, string> = {}) =>
    `${world.url}${authorizePath({ client_id: PUBLIC_CLIENT, redirect_uri: `${client.url}/callback`, ...change })}`;

  it('gets a token once they have signed in and allowed it, in a browser that runs no script', async () => {
    const { page, complaints, foreign, close } = await browser.visitor({ javaScriptEnabled: false });
    await page.goto(ask());
    await page.fill('#username', SIGN_IN.username);
    await page.fill('#password', 'wrong');
    await page.click('button[value=sign-in]');
    await page.getByText('The username or the password is wrong.').first().waitFor();
    await page.fill('#password', SIGN_IN.password);
    await page.keyboard.press('Enter');
    await page.click('button[value=allow]');
    await page.waitForURL(`${client.url}/**`);
    const back = new URL(page.url());
    expect(back.searchParams.get('state')).toBe('a state');
    const { status, json } = await world.post('token', {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: `${client.url}/callback`,
      client_id: PUBLIC_CLIENT,
      code_verifier: VERIFIER,
    });
    expect([status, json['scope']]).toEqual([200, 'customer']);
    const [cookie] = await page.context().cookies(world.url);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });

    await page.goto(`${world.url}${CONSENTS}`);
    await page.click('button[value=withdraw]');
    await page.getByRole('status').filter({ hasText: 'Withdrawn.' }).first().waitFor();
    await page.click('button[value=sign-out]');
    await page.locator('#password').waitFor();
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('may do it in a window of its own, which tells it the answer and closes', async () => {
    const { page, complaints, close } = await browser.visitor();
    await page.goto(`${client.url}/popup?${new URLSearchParams({ at: ask() })}`);
    const opened = page.waitForEvent('popup');
    await page.click('button');
    const popup = await opened;
    await popup.fill('#username', SIGN_IN.username);
    await popup.fill('#password', SIGN_IN.password);
    await popup.keyboard.press('Enter');
    const closed = popup.waitForEvent('close');
    await popup.click('button[value=allow]');
    await closed;
    const told = page.locator('output');
    await expect.poll(() => told.textContent()).toMatch(/^\?code=ac_.*&state=a\+state&/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('hears that they did not allow it', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(ask());
    await page.fill('#username', SIGN_IN.username);
    await page.fill('#password', SIGN_IN.password);
    await page.keyboard.press('Enter');
    await page.click('button[value=deny]');
    await page.waitForURL(`${client.url}/**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await close();
  });

  it('cannot have the pages in a frame, nor send their forms itself', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(`${client.url}/frame?${new URLSearchParams({ at: ask() })}`);
    const frame = page.frames()[1];
    expect(await frame?.locator('#password').count()).toBe(0);
    await page.goto(`${client.url}/form?${new URLSearchParams({ at: ask() })}`);
    await page.click('button');
    await page.waitForURL(`${world.url}/**`);
    await page.getByText('The form came from another site.').first().waitFor();
    await close();
  });

  it.each([
    { language: 'en-GB', colorScheme: 'light', width: 1280, branding: {}, title: 'My app' },
    { language: 'de-AT', colorScheme: 'dark', width: 320, branding: BRANDING, title: LONG_TITLE },
  ] as const)('has pages that everybody can use: $language, $colorScheme, $width pixels', async (as) => {
    await world.change(({ catalog }) =>
      catalog.update({ where: { id: world.catalogId }, data: { branding: toStore(as.branding) } }),
    );
    await world.change(({ application }) => application.updateMany({ data: { title: as.title } }));
    const { page, complaints, foreign, close } = await browser.visitor({
      locale: as.language,
      colorScheme: as.colorScheme,
      viewport: { width: as.width, height: 800 },
    });
    const check = async () => expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.goto(ask({ client_id: 'stranger' }));
    await check();
    await page.goto(ask());
    await check();
    await page.fill('#username', SIGN_IN.username);
    await page.fill('#password', 'wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check();
    await page.fill('#password', SIGN_IN.password);
    await page.keyboard.press('Enter');
    await page.locator('button[value=allow]').waitFor();
    await check();
    await page.click('button[value=allow]');
    await page.waitForURL(`${client.url}/**`);
    await page.goto(`${world.url}${CONSENTS}`);
    await check();
    expect(await page.locator('html').getAttribute('lang')).toBe(as.language.slice(0, 2));
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });
});

/** The application: its callback, and pages of somebody who means ill. */
async function openClient() {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://client.test');
    const at = (searchParams.get('at') ?? '').replaceAll('&', '&amp;');
    const pages: Record<string, string> = {
      '/popup': `<button onclick="window.open('${at}')">Sign in</button><output></output><script>
        onmessage = ({ origin, data }) => { if (origin === self.origin) document.querySelector('output').textContent = data; };
      </script>`,
      '/callback': `You are back.<script>
        if (opener) { opener.postMessage(location.search, self.origin); close(); }
      </script>`,
      '/frame': `<iframe src="${at}"></iframe>`,
      '/form': `<form method="post" action="${at}"><button name="action" value="allow">Win</button></form>`,
    };
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><link rel="icon" href="data:,">${pages[pathname] ?? 'You are back.'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
