// What callers with invented tokens, or at portals of invented orgs, take from those behind the same network.
import { connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Layers } from '../../src/process/layers.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { until } from '../support/eventually.ts';
import { type Listening, listen } from '../support/gateway.ts';
import { type ManagementWorld, openManagement } from '../support/management.ts';

let world: ManagementWorld;
let server: Listening;
const sockets: Socket[] = [];
beforeEach(async () => {
  world = await openManagement();
  const config = { adminToken: 'a'.repeat(16), demo: false, urls: world.deps.urls } as Config;
  const layers = { ...world.deps, isTrustedProxy: () => false, onFault() {} };
  const { handler } = await createControl(config, layers as unknown as Layers);
  server = await listen(getRequestListener(handler.fetch));
  await world.mutate('createOrg', { name: 'vic', title: 'Vic' });
  await world.mutate('createCatalog', { org: 'vic', name: 'sandbox', title: 'Sandbox' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  await world.close();
});

type Begun = { readonly received: () => string };

/** Begins a request and sends no more of it. */
function begin(path: string, token: string): Begun {
  let received = '';
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).on('data', (part) => (received += part));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  sockets.push(socket);
  return { received: () => received };
}
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${server.url}${path}`, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  return [answer.status, await answer.json()];
};
/** Issues an access token for an org, vic unless given. */
async function issue(name: string, org = 'vic'): Promise<string> {
  const input = { org, name, role: 'VIEWER' };
  return (await world.mutate<{ token: string }>('createAccessToken', input, '{ token }')).token;
}
const isRefused = ({ received }: Begun) => received() !== '';
/** Waits until it is known of whom each of them is: 50 have the places of one, the others are refused. */
const untilRefused = (all: readonly Begun[]) => until(() => all.filter(isRefused).length === all.length - 50);
const SERVED = [200, { data: { __typename: 'Query' } }];

it('invented access tokens leave those who have one their places', async () => {
  const token = await issue('ci');
  const slow = Array.from({ length: 210 }, (_, at) => begin('/graphql', `invented-${at}`));
  await untilRefused(slow);
  expect(await ask('/graphql', { headers: { authorization: `Bearer ${token}` } })).toEqual(SERVED);
  const refused = slow.find(isRefused)?.received();
  expect(refused).toContain('HTTP/1.1 429');
  expect(refused).toContain('"RATE_LIMIT_EXCEEDED"');
  expect(refused).toContain(
    'Your network waits for 50 answers without a known access token or portal already: read them, then ask again.',
  );
});

it('the access tokens of an org share its places', async () => {
  const tokens = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => issue(name)));
  await world.mutate('createOrg', { name: 'other', title: 'Other' });
  const token = await issue('ci', 'other');
  const slow = tokens.flatMap((token) => Array.from({ length: 50 }, () => begin('/graphql', token)));
  await untilRefused(slow);
  expect(await ask('/graphql', { headers: { authorization: `Bearer ${token}` } })).toEqual(SERVED);
});

it('portals of invented orgs leave those that there are their places', async () => {
  const slow = Array.from({ length: 210 }, (_, at) => begin(`/portal/invented-${at}/sandbox/graphql`, 'any'));
  await untilRefused(slow);
  expect(await ask('/portal/vic/sandbox/graphql')).toEqual(SERVED);
});
