import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, findingsInLooks, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { graphql } from '../support/clock-world.ts';
import { managerOf, publishSampleGraphQL } from '../support/demo-tour.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-explorer-tests';
const WITHIN_MS = 300_000;
const SHOWN_WITHIN = { timeout: 30_000 };
const EXPLORER = `${PORTAL}/apis/sample-graphql:1.0.0/sample:1.0.0/explorer`;
const QUERY = 'query Typed($id: ID!) { getCustomerById(id: $id) { lastname } }';

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;
let apiKey: string;

/** Opens the explorer as the demo world's consumer. What GraphiQL consists of is held back until it is released. */
async function openWithoutEditor(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await signInToPortal(page, control);
  const html = await (await page.request.get(`${control}${EXPLORER}`)).text();
  const ofPage = new Set(html.match(/\/assets\/islands\/[^"]+/g));
  await page.route('**/assets/islands/**', async (route) => {
    if (!ofPage.has(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  await page.goto(`${control}${EXPLORER}`, { waitUntil: 'domcontentloaded' });
  return { release };
}

const outcome = (page: Page) => expect.poll(() => page.locator('#outcome').innerText(), SHOWN_WITHIN);
const written = (page: Page, editor: string) =>
  expect.poll(
    async () => (await page.locator(`${editor} .view-lines`).innerText()).replace(/\s+/g, ' '),
    SHOWN_WITHIN,
  );

/**
 * The sum of the shifts of a page's layout so far, its next frame included. What is buffered comes by the callback or
 * waits to be taken, whichever is first. (https://www.w3.org/TR/layout-instability/)
 */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: readonly PerformanceEntry[]) => {
          for (const entry of entries) sum += (entry as unknown as { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve(sum);
          }),
        );
      }),
  );

/** Publishes an API that asks for an API key, which the demo application may call. @returns its key */
async function publishKeyed(): Promise<string> {
  const manage = <Data>(query: string, variables: object) =>
    graphql<Data>(`${control}/graphql`, { query, variables, token: ADMIN_TOKEN });
  await manage(
    `mutation ($api: CreateApiInput!, $product: CreateProductInput!) {
      createApi(input: $api) { name }
      createProduct(input: $product) { name }
      setApiOnline(input: { org: "acme", catalog: "sandbox", api: "keyed:1.0.0", online: true }) { name }
    }`,
    {
      api: {
        org: 'acme',
        title: 'Keyed',
        version: '1.0.0',
        graphqlUrl: `${platform.settings['GRAPHQL_SERVER_URL']}/api/sample`,
        securityDefinitions: [{ name: 'key', type: 'API_KEY', kind: 'KEY' }],
        security: [{ definition: 'key' }],
      },
      product: { org: 'acme', title: 'Keyed', apis: ['keyed:1.0.0'], publishTo: 'sandbox' },
    },
  );
  const application = {
    org: 'acme',
    catalog: 'sandbox',
    consumerOrg: 'consumers',
    application: 'demo-application',
  };
  const { createApiKey } = await manage<{ createApiKey: { key: string } }>(
    `mutation ($subscription: CreateSubscriptionInput!, $key: CreateApiKeyInput!) {
      createSubscription(input: $subscription) { id }
      createApiKey(input: $key) { key }
    }`,
    {
      subscription: { ...application, product: 'keyed:1.0.0', plan: 'default-plan' },
      key: { ...application, title: 'Explorer' },
    },
  );
  return createApiKey.key;
}

describe.skipIf(!chromiumPath())('the explorer of a GraphQL API', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    ({ CONTROL_URL: control = '' } = platform.settings);
    await publishSampleGraphQL(managerOf(platform.settings), platform.settings);
    apiKey = await publishKeyed();
    browser = await openBrowser();
    const { page, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${PORTAL}/products/sample-graphql:1.0.0/subscribe`);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('link', { name: /^Explorer/ }).waitFor();
    await close();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('runs a query before its editor has come, which then holds all that was typed, and moves nothing', async () => {
    const { page, complaints, foreign, close } = await browser.visitor();
    const { release } = await openWithoutEditor(page);
    await page.getByLabel('Query', { exact: true }).fill(QUERY);
    await page.getByRole('textbox', { name: 'Variables' }).fill('{ "id": "2" }');
    await page.getByText('Headers', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Headers' }).fill('{ "x-trace": "mine" }');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Control+Enter');
    expect(await (await sent).headerValue('x-trace')).toBe('mine');
    await outcome(page).toContain('Answered with 200');
    expect(JSON.parse(await page.locator('#draft-answer').innerText())).toEqual({
      data: { getCustomerById: { lastname: 'Ferreira' } },
    });
    const shift = await layoutShift(page);
    await page.getByLabel('Query', { exact: true }).focus();
    await page.keyboard.press('Home');
    release();
    await written(page, '.graphiql-query-editor').toBe(QUERY);
    expect(await layoutShift(page)).toBeCloseTo(shift, 2);
    // The cursor is where it was.
    await page.keyboard.type('# ');
    await written(page, '.graphiql-query-editor').toBe(`# ${QUERY}`);
    await written(page, '.graphiql-editor-tool > :not(.hidden)').toContain('x-trace');
    await written(page, '.graphiql-response').toContain('"Ferreira"');
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await written(page, '.graphiql-editor-tool > :not(.hidden)').toContain('"id": "2"');
    expect(await page.locator('#draft').count()).toBe(0);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('asks at its field for the API key that an API wants, and then sends it', async () => {
    const { page, complaints, close } = await browser.visitor();
    await signInToPortal(page, control);
    await page.goto(`${control}${PORTAL}/apis/keyed:1.0.0/keyed:1.0.0/explorer`);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor({ state: 'attached' });
    const execute = page.getByRole('button', { name: /^Execute/ });
    await execute.click();
    await outcome(page).toContain('Refused with 401');
    const field = page.getByLabel('API key', { exact: true });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill(apiKey);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await execute.click();
    expect(await (await sent).headerValue('x-api-key')).toBe(apiKey);
    await outcome(page).toContain('Answered with 200');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has a plain editor in which axe finds nothing, and that fits', async () => {
    const { page, close } = await browser.visitor();
    const { release } = await openWithoutEditor(page);
    await page.getByRole('button', { name: /^Execute/ }).click();
    await outcome(page).toContain('Answered with 200');
    expect(await findingsInLooks(page)).toEqual([]);
    release();
    await close();
  });

  it('lets a call end before the editor takes its place', async () => {
    const { page, close } = await browser.visitor();
    const { release } = await openWithoutEditor(page);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/sample/graphql', async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Execute/ }).click();
    release();
    await page.locator('.graphiql-query-editor .view-line').first().waitFor({ state: 'attached' });
    expect(await page.locator('#draft').isVisible()).toBe(true);
    answer();
    await written(page, '.graphiql-response').toContain('"getCustomers"');
    expect(await page.locator('#draft').count()).toBe(0);
    await close();
  });

  it.each([
    ['GraphiQL', /\/assets\/islands\/mount-/],
    ['Monaco', /\/assets\/islands\/monaco-editor-\S+\.js/],
  ])(
    'goes on with the plain editor where %s cannot be loaded, and names the field that is no JSON',
    async (_what, file) => {
      const { page, close } = await browser.visitor();
      await signInToPortal(page, control);
      await page.route(file, (route) => route.abort());
      await page.goto(`${control}${EXPLORER}`);
      await page.getByText('The full editor could not be loaded. This one goes on working.').waitFor();
      await page.getByRole('textbox', { name: 'Variables' }).fill('{ id: 1');
      await page.getByRole('button', { name: /^Execute/ }).click();
      await page.getByText('Nothing was sent: Variables is not JSON.').waitFor();
      await page.getByRole('textbox', { name: 'Variables' }).fill('');
      await page.getByRole('button', { name: /^Execute/ }).click();
      await outcome(page).toContain('Answered with 200');
      await close();
    },
  );
});
