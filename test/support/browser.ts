import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import { isThorough } from './runs.ts';

/** A page that notes what a person would not see. */
export type Visitor = {
  readonly page: Page;
  /** Errors in the browser's console and of scripts. Refused answers that a test expects are not among them. */
  readonly complaints: readonly string[];
  /** Requests that would have left this machine. */
  readonly foreign: readonly string[];
  close(): Promise<void>;
};

export type BrowserWorld = {
  /** A person with a browser of their own: no cookie, nothing kept. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
};

/**
 * Opens a Chromium that resolves no name but localhost and those below it.
 *
 * A request that would leave the machine fails and is recorded.
 */
export async function openBrowser(): Promise<BrowserWorld> {
  const browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
    ],
  });
  return {
    visitor: (options) => visit(browser, options),
    close: () => browser.close(),
  };
}

const LOCAL = new Set(['localhost', '127.0.0.1']);
/** The console error of a 4xx answer. Tests of refusals assert these answers themselves. */
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d/;

async function visit(browser: Browser, options?: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (!REFUSED_ANSWER.test(text)) complaints.push(`${message.type()}: ${text}`);
  });
  page.on('pageerror', (error) => complaints.push(`failed: ${error.message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !LOCAL.has(hostname) && !hostname.endsWith('.localhost'))
      foreign.push(request.url());
  });
  return { page, complaints, foreign, close: () => context.close() };
}

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Lists violations of WCAG 2.2 AA and axe's best practices, each as rule and element.
 *
 * The part `exclude` of a page with an island is left out, and so is how it and the page go together: it is not ours.
 */
export async function axeFindings(page: Page, exclude?: string): Promise<string[]> {
  // Half a megabyte, which a page keeps. Playwright's own `evaluate` would read it as well, which takes twice as long.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    const session = await sessionWith(page);
    await session.send('Runtime.evaluate', { expression: AXE });
  }
  return page.evaluate(async (excluded) => {
    const { axe: runner } = globalThis as unknown as { axe: typeof import('axe-core') };
    const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await runner.run(excluded ? { exclude: [excluded] } : globalThis.document, {
      runOnly: excluded ? wcag : [...wcag, 'best-practice'],
      // Of what passes or does not apply it would describe every element.
      resultTypes: ['violations'],
      // A fifth of its time. A finding is told by its HTML.
      selectors: false,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, exclude);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionWith(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** Looks that a page has, each by its window and colours. */
const LOOKS = [
  ['wide and light', { width: 1920, height: 1080 }, 'light'],
  ['narrow and dark', { width: 390, height: 844 }, 'dark'],
] as const;

/** Pages that were looked at. Where axe reads each in one look, it reads the next in the other. */
let looked = 0;

/**
 * Lists axe's findings of a page, and what does not fit in either look.
 *
 * @param inEach does axe read it in each look? In one of them, unless the run is thorough.
 */
export async function findingsInLooks(
  page: Page,
  exclude?: string,
  { inEach = isThorough } = {},
): Promise<string[]> {
  const findings: string[] = [];
  looked += 1;
  for (const [at, [look, size, colorScheme]] of LOOKS.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const isRead = inEach || at === looked % LOOKS.length;
    const found = isRead ? await axeFindings(page, exclude) : [];
    const wider = await overflow(page);
    if (wider > 0) found.push(`${wider} pixels wider than the window`);
    for (const heading of await cutHeadings(page)) found.push(`${heading} is outside of its cell`);
    findings.push(...found.map((finding) => `${look}: ${finding}`));
  }
  return findings;
}

/** Finds headings of cells, on phones, that begin outside of their cells: nobody sees those. */
async function cutHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...globalThis.document.querySelectorAll('td[data-label]:not(:empty)')].flatMap((cell) => {
      const heading = getComputedStyle(cell, '::before');
      if (heading.content === 'none') return [];
      const [inset, margin] = [getComputedStyle(cell).paddingInlineStart, heading.marginInlineStart];
      return Number.parseFloat(inset) + Number.parseFloat(margin) < -1 ? [heading.content] : [];
    }),
  );
}

/** Pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = globalThis.document.documentElement;
    return scrollWidth - clientWidth;
  });
}
