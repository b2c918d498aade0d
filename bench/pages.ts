// How fast the pages of the portal and the console come: npm run bench:pages
//
// First byte: median of 20 requests, over loopback. Largest paint: as Chromium says, the median of 5 fresh loads. Weight:
// the page with its style and script, compressed, without the islands' own files, which a browser keeps for ever.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { managerOf, publishSampleGraphQL, supersedeCustomer } from '../test/support/demo-tour.ts';
import { freePorts, startPlatform } from '../test/support/platform.ts';
import {
  consoleTour,
  portalTour,
  signInToConsole,
  signInToPortal,
  type TourPage,
} from '../test/support/tour-pages.ts';

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
  await page.goto(url, { waitUntil: 'networkidle' });
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
  await page.goto(url, { waitUntil: 'networkidle' });
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
      `${name.padEnd(24)}${byte.toFixed(1).padStart(10)} ms${median(paints).toFixed(0).padStart(10)} ms${kilobytes.toFixed(1).padStart(10)} KB`,
    );
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const platform = await startPlatform({ ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN });
const browser = await openBrowser();
try {
  const manage = managerOf(platform.settings);
  await supersedeCustomer(manage);
  await publishSampleGraphQL(manage, platform.settings);
  const control = platform.settings['CONTROL_URL'] ?? '';
  const { page } = await browser.visitor();
  await signInToPortal(page, control);
  await signInToConsole(page, control, ADMIN_TOKEN);
  console.log(
    `${'page'.padEnd(24)}${'first byte'.padStart(13)}${'largest paint'.padStart(13)}${'weight'.padStart(13)}`,
  );
  await measure(page, control, [...portalTour, ...consoleTour]);
} finally {
  await browser.close();
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
