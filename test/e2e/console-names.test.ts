import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { isThorough } from '../support/runs.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { signInToConsole } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-console-names-tests';
const WITHIN_MS = 300_000;
/** A title of 80 characters, which no line of a phone holds. */
const LONG = `Donaudampfschifffahrtsgesellschaftskapitän${'x'.repeat(38)}`;

const MAKE = `mutation ($title: String!, $openapi: JSON!) {
  createOrg(input: { name: "long", title: $title }) { name }
  createCatalog(input: { org: "long", name: "box", title: $title }) { name }
  createApi(input: { org: "long", name: "one", version: "1.0.0", title: $title, openapi: $openapi, basePath: "/one" }) { name }
  createProduct(input: { org: "long", name: "one", version: "1.0.0", title: $title, apis: ["one:1.0.0"],
    plans: [{ name: "plan", title: $title, rateLimit: 9 }], publishTo: "box" }) { name }
  createConsumerOrg(input: { org: "long", catalog: "box", name: "buyers", title: $title }) { name }
  createApplication(input: { org: "long", catalog: "box", consumerOrg: "buyers", name: "shop", title: $title }) { clientKey }
  createSubscription(input: { org: "long", catalog: "box", consumerOrg: "buyers", application: "shop",
    product: "one:1.0.0", plan: "plan" }) { id }
}`;

const OF_CATALOG = '/console/catalogs/long/box';
const pages = [
  '/console/overview?org=long',
  '/console/apis?org=long',
  '/console/apis/long/one/1.0.0',
  '/console/apis/long/one/1.0.0?tab=security',
  '/console/products/long/one/1.0.0',
  '/console/catalogs?org=long',
  OF_CATALOG,
  `${OF_CATALOG}/board`,
  `${OF_CATALOG}/picture`,
  `${OF_CATALOG}/consumers`,
  `${OF_CATALOG}/consumers/buyers`,
  `${OF_CATALOG}/consumers/buyers/shop`,
  `${OF_CATALOG}/consumers/buyers/shop/plans`,
  `${OF_CATALOG}/audiences/one/1.0.0`,
  `${OF_CATALOG}/history`,
  '/console/usage?org=long&span=MONTH',
  '/console/calls?org=long',
  '/console/quotas?org=long',
  '/console/audit?org=long',
  '/console/people?org=long',
];

/** Lists what is painted beside the card, row or cell that it belongs to, in the words of it. */
const strayTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const stray: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const box = text.parentElement?.closest('.card, .cell, li, dd, .button, main');
      if (!box || text.textContent?.trim() === '') continue;
      let isCut = false;
      for (let each = text.parentElement; each; each = each.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(each);
        isCut ||= overflowX !== 'visible' || clipPath !== 'none';
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = box.getBoundingClientRect();
      const beyond = [...range.getClientRects()].some(
        (part) => part.right > right + 2 || part.left < left - 2,
      );
      if (beyond && !isCut) stray.push(text.textContent ?? '');
    }
    return stray;
  });

describe.skipIf(!chromiumPath())('names on pages of the console', { timeout: WITHIN_MS }, () => {
  let dataDir: string;
  let platform: PlatformProcess;
  let browser: BrowserWorld;
  let control: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    const addresses = { ...(await freePorts()), ...(await ownDatabase(dataDir)) };
    platform = await startPlatform({ ...addresses, ADMIN_TOKEN });
    const { CONTROL_URL = '', GATEWAY_URL = '' } = platform.settings;
    control = CONTROL_URL;
    browser = await openBrowser();
    const openapi = JSON.stringify({
      openapi: '3.0.3',
      info: { title: LONG, version: '1.0.0' },
      servers: [{ url: 'http://127.0.0.1:9/' }],
      paths: { '/x': { get: { summary: LONG, responses: { 200: { description: LONG } } } } },
    });
    const response = await fetch(`${control}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ query: MAKE, variables: { title: LONG, openapi } }),
    });
    const { data, errors } = (await response.json()) as {
      data?: { createApplication: { clientKey: string } };
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    const headers = { 'x-client-id': data?.createApplication.clientKey ?? '' };
    await fetch(`${GATEWAY_URL}/long/box/one/nowhere`, { headers });
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(isThorough ? [360, 768, 1280] : [360, 1280])(
    'are broken, rather than painted beyond their card or page, at %i pixels',
    async (width) => {
      const { page, close } = await browser.visitor({ viewport: { width, height: 800 } });
      await signInToConsole(page, control, ADMIN_TOKEN);
      const found: unknown[] = [];
      for (const path of pages) {
        const response = await page.goto(`${control}${path}`);
        const [wider, stray] = [await overflow(page), await strayTexts(page)];
        if (response?.status() !== 200 || wider > 0 || stray.length > 0)
          found.push([path, response?.status(), wider, stray]);
      }
      await close();
      expect(found).toEqual([]);
    },
  );
});
