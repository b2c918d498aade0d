import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is: what CHROMIUM names, else where systems keep it; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named ? [named] : []), ...PLACES].find((path) => existsSync(path));
}
