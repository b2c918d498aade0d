import { existsSync } from 'node:fs';

const PATHS = [
  // Without windows: it takes a third of the processor time of the whole browser, which draws a frame for each visitor.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds Chromium: the one that CHROMIUM names, else a usual path; undefined without any. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named ? [named] : []), ...PATHS].find((path) => existsSync(path));
}
