import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, type BrowserWorld, findingsInLooks, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { graphql } from '../support/clock-world.ts';
import { managerOf, supersedeCustomer } from '../support/demo-tour.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { colleague, colleagueTour, consoleTour, signInAs, signInToConsole } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-console-tests';
const WITHIN_MS = 600_000;
const SHOWN_WITHIN = { timeout: 30_000 };

/** A name that no other test, and no other try, has taken. */
const freeName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

/** A signed-in administrator, whose browser has nothing to complain of and asks this machine alone. */
async function administrating(
  options: Parameters<BrowserWorld['visitor']>[0],
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, complaints, foreign, close } = await browser.visitor(options);
  try {
    await signInToConsole(page, control, ADMIN_TOKEN);
    await visit(page);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  } finally {
    await close();
  }
}

/** Lets the colleague in by her invitation. */
async function colleagueJoins(): Promise<void> {
  const { email, password } = colleague;
  const query = `mutation { inviteUser(input: { org: "acme", email: "${email}", role: ADMINISTRATOR }) { url } }`;
  const { inviteUser } = await graphql<{ inviteUser: { url: string } }>(`${control}/graphql`, {
    query,
    token: ADMIN_TOKEN,
  });
  const { origin, pathname, searchParams } = new URL(inviteUser.url);
  const body = new URLSearchParams({ code: searchParams.get('code') ?? '', password });
  const answer = await fetch(`${control}${pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body,
  });
  expect(answer.status).toBe(303);
}

/** Makes a rule set, whose page the tour visits. */
const makeRuleSet = () =>
  graphql<object>(`${control}/graphql`, {
    query: `mutation { createRuleSet(input: { org: "acme", title: "House style", rules: "extends: spectral:oas" }) { name } }`,
    token: ADMIN_TOKEN,
  });

/** What GraphiQL shows as the answer of a document. */
async function answerOf(page: Page): Promise<string> {
  const answer = page.locator('.graphiql-response');
  await page.getByRole('button', { name: /Execute query/ }).click();
  return answer.innerText();
}

/** What stands beside the name of a fact. */
const addressOf = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd code`).innerText();

describe.skipIf(!chromiumPath())('the console, in a browser', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({ ...(await freePorts()), ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
    control = platform.settings['CONTROL_URL'] ?? '';
    await supersedeCustomer(managerOf(platform.settings));
    await colleagueJoins();
    await makeRuleSet();
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('lets nobody in who has no access token, and keeps none in the page', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(`${control}/console/overview`);
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await page.fill('#token', 'gh_a-token-of-nobody');
    await page.locator('main').getByRole('button', { name: 'Use the token' }).click();
    await page.getByText('unknown, revoked or expired').first().waitFor();
    await signInToConsole(page, control, ADMIN_TOKEN);
    expect(await page.content()).not.toContain(ADMIN_TOKEN);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: '__Host-console',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    });
    expect(cookie?.value).not.toContain(ADMIN_TOKEN);
    await close();
  });

  it('starts with one empty tab and the examples beside it, and runs one with the session', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/graphiql`);
      const tabs = page.locator('.graphiql-tab');
      await tabs.first().waitFor();
      expect(await tabs.allInnerTexts()).toEqual([expect.stringContaining('<untitled>')]);
      await page.getByText('lets Tab move on').waitFor();
      await page.locator('.graphiql-query-editor .view-lines').waitFor();
      await page.getByRole('button', { name: '01 Create org' }).click();
      const titles = () => tabs.allInnerTexts();
      await expect.poll(titles, SHOWN_WITHIN).toEqual([expect.stringContaining('CreateOrg')]);
      await expect.poll(() => answerOf(page), SHOWN_WITHIN).toContain('"createOrg"');
    });
  });

  it('paints what GraphiQL completes', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/graphiql`);
      await page.locator('.graphiql-query-editor .view-lines').click();
      await page.keyboard.type('mutation { createA');
      const row = page.locator('.suggest-widget .monaco-list-row').nth(1);
      await row.waitFor();
      const painted = () =>
        row.evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect();
          const within = [40, 80, 120].map((x) => document.elementFromPoint(left + x, top + height / 2));
          return within.map((each) => each?.closest('.label-name')?.textContent ?? '').find(Boolean) ?? '';
        });
      await expect.poll(painted, SHOWN_WITHIN).toMatch(/^create/);
    });
  });

  it('has GraphiQL fill what the page leaves of the window', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/graphiql`);
      const editor = page.locator('.graphiql-container');
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
        [800, 1200],
      ] as const) {
        await page.setViewportSize({ width, height });
        const end = async () => {
          const box = await editor.boundingBox();
          return box && Math.round(box.y + box.height);
        };
        await expect.poll(end, SHOWN_WITHIN).toBe(height);
      }
    });
  });

  it('opens what a row of the overview links to, filled in', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/catalogs/acme/sandbox`);
      const text = await page.locator('main').innerText();
      expect(text).toContain('Customer 1.0.0');
      expect(text).toContain('Deprecated');
      await page
        .getByRole('row')
        .filter({ hasText: 'Customer 1.0.0' })
        .getByRole('link', { name: /retire/i })
        .click();
      const panel = page.getByRole('dialog', { name: /^Retire/ });
      await panel.getByText('As GraphQL').click();
      await panel.getByRole('link', { name: 'Open in GraphiQL' }).click();
      await page.getByText('retireProduct').first().waitFor();
      const variables = page.getByRole('region', { name: 'Variables' });
      await expect.poll(() => variables.innerText(), SHOWN_WITHIN).toContain('customer:1.0.0');
      const tabs = page.locator('.graphiql-tab');
      const count = await tabs.count();
      await page.goto(page.url().replace('retireProduct', 'archiveProduct'));
      await page.getByText('archiveProduct').first().waitFor();
      expect(await tabs.count()).toBe(count);
      expect(await page.locator('.graphiql-tab-active').innerText()).toContain('ArchiveProduct');
    });
  });

  it('paints every entry of the menu in a window of 1280 by 800, and look and language in the menu of the account', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/overview`);
      const cut = await page.evaluate(() => {
        const seen = (link: Element) => {
          const { left, right, top, bottom } = link.getBoundingClientRect();
          const painted = globalThis.document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return painted !== null && link.contains(painted);
        };
        return [...globalThis.document.querySelectorAll('.side-link')]
          .filter((link) => !seen(link))
          .map(({ textContent }) => textContent);
      });
      expect(cut).toEqual([]);
      const german = page.getByRole('button', { name: 'Deutsch' });
      expect(await german.isVisible()).toBe(false);
      await page.locator('summary.side-account').click();
      await german.click();
      await page.waitForURL('**/console/overview**');
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    });
  });

  it('draws a catalog: which version supersedes which, and a table of the same', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/catalogs/acme/sandbox/picture`);
      expect(await page.locator('svg').count()).toBeGreaterThan(0);
      const text = await page.locator('main').innerText();
      expect(text).toContain('1.0.0');
      expect(text).toContain('2.0.0');
    });
  });

  it('issues a token for scripts that runs the document as the curl says', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/graphiql`);
      await page
        .getByRole('button', { name: /access token/i })
        .first()
        .click();
      await page.getByRole('button', { name: /^Issue/ }).click();
      const shown = (name: string) => page.locator('.panel-copy', { hasText: name }).locator('textarea');
      const token = shown('Token');
      await expect.poll(() => token.inputValue(), SHOWN_WITHIN).toMatch(/^gh_[\w-]{20,}$/);
      const curl = await shown('Current document').inputValue();
      expect(curl).toContain(`curl '${control}/graphql'`);
      const response = await fetch(`${control}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token.inputValue()}` },
        body: '{"query":"{ viewer { name role } }"}',
      });
      expect(await response.json()).toMatchObject({ data: { viewer: { role: expect.any(String) } } });
    });
  });

  it('invites a colleague by a link, who chooses a password there and is in', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/people`);
      const email = `eve-${randomUUID()}@acme.example`;
      await page.fill('#email', email);
      await page.selectOption('#role', 'ADMINISTRATOR');
      await page.getByRole('button', { name: 'Create the link' }).click();
      await page.getByRole('heading', { name: `${email} is invited` }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const link = page.locator('code', { hasText: '/console/invitation?code=' });
      const invited = await browser.visitor();
      await invited.page.goto(await link.innerText());
      expect(await axeFindings(invited.page)).toEqual([]);
      await invited.page.fill('#password', colleague.password);
      await invited.page.getByRole('button', { name: 'Accept' }).click();
      await invited.page.waitForURL(/\/console\/overview/);
      await invited.close();
    });
  });

  it('imports an API in at most five clicks, from a file to a call that is answered', async () => {
    await administrating({}, async (page) => {
      let clicks = 0;
      const click = async (locator: Locator) => {
        clicks += 1;
        await locator.click();
      };
      await page.goto(`${control}/console/apis?org=acme`);
      await click(page.getByRole('link', { name: 'Import an API' }));
      const document = {
        swagger: '2.0',
        info: { title: freeName('Clicked'), version: '71' },
        host: new URL(platform.settings['BACKENDS_URL'] ?? '').host,
        schemes: ['http'],
        basePath: '/customerdb/v1',
        paths: { '/customers': { get: { responses: { 200: { description: 'All' } } } } },
      };
      // Choosing the file is two clicks of the system's own window; the form is sent by itself.
      clicks += 2;
      const name = 'clicked.json';
      const buffer = Buffer.from(JSON.stringify(document));
      await page.locator('#file').setInputFiles({ name, mimeType: 'application/json', buffer });
      await page.getByText('The document says “71”.').waitFor();
      expect(await findingsInLooks(page), 'the review').toEqual([]);
      await click(page.getByRole('button', { name: 'Create and publish' }));
      const curl = await page.locator('.code-text').first().innerText();
      const [, url = ''] = /curl '([^']+)'/.exec(curl) ?? [];
      const [, header = '', value = ''] = /-H '([^:]+): ([^']+)'/.exec(curl) ?? [];
      await expect.poll(async () => (await fetch(url, { headers: { [header]: value } })).status).toBe(200);
      expect(clicks).toBeLessThanOrEqual(5);
      expect(await findingsInLooks(page), 'the call').toEqual([]);
    });
  });

  it('makes an OAuth provider by its form, which is found with its addresses in a catalog', async () => {
    await administrating({}, async (page) => {
      await page.goto(`${control}/console/oauth?org=acme`);
      await page.getByRole('link', { name: 'Create an OAuth provider' }).click();
      await page.getByLabel('Title').fill(freeName('Partner OAuth'));
      await page.getByLabel('Scopes').fill('customer access to the customer API');
      expect(await page.getByLabel('Refresh token lifetime, in seconds').isVisible()).toBe(false);
      await page.getByLabel('Issue refresh tokens').check();
      await page.getByLabel('Refresh token lifetime, in seconds').fill('86400');
      await page.getByRole('button', { name: 'Create the OAuth provider' }).click();
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByRole('button', { name: 'Copy token address' }).waitFor();
      const { token_endpoint } = await (await fetch(await addressOf(page, 'Metadata'))).json();
      expect(await addressOf(page, 'Token')).toBe(token_endpoint);
    });
  });

  it('has pages in which axe finds nothing, and that fit: wide and light, narrow and dark', async () => {
    const { page, complaints, foreign, close } = await browser.visitor();
    await page.goto(`${control}/console/sign-in`);
    expect(await findingsInLooks(page), 'sign-in').toEqual([]);
    await signInAs(page, colleague);
    const findings: string[] = [];
    for (const { name, path, island } of [...consoleTour, ...colleagueTour]) {
      await page.goto(`${control}${path}`);
      if (island) await page.locator('#island > *').first().waitFor();
      for (const finding of await findingsInLooks(page, island ? '#island' : undefined))
        findings.push(`${name}: ${finding}`);
    }
    expect(findings).toEqual([]);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('shows where the focus is on a phone: over the bar, below it, and in tabs that scroll', async () => {
    const { page, close } = await browser.visitor({ viewport: { width: 360, height: 740 } });
    await page.goto(`${control}/console/sign-in`);
    await signInAs(page, colleague);
    await page.goto(`${control}/console/catalogs/acme/sandbox`);
    /** Tells whether the middle of what has the focus is painted, and its box. */
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const painted = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const [isTab, isBody] = [element.matches('.tab'), element === document.body];
        return { text: element.innerText, isPainted: element.contains(painted), isTab, isBody, left, right };
      });
    await page.keyboard.press('Tab');
    expect(await focused()).toMatchObject({ text: 'Skip to the content', isPainted: true });
    const tabs: string[] = [];
    for (let at = await focused(), n = 0; n < 60 && (tabs.length === 0 || at.isTab); n += 1) {
      await page.keyboard.press('Tab');
      at = await focused();
      if (!at.isTab) continue;
      tabs.push(at.text);
      expect(at.left, at.text).toBeGreaterThanOrEqual(0);
      expect(at.right, at.text).toBeLessThanOrEqual(360);
    }
    expect(tabs.length).toBeGreaterThan(6);
    await page.goto(`${control}/console/apis`);
    await page.locator('main a').last().focus();
    const hidden: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Shift+Tab');
      const { text, isPainted, isBody } = await focused();
      if (!isPainted && !isBody) hidden.push(text);
    }
    expect(hidden).toEqual([]);
    await close();
  });
});
