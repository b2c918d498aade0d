import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { signInToConsole } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-products';
const WITHIN_MS = 300_000;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

describe.skipIf(!chromiumPath())('a product in the console, without GraphiQL', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    control = platform.settings['CONTROL_URL'] ?? '';
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['wide', { width: 1280, height: 900 }, 'Crates'],
    ['narrow', { width: 360, height: 780 }, 'Boxes'],
  ])(
    'is made in a panel that keeps what was typed, and gets and loses a plan, %s',
    async (_look, viewport, title) => {
      const { page, complaints, foreign, close } = await browser.visitor({ viewport });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await signInToConsole(page, control, ADMIN_TOKEN);
      await page.goto(`${control}/console/apis?org=acme`);
      await page.getByRole('link', { name: 'New product customerdb:1.0.0' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByLabel('Title', { exact: true }).fill(title);
      await panel.getByLabel('Calls', { exact: true }).fill('0');
      await panel.getByRole('button', { name: 'Create the product' }).click();
      await panel.getByText('give a whole number from 1').waitFor();
      expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
      expect(await panel.getByLabel('Customer database 1.0.0').isChecked()).toBe(true);
      expect(await overflow(page)).toBe(0);
      await panel.getByLabel('Calls', { exact: true }).fill('5');
      await panel.getByRole('button', { name: 'Create the product' }).click();
      await page.getByText('The product is created, as a draft.').waitFor();
      await page.getByText('5 calls an hour').waitFor();

      await page.getByText('Add a plan').click();
      const card = page.getByRole('article', { name: 'New plan' });
      await card.getByLabel('Title', { exact: true }).fill('Large');
      await card.getByLabel('Calls', { exact: true }).fill('5000');
      expect(await overflow(page)).toBe(0);
      await button('Add the plan').click();
      await page.getByText('5,000 calls an hour').waitFor();
      const added = page.getByRole('article', { name: 'Plan Default Plan' });
      await added.getByText('Edit', { exact: true }).click();
      await added.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The product is changed.').waitFor();
      expect(await page.getByRole('article', { name: 'Plan Default Plan' }).count()).toBe(0);

      await page.getByRole('link', { name: 'Add or remove APIs' }).click();
      await page.getByRole('dialog').getByLabel('Customer database 1.0.0').uncheck();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('A product holds one API or more').waitFor();
      await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Publish to Sandbox' }).waitFor();
      expect([complaints, foreign]).toEqual([[], []]);
      await close();
    },
  );
});
