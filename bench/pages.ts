// How fast the pages of the portal and the console come: npm run bench:pages
//
// First byte: median of 20 requests, over loopback. Largest paint: as Chromium says, the median of 5 fresh loads. Weight:
// the page with its style and script, compressed, without the islands' own files, which a browser keeps for ever.
// First the pages of the demo world, then those of an org with 10,000 products, which a PostgreSQL server keeps
// (DATABASE_URL_BENCH). `npm run bench:pages -- --largest` measures the latter alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { managerOf, publishSampleGraphQL, supersedeCustomer } from '../test/support/demo-tour.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../test/support/platform.ts';
import {
  consoleTour,
  portalTour,
  signInToConsole,
  signInToPortal,
  type TourPage,
} from '../test/support/tour-pages.ts';
import { grow, makeFirst } from './control-plane-world.ts';
import { stopAll } from './gateway/processes.ts';
import { createDatabase, managementOf } from './gateway/world.ts';

const REQUESTS = 20;
const LOADS = 5;
const ADMIN_TOKEN = 'the-admin-token-of-the-page-benchmark';

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function firstByte(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
    await response.arrayBuffer();
  }
  return median(times);
}

/** The largest contentful paint of a load, in milliseconds. (https://www.w3.org/TR/largest-contentful-paint/) */
async function largestPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

/** The bytes that a fresh browser receives for a page, in kilobytes, without the islands. */
async function weight(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!addresses.get(requestId)?.includes('/assets/islands/')) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await session.detach();
  return bytes / 1000;
}

async function measure(page: Page, control: string, tour: readonly TourPage[]): Promise<void> {
  const cookies = await page.context().cookies();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  for (const { name, path } of tour) {
    const url = `${control}${path}`;
    const byte = await firstByte(url, headers);
    const kilobytes = await weight(page, url);
    const paints: number[] = [];
    for (let count = 0; count < LOADS; count += 1) paints.push(await largestPaint(page, url));
    console.log(
      `${name.padEnd(52)}${byte.toFixed(1).padStart(10)} ms${median(paints).toFixed(0).padStart(10)} ms${kilobytes.toFixed(1).padStart(10)} KB`,
    );
  }
}

const HEADINGS = `${'page'.padEnd(52)}${'first byte'.padStart(13)}${'largest paint'.padStart(14)}${'weight'.padStart(13)}`;

type Visit = (page: Page, platform: PlatformProcess) => Promise<void>;

/** Visits a platform that is started for it, in a browser. */
async function visiting(settings: Settings, visit: Visit): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const platform = await startPlatform({ DATA_DIR: dataDir, ADMIN_TOKEN, ...settings });
  const browser = await openBrowser();
  try {
    const { page } = await browser.visitor();
    await visit(page, platform);
  } finally {
    await browser.close();
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ofDemoWorld(): Promise<void> {
  await visiting(await freePorts(), async (page, { settings }) => {
    const manage = managerOf(settings);
    await supersedeCustomer(manage);
    await publishSampleGraphQL(manage, settings);
    const control = settings['CONTROL_URL'] ?? '';
    await signInToPortal(page, control);
    await signInToConsole(page, control, ADMIN_TOKEN);
    console.log(`The demo world\n${HEADINGS}`);
    await measure(page, control, [...portalTour, ...consoleTour]);
  });
}

const size = { products: 10_000, applications: 10_000 };
/** Pages whose content grows with the org: see control-plane-world.ts. */
const largest: readonly TourPage[] = [
  '/console/overview',
  '/console/apis',
  '/console/apis?page=300',
  '/console/apis?search=product-77',
  '/console/catalogs',
  '/console/catalogs/bench/sandbox',
  '/console/catalogs/bench/sandbox?page=300&order=NAME',
  '/console/catalogs/bench/sandbox?order=STATE',
  '/console/catalogs/bench/sandbox?order=SUNSET',
  '/console/catalogs/bench/sandbox?search=product-77',
  '/console/catalogs/bench/sandbox/board',
  '/console/catalogs/bench/sandbox/picture',
  '/console/catalogs/bench/sandbox/consumers',
  '/console/search?q=product-77',
  '/console/apis/bench/api-77/1.0.0',
  '/console/products/bench/product-77/1.0.0',
  '/console/usage?span=MONTH',
  '/console/quotas',
  '/console/audit',
  '/portal/bench/sandbox/',
  '/portal/bench/sandbox/?search=product-77',
  '/portal/bench/sandbox/products/product-77:1.0.0',
].map((path) => ({ name: path, path }));

async function ofLargestOrg(): Promise<void> {
  const databaseUrl = await createDatabase();
  if (!databaseUrl) return console.log('It needs a PostgreSQL server: set DATABASE_URL_BENCH.');
  const settings = {
    ...(await freePorts()),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'the-secret-key-of-the-page-benchmark',
    DEMO: 'false',
    TARGET_ALLOWLIST: '127.0.0.0/8',
  };
  await visiting(settings, async () => makeFirst(managementOf({ ...settings, ADMIN_TOKEN })));
  await grow(databaseUrl, size);
  await visiting(settings, async (page, platform) => {
    const control = platform.settings['CONTROL_URL'] ?? '';
    await signInToConsole(page, control, ADMIN_TOKEN);
    console.log(`\nAn org with ${size.products} products\n${HEADINGS}`);
    await measure(page, control, largest);
  });
}

const { values } = parseArgs({ options: { largest: { type: 'boolean', default: false } } });
if (!values.largest) await ofDemoWorld();
await ofLargestOrg();
await stopAll();
