// When the explorer of a GraphQL API can be used on a slow network: npm run bench:explorer
//
// A network of 1.6 Mbit/s with 150 ms, a slow processor, an empty cache. A script in the page presses Run as soon as there
// is something to press. `npm run bench:explorer -- --processor 4` slows the processor down by that factor.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { managerOf, publishSampleGraphQL } from '../test/support/demo-tour.ts';
import { freePorts, startPlatform } from '../test/support/platform.ts';
import { PORTAL, signInToPortal } from '../test/support/tour-pages.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { table } from './gateway/tables.ts';

const LOADS = 3;
const ADMIN_TOKEN = 'the-admin-token-of-the-explorer-benchmark';
const PRODUCT = `${PORTAL}/products/sample-graphql:1.0.0`;
const EXPLORER = `${PORTAL}/apis/sample-graphql:1.0.0/sample:1.0.0/explorer`;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const { values } = parseArgs({ options: { processor: { type: 'string', default: '1' } } });

/** Times since the navigation began, in milliseconds. */
type Marks = { typed?: number; pressed?: number; answered?: number; full?: number; shift: number };

/**
 * Notes when a document can be typed, run and read.
 *
 * It runs in the page, and notes too when the full editor is there.
 */
function watch(): void {
  const { document } = globalThis;
  const marks: Marks = { shift: 0 };
  Object.assign(globalThis, { marks });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) marks.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
  const look = () => {
    const now = performance.now();
    const isFull = seen('.graphiql-query-editor .view-line span span') !== undefined;
    const run = seen('.draft-run:enabled, .graphiql-execute-button');
    if (seen('#draft-query') || isFull) marks.typed ??= now;
    if (
      run &&
      marks.typed !== undefined &&
      marks.answered === undefined &&
      (isFull || !run.matches('.graphiql-execute-button'))
    ) {
      if (marks.pressed === undefined) run.click();
      marks.pressed ??= now;
    }
    if (document.querySelector('#outcome[data-tone=success]')) marks.answered ??= now;
    if (isFull) marks.full ??= now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function load(page: Page, url: string): Promise<Marks & { paint: number; kilobytes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.processor) });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => {
      const { marks } = globalThis as unknown as { marks: Marks };
      return marks.full !== undefined && marks.answered !== undefined;
    },
    undefined,
    { timeout: 120_000 },
  );
  const marks = await page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0)).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
  await session.detach();
  return { ...marks, paint, kilobytes: bytes / 1000 };
}

async function bench(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const platform = await startPlatform({ DATA_DIR: dataDir, ADMIN_TOKEN, ...(await freePorts()) });
  const browser = await openBrowser();
  try {
    await publishSampleGraphQL(managerOf(platform.settings), platform.settings);
    const control = platform.settings['CONTROL_URL'] ?? '';
    const rows: (string | number)[][] = [];
    for (let count = 0; count < LOADS; count += 1) {
      const { page, close } = await browser.visitor();
      await signInToPortal(page, control);
      if (count === 0) {
        await page.goto(`${control}${PRODUCT}/subscribe`);
        await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await page.getByRole('link', { name: /^Explorer/ }).waitFor();
      }
      // The compiler names functions by a helper, which a page lacks.
      await page.addInitScript({ content: 'globalThis.__name = (each) => each;' });
      await page.addInitScript(watch);
      const { paint, typed, pressed, answered, full, shift, kilobytes } = await load(
        page,
        `${control}${EXPLORER}`,
      );
      const times = [paint, typed, pressed, answered, full].map((time) => Math.round(time ?? Number.NaN));
      rows.push([count + 1, ...times.map(String), shift.toFixed(3), Math.round(kilobytes)]);
      await close();
    }
    const head = ['load', 'first paint', 'typed', 'pressed', 'answered', 'full editor', 'layout shift', 'KB'];
    return [`${circumstances()}\nProcessor slowed down by ${values.processor}.`, table(head, rows)].join(
      '\n\n',
    );
  } finally {
    await browser.close();
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await benchmark(bench, undefined);
