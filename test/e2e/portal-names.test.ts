import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { isThorough } from '../support/runs.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-names-tests';
const WITHIN_MS = 300_000;

/** Names that no line holds, that run from right to left, and that have no spaces. */
const names = {
  unbroken: `Donaudampfschifffahrtsgesellschaftskapitän${'x'.repeat(120)}`,
  arabic: 'خدمات الدفع الإلكتروني وإدارة الفواتير',
  japanese: '顧客データベースと口座情報のための統合アプリケーションプログラミングインターフェース',
} as const;

const plain = [
  '/',
  '/?search=plan',
  '/changes',
  '/applications',
  '/subscriptions',
  '/calls',
  '/notices',
  '/account',
  '/quotas',
  '/webhooks',
];

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

async function run(query: string, variables: object): Promise<void> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query, variables }),
  });
  const { errors } = (await response.json()) as { errors?: unknown };
  expect(errors).toBeUndefined();
}

async function publish(name: keyof typeof names): Promise<void> {
  const title = names[name];
  const openapi = JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1.0.0', contact: { name: title }, license: { name: title } },
    servers: [{ url: 'http://127.0.0.1:9/' }],
    paths: {
      [`/${name}/{id}`]: {
        get: {
          summary: title,
          description: title,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: title } },
        },
      },
    },
  });
  const create = (field: string, type: string, input: object) =>
    run(`mutation ($input: ${type}!) { ${field}(input: $input) { name } }`, {
      input: { org: 'acme', ...input },
    });
  await create('createApi', 'CreateApiInput', {
    name,
    title,
    version: '1.0.0',
    openapi,
    basePath: `/${name}`,
    summary: title.slice(0, 160),
    description: `## ${title}\n\n\`${title}\`\n\n[${title}](https://example.com)`,
    tags: [title.slice(0, 30)],
  });
  await create('createProduct', 'CreateProductInput', {
    name,
    title,
    version: '1.0.0',
    apis: [`${name}:1.0.0`],
    summary: title.slice(0, 160),
    tags: [title.slice(0, 30)],
    description: title,
    releaseNotes: title,
    plans: [{ name: 'plan', title: title.slice(0, 100), rateLimit: 9 }],
  });
  await run('mutation ($input: CatalogProductInput!) { publishProduct(input: $input) { __typename } }', {
    input: { org: 'acme', product: `${name}:1.0.0`, catalog: 'sandbox' },
  });
}

describe.skipIf(!chromiumPath())('names on pages of the portal', { timeout: WITHIN_MS }, () => {
  let paths: string[];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    control = platform.settings['CONTROL_URL'] ?? '';
    browser = await openBrowser();
    for (const name of Object.keys(names) as (keyof typeof names)[]) await publish(name);
    paths = await withApplications();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Creates an application of each name, and lists all pages that show a name. */
  async function withApplications(): Promise<string[]> {
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    for (const title of Object.values(names)) {
      await page.goto(`${control}${PORTAL}/applications`);
      await page.locator('#title').fill(title);
      await page.locator('form:has(#title) button[type=submit]').click();
      await page.waitForLoadState();
    }
    await page.goto(`${control}${PORTAL}/applications`);
    const applications = await page
      .locator('main a[href*="/applications/"]')
      .evaluateAll((links) => [
        ...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
      ]);
    await close();
    expect(applications).toHaveLength(4);
    return [
      ...plain,
      ...Object.keys(names).flatMap((name) => [
        `/products/${name}:1.0.0`,
        `/products/${name}:1.0.0/subscribe?plan=plan`,
        `/apis/${name}:1.0.0/${name}:1.0.0/operations`,
        `/apis/${name}:1.0.0/${name}:1.0.0/operations/GET?path=${encodeURIComponent(`/${name}/{id}`)}`,
        `/apis/${name}:1.0.0/${name}:1.0.0/reference`,
      ]),
      ...applications.flatMap((path) => {
        const own = path.slice(PORTAL.length);
        return [own, `${own}/usage`, `${own}/quotas`, `${own}/delete`];
      }),
    ];
  }

  it.each(isThorough ? [320, 390, 1280] : [320])(
    'are broken rather than make a page wider than %i pixels',
    async (width) => {
      const { page, close } = await browser.visitor({ viewport: { width, height: 800 } });
      await signInToPortal(page, control);
      const tooWide: unknown[] = [];
      for (const path of paths) {
        const response = await page.goto(`${control}${PORTAL}${path}`);
        const [painted, shown] = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return [scrollWidth, clientWidth];
        });
        if (response?.status() !== 200 || Number(painted) > Number(shown))
          tooWide.push([path, response?.status(), painted, shown]);
      }
      await close();
      expect(tooWide).toEqual([]);
    },
  );

  it('in the menu of a phone have their whole ring when they have the focus', async () => {
    const { page, close } = await browser.visitor({ viewport: { width: 360, height: 740 } });
    await page.goto(`${control}${PORTAL}/`);
    const link = page.locator('.menu-link').first();
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const [ring, menu] = await link.evaluate((element) => {
      const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
      const beyond = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const { top, bottom } = element.getBoundingClientRect();
      const scroller = element.closest('.menu')?.getBoundingClientRect();
      return [
        { outlineStyle, top: top - beyond, bottom: bottom + beyond },
        { top: scroller?.top ?? 0, bottom: scroller?.bottom ?? 0 },
      ] as const;
    });
    expect(ring.outlineStyle).toBe('solid');
    expect(ring.top).toBeGreaterThanOrEqual(menu.top);
    expect(ring.bottom).toBeLessThanOrEqual(menu.bottom);
    await close();
  });

  it('from right to left begin where the words of a page do', async () => {
    await run(
      'mutation ($title: String!) { updateCatalog(input: { org: "acme", name: "sandbox", title: $title }) { name } }',
      {
        title: names.arabic.slice(0, 12),
      },
    );
    const { page, close } = await browser.visitor();
    const startOf = async (selector: string) => {
      const words = page.locator(selector);
      // Of the text rather than of its box.
      return words.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
    };
    await page.goto(`${control}${PORTAL}/`);
    expect(await startOf('.hero h1')).toBe(await startOf('.hero-lead'));
    await close();
  });
});
