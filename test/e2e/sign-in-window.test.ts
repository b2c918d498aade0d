import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, type BrowserWorld, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { managerOf, supersedeCustomer } from '../support/demo-tour.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-window-tests';
const WITHIN_MS = 300_000;
const REFERENCE = `${PORTAL}/apis/customer:2.0.0/customerdb:2.0.0/reference`;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

const missing =
  chromiumPath() === undefined ? ' (skipped: there is no Chromium here; CHROMIUM can name one)' : '';

describe.skipIf(missing)(
  `the reference of an API for which people sign in${missing}`,
  {
    timeout: WITHIN_MS,
  },
  () => {
    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
      seedDataDir(dataDir);
      platform = await startPlatform({
        ...(await freePorts()),
        ...(await ownDatabase(dataDir)),
        ADMIN_TOKEN,
      });
      ({ CONTROL_URL: control = '' } = platform.settings);
      await supersedeCustomer(managerOf(platform.settings));
      await manage(`mutation {
      updateOAuthProvider(input: {
        org: "acme", name: "customer-oauth", grantTypes: [ACCESS_CODE], clientTypes: [PUBLIC]
      }) { name }
      updateApi(input: {
        org: "acme", api: "customerdb:2.0.0"
        securityDefinitions: [
          { name: "oauth-1", type: OAUTH2, flow: ACCESS_CODE, oauthProvider: "customer-oauth" }
        ]
      }) { name }
    }`);
      browser = await openBrowser();
    }, WITHIN_MS);

    afterAll(async () => {
      await browser?.close();
      await platform?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('gets a token by a window of its own, of a public application, and calls with it; who opens the reference holds nothing of it', async () => {
      const { page, complaints, foreign, close } = await browser.visitor();
      await signInToPortal(page, control);
      await page.goto(`${control}${PORTAL}/products/customer:2.0.0/subscribe?plan=gold`);
      await page.getByLabel('A new application').check();
      await page.getByText('How it gets access tokens').click();
      await page.getByLabel('Public').check();
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.getByText('A public application has no secret').waitFor();

      await page.goto(`${control}${REFERENCE}`);
      await page.getByRole('button', { name: 'Open the interactive reference' }).click();

      const opened = page.waitForEvent('popup');
      await page.locator('#island').getByRole('button', { name: 'Authorize' }).first().click();
      const popup = await opened;
      await popup.fill('#username', 'alice');
      await popup.fill('#password', 'alice-password');
      await popup.keyboard.press('Enter');
      await popup.locator('button[value=allow]').waitFor();
      expect(await popup.evaluate('opener !== null')).toBe(true);
      const closed = popup.waitForEvent('close');
      await popup.click('button[value=allow]');
      await closed;
      await page.locator('#island tr', { hasText: 'Access Token' }).first().waitFor();
      await page
        .getByRole('button', { name: /^Try it/ })
        .first()
        .click();
      await page.getByText(/Answered with 200.*499 of 500 calls left/s).waitFor();
      expect([complaints, foreign]).toEqual([[], []]);

      const other = await page.context().newPage();
      await other.goto(`${platform.settings['GATEWAY_URL']}/`);
      const held = other.waitForEvent('popup');
      await other.evaluate(`void (window.held = open(${JSON.stringify(`${control}${REFERENCE}`)}))`);
      const reference = await held;
      await reference.locator('#outcome').waitFor();
      expect(await reference.evaluate('opener')).toBeNull();
      expect(await other.evaluate('held.closed')).toBe(true);
      await close();
    });

    it.each([
      { colorScheme: 'light', width: 1280, locale: 'en' },
      { colorScheme: 'dark', width: 320, locale: 'de' },
    ] as const)(
      'has a page at which the window ends that everybody can read: $locale, $colorScheme, $width pixels',
      async (as) => {
        const { page, complaints, close } = await browser.visitor({
          colorScheme: as.colorScheme,
          locale: as.locale,
          viewport: { width: as.width, height: 600 },
        });
        await page.goto(`${control}${PORTAL}/signed-in?code=ac_1`);
        expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
        expect(complaints).toEqual([]);
        await close();
      },
    );
  },
);

async function manage(query: string): Promise<void> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  expect(await response.json()).not.toHaveProperty('errors');
}
