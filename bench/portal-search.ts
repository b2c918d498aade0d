// A search in a portal of 10,000 products, each with 700 words: npm run bench:portal-search
//
// The whole way of a search: revision, what the reader may see, the index, and the ten products that are shown. Without a
// PostgreSQL server (DATABASE_URL_BENCH) the database runs in this process, and its time counts as turns.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PortalClient, PortalWorld } from '../test/support/portal.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const PRODUCTS = 10_000;
const WORDS_EACH = 700;
const ROUNDS = 51;
/** A word that is there, one with a typing error, and two words. */
const TEXTS = ['word12', 'wrod4021', 'word99 word77'];
const SEARCH = `query ($search: String!) {
  productPage(first: 10, search: $search) { total meant nodes { name title version } }
}`;

const wordsOf = (seed: number) =>
  Array.from({ length: WORDS_EACH }, (_, at) => `word${(seed * 37 + at * 101) % 9_973}`).join(' ');

/** The products by thirds: for everybody, for who is signed in, for an audience. */
const VISIBILITIES = ['PUBLIC', 'AUTHENTICATED', 'CUSTOM'] as const;

async function fill({ database, catalogId }: PortalWorld): Promise<void> {
  for (let from = 0; from < PRODUCTS; from += 500)
    await database.prisma.catalogProduct.createMany({
      data: Array.from({ length: 500 }, (_, at) => ({
        catalogId,
        name: `product-${from + at}`,
        title: `Product ${from + at}`,
        version: '1.0.0',
        state: 'PUBLISHED' as const,
        visibility: VISIBILITIES[(from + at) % 3] ?? 'PUBLIC',
        subscribability: 'AUTHENTICATED' as const,
        words: { description: wordsOf(from + at), tags: [], links: [] },
      })),
    });
}

type Found = { readonly productPage: { readonly total: number } };

/** Processor time of this thread in milliseconds. Other work of the machine is no part of it. */
function ownTime(): number {
  // The types of Node lack it.
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return (user + system) / 1000;
}

/** Notes the longest turn of the event loop, by processor time, until it is stopped. */
function watchTurns(): () => number {
  let longest = 0;
  let before = ownTime();
  let isOn = true;
  const look = () => {
    const now = ownTime();
    longest = Math.max(longest, now - before);
    before = now;
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOn = false;
    return longest;
  };
}

/** Measures searches and the longest turn of the event loop among them, in milliseconds. */
async function measured(client: PortalClient, search: string, before: () => Promise<unknown>) {
  const times: number[] = [];
  let total = 0;
  let longest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await before();
    const stop = watchTurns();
    const begun = performance.now();
    ({ total } = (await client.run<Found>(SEARCH, { search })).productPage);
    times.push(performance.now() - begun);
    longest = Math.max(longest, stop());
  }
  return [total, median(times), times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0, longest];
}

async function bench(): Promise<string> {
  process.env['DATABASE_URL_OF_RUN'] ??= process.env['DATABASE_URL_BENCH'];
  const { openPortal } = await import('../test/support/portal.ts');
  const portal = await openPortal();
  try {
    await fill(portal);
    const revise = () => portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    await revise();
    const readers = { nobody: portal, 'a member': await portal.signIn('carol') };
    // The database answers until the index is there.
    for (let isThere = false; !isThere; await sleep(5_000)) {
      const { productPage } = await portal.run<{ productPage: { meant: string | null } }>(SEARCH, {
        search: 'wrod4021',
      });
      isThere = productPage.meant !== null;
    }
    const rows: (string | number)[][] = [];
    for (const [reader, client] of Object.entries(readers))
      for (const search of TEXTS) {
        // Else the limit of a network without tokens is met.
        portal.pass(60_000);
        rows.push([reader, search, 'no', ...(await measured(client, search, async () => undefined))]);
        portal.pass(60_000);
        rows.push([reader, search, 'yes', ...(await measured(client, search, revise))]);
      }
    const headings = [
      'reader',
      'search',
      'after a change',
      'found',
      'median ms',
      'p95 ms',
      'longest turn ms',
    ];
    return [circumstances(), table(headings, rows)].join('\n\n');
  } finally {
    await portal.close();
  }
}

await benchmark(bench, undefined);
// The session with the database is kept for a next world.
process.exit();
