// What documents that an org has fetched by address cost other orgs: their turns, connections and memory.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

const PREVIEW = 'query ($org: String!, $url: URL!) { previewApi(input: { org: $org, url: $url }) { title } }';
const CREATE =
  'mutation ($url: URL!) { createApi(input: { org: "eve", title: "Slow", graphqlUrl: $url }) { name } }';
/** It costs more than 200, so that it takes turns. */
const DEAR = '{ org(name: "vic") { catalogs(first: 50) { products(first: 10) { name } } } }';
const document = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.0.0' },
  paths: { '/orders': { get: { responses: { 200: { description: 'There.' } } } } },
});

let world: ManagementWorld;
let upstream: Upstream;
let held: ServerResponse[];
beforeEach(async () => {
  held = [];
  world = await openManagement();
  upstream = await recordingUpstream();
  upstream.answer = ({ url }, response) => {
    if (url === '/quick') return void response.end(document);
    // It answers, a byte at a time, and never to the end.
    response.write('x');
    held.push(response);
  };
  for (const name of ['eve', 'mallory', 'vic']) await world.mutate('createOrg', { name, title: name });
});
afterEach(async () => {
  for (const response of held) response.destroy();
  await world.close();
  await upstream.close();
});

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const since = performance.now();
  return { answer: await work(), ms: performance.now() - since };
}

/** Breaks the slow answers off, until all that wait for them are answered. */
async function brokenOff<T>(waiting: readonly Promise<T>[]): Promise<T[]> {
  const timer = setInterval(() => {
    for (const response of held.splice(0)) response.destroy();
  }, 10);
  return Promise.all(waiting).finally(() => clearInterval(timer));
}

describe('an address that answers without end', () => {
  it('holds no turn of the costly queries of others', async () => {
    const vic = await world.as('DEVELOPER', 'vic');
    await vic.send(DEAR);
    const previews = ['eve', 'mallory'].map(async (org) =>
      (await world.as('DEVELOPER', org)).send(PREVIEW, { org, url: `${upstream.url}/slow` }),
    );
    await expect.poll(() => held.length).toBe(2);
    const { answer, ms } = await timed(() => vic.send(DEAR));
    expect([answer.status, answer.errors, answer.data]).toEqual([200, [], { org: { catalogs: [] } }]);
    // Without it, ten seconds: until the addresses have had their time.
    expect(ms).toBeLessThan(2_000);
    for (const preview of await brokenOff(previews))
      expect(preview.errors[0]?.extensions.code).toBe('GRAPHQL_SERVER_UNUSABLE');
  });

  it('is fetched four times at once by an org, forty wait, and others fetch from the same server', async () => {
    const eve = await world.as('DEVELOPER', 'eve');
    const vic = await world.as('DEVELOPER', 'vic');
    const all = Array.from({ length: 150 }, (_, at) =>
      eve.send(CREATE, { url: `${upstream.url}/slow/${at}` }),
    );
    const refused = all.slice(44);
    for (const { status, errors, headers } of await Promise.all(refused))
      expect([status, errors[0]?.extensions.code, errors[0]?.message, headers.get('retry-after')]).toEqual([
        503,
        'TEMPORARILY_UNAVAILABLE',
        'Too many documents are fetched for your org at this moment: try again.',
        '5',
      ]);
    expect(held).toHaveLength(4);
    const { answer, ms } = await timed(() => vic.send(PREVIEW, { org: 'vic', url: `${upstream.url}/quick` }));
    expect([answer.errors, answer.data]).toEqual([[], { previewApi: { title: 'Orders' } }]);
    // Without it, five seconds: until the connections to the server are free.
    expect(ms).toBeLessThan(2_000);
    await brokenOff(all);
  });
});
