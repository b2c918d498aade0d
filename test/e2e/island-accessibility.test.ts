import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, findingsInLooks, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { managerOf, publishSampleGraphQL } from '../support/demo-tour.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-island-tests';
const WITHIN_MS = 300_000;
const REFERENCE = `${PORTAL}/apis/customer:1.0.0/customerdb:1.0.0/reference`;
const EXPLORER = `${PORTAL}/apis/sample-graphql:1.0.0/sample:1.0.0/explorer`;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

/** The findings that docs/internals/accessibility.md lists for a place, each once for a look. */
function listed(place: string): string[] {
  const rows = readFileSync('docs/internals/accessibility.md', 'utf8').split('\n');
  const found = rows.flatMap((row) => {
    const [, where, rule, element] = row.split('|').map((cell) => cell.trim());
    return where === place ? [`${rule} ${element}`] : [];
  });
  return ['wide and light', 'narrow and dark'].flatMap((look) =>
    found.map((finding) => `${look}: ${finding}`),
  );
}

/** Axe's findings by rule and name of the element. Its attributes change with each build. */
async function findings(page: Page): Promise<string[]> {
  return (await findingsInLooks(page, undefined, { inEach: true })).map((finding) =>
    finding.replace(/: <(\w+).*$/s, ' $1'),
  );
}

async function openRequest(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Try it GET/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().waitFor();
}

describe.skipIf(!chromiumPath())('what axe finds in the islands', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    ({ CONTROL_URL: control = '' } = platform.settings);
    await publishSampleGraphQL(managerOf(platform.settings), platform.settings);
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is what the list has for the reference, once it is open', async () => {
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${REFERENCE}`);
    await page.getByRole('button', { name: 'Open the interactive reference' }).click();
    await page.locator('#island [role=region]').first().waitFor();
    expect(await findings(page)).toEqual(listed('reference'));
    await close();
  });

  it('is what the list has for a request, with its answer', async () => {
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${REFERENCE}`);
    await openRequest(page);
    await page.getByText('Answered with 200').waitFor();
    expect(await findings(page)).toEqual(listed('request'));
    await close();
  });

  it('is what the list has for the explorer', async () => {
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${EXPLORER}`);
    await page.getByText('getCustomers', { exact: true }).first().waitFor();
    expect(await findings(page)).toEqual(listed('explorer'));
    await close();
  });

  it('the dialog of a request keeps the page behind it out of reach, and gives the focus back', async () => {
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${REFERENCE}`);
    await openRequest(page);
    expect(await page.locator('header.top').getAttribute('inert')).toBe('');
    expect(await page.locator('#outcome').evaluate((outcome) => outcome.closest('[inert]'))).toBeNull();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('header.top').getAttribute('inert')).toBeNull();
    await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^Try it/);
    await close();
  });
});
