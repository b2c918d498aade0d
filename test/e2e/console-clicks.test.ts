import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { graphql } from '../support/clock-world.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { signInToConsole } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-clicks';
const WITHIN_MS = 300_000;
/** Presses of Tab after which what is looked for is not there. */
const TABS_MAX = 200;

/** What stands for a click: a mouse, or keys alone. */
type Hand = {
  click(target: Locator): Promise<void>;
  /** Opens a menu and chooses in it, which is two clicks. */
  choose(menu: Locator, option: string): Promise<void>;
  /** Clicks so far. */
  readonly clicks: () => number;
};

function mouse(): Hand {
  let clicks = 0;
  return {
    clicks: () => clicks,
    async click(target) {
      clicks += 1;
      await target.click();
    },
    async choose(menu, option) {
      clicks += 2;
      await menu.selectOption({ label: option });
    },
  };
}

/** Moves by Tab and presses keys, as somebody without a mouse. */
function keyboard(page: Page): Hand {
  let clicks = 0;
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}`);
  }
  return {
    clicks: () => clicks,
    async click(target) {
      clicks += 1;
      await tabTo(target);
      await page.keyboard.press('Enter');
    },
    async choose(menu, option) {
      clicks += 2;
      await tabTo(menu);
      await page.keyboard.type(option);
    },
  };
}

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;
let round = 0;

const ask = <Data>(query: string, variables: object = {}) =>
  graphql<Data>(`${control}/graphql`, { query, variables, token: ADMIN_TOKEN });

/** A product of two plans that somebody is subscribed to, and a staged version whose plans have other names. */
async function succession(name: string): Promise<void> {
  const product = (version: string, plans: readonly string[]) => ({
    org: 'acme',
    title: name,
    name,
    version,
    apis: ['customerdb:1.0.0'],
    plans: plans.map((title) => ({ title })),
  });
  const application = { org: 'acme', catalog: 'sandbox', consumerOrg: 'consumers' };
  await ask(
    `mutation ($old: CreateProductInput!, $new: CreateProductInput!, $client: CreateApplicationInput!,
        $subscription: CreateSubscriptionInput!, $staged: VersionedName!) {
      old: createProduct(input: $old) { name }
      new: createProduct(input: $new) { name }
      createApplication(input: $client) { clientKey }
      createSubscription(input: $subscription) { id }
      stageProduct(input: { org: "acme", catalog: "sandbox", product: $staged }) { dryRun }
    }`,
    {
      old: { ...product('1.0.0', ['Gold', 'Old']), publishTo: 'sandbox' },
      new: product('2.0.0', ['Gold', 'New']),
      client: { ...application, title: name },
      subscription: { ...application, application: name, product: `${name}:1.0.0`, plan: 'old' },
      staged: `${name}:2.0.0`,
    },
  );
}

async function stateOf(product: string): Promise<string> {
  const { catalogProduct } = await ask<{ catalogProduct: { state: string } }>(
    `query ($product: VersionedName!) {
      catalogProduct(org: "acme", catalog: "sandbox", product: $product) { state } }`,
    { product },
  );
  return catalogProduct.state;
}

/** A signed-in administrator at a page of the console, whose browser has nothing to complain of. */
async function at(
  path: string,
  visit: (page: Page) => Promise<void>,
  options: Parameters<BrowserWorld['visitor']>[0] = {},
): Promise<void> {
  const { page, complaints, foreign, close } = await browser.visitor(options);
  try {
    await signInToConsole(page, control, ADMIN_TOKEN);
    await page.goto(`${control}/console/${path}`);
    await visit(page);
    expect([complaints, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
}

const ways = {
  'with a mouse, in 4 clicks': { hand: mouse, hasScripts: true },
  'with a mouse and without scripts, in 5': { hand: mouse, hasScripts: false },
  'with the keyboard, in 4': { hand: keyboard, hasScripts: true },
  'with the keyboard and without scripts, in 5': { hand: keyboard, hasScripts: false },
} as const;

describe.skipIf(!chromiumPath())('tasks of the console, by their clicks', { timeout: WITHIN_MS }, () => {
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

  it.each(Object.entries(ways))(
    'supersedes with a plan map and undoes it in 2 clicks more, %s',
    async (_way, { hand, hasScripts }) => {
      round += 1;
      const name = `crate-${round}`;
      await succession(name);
      const visit = async (page: Page) => {
        const superseding = hand(page);
        const link = (text: string) => page.getByRole('link', { name: text, exact: true });
        await superseding.click(link(`Supersede ${name}:1.0.0`));
        await superseding.choose(page.getByLabel('Old', { exact: true }), 'New');
        // The preview comes by itself where a script runs.
        if (!hasScripts) await superseding.click(page.getByRole('button', { name: 'Preview' }));
        await page.getByRole('table', { name: 'Subscriptions' }).getByText(`${name}:2.0.0, new`).waitFor();
        await superseding.click(page.getByRole('button', { name: 'Supersede' }));
        await page.getByText(`Superseded: ${name}:2.0.0.`).waitFor();
        expect(superseding.clicks()).toBe(hasScripts ? 4 : 5);
        expect(await stateOf(`${name}:1.0.0`)).toBe('DEPRECATED');

        const undoing = hand(page);
        await undoing.click(page.getByRole('status').getByRole('link', { name: 'Undo' }));
        await undoing.click(page.getByRole('button', { name: 'Undo the change' }));
        await page.getByText('Undone:').waitFor();
        expect(undoing.clicks()).toBe(2);
        expect(await stateOf(`${name}:1.0.0`)).toBe('PUBLISHED');
      };
      await at(`catalogs/acme/sandbox?search=${name}`, visit, { javaScriptEnabled: hasScripts });
    },
  );

  it('tells why a call was refused in 2 clicks', async () => {
    const url = `${platform.settings['GATEWAY_URL']}/acme/sandbox/customerdb/v1/customers`;
    const refused = await fetch(url);
    expect(refused.status).toBe(401);
    await at('overview?org=acme', async (page) => {
      const { click, clicks } = mouse();
      await click(page.getByRole('link', { name: 'Live calls' }));
      await click(page.getByRole('link', { name: 'CLIENT_ID_MISSING' }).first());
      await page
        .getByText(/X-Client-Id/)
        .first()
        .waitFor();
      expect(clicks()).toBe(2);
    });
  });

  it('makes a GraphQL server of a file, and answers its first query, in 4 clicks', async () => {
    const document = {
      openapi: '3.0.3',
      info: { title: 'Clicked customers', version: '1.0.0' },
      servers: [{ url: `${platform.settings['BACKENDS_URL']}/customerdb/v1` }],
      paths: {
        '/customers': {
          get: {
            operationId: 'getCustomers',
            responses: {
              200: {
                description: 'All',
                content: {
                  'application/json': {
                    schema: {
                      type: 'array',
                      items: { type: 'object', properties: { id: { type: 'string' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    };
    await at('graphql-servers/new?org=acme', async (page) => {
      const { click, clicks } = mouse();
      // Choosing the file is two clicks of the system's own window; the form is sent by itself.
      const clicksOfFile = 2;
      const buffer = Buffer.from(JSON.stringify(document));
      await page
        .locator('#file')
        .setInputFiles({ name: 'clicked.json', mimeType: 'application/json', buffer });
      // The page looks by itself whether the server is built.
      await click(page.getByRole('button', { name: 'Create an API' }));
      await click(page.getByRole('button', { name: 'Create and publish' }));
      const curl = await page.locator('.code-text').first().innerText();
      const [, url = ''] = /curl '([^']+)'/.exec(curl) ?? [];
      const headers = Object.fromEntries(
        [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
      );
      const query = async () => {
        const body = JSON.stringify({ query: '{ getCustomers { id } }' });
        const response = await fetch(url, { method: 'POST', headers, body });
        return { status: response.status, answer: await response.json() };
      };
      await expect.poll(query, { timeout: 30_000 }).toMatchObject({
        status: 200,
        answer: { data: { getCustomers: expect.arrayContaining([{ id: expect.any(String) }]) } },
      });
      expect(clicksOfFile + clicks()).toBe(4);
    });
  });

  it('has tables that a phone shows whole: none scrolls sideways, and no code breaks within', async () => {
    await at(
      'usage?org=acme',
      async (page) => {
        for (const path of ['usage?org=acme', 'catalogs/acme/sandbox', 'catalogs/acme/sandbox/webhooks']) {
          await page.goto(`${control}/console/${path}`);
          const faults = await page.evaluate(() => ({
            scrolled: [...document.querySelectorAll('.table-frame')]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map((table) => table.getAttribute('aria-label')),
            broken: [...document.querySelectorAll('main .cell *')]
              .filter((element) => /^[A-Z_]{8,}$/.test(element.textContent.trim()))
              .filter((element) => element.getClientRects().length > 1)
              .map((element) => element.textContent),
          }));
          expect(faults, path).toEqual({ scrolled: [], broken: [] });
        }
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  it('has lists that a laptop shows with no word of the name of a version in two lines', async () => {
    // A draft has the most links, beside which its APIs have little room.
    await ask('mutation ($input: CreateProductInput!) { createProduct(input: $input) { name } }', {
      input: {
        org: 'acme',
        title: `Listed ${randomUUID().slice(0, 8)}`,
        apis: ['customerdb:1.0.0'],
        plans: [{ title: 'Gold' }],
      },
    });
    await at('apis?org=acme', async (page) => {
      for (const path of ['apis?org=acme', 'audit?org=acme', 'catalogs/acme/sandbox']) {
        await page.goto(`${control}/console/${path}`);
        const inLines = await page.evaluate(() => {
          const texts = document.createTreeWalker(
            document.querySelector('main') as Node,
            NodeFilter.SHOW_TEXT,
          );
          const lines: [word: string, lines: number][] = [];
          while (texts.nextNode()) {
            const text = texts.currentNode.textContent ?? '';
            if (!/^\s*[a-z-]+:\d+\.\d+\.\d+\s*$/.test(text)) continue;
            for (const { 0: word, index } of text.matchAll(/[^\s:-]+/g)) {
              const range = document.createRange();
              range.setStart(texts.currentNode, index);
              range.setEnd(texts.currentNode, index + word.length);
              const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
              if (tops.length > 0) lines.push([word, new Set(tops).size]);
            }
          }
          return lines;
        });
        expect(inLines.length, path).toBeGreaterThan(1);
        expect(
          inLines.filter(([, lines]) => lines > 1),
          path,
        ).toEqual([]);
      }
    });
  });

  it('secures an API by an OAuth provider in 3 clicks', async () => {
    const openapi = {
      openapi: '3.1.0',
      info: { title: 'Secured', version: '1.0.0' },
      paths: { '/customers': { get: { responses: { 200: { description: 'All' } } } } },
    };
    const targetUrl = `${platform.settings['BACKENDS_URL']}/customerdb/v1`;
    await ask(
      `mutation ($api: CreateApiInput!, $provider: CreateOAuthProviderInput!) {
        createOAuthProvider(input: $provider) { name }
        createApi(input: $api) { name }
      }`,
      {
        api: { org: 'acme', openapi, targetUrl },
        provider: { org: 'acme', title: 'Partners', grantTypes: ['APPLICATION'] },
      },
    );
    await at('apis/acme/secured/1.0.0', async (page) => {
      const { click, clicks } = mouse();
      await click(page.getByRole('link', { name: 'Security', exact: true }));
      await click(page.getByLabel('An access token of Partners'));
      await click(page.getByRole('button', { name: 'Save the security' }));
      await page.getByText('The API is changed.').waitFor();
      expect(clicks()).toBe(3);
    });
    const { api } = await ask<{ api: unknown }>(
      '{ api(org: "acme", api: "secured:1.0.0") { security { definition } securityDefinitions { oauthProvider { name } } } }',
    );
    expect(JSON.stringify(api)).toContain('"oauthProvider":{"name":"partners"}');
  });
});
