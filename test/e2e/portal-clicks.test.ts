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
let gateway: string;

const kinds = {
  REST: { product: 'customer:2.0.0', api: 'customerdb:2.0.0' },
  GRAPHQL: { product: 'sample-graphql:1.0.0', api: 'sample:1.0.0' },
} as const;
type Kind = keyof typeof kinds;
type Flow = 'ACCESS_CODE' | 'APPLICATION' | 'RESOURCE_OWNER_PASSWORD';
type Way = { readonly kind: Kind; readonly flow: Flow | 'KEY'; readonly clicks: number };

/** Publishes the API anew: it asks for tokens of a flow, or for a client key. @returns its base path */
async function secure({ kind, flow }: Omit<Way, 'clicks'>): Promise<string> {
  const { product, api } = kinds[kind];
  const security =
    flow === 'KEY'
      ? `securityDefinitions: [{ name: "key-1", type: API_KEY }], security: [{ definition: "key-1" }]`
      : `securityDefinitions: [{ name: "oauth-1", type: OAUTH2, flow: ${flow}, oauthProvider: "customer-oauth" }]
         security: [{ definition: "oauth-1", scopes: ["customer"] }]`;
  const { updateApi } = await manage(`mutation {
    updateApi(input: { org: "acme", api: "${api}", ${security} }) { basePath }
    publishProduct(input: { org: "acme", catalog: "sandbox", product: "${product}" }) { product { state } }
  }`);
  await served(updateApi.basePath, { kind, flow });
  return updateApi.basePath;
}

/** Waits until the gateway asks for what was published. Until then it would refuse a call that is right. */
async function served(basePath: string, { kind, flow }: Omit<Way, 'clicks'>): Promise<void> {
  const url = `${gateway}/acme/sandbox${basePath}${kind === 'REST' ? '/customers' : ''}`;
  const query = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ a }"}',
  };
  const asksForToken = async () => {
    const { status, headers } = await fetch(url, kind === 'REST' ? {} : query);
    expect(status).toBe(401);
    return /^Bearer/.test(headers.get('www-authenticate') ?? '');
  };
  await expect.poll(asksForToken, { timeout: 30_000 }).toBe(flow !== 'KEY');
}

/** A new person, who has no application. @returns the name of their consumer org */
async function signedIn(page: Page): Promise<string> {
  const username = `person-${crypto.randomUUID().slice(0, 8)}`;
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
  return `of-${username}`;
}

/** Goes from what a search has found to an answer. A field that is filled in is no click. */
async function callIt({ kind, flow }: Way, page: Page): Promise<number> {
  let clicks = 0;
  const press = async (name: RegExp, on: Page = page) => {
    await on.getByRole('button', { name }).first().click();
    clicks += 1;
  };
  const { product } = kinds[kind];
  await page.goto(`${control}${PORTAL}/?search=${product.split(':')[0]}`);
  await page.locator(`main a[href$="/products/${product}"]`).first().click();
  clicks += 1;
  await press(/^Try it with a new application/);
  await page.getByText('The secret is not shown again').waitFor();
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
  { kind: 'REST', flow: 'KEY', clicks: 3 },
  { kind: 'REST', flow: 'APPLICATION', clicks: 3 },
  { kind: 'REST', flow: 'RESOURCE_OWNER_PASSWORD', clicks: 3 },
  { kind: 'REST', flow: 'ACCESS_CODE', clicks: 5 },
  { kind: 'GRAPHQL', flow: 'KEY', clicks: 3 },
  { kind: 'GRAPHQL', flow: 'APPLICATION', clicks: 3 },
  { kind: 'GRAPHQL', flow: 'RESOURCE_OWNER_PASSWORD', clicks: 3 },
  { kind: 'GRAPHQL', flow: 'ACCESS_CODE', clicks: 5 },
];

type Limited = { readonly requestId: string; readonly subscription: string };

/** Calls an API under a plan of two calls a minute until it refuses one with 429. */
async function limited(consumerOrg: string): Promise<Limited> {
  const basePath = await secure({ kind: 'REST', flow: 'KEY' });
  const at = `org: "acme", catalog: "sandbox", consumerOrg: "${consumerOrg}"`;
  const { createApplication, createSubscription } = await manage(`mutation {
    createApplication(input: { ${at}, title: "Mine" }) { clientKey }
    createSubscription(input: { ${at}, application: "mine", product: "customer:2.0.0", plan: "bronze" }) { id }
  }`);
  const call = async () => {
    const headers = { 'x-client-id': createApplication.clientKey };
    const response = await fetch(`${gateway}/acme/sandbox${basePath}/customers`, { headers });
    return { status: response.status, answer: (await response.json()) as { requestId?: string } };
  };
  await expect.poll(async () => (await call()).status, { timeout: 30_000 }).toBe(429);
  const { status, answer } = await call();
  expect(status).toBe(429);
  return { requestId: answer.requestId ?? '', subscription: createSubscription.id };
}

/** Changes the plan to another one than that which is chosen already. */
async function changePlan(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Change the plan' }).first().click();
  await page.getByLabel('Silver').check();
  await page.getByRole('button', { name: 'Change the plan' }).click();
  await expect.poll(() => page.locator('main').innerText()).toContain('The plan is changed.');
  return 3;
}

describe.skipIf(!chromiumPath())('the clicks of a portal', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    ({ CONTROL_URL: control = '', GATEWAY_URL: gateway = '' } = platform.settings);
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
    'from a search to an answer of $kind by $flow are $clicks, those at the provider included, and nothing is copied',
    async (way) => {
      await secure(way);
      const { page, complaints, foreign, close } = await browser.visitor();
      await signedIn(page);
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

  it.each<[string, (made: Limited) => string]>([
    ['the page of a call that was refused with 429', ({ requestId }) => `/calls/${requestId}`],
    ['the usage of an application', () => '/applications/mine/usage'],
    ['a subscription', ({ subscription }) => `/subscriptions/${subscription}`],
  ])('from %s to another plan are three', async (_, pathOf) => {
    const { page, complaints, foreign, close } = await browser.visitor();
    const path = pathOf(await limited(await signedIn(page)));
    // A refused call is written some moments after it was refused.
    const shown = async () => {
      await page.goto(`${control}${PORTAL}${path}`);
      return page.getByRole('link', { name: 'Change the plan' }).count();
    };
    await expect.poll(shown, { timeout: 30_000 }).toBe(1);
    expect(await changePlan(page)).toBe(3);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });
});

type Managed = {
  readonly updateApi: { readonly basePath: string };
  readonly createApplication: { readonly clientKey: string };
  readonly createSubscription: { readonly id: string };
};

/** @returns what the document asks for */
async function manage(query: string): Promise<Managed> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  const answer = (await response.json()) as { data: Managed };
  expect(answer).not.toHaveProperty('errors');
  return answer.data;
}
