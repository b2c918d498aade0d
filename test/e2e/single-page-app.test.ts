import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser, type Visitor } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { managerOf, supersedeCustomer } from '../support/demo-tour.ts';
import { eventually } from '../support/eventually.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { type SinglePageApp, serveSinglePageApp } from '../support/single-page-app.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-single-page-tests';
const WITHIN_MS = 300_000;
const CUSTOMERS = /Ferreira.*"gold";r=\d+;t=\d+/s;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let app: SinglePageApp;

async function manage<Data = Record<string, Record<string, string>>>(query: string): Promise<Data> {
  const response = await fetch(`${platform.settings['CONTROL_URL']}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  const answer = (await response.json()) as { data: Data };
  expect(answer).not.toHaveProperty('errors');
  return answer.data;
}

/** Lets pages of the application call the API, or of another one alone, and publishes the API so. */
async function publishFor(origin: string): Promise<void> {
  await manage(`mutation {
    updateApi(input: {
      org: "acme", api: "customerdb:2.0.0"
      cors: { allowedOrigins: ["${origin}"], exposedHeaders: ["RateLimit"] }
      securityDefinitions: [
        { name: "oauth-1", type: OAUTH2, flow: ACCESS_CODE, oauthProvider: "customer-oauth" }
      ]
    }) { name }
    publishProduct(input: { org: "acme", catalog: "sandbox", product: "customer:2.0.0" }) { product { state } }
  }`);
  await eventually(async () => {
    const response = await fetch(app.settings.current.api, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });
}

/** Registers a new public application, to which nobody has consented yet. */
async function register(): Promise<void> {
  const name = `spa-${crypto.randomUUID().slice(0, 8)}`;
  const at = `org: "acme", catalog: "sandbox", consumerOrg: "consumers"`;
  const { createApplication } = await manage(`mutation {
    createApplication(input: { ${at}, title: "${name}", clientType: PUBLIC }) { clientKey }
    createSubscription(input: { ${at}, application: "${name}", product: "customer:2.0.0", plan: "gold" }) { id }
    updateApplication(input: { ${at}, name: "${name}", redirectUris: ["${app.origin}/"] }) { name }
  }`);
  const clientId = createApplication?.['clientKey'] ?? '';
  app.settings.current = { ...app.settings.current, clientId };
  // The address is the last of it that the provider learns.
  const redirect = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${app.origin}/`,
    state: 'known',
  });
  await eventually(async () => {
    const address = `${app.settings.current.issuer}/oauth2/authorize?${redirect}`;
    expect((await fetch(address, { redirect: 'manual' })).headers.get('location')).toContain('state=known');
  });
}

/** Opens the application in a browser that knows nothing of it. */
async function openApp(): Promise<Visitor> {
  await register();
  const visitor = await browser.visitor();
  await visitor.page.goto(`${app.origin}/`);
  await isReady(visitor.page);
  return visitor;
}

const isReady = (page: Page) => page.locator('body[data-ready]').waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const outcome = (page: Page) => expect.poll(() => page.locator('#outcome').innerText(), { timeout: 30_000 });

/** Signs in at the provider's page, and answers what it asks. */
async function answer(page: Page, choice: 'Allow' | 'Do not allow'): Promise<void> {
  await page.getByLabel('Username').fill('alice');
  await page.getByLabel('Password').fill('alice-password');
  await press(page, 'Sign in');
  await press(page, choice);
}

/** Opens the window of the provider. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await press(page, 'Sign in by a window');
  const popup = await opened;
  await popup.getByLabel('Username').waitFor();
  return popup;
}

describe.skipIf(!chromiumPath())('a single-page app of another site', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    const catalog = `${platform.settings['GATEWAY_URL']}/acme/sandbox`;
    const issuer = `${catalog}/customer-oauth`;
    const api = `${catalog}/customerdb/v1/customers`;
    app = await serveSinglePageApp({ current: { issuer, clientId: '', scope: 'customer', api } });
    await supersedeCustomer(managerOf(platform.settings));
    await manage(`mutation {
      updateOAuthProvider(input: {
        org: "acme", name: "customer-oauth", grantTypes: [ACCESS_CODE], clientTypes: [PUBLIC], refreshTokens: true
      }) { name }
    }`);
    await publishFor(app.origin);
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('gets a token by a window, calls, refreshes the token and takes it back', async () => {
    const { page, complaints, foreign, close } = await openApp();
    const popup = await openWindow(page);
    const closed = popup.waitForEvent('close');
    await answer(popup, 'Allow');
    await closed;
    await outcome(page).toMatch(CUSTOMERS);
    await press(page, 'Refresh the token');
    await outcome(page).toBe('There is a new token.');
    await press(page, 'List the customers');
    await outcome(page).toMatch(CUSTOMERS);
    await press(page, 'Sign out');
    await outcome(page).toBe('You are signed out.');
    await press(page, 'List the customers');
    await outcome(page).toMatch(/^401: /);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('gets a token by a redirect, and calls', async () => {
    const { page, complaints, foreign, close } = await openApp();
    await press(page, 'Sign in here');
    await answer(page, 'Allow');
    await page.waitForURL(`${app.origin}/`);
    await outcome(page).toMatch(CUSTOMERS);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('is told that a person has denied it, by a window and by a redirect', async () => {
    const { page, close } = await openApp();
    await answer(await openWindow(page), 'Do not allow');
    await outcome(page).toBe('It failed: The person did not allow it.');
    await press(page, 'Sign in here');
    await press(page, 'Do not allow');
    await page.waitForURL(`${app.origin}/`);
    await outcome(page).toBe('It failed: The person did not allow it.');
    await close();
  });

  it('learns that the window was closed', async () => {
    const { page, close } = await openApp();
    await (await openWindow(page)).close();
    await outcome(page).toBe('The window was closed before you had signed in.');
    await close();
  });

  it('gets its own state back, so that it refuses an answer to a request of somebody else', async () => {
    const { page, close } = await openApp();
    const redeemed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) redeemed.push(request.url());
    });
    await page.route(
      /\/oauth2\/authorize\?/,
      async (route) => {
        const url = new URL(route.request().url());
        url.searchParams.set('state', 'of-somebody-else');
        await route.fulfill({ status: 303, headers: { location: `${url}` } });
      },
      { times: 1 },
    );
    await press(page, 'Sign in here');
    await answer(page, 'Allow');
    await page.waitForURL(`${app.origin}/`);
    await outcome(page).toMatch(/^It failed: unexpected "state" response parameter value/);
    expect(redeemed).toEqual([]);
    await close();
  });

  it('reads what a call without a token lacks', async () => {
    const { page, close } = await openApp();
    await press(page, 'List the customers');
    await outcome(page).toMatch(/^401: .*access token/i);
    await close();
  });

  it('reads nothing of an API that lets other sites alone call it, and its developer why', async () => {
    await publishFor('https://shop.example');
    const { page, complaints, close } = await openApp();
    await answer(await openWindow(page), 'Allow');
    await outcome(page).toBe('It failed: Failed to fetch');
    expect(complaints.join('\n')).toContain(
      'does not allow calls from pages of this origin (CORS), its provider can',
    );
    await publishFor(app.origin);
    await close();
  });
});
