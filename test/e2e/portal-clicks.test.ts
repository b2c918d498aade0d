import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { managerOf, publishSampleGraphQL, supersedeCustomer } from '../support/demo-tour.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-click-tests';
const WITHIN_MS = 300_000;
const PASSWORD = 'a-password-of-the-click-tests';

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

const kinds = {
  REST: { product: 'customer:2.0.0', api: 'customerdb:2.0.0' },
  GRAPHQL: { product: 'sample-graphql:1.0.0', api: 'sample:1.0.0' },
} as const;
type Kind = keyof typeof kinds;
type Flow = 'ACCESS_CODE' | 'APPLICATION' | 'RESOURCE_OWNER_PASSWORD';
type Way = { readonly kind: Kind; readonly flow: Flow | 'KEY'; readonly clicks: number };

/** Publishes the API anew: it asks for tokens of a flow, or for a client key. */
async function secure({ kind, flow }: Way): Promise<void> {
  const { product, api } = kinds[kind];
  const security =
    flow === 'KEY'
      ? `securityDefinitions: [{ name: "key-1", type: API_KEY }], security: [{ definition: "key-1" }]`
      : `securityDefinitions: [{ name: "oauth-1", type: OAUTH2, flow: ${flow}, oauthProvider: "customer-oauth" }]
         security: [{ definition: "oauth-1", scopes: ["customer"] }]`;
  await manage(`mutation {
    updateApi(input: { org: "acme", api: "${api}", ${security} }) { name }
    publishProduct(input: { org: "acme", catalog: "sandbox", product: "${product}" }) { product { state } }
  }`);
}

/** A person who has no application, on the page of a product. */
async function personAt({ kind, flow }: Way, page: Page): Promise<void> {
  const username = `${kind}-${flow}-${crypto.randomUUID().slice(0, 8)}`.toLowerCase().replaceAll('_', '-');
  await manage(`mutation {
    createConsumerOrg(input: {
      org: "acme", catalog: "sandbox", title: "Of ${username}", owner: { username: "${username}", password: "${PASSWORD}" }
    }) { name }
  }`);
  await page.goto(`${control}${PORTAL}/sign-in`);
  await page.fill('#username', username);
  await page.fill('#password', PASSWORD);
  await page.click('main button[type=submit]');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.goto(`${control}${PORTAL}/products/${kinds[kind].product}`);
}

/** Goes from the product to an answer. A field that is filled in is no click. */
async function callIt({ kind, flow }: Way, page: Page): Promise<number> {
  let clicks = 0;
  const press = async (name: RegExp, on: Page = page) => {
    await on.getByRole('button', { name }).first().click();
    clicks += 1;
  };
  await press(/^Try it with a new application/);
  await page.getByText('This is the only time that you see the secret').waitFor();
  if (kind === 'GRAPHQL') await page.getByText('getCustomers', { exact: true }).first().waitFor();
  if (flow === 'RESOURCE_OWNER_PASSWORD') {
    const form = page.getByRole('form', { name: 'Access token' });
    await form.getByLabel('Username', { exact: true }).fill('alice');
    await form.getByLabel('Password', { exact: true }).fill('alice-password');
  }
  const opened = flow === 'ACCESS_CODE' ? page.waitForEvent('popup') : undefined;
  await press(kind === 'REST' ? /^Try it GET/ : /^Execute/);
  const popup = await opened;
  if (popup) {
    await popup.fill('#username', 'alice');
    await popup.fill('#password', 'alice-password');
    await press(/^Sign in$/, popup);
    const closed = popup.waitForEvent('close');
    await press(/^Allow$/, popup);
    await closed;
  }
  await expect
    .poll(() => page.locator('#outcome').innerText(), { timeout: 30_000 })
    .toMatch(/Answered with 200.*calls left/s);
  return clicks;
}

const ways: readonly Way[] = [
  { kind: 'REST', flow: 'KEY', clicks: 2 },
  { kind: 'REST', flow: 'APPLICATION', clicks: 2 },
  { kind: 'REST', flow: 'RESOURCE_OWNER_PASSWORD', clicks: 2 },
  { kind: 'REST', flow: 'ACCESS_CODE', clicks: 4 },
  { kind: 'GRAPHQL', flow: 'KEY', clicks: 2 },
  { kind: 'GRAPHQL', flow: 'APPLICATION', clicks: 2 },
  { kind: 'GRAPHQL', flow: 'RESOURCE_OWNER_PASSWORD', clicks: 2 },
  { kind: 'GRAPHQL', flow: 'ACCESS_CODE', clicks: 4 },
];

describe.skipIf(!chromiumPath())('from a product to an answer', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    ({ CONTROL_URL: control = '' } = platform.settings);
    const examples = managerOf(platform.settings);
    await supersedeCustomer(examples);
    await publishSampleGraphQL(examples, platform.settings);
    await manage(`mutation {
      updateOAuthProvider(input: {
        org: "acme", name: "customer-oauth", grantTypes: [ACCESS_CODE, APPLICATION, RESOURCE_OWNER_PASSWORD]
      }) { name }
    }`);
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(ways)(
    '$kind by $flow takes $clicks clicks, those at the provider included, and nothing is copied',
    async (way) => {
      await secure(way);
      const { page, complaints, foreign, close } = await browser.visitor();
      await personAt(way, page);
      expect(await callIt(way, page)).toBe(way.clicks);
      expect([complaints, foreign]).toEqual([[], []]);
      // A second call has the token already.
      if (way.kind === 'GRAPHQL') {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.getByRole('button', { name: /^Execute/ }).click();
        await expect
          .poll(() => asked.filter((path) => !path.startsWith('/assets/')))
          .toEqual(['/acme/sandbox/sample/graphql']);
      }
      await close();
    },
  );
});

async function manage(query: string): Promise<void> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  expect(await response.json()).not.toHaveProperty('errors');
}
