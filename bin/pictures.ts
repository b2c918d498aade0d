// Takes the pictures of README.md and docs: npm run pictures, or npm run pictures -- board overview for some of them.
// They are small, and show the demo world as the story leaves it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type BrowserWorld, openBrowser } from '../test/support/browser.ts';
import { managerOf, publishSampleGraphQL, supersedeCustomer } from '../test/support/demo-tour.ts';
import { freePorts, startPlatform } from '../test/support/platform.ts';
import { PORTAL, signInToConsole, signInToPortal } from '../test/support/tour-pages.ts';

const FOLDER = 'docs/pictures';
const ADMIN_TOKEN = 'the-admin-token-of-the-pictures';
const QUALITY = 72;

const wide = { viewport: { width: 1280, height: 800 } };
const narrow = { viewport: { width: 390, height: 844 } };
const dark = { colorScheme: 'dark' } as const;

type Picture = {
  readonly name: string;
  readonly path: string;
  readonly device: BrowserContextOptions;
  /** Prepares the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
};

async function seeWhatChanges(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'See what changes and migrate' }).first().click();
  await page.getByRole('button', { name: 'Migrate this subscription' }).waitFor();
}

async function tryIt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Try it/ })
    .first()
    .click();
  await page.getByText('Answered with 200').waitFor();
  await page.getByText('200 OK').waitFor();
}

async function invite(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill('ada@acme.example');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.getByText('ada@acme.example is invited').waitFor();
}

const REFERENCE = `${PORTAL}/apis/customer:1.0.0/customerdb:1.0.0/reference`;

const pictures: readonly Picture[] = [
  { name: 'catalogue', path: `${PORTAL}/`, device: wide },
  { name: 'catalogue-dark-narrow', path: `${PORTAL}/`, device: { ...narrow, ...dark } },
  { name: 'product', path: `${PORTAL}/products/customer:2.0.0`, device: wide },
  { name: 'migration', path: `${PORTAL}/subscriptions`, device: wide, prepare: seeWhatChanges },
  { name: 'migration-dark-narrow', path: `${PORTAL}/subscriptions`, device: { ...narrow, ...dark } },
  { name: 'try-it', path: REFERENCE, device: wide, prepare: tryIt },
  { name: 'usage', path: `${PORTAL}/applications/demo-application/usage`, device: wide },
  { name: 'usage-dark', path: `${PORTAL}/applications/demo-application/usage`, device: { ...wide, ...dark } },
  { name: 'console', path: '/console/graphiql', device: wide },
  { name: 'overview', path: '/console/overview', device: wide },
  { name: 'board', path: '/console/catalogs/acme/sandbox/board', device: wide },
  { name: 'console-usage', path: '/console/usage?org=acme', device: wide },
  { name: 'people', path: '/console/people?org=acme', device: wide, prepare: invite },
  { name: 'catalog', path: '/console/catalogs/acme/sandbox/picture', device: wide },
];

async function take(browser: BrowserWorld, control: string, picture: Picture): Promise<void> {
  const { page, close } = await browser.visitor(picture.device);
  await signInToPortal(page, control);
  await signInToConsole(page, control, ADMIN_TOKEN);
  await page.goto(`${control}${picture.path}`, { waitUntil: 'networkidle' });
  await picture.prepare?.(page);
  await page.screenshot({ path: `${FOLDER}/${picture.name}.jpg`, type: 'jpeg', quality: QUALITY });
  await close();
}

/** Makes calls of the demo application: answered ones, one of an unknown record, refused ones. */
async function call(gateway: string, clientKey: string): Promise<void> {
  const url = `${gateway}/acme/sandbox/customerdb/v1/customers`;
  const headers = { 'x-client-id': clientKey };
  const paths = [...Array(40).fill(''), ...Array(4).fill('/999'), ...Array(3).fill('/1/orders')];
  for (const path of paths) await fetch(`${url}${path}`, { headers });
}

mkdirSync(FOLDER, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-pictures-'));
const platform = await startPlatform({ ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN });
const browser = await openBrowser();
try {
  const { CONTROL_URL = '', GATEWAY_URL = '' } = platform.settings;
  const manage = managerOf(platform.settings);
  await call(GATEWAY_URL, /X-Client-Id: (\S+)'/.exec(platform.block)?.[1] ?? '');
  await supersedeCustomer(manage);
  await publishSampleGraphQL(manage, platform.settings);
  const names = process.argv.slice(2);
  const chosen = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const picture of chosen) await take(browser, CONTROL_URL, picture);
} finally {
  await browser.close();
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
