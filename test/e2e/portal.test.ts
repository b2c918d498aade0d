import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowserWorld,
  findingsInLooks,
  openBrowser,
  overflow,
  type Visitor,
} from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { managerOf, publishSampleGraphQL, supersedeCustomer } from '../support/demo-tour.ts';
import { bytesOf, encodings, PAGE_BYTES_MAX, PARTS_BYTES_MAX, partsOf } from '../support/page-weight.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { furnishPortal, unvisited } from '../support/portal-tour.ts';
import { isThorough } from '../support/runs.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { PORTAL, signInToPortal, type TourPage } from '../support/tour-pages.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-portal-tests';
const WITHIN_MS = 600_000;
const SHOWN_WITHIN = { timeout: 30_000 };

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;
let gateway: string;
let demoClientKey: string;

/** Whoever visits ends up with a browser that had nothing to complain of, and that asked this machine alone. */
async function visiting(
  options: Parameters<BrowserWorld['visitor']>[0],
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const visitor: Visitor = await browser.visitor(options);
  try {
    await visit(visitor.page);
    expect(visitor.complaints).toEqual([]);
    expect(visitor.foreign).toEqual([]);
  } finally {
    await visitor.close();
  }
}

/** Imports an API of the sample back-end whose calls need an API key, and publishes it under this name. */
async function importKeyed(name: string): Promise<void> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({
      query: 'mutation ($input: ImportApiInput!) { importApi(input: $input) { api } }',
      variables: {
        input: {
          org: 'acme',
          name,
          basePath: `/${name}`,
          publishTo: ['sandbox'],
          targetUrl: `${platform.settings['BACKENDS_URL']}/customerdb/v1`,
          securityDefinitions: [{ name: 'key', type: 'API_KEY', kind: 'KEY' }],
          security: [{ definition: 'key' }],
          openapi: {
            openapi: '3.0.3',
            info: { title: 'Keyed', version: '1.0.0' },
            paths: { '/customers': { get: { responses: { 200: { description: 'All.' } } } } },
          },
        },
      },
    }),
  });
  expect(await response.json()).not.toHaveProperty('errors');
}

const at = (path: string) => `${control}${PORTAL}${path}`;
const main = (page: Page) => page.locator('main').innerText();
/** What the page says once it has come: a click does not wait for the page that it leads to. */
const shows = (page: Page) => expect.poll(() => main(page), SHOWN_WITHIN);

