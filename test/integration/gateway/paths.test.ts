import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { exchange } from '../../support/raw-http.ts';
import { runs } from '../../support/runs.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** Each API says by the root of its target which one it is: `/of/<org>/<catalog><base path>`. */
const CATALOGS: Readonly<Record<string, readonly string[]>> = {
  '/acme/sandbox': ['/a', '/a/b', '/a/bc', '/secret'],
  '/acme/live': ['/a'],
  '/other/sandbox': ['/a', '/secret'],
};
const BASES = Object.entries(CATALOGS).flatMap(([path, bases]) => bases.map((base) => `${path}${base}`));

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  const catalogs = Object.entries(CATALOGS).map(([path, bases]) =>
    catalog({
      path,
      apis: bases.map((basePath) =>
        api({ basePath, security: [], upstreamUrl: `${upstream.url}/of${path}${basePath}` }),
      ),
    }),
  );
  world = await openGateway(snapshot(...catalogs));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

const PIECES = [
  'a',
  'b',
  'bc',
  'c',
  'secret',
  'acme',
  'other',
  'sandbox',
  '%61',
  '%2561',
  '%C3%A9',
  '%E9',
  '\xe9',
  '/',
  '/',
  '/',
  '//',
  '%2f',
  '%2F',
  '%252f',
  '\\',
  '%5c',
  '%c0%af',
  '%e0%80%af',
  '%ef%bc%8f',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '.%2e',
  '%252e',
  '%c0%ae',
  '/../',
  '/..;/',
  '/.;x/',
  '%2f..%2f',
  ';',
  ';x=y',
  '%3b',
  '?',
  '?/../',
  '#',
  '%',
  '%0',
  '%00',
  '%0a',
  '%20',
  '%7f',
  ':',
  '@',
  '*',
];
const target = fc
  .tuple(fc.constantFrom(...BASES, '/acme', '/', ''), fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }))
  .map(([base, pieces]) => base + pieces.join(''));

/** One reading of it, as a back-end that decodes once and resolves dots, be slashes encoded or not. */
function resolved(path: string): string {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, byte) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
  return new URL(decoded.replaceAll(/;[^/]*/g, '').replace(/^\/+/, '/'), 'http://a').pathname;
}

/** The API with the longest base path, of those that are a prefix of the path by segments. */
function apiOf(path: string): string | undefined {
  const fitting = BASES.filter((base) => path === base || path.startsWith(`${base}/`));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

describe('the path of a call', () => {
  it('is refused, or goes to the API that it names and below the root of its target, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        upstream.seen.length = 0;
        const bytes = `GET ${text} HTTP/1.1\r\nHost: gateway.test\r\nConnection: close\r\n\r\n`;
        const { answers } = await exchange(world.port, bytes);
        const [seen] = upstream.seen;
        expect(answers.map(({ status }) => status)).toEqual([
          seen ? 200 : expect.toSatisfy((status) => [400, 404].includes(status)),
        ]);
        if (!seen) return;
        const [path = ''] = text.split('?');
        const meant = apiOf(
          path.replace(/%(6[1-9a-f]|7[0-9a])/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
        );
        const [sent = ''] = seen.url.split('?');
        const root = `/of${meant}`;
        for (const reading of [sent, resolved(sent)])
          expect(reading === root || reading.startsWith(`${root}/`) || reading.startsWith(`${root};`)).toBe(
            true,
          );
      }),
      { numRuns: runs(1_000) },
    );
  });
});
