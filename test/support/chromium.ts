import { existsSync } from 'node:fs';

const DIRECTORIES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds Chromium: the one that CHROMIUM names, else a usual path; undefined without any. */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named ? [named] : []), ...DIRECTORIES].find((path) => existsSync(path));
}
