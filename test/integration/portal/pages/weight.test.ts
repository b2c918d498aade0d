import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFullPages } from '../../../support/full-portal.ts';
import { encodings, PAGE_BYTES_MAX } from '../../../support/page-weight.ts';
import type { Browser, PagesWorld } from '../../../support/portal-pages.ts';

const WITHIN_MS = 120_000;
/** Pages whose content grows with what there is. Those of the demo world are weighed in a browser. */
const GROWING = [
  '/',
  '/?search=annual',
  '/?page=2',
  '/changes',
  '/applications',
  '/applications/main',
  '/applications/main/usage',
  '/applications/main/quotas',
  '/quotas',
  '/subscriptions',
  '/calls',
  '/notices',
  '/account',
  '/team',
  '/organizations',
  '/team/delete',
  '/webhooks',
  '/errors',
  '/pages/guide',
];

let world: PagesWorld;
let carol: Browser;
let paths: readonly string[];
beforeAll(async () => {
  ({ world, paths } = await openFullPages());
  carol = await world.signedIn('carol');
}, WITHIN_MS);
afterAll(() => world.close());

it(
  'a page is at most 15 KB, compressed, where every list is long',
  async () => {
    const heavy: string[] = [];
    for (const path of [...GROWING, ...paths])
      for (const encoding of encodings) {
        const bytes = await carol.weightOf(path, encoding);
        if (process.env['SHOW']) console.log(path, encoding, bytes);
        if (bytes > PAGE_BYTES_MAX) heavy.push(`${path} by ${encoding}: ${bytes}`);
      }
    expect(heavy).toEqual([]);
  },
  WITHIN_MS,
);
