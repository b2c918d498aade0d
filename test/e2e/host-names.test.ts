import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoConsumer } from '../../src/demo/world.ts';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL } from '../support/tour-pages.ts';
import { withKey } from '../support/virtual-authenticator.ts';

const WITHIN_MS = 300_000;
const missing =
  chromiumPath() === undefined ? ' (skipped: there is no Chromium here; CHROMIUM can name one)' : '';

describe.skipIf(missing)(
  `console, portal and APIs at hosts of their own${missing}`,
  { timeout: WITHIN_MS },
  () => {
    let dataDir: string;
    let platform: PlatformProcess;
    let browser: BrowserWorld;
    let [control, portal, consoleUrl, api] = ['', '', '', ''];
    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
      seedDataDir(dataDir);
      const ports = await freePorts();
      [control, portal, consoleUrl] = ['127.0.0.1', 'portal.localhost', 'console.localhost'].map(
        (host) => `http://${host}:${ports['CONTROL_PORT']}`,
      ) as [string, string, string];
      api = `http://api.localhost:${ports['GATEWAY_PORT']}`;
      platform = await startPlatform({
        ...ports,
        ...(await ownDatabase(dataDir)),
        CONSOLE_URL: consoleUrl,
        PORTAL_HOSTS: 'portal.localhost=acme/sandbox',
        GATEWAY_HOSTS: 'api.localhost=acme/sandbox',
      });
      browser = await openBrowser();
    }, WITHIN_MS);
    afterAll(async () => {
      await browser?.close();
      await platform?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('a consumer is led to the portal’s host, signs in there, and tries an API at its host', async () => {
      const { page, complaints, foreign, close } = await browser.visitor();
      await page.goto(`${control}${PORTAL}/products/customer:1.0.0`);
      expect(page.url()).toBe(`${portal}/products/customer:1.0.0`);
      await page.getByRole('link', { name: 'Sign in', exact: true }).first().click();
      await page.fill('#username', demoConsumer.username);
      await page.fill('#password', demoConsumer.password);
      await page.click('main button[type=submit]');
      await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
      expect(new URL(page.url()).origin).toBe(portal);
      await page.goto(`${portal}/apis/customer:1.0.0/customerdb:1.0.0/reference`);
      const called = page.waitForRequest((request) => request.url().startsWith(`${api}/customerdb/v1/`));
      await page
        .getByRole('button', { name: /^Try it/ })
        .first()
        .click();
      await called;
      await page.getByText(/Answered with 200/).waitFor();
      const names = async (url: string) => (await page.context().cookies(url)).map(({ name }) => name).sort();
      expect(await names(portal)).toEqual([
        '__Host-portal.acme.sandbox',
        '__Host-portal.acme.sandbox.device',
      ]);
      for (const other of [control, consoleUrl, api]) expect(await names(other)).toEqual([]);
      await page.goto(`${portal}/products/customer:1.0.0?x=1`);
      await page.getByLabel('Language').selectOption('de');
      await page.getByRole('button', { name: 'Change' }).click();
      await page.locator('html[lang=de]').waitFor();
      expect(page.url()).toBe(`${portal}/products/customer:1.0.0?x=1`);
      expect([complaints, foreign]).toEqual([[], []]);
      await close();
    });

    it('a passkey that a consumer adds is of the portal’s host, and signs in there', async () => {
      const { page, complaints, close } = await browser.visitor();
      const { cdp, authenticatorId } = await withKey(page);
      await page.goto(`${control}${PORTAL}/sign-in?returnTo=${encodeURIComponent('/account')}`);
      await page.fill('#username', demoConsumer.username);
      await page.fill('#password', demoConsumer.password);
      await page.click('main button[type=submit]');
      await page.waitForURL(`${portal}/account`);
      await page.getByLabel('Name of the passkey').fill('Host key');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('The passkey is added').waitFor();
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials.map(({ rpId }) => rpId)).toEqual(['portal.localhost']);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.goto(`${portal}/sign-in`);
      const [password, passkey] = await Promise.all(
        ['Sign in', 'Sign in with a passkey'].map((name) =>
          page.getByRole('main').getByRole('button', { name, exact: true }).boundingBox(),
        ),
      );
      expect(passkey?.width).toBe(password?.width);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
      expect(new URL(page.url()).origin).toBe(portal);
      expect(await page.locator('.who-name').innerText()).toContain(demoConsumer.username);
      expect(complaints).toEqual([]);
      await close();
    });

    it('the administrator’s link leads to the console’s host, where she is signed in, and nowhere else', async () => {
      const { page, complaints, foreign, close } = await browser.visitor();
      const [link = ''] = /http:\S+\/console\/sign-in\?code=\S+/.exec(platform.block) ?? [];
      expect(new URL(link).origin).toBe(consoleUrl);
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in as administrator' }).click();
      await page.waitForURL(`${consoleUrl}/console/overview`);
      const names = async (url: string) => (await page.context().cookies(url)).map(({ name }) => name);
      expect(await names(consoleUrl)).toContain('__Host-console');
      for (const other of [control, portal, api]) expect(await names(other)).toEqual([]);
      const toPortal = page.locator(`a[href^="${portal}/"]`).first();
      await toPortal.waitFor();
      expect((await page.goto(`${portal}/console/overview`))?.status()).toBe(404);
      expect((await page.goto(`${consoleUrl}${PORTAL}/`))?.status()).toBe(404);
      expect([complaints, foreign]).toEqual([[], []]);
      await close();
    });
  },
);
