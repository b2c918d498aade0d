import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { ALICE, client, OTHER_CLIENT, type Reply, START } from '../../support/oauth.ts';
import { authorizePath, openProviderBrowser, SIGN_IN } from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

let database: Database;
let world: StoredOAuth;
beforeAll(async () => {
  database = await emptyDatabase();
  world = await openStoredOAuth({ database });
});
afterAll(() => world.close());

const seen = ({ status, headers, json }: Reply) => [
  status,
  headers.get('retry-after'),
  json['error'],
  json['error_description'],
];

it('client credentials give a consumer org 1200 tokens within a minute, and more in the next', async () => {
  world.state.now = START;
  const ask = (clientKey?: string) =>
    world.post('token', { grant_type: 'client_credentials', ...client(clientKey) });
  for (let asked = 0; asked < 1_200; asked += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const detail =
    'The consumer organization of the application got 1200 tokens in its own name within a minute: use a token until it expires, and try again in 60 seconds.';
  const refused = [429, '60', 'temporarily_unavailable', detail];
  expect(seen(await ask())).toEqual(refused);
  // Its other applications are no way around.
  expect(seen(await ask(OTHER_CLIENT))).toEqual(refused);
  // What a person opens has a bound of its own.
  expect((await world.post('token', { ...ALICE, ...client() })).status).toBe(200);
  world.state.now = new Date(START.getTime() + 60_000);
  expect((await ask()).status).toBe(200);
});

it('the tokens of an authorization are refreshed 60 times within a minute; others are not held up, and nothing is used up', async () => {
  world.state.now = START;
  const begin = async () =>
    String((await world.post('token', { ...ALICE, ...client() })).json['refresh_token']);
  const refresh = (token: string) =>
    world.post('token', { grant_type: 'refresh_token', refresh_token: token, ...client() });
  const next = async (token: string) => String((await refresh(token)).json['refresh_token']);
  let token = await begin();
  const other = await begin();
  for (let times = 0; times < 60; times += 1) token = await next(token);
  expect(seen(await refresh(token))).toEqual([
    429,
    '60',
    'temporarily_unavailable',
    'The tokens of this authorization were refreshed 60 times within a minute: use a token until it expires, and try again in 60 seconds.',
  ]);
  expect((await refresh(other)).status).toBe(200);
  world.state.now = new Date(START.getTime() + 60_000);
  expect((await refresh(token)).status).toBe(200);
});

it('a person authorizes clients 60 times within a minute; then the client is told to try later', async () => {
  world.state.now = START;
  const browser = openProviderBrowser(world.url);
  await browser.get(authorizePath());
  await browser.submit('sign-in', SIGN_IN);
  await browser.get(authorizePath());
  let answer = (await browser.submit('allow')).location;
  for (let times = 1; times < 60; times += 1) answer = (await browser.get(authorizePath())).location;
  expect(answer?.searchParams.has('code')).toBe(true);
  const refused = (await browser.get(authorizePath())).location?.searchParams;
  expect([refused?.get('error'), refused?.get('error_description'), refused?.has('code')]).toEqual([
    'temporarily_unavailable',
    'The person authorized clients 60 times within a minute: use a token until it expires, and try again in 60 seconds.',
    false,
  ]);
  world.state.now = new Date(START.getTime() + 60_000);
  expect((await browser.get(authorizePath())).location?.searchParams.has('code')).toBe(true);
});
