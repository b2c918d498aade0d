import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-team-tests';
const PASSWORD = 'a-password-of-the-team-tests';
const WITHIN_MS = 300_000;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

const at = (path: string) => `${control}${PORTAL}${path}`;
const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();

/** A link that makes whoever has it a member with the role. */
async function invite(owner: Page, role: 'Developer' | 'Viewer'): Promise<string> {
  await owner.goto(at('/team'));
  await owner.getByLabel(role, { exact: true }).check();
  await press(owner, 'Create a link');
  const text = await main(owner).innerText();
  return /https?:\S*\/invitation\?code=\S+/.exec(text)?.[0] ?? '';
}

async function joinBy(page: Page, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Join and sign in');
  await page.waitForURL((url) => !url.pathname.includes('/invitation'));
}

describe.skipIf(!chromiumPath())(
  'the people of an organization, on the pages',
  { timeout: WITHIN_MS },
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
      browser = await openBrowser();
    }, WITHIN_MS);

    afterAll(async () => {
      await browser?.close();
      await platform?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('come by a link with a role, see who did what, take the organization over, leave, and carry their data away', async () => {
      const [{ page: owner }, { page: developer }, { page: viewer }] = [
        await browser.visitor(),
        await browser.visitor(),
        await browser.visitor(),
      ];
      for (const page of [owner, developer, viewer]) page.on('dialog', (dialog) => dialog.accept());
      await signInToPortal(owner, control);
      await main(owner).waitFor();
      await joinBy(developer, await invite(owner, 'Developer'), 'dora');
      await joinBy(viewer, await invite(owner, 'Viewer'), 'vera');

      // A viewer changes nothing, and a developer does not decide about people.
      await viewer.goto(at('/applications/demo-application'));
      expect(await main(viewer).innerText()).not.toContain('Replace the secret');
      await developer.goto(at('/team'));
      expect(await main(developer).getByRole('button').allInnerTexts()).toEqual(['Leave the organization']);
      await developer.goto(at('/applications'));
      await developer.getByLabel('Name of the application').fill('Of Dora');
      await press(developer, 'Create an application');
      await developer.getByText('The secret is not shown again').waitFor();

      await owner.goto(at('/team'));
      expect(await main(owner).innerText()).toMatch(/dora\s+created the application Of Dora/);
      expect(await main(owner).innerText()).toContain('You are its only owner');
      await press(owner, /^Hand over to dora/);
      await owner.getByText('The organization is handed over').waitFor();
      await developer.goto(at('/team'));
      expect(await main(developer).innerText()).toContain('You own the organization');

      await owner.goto(at('/account'));
      const [file] = await Promise.all([
        owner.waitForEvent('download'),
        owner.getByRole('link', { name: 'Download your data (JSON)' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.json$/);
      await owner.goto(at('/team'));
      await press(owner, 'Leave the organization');
      await owner.waitForURL((url) => !url.pathname.endsWith('/team'));
      await developer.goto(at('/team'));
      await press(developer, /^Remove vera/);
      await developer.getByText('The person is removed').waitFor();

      await developer.goto(at('/team/delete'));
      const [, confirmation = ''] = /Type (\S+) to confirm/.exec(await main(developer).innerText()) ?? [];
      await developer.getByLabel(/^Type/).fill(confirmation);
      await press(developer, 'Delete for good');
      await developer.waitForURL((url) => !url.pathname.endsWith('/delete'));
      await developer.goto(at('/team'));
      expect(new URL(developer.url()).pathname).toBe(`${PORTAL}/sign-in`);
    });
  },
);