describe.skipIf(!chromiumPath())('the portal, in a browser', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    platform = await startPlatform({
      ...(await freePorts()),
      ...(await ownDatabase(dataDir)),
      ADMIN_TOKEN,
      // Nobody takes the mail. The pages are those of a portal that has some.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'notices@gatehouse.example',
    });
    ({ CONTROL_URL: control = '', GATEWAY_URL: gateway = '' } = platform.settings);
    demoClientKey = /X-Client-Id: (\S+)'/.exec(platform.block)?.[1] ?? '';
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('leads from a product to an answer of its API in four clicks, and nothing is copied by hand', async () => {
    await visiting({}, async (page) => {
      await signInToPortal(page, control);
      await page.goto(at('/products/customer:1.0.0'));
      let clicks = 0;
      const click = async (role: 'link' | 'button', name: RegExp) => {
        await page.getByRole(role, { name }).first().click();
        clicks += 1;
      };
      await click('link', /^Subscribe/);
      await click('button', /^Subscribe$/);
      await shows(page).toContain('The secret is not shown again');
      expect(await main(page)).toMatch(/cs_[\w-]{20,}/);
      await click('link', /^I have stored it: try it$/);
      await click('button', /^Try it/);
      await page.getByText('Answered with 200').waitFor();
      expect(await page.locator('#outcome').innerText()).toMatch(/99 of 100 calls left, resets in .+/);
      expect(clicks).toBe(4);
    });
  });

  it('takes a double click for one: the secret that it makes is the one that is shown', async () => {
    await visiting({}, async (page) => {
      await signInToPortal(page, control);
      await page.goto(at('/applications'));
      const sent: string[] = [];
      let goOn = () => {};
      const clickedTwice = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route(at('/applications'), async (route) => {
        sent.push(route.request().method());
        await clickedTwice;
        await route.continue();
      });
      await page.getByLabel('Name of the application').fill('Clicked twice');
      await page
        .getByRole('button', { name: 'Create an application' })
        .dblclick({ delay: 50, noWaitAfter: true });
      goOn();
      await page.getByText('The secret is not shown again').waitFor();
      expect(sent).toEqual(['POST']);
    });
  });

  describe('once Customer 2.0.0 has superseded 1.0.0', () => {
    let tour: Awaited<ReturnType<typeof furnishPortal>>;
    beforeAll(async () => {
      const manage = managerOf(platform.settings);
      await supersedeCustomer(manage);
      await publishSampleGraphQL(manage, platform.settings);
      tour = await furnishPortal(platform.settings, demoClientKey);
    }, WITHIN_MS);

    it('has pages in which axe finds nothing, and that fit: wide and light, narrow and dark', async () => {
      await visiting({}, async (page) => {
        const findings: string[] = [];
        const visit = async ({ name, path, island }: TourPage) => {
          // A refused call is written some moments after it was refused.
          const titled = async () => {
            await page.goto(`${control}${path}`);
            return page.title();
          };
          await expect
            .poll(titled, { ...SHOWN_WITHIN, message: name })
            .not.toMatch(/no such page|did not work/);
          if (island) await page.locator('#island > *').first().waitFor();
          for (const finding of await findingsInLooks(page, island ? '#island' : undefined))
            findings.push(`${name}: ${finding}`);
        };
        expect(unvisited([...tour.member, ...tour.visitor]), 'pages that the tour leaves out').toEqual([]);
        for (const each of tour.visitor) await visit(each);
        await signInToPortal(page, control);
        for (const each of tour.member) await visit(each);
        expect(findings).toEqual([]);
      });
    });

    it.each(['de', 'fr'])('has pages that fit a phone in the language %s, too', async (locale) => {
      await visiting({ locale, viewport: { width: 390, height: 844 } }, async (page) => {
        const wide: string[] = [];
        await signInToPortal(page, control);
        for (const { name, path } of tour.member) {
          await page.goto(`${control}${path}`);
          const wider = await overflow(page);
          if (wider > 0) wide.push(`${name}: ${wider} pixels wider than the window`);
        }
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(wide).toEqual([]);
        await page.goto(at('/'));
        const field = await page.locator('.hero-search > [type=search]').boundingBox();
        expect(field?.width, 'a phone shows what can be searched for').toBeGreaterThan(280);
        await page.goto(at('/subscriptions'));
        expect(await main(page)).toMatch(locale === 'fr' ? /Application\u00a0: / : /Anwendung: /);
      });
    });

    it.runIf(isThorough)(
      'has pages of at most 15 KB, and styles and scripts of at most 10 KB, compressed',
      async () => {
        await visiting({}, async (page) => {
          const heavy: string[] = [];
          const weigh = async ({ name, path, island }: TourPage) => {
            const html = await (await page.request.get(`${control}${path}`)).text();
            const cookie = (await page.context().cookies())
              .map((each) => `${each.name}=${each.value}`)
              .join('; ');
            const parts = partsOf(html);
            expect(parts.length, name).toBeGreaterThan(0);
            for (const encoding of encodings) {
              const bytes = await bytesOf(`${control}${path}`, encoding, cookie);
              if (bytes > PAGE_BYTES_MAX) heavy.push(`${name} by ${encoding}: ${bytes}`);
              let sum = 0;
              for (const part of island ? [] : parts)
                sum += await bytesOf(`${control}${part}`, encoding, cookie);
              if (sum > PARTS_BYTES_MAX) heavy.push(`parts of ${name} by ${encoding}: ${sum}`);
            }
          };
          for (const each of tour.visitor) await weigh(each);
          await signInToPortal(page, control);
          for (const each of tour.member) await weigh(each);
          expect(heavy).toEqual([]);
        });
      },
    );

    it('offers the migration, makes it in one step, and takes it back, without any script', async () => {
      await visiting({ javaScriptEnabled: false }, async (page) => {
        await signInToPortal(page, control);
        for (const where of [
          '/products/customer:1.0.0',
          '/products/customer:2.0.0',
          '/applications/demo-application',
          '/subscriptions',
        ]) {
          await page.goto(at(where));
          expect(await main(page), where).toContain('Customer 1.0.0 is replaced by Customer 2.0.0');
        }
        await page.getByRole('link', { name: 'See what changes and migrate' }).first().click();
        await shows(page).toMatch(/2 calls a minute/);
        await page.getByRole('button', { name: 'Migrate this subscription' }).click();
        await shows(page).toContain('The subscription was migrated');
        await page.getByRole('button', { name: 'Go back' }).click();
        await shows(page).toContain('The subscription is back where it was before');
      });
    });

    it('prints what a page says, without what can be pressed', async () => {
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/products/customer:2.0.0'));
        expect(await page.locator('body').innerText()).toMatch(/Sign out.*Copy.*Change/s);
        await page.emulateMedia({ media: 'print' });
        const printed = await page.locator('body').innerText();
        expect(printed).toMatch(/Customer.*500 calls an hour.*Base URL.*Get a token/s);
        for (const pressed of ['Sign out', 'Copy', 'Subscribe', 'Language'])
          expect(printed.split('\n').map((line) => line.trim())).not.toContain(pressed);
      });
    });

    it('gives a command on the page of a product that gets a token, by which its API answers', async () => {
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/products/customer:2.0.0/subscribe?plan=gold'));
        await page.getByLabel('A new application').check();
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await shows(page).toMatch(/cs_[\w-]+/);
        const [secret = ''] = /cs_[\w-]+/.exec(await main(page)) ?? [];
        const [clientKey = ''] = /ck_[\w-]+/.exec(await main(page)) ?? [];
        await page.goto(at('/products/customer:2.0.0'));
        const section = page.getByRole('region', { name: 'Get a token' });
        await section.getByText('with their username and password').click();
        const command = (await section.getByLabel('the curl example').innerText())
          .replace(/-u '[^']+'/, `-s -u '${clientKey}:${secret}'`)
          .replace('username=USERNAME&password=PASSWORD', 'username=alice&password=alice-password');
        const { stdout } = await promisify(execFile)('sh', ['-c', command]);
        const { access_token: token } = JSON.parse(stdout) as { access_token: string };
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${gateway}/acme/sandbox/customerdb/v1/customers`, { headers });
        expect(answer.status).toBe(200);
      });
    });

    it('fetches a token for Try it from the real token endpoint, and calls with it', async () => {
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/products/customer:2.0.0/subscribe?plan=gold'));
        await page.getByLabel('A new application').check();
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await shows(page).toMatch(/cs_[\w-]+/);
        const secret = /cs_[\w-]+/.exec(await main(page))?.[0] ?? '';
        await page.getByRole('link', { name: 'I have stored it: try it' }).click();
        await page.getByRole('button', { name: 'Open the interactive reference' }).click();
        await authorizeInScalar(page, { secret, username: 'alice', password: 'alice-password' });
        await page
          .getByRole('button', { name: /^Try it/ })
          .first()
          .click();
        // The token came with an answer of 200, too: that of the API says what is left.
        await page.getByText(/Answered with 200.*499 of 500 calls left/s).waitFor();
      });
    });

    it('asks for the API key that a call needs before anything is sent, and calls with the one that is pasted', async () => {
      const name = `keyed-${randomUUID()}`;
      await importKeyed(name);
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at(`/products/${name}:1.0.0/subscribe`));
        await page.getByLabel('A new application').check();
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await shows(page).toMatch(/gk_[\w-]+/);
        const key = /gk_[\w-]+/.exec(await main(page))?.[0] ?? '';
        await page.getByRole('link', { name: 'I have stored it: try it' }).click();
        const tryIt = page.getByRole('button', { name: /^Try it/ }).first();
        await tryIt.click();
        const field = page.locator('#api-key input');
        await expect
          .poll(() => field.evaluate((each) => each === each.ownerDocument.activeElement))
          .toBe(true);
        expect(await page.locator('#outcome').innerText()).toContain('The result of a call');
        await field.fill(key);
        await tryIt.click();
        await page.getByText(/Answered with 200.*99 of 100 calls left/s).waitFor();
      });
    });

    it('runs a GraphQL document against the gateway, and says its cost and what is left', async () => {
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/products/sample-graphql:1.0.0/subscribe'));
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await page.getByRole('link', { name: /^Explorer/ }).click();
        await page.getByText('getCustomers', { exact: true }).first().waitFor();
        await expect
          .poll(async () => {
            await page.getByRole('button', { name: /Execute query/ }).click();
            return page.locator('#outcome').innerText();
          }, SHOWN_WITHIN)
          .toContain('Answered with 200');
        expect(await page.locator('#outcome').innerText()).toMatch(
          /cost 21, depth 3 · \d+ of 1,000 calls left/,
        );
      });
    });

    it('says why a call was refused, by its request id, and what to do', async () => {
      const refused = await fetch(`${gateway}/acme/sandbox/customerdb/v1/nowhere`, {
        headers: { 'x-client-id': demoClientKey },
      });
      const { requestId } = (await refused.json()) as { requestId: string };
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/calls'));
        await page.getByRole('searchbox').fill(requestId);
        await page.getByRole('button', { name: 'Find' }).click();
        await page.waitForURL(`**/calls/${requestId}`);
        // Refused calls are written some moments after they were refused.
        await expect
          .poll(async () => {
            await page.reload();
            return page.title();
          }, SHOWN_WITHIN)
          .toContain('/customerdb/v1/nowhere');
        const text = await main(page);
        expect(text).toContain('/customerdb/v1/nowhere');
        expect(text).toContain('Is there such an operation?');
        expect(text).toContain('What to do');
      });
    });

    it('paints the beginning of a client key alone until somebody asks for all of it', async () => {
      await visiting({ javaScriptEnabled: false }, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/applications/demo-application'));
        const key = page.locator('.masked').first();
        const [painted = ''] = /ck_\S+/.exec(await key.innerText()) ?? [];
        expect(painted).toMatch(/^ck_.{3}•{8}$/);
        await key.locator('summary').click();
        const shown = await key.innerText();
        expect(shown).toMatch(/ck_[\w-]{20,}/);
        expect(shown).not.toContain('•');
      });
    });

    it('paints no more of the key in an example, which is copied whole', async () => {
      await visiting({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/products/customer:1.0.0'));
        const example = page.locator('.code-block:visible').first();
        const key = example.locator('.code-secret');
        const painted = () => key.evaluate((element) => getComputedStyle(element).fontSize);
        const instead = () => key.evaluate((element) => getComputedStyle(element, '::before').content);
        expect([await painted(), await instead()]).toEqual(['0px', expect.stringMatching(/^"ck_.{3}•{8}"$/)]);
        await example.getByRole('button', { name: 'Copy' }).click();
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()))
          .toMatch(/^curl '.+' \\\n {2}-H 'X-Client-Id: ck_[\w-]{20,}'$/);
        await example.getByLabel('Show the client key').check();
        expect([await painted(), await instead()]).toEqual(['13px', 'none']);
      });
    });

    it('replaces a secret with an overlap in which both are good, and shows the new one once', async () => {
      await visiting({}, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/applications/demo-application'));
        await page.getByRole('link', { name: 'Replace the secret' }).click();
        await page.getByLabel('24 hours').check();
        await page.getByRole('button', { name: /^Replace/ }).click();
        await shows(page).toMatch(/cs_[\w-]+/);
        const secret = /cs_[\w-]+/.exec(await main(page))?.[0];
        await page.goto(at('/applications/demo-application'));
        expect(await main(page)).toMatch(/Current\s+Until it is replaced/);
        expect(await main(page)).toMatch(/Previous\s+Until /);
        expect(await page.content()).not.toContain(secret);
      });
    });

    it('is worked by keyboard alone, from the link that skips the menu to a search', async () => {
      await visiting({}, async (page) => {
        await page.goto(at('/'));
        await page.keyboard.press('Tab');
        expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.hash === '#content');
        await page.keyboard.press('/');
        await page.locator('[type=search]:focus').first().waitFor();
        await page.keyboard.type('customers');
        await page.keyboard.press('Enter');
        await page.getByText('for “customers”').waitFor();
      });
    });

    it('speaks the language that the browser prefers, or that was chosen', async () => {
      await visiting({ locale: 'de-DE' }, async (page) => {
        await page.goto(at('/'));
        expect(await page.locator('html').getAttribute('lang')).toBe('de');
        expect(await main(page)).toContain('Produkte');
        await page.getByLabel('Sprache').selectOption('en');
        await page.getByRole('button', { name: 'Wechseln' }).click();
        await shows(page).toContain('All products');
      });
    });

    it('tells times in the zone of the reader, and in UTC where somebody points at them', async () => {
      await visiting({ timezoneId: 'Asia/Kathmandu' }, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/account'));
        const since = page.locator('time[data-local]').first();
        const instant = new Date((await since.getAttribute('datetime')) ?? '');
        const parts = {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        } as const;
        const inZone = (timeZone: string) =>
          instant.toLocaleString('en-GB', { ...parts, timeZone, timeZoneName: 'short' });
        expect(await since.innerText()).toBe(inZone('Asia/Kathmandu'));
        expect(await since.getAttribute('title')).toBe(inZone('UTC'));
      });
      await visiting({ timezoneId: 'Asia/Kathmandu', javaScriptEnabled: false }, async (page) => {
        await signInToPortal(page, control);
        await page.goto(at('/account'));
        expect(await page.locator('time[data-local]').first().innerText()).toMatch(/ UTC$/);
      });
    });

    it('lets nobody in without a session, and leads back to where they wanted to go', async () => {
      await visiting({}, async (page) => {
        await page.goto(at('/subscriptions'));
        expect(new URL(page.url()).pathname).toBe(`${PORTAL}/sign-in`);
        await page.getByLabel('Username').fill('consumer');
        await page.getByLabel('Password').fill('consumer-password');
        await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL(at('/subscriptions'));
        const cookies = await page.context().cookies();
        expect(cookies.map(({ name }) => name).sort()).toEqual([
          '__Host-portal.acme.sandbox',
          '__Host-portal.acme.sandbox.device',
        ]);
        for (const cookie of cookies)
          expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
      });
    });
  });
});

/** Scalar's own form: the application's key and scopes are filled in; secret, username and password are not. */
async function authorizeInScalar(
  page: Page,
  { secret, username, password }: { secret: string; username: string; password: string },
): Promise<void> {
  const island = page.locator('#island');
  const given = { Username: username, Password: password, 'Client Secret': secret };
  for (const [label, value] of Object.entries(given))
    await island.locator('tr', { hasText: label }).first().locator('input, [contenteditable]').fill(value);
  await island.getByRole('button', { name: 'Authorize' }).first().click();
  // The form makes place for the token once it has come; a call before that would go without one.
  await island.locator('tr', { hasText: 'Access Token' }).first().waitFor();
}
