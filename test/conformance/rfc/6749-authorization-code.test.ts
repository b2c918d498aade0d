import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { everyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  ALICE,
  CLIENT,
  client,
  OTHER_CLIENT,
  PUBLIC_CLIENT,
  type Reply,
  START,
} from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  type ProviderBrowser,
  type ProviderPage,
  SIGN_IN,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { removeWhatIsOver } from '../../support/retention.ts';
import {
  LOOPBACK_URI,
  openStoredOAuth,
  PRIVATE_URI,
  REDIRECT_URI,
  type StoredOAuth,
} from '../../support/stored-oauth.ts';

const MINUTE_MS = 60_000;
const refusedAs = ({ status, json }: Reply) => [status, json['error']];

describe.each(await everyDatabase())('with $name', ({ open }) => {
  let database: Database;
  let world: StoredOAuth;
  let browser: ProviderBrowser;
  beforeAll(async () => {
    database = await open();
    world = await openStoredOAuth({ database });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.state.now = START;
    await database.prisma.consent.deleteMany();
    browser = openProviderBrowser(world.url);
  });

  const redeem = (location: URL, change: Record<string, string | undefined> = {}) =>
    world.post('token', {
      grant_type: 'authorization_code',
      code: location.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...client(),
      ...change,
    });
  const isActive = async (token: unknown) =>
    (await world.post('introspect', { ...client(), token: String(token) })).json['active'];

  describe('RFC 6749 §3.1, the authorization endpoint', () => {
    it('§4.1.1 asks who somebody is, then whether they allow it, then leads back by 303', async () => {
      const page = await browser.get(authorizePath());
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('to go on to The demo')]);
      const signedIn = await browser.submit('sign-in', SIGN_IN);
      expect([signedIn.status, signedIn.location?.search]).toEqual([
        303,
        new URL(authorizePath(), world.url).search,
      ]);
      const consent = await browser.get(authorizePath());
      expect(consent.text).toContain('The demo asks for access The application belongs to Consumers.');
      expect(consent.html).toContain(`/oauth2/consents"`);
      expect(consent.text).toContain('Read and change customers customer');
      expect(consent.text).toContain('You are signed in as alice .');
      expect(consent.text).toContain('Afterwards you go on to client.test.');
      const { status, location } = await browser.submit('allow');
      expect(status).toBe(303);
      expect(location?.href.startsWith(`${REDIRECT_URI}&code=ac_`)).toBe(true);
      expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
        tenant: '1',
        code: expect.stringMatching(/^ac_[A-Za-z0-9_-]{43}$/),
        state: 'a state',
        iss: world.providerNow().issuer,
      });
    });

    it('speaks German to whom it is their language', async () => {
      const page = await openProviderBrowser(world.url, 'de').get(authorizePath());
      expect([page.html.includes('<html lang="de">'), page.text]).toEqual([
        true,
        expect.stringContaining('Benutzername'),
      ]);
    });

    const addressed: [string, Record<string, string | undefined>][] = [
      ['no client', { client_id: undefined }],
      ['an unknown client', { client_id: 'stranger' }],
      ['a client of another catalog', { client_id: 'preview-key' }],
      ['no redirect URI where there are several', { redirect_uri: undefined }],
      ['a redirect URI of another client', { redirect_uri: 'https://other.test/callback' }],
      ['a redirect URI without its query', { redirect_uri: 'https://client.test/callback' }],
      ['a redirect URI with more query', { redirect_uri: `${REDIRECT_URI}&a=b` }],
      ['a redirect URI with a slash behind', { redirect_uri: `${REDIRECT_URI}/` }],
      ['a redirect URI with another scheme', { redirect_uri: 'http://client.test/callback?tenant=1' }],
      ['a redirect URI of a host below', { redirect_uri: 'https://a.client.test/callback?tenant=1' }],
      ['a redirect URI with its host in capitals', { redirect_uri: 'https://CLIENT.test/callback?tenant=1' }],
      ['a redirect URI with its own port', { redirect_uri: 'https://client.test:443/callback?tenant=1' }],
      ['a redirect URI in percent-encoding', { redirect_uri: 'https://client.test/%63allback?tenant=1' }],
      ['a redirect URI of a path below', { redirect_uri: 'https://client.test/callback/x?tenant=1' }],
      ['a redirect URI with a line feed', { redirect_uri: `${REDIRECT_URI}\n` }],
      ['a loopback redirect URI with userinfo', { redirect_uri: 'http://127.0.0.1:1@evil.test/callback' }],
      ['a loopback redirect URI by name', { redirect_uri: 'http://localhost/callback' }],
      ['a loopback redirect URI over TLS', { redirect_uri: 'https://127.0.0.1/callback' }],
      ['a redirect URI with a fragment', { redirect_uri: `${REDIRECT_URI}#a` }],
      ['a redirect URI in another case', { redirect_uri: 'https://client.test/Callback?tenant=1' }],
      [
        'a redirect URI with another host',
        { redirect_uri: 'https://client.test.evil.test/callback?tenant=1' },
      ],
      ['a redirect URI with userinfo', { redirect_uri: 'https://client.test@evil.test/callback?tenant=1' }],
      ['a redirect URI with a port', { redirect_uri: 'https://client.test:8443/callback?tenant=1' }],
      ['a redirect URI with dot segments', { redirect_uri: 'https://client.test/a/../callback?tenant=1' }],
      ['a loopback redirect URI with another path', { redirect_uri: 'http://127.0.0.1/other' }],
      ['a redirect URI that is a script', { redirect_uri: 'javascript:alert(1)' }],
    ];
    it.each(addressed)('§4.1.2.1 leads nobody anywhere for %s', async (_what, change) => {
      const page = await browser.get(authorizePath(change));
      expect([page.status, page.location]).toEqual([400, undefined]);
      expect(page.text).toContain('This did not work');
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    });

    it('§3.1 leads nobody anywhere for a redirect URI or client that is there twice, or a query that cannot be read', async () => {
      for (const more of [
        `&client_id=${CLIENT}`,
        `&redirect_uri=${REDIRECT_URI}`,
        '&x=%zz',
        '&x=%ff',
        '&x=%00',
      ]) {
        const page = await browser.get(`${authorizePath()}${more}`);
        expect([page.status, page.location]).toEqual([400, undefined]);
      }
    });

    const faulty: [string, Record<string, string | undefined>, string][] = [
      ['no response type', { response_type: undefined }, 'invalid_request'],
      ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
      ['a hybrid response type', { response_type: 'code id_token' }, 'unsupported_response_type'],
      ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
      ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
      ['a scope that is none', { scope: 'cust"omer' }, 'invalid_scope'],
      ['an unknown prompt', { prompt: 'sing' }, 'invalid_request'],
      ['contradictory prompts', { prompt: 'none login' }, 'invalid_request'],
      ['nobody signed in, and nobody to be asked', { prompt: 'none' }, 'login_required'],
    ];
    it.each(faulty)('§4.1.2.1 tells the client of %s', async (_what, change, error) => {
      const { status, location } = await browser.get(authorizePath(change));
      expect([status, location?.origin]).toEqual([303, 'https://client.test']);
      expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
        tenant: '1',
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: 'a state',
        iss: world.providerNow().issuer,
      });
    });

    it('§3.1 tells the client of a parameter that is there twice, and ignores one that it does not know', async () => {
      const twice = await browser.get(`${authorizePath()}&scope=profile`);
      expect(twice.location?.searchParams.get('error')).toBe('invalid_request');
      expect((await browser.get(authorizePath({ nonce: 'x', foo: 'y' }))).status).toBe(200);
      const states = await browser.get(`${authorizePath()}&state=another`);
      expect(states.location?.searchParams.get('error')).toBe('invalid_request');
      expect(states.location?.searchParams.has('state')).toBe(false);
    });

    it('§4.1.2 gives the state back as it came, whatever it holds', async () => {
      await allow(browser);
      for (const state of ['a b&c=d#e?f', 'é☃', '<script>"\'', '%20+', 'x'.repeat(2000)]) {
        const { location } = await browser.get(authorizePath({ state }));
        expect(location?.searchParams.get('state')).toBe(state);
      }
      const none = await browser.get(authorizePath({ state: undefined }));
      expect(none.location?.searchParams.has('state')).toBe(false);
    });

    it('§3.1.2.3 needs no redirect URI where there is one, and then none at the token endpoint', async () => {
      const path = authorizePath({ client_id: OTHER_CLIENT, redirect_uri: undefined });
      const one = await allow(browser, path);
      expect(one.origin).toBe('https://other.test');
      expect((await redeem(one, { ...client(OTHER_CLIENT), redirect_uri: undefined })).status).toBe(200);
      const two = await allow(browser, path);
      expect(refusedAs(await redeem(two, client(OTHER_CLIENT)))).toEqual([400, 'invalid_grant']);
    });

    it('RFC 8252 §7.3 lets the port of a loopback address alone be chosen', async () => {
      for (const redirect_uri of ['http://127.0.0.1:49152/callback', LOOPBACK_URI]) {
        const location = await allow(browser, authorizePath({ redirect_uri }));
        expect(location.href.startsWith(`${redirect_uri}?code=`)).toBe(true);
        expect((await redeem(location, { redirect_uri })).status).toBe(200);
      }
    });

    it('RFC 8252 §7.1 leads back to a private-use scheme', async () => {
      const location = await allow(browser, authorizePath({ redirect_uri: PRIVATE_URI }));
      expect(location.href.startsWith(`${PRIVATE_URI}?code=`)).toBe(true);
    });

    it('§4.1.2.1 tells the client that nobody can sign in where the user registry is not assigned, and ends with the assignment', async () => {
      const assign = (how: 'connect' | 'disconnect') =>
        world.change(({ catalog }) =>
          catalog.update({
            where: { id: world.catalogId },
            data: { userRegistries: { [how]: { id: world.userRegistryId } } },
          }),
        );
      const told = ({ status, location }: ProviderPage) => [
        status,
        location?.searchParams.get('error'),
        location?.searchParams.get('error_description'),
      ];
      const refusal = 'The user registry of the OAuth provider is not assigned to this catalog.';
      await browser.get(authorizePath());
      await browser.submit('sign-in', SIGN_IN);
      await browser.get(authorizePath({ prompt: 'consent' }));
      await assign('disconnect');
      expect(told(await browser.submit('allow'))).toEqual([303, 'temporarily_unavailable', refusal]);
      expect(told(await browser.get(authorizePath()))).toEqual([303, 'temporarily_unavailable', refusal]);
      // The operator once, however many try.
      expect(world.faults.splice(0)).toHaveLength(1);
      await assign('connect');
      expect(told(await browser.get(authorizePath({ prompt: 'consent' })))).toEqual([
        200,
        undefined,
        undefined,
      ]);
    });

    it('§4.1.2.1 tells the client that the person did not allow it', async () => {
      await browser.get(authorizePath({ prompt: 'consent' }));
      await browser.submit('sign-in', SIGN_IN);
      await browser.get(authorizePath({ prompt: 'consent' }));
      const { status, location } = await browser.submit('deny');
      expect([status, location?.searchParams.get('error')]).toEqual([303, 'access_denied']);
      expect(location?.searchParams.has('code')).toBe(false);
    });

    it('§4.1.2.1 tells the client of a suspended application nothing, and the person that it is', async () => {
      const suspend = (state: 'SUSPENDED' | 'ENABLED') =>
        world.change((prisma) => prisma.application.updateMany({ where: { name: 'demo' }, data: { state } }));
      await suspend('SUSPENDED');
      const page = await browser.get(authorizePath());
      expect([page.status, page.location, page.text]).toEqual([
        403,
        undefined,
        expect.stringContaining('The application is suspended.'),
      ]);
      await suspend('ENABLED');
    });

    it('§4.1 takes GET and POST alone, and is not there without the grant', async () => {
      const reply = await world.send(authorizePath(), { method: 'PUT' });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST']);
      await world.settings({ grantTypes: ['RESOURCE_OWNER_PASSWORD'] });
      expect(refusedAs(await world.send(authorizePath()))).toEqual([400, 'unsupported_response_type']);
      expect((await world.send(CONSENTS)).status).toBe(404);
      await world.settings({ grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'] });
    });
  });

  describe('RFC 6749 §4.1.3, redeeming a code', () => {
    it('§4.1.4 gives an access token and a refresh token for what was allowed', async () => {
      const { status, json } = await redeem(await allow(browser));
      expect([status, json]).toEqual([
        200,
        {
          access_token: expect.any(String),
          refresh_token: expect.stringMatching(/^rt_/),
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'customer',
        },
      ]);
      const seen = await world.post('introspect', { ...client(), token: String(json['access_token']) });
      expect(seen.json).toMatchObject({ active: true, sub: 'alice', client_id: CLIENT, scope: 'customer' });
    });

    it('§3.3 gives no scope that the provider has given up since it was allowed', async () => {
      const location = await allow(browser, authorizePath({ scope: 'customer profile' }));
      const scopes = [
        { name: 'customer', description: 'Read and change customers' },
        { name: 'profile', description: 'See who you are' },
      ];
      await world.settings({ scopes: scopes.slice(0, 1) });
      expect((await redeem(location)).json['scope']).toBe('customer');
      await world.settings({ scopes });
    });

    it('§1.5 its tokens are refreshed for as long as the provider says, counted from when it was allowed', async () => {
      const location = await allow(browser);
      world.state.now = new Date(START.getTime() + MINUTE_MS / 2);
      const { json } = await redeem(location);
      const token = String(json['refresh_token']);
      const { exp } = (await world.post('introspect', { ...client(), token })).json;
      expect(exp).toBe(START.getTime() / 1000 + 86_400);
    });

    it('§4.1.3 no refresh token where the provider gives none', async () => {
      await world.settings({ refreshTokens: false });
      expect((await redeem(await allow(browser))).json).not.toHaveProperty('refresh_token');
      await world.settings({ refreshTokens: true });
    });

    it('§4.1.2 a second use is refused, and revokes what the first one gave', async () => {
      const location = await allow(browser);
      const { json } = await redeem(location);
      expect(await isActive(json['access_token'])).toBe(true);
      expect(refusedAs(await redeem(location))).toEqual([400, 'invalid_grant']);
      expect(await isActive(json['refresh_token'])).toBe(false);
      await eventually(async () => expect(await isActive(json['access_token'])).toBe(false));
    });

    it('§4.1.2 of many uses at the same time one succeeds, and what it gave is revoked', async () => {
      const location = await allow(browser);
      const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(location)));
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status !== 200))
        expect(refusedAs(reply)).toEqual([400, 'invalid_grant']);
      await eventually(async () => expect(await isActive(won[0]?.json['access_token'])).toBe(false));
    });

    it('§4.1.2 a code is good for one minute', async () => {
      const [early, late] = [await allow(browser), await allow(browser)];
      world.state.now = new Date(START.getTime() + MINUTE_MS - 1);
      expect((await redeem(early)).status).toBe(200);
      world.state.now = new Date(START.getTime() + MINUTE_MS);
      expect(refusedAs(await redeem(late))).toEqual([400, 'invalid_grant']);
    });

    it('§4.1.2 a code that nobody redeems leaves nothing behind', async () => {
      await database.prisma.tokenFamily.deleteMany();
      const [unused, redeemed] = [await allow(browser), await allow(browser)];
      expect((await redeem(redeemed)).status).toBe(200);
      world.state.now = new Date(START.getTime() + 10 * MINUTE_MS);
      await allow(browser);
      const unredeemed = { expiresAt: { lt: world.state.now }, usedAt: null };
      await removeWhatIsOver(database, world.state.now);
      expect(await database.prisma.authorizationCode.count({ where: unredeemed })).toBe(0);
      expect(await database.prisma.tokenFamily.count()).toBe(2);
      expect(refusedAs(await redeem(unused))).toEqual([400, 'invalid_grant']);
    });

    const mismatches: [string, Record<string, string | undefined>][] = [
      ['another redirect URI', { redirect_uri: LOOPBACK_URI }],
      ['no redirect URI', { redirect_uri: undefined }],
      ['another client', client(OTHER_CLIENT)],
      ['a wrong verifier', { code_verifier: `${VERIFIER}x` }],
    ];
    it.each(mismatches)('§4.1.3 %s is refused, and uses the code up', async (_what, change) => {
      const location = await allow(browser);
      expect(refusedAs(await redeem(location, change))).toEqual([400, 'invalid_grant']);
      expect(refusedAs(await redeem(location))).toEqual([400, 'invalid_grant']);
    });

    it('§4.1.3 a client that does not authenticate does not use the code up', async () => {
      const location = await allow(browser);
      expect(refusedAs(await redeem(location, { client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
      expect((await redeem(location)).status).toBe(200);
    });

    it.each(['garbage', `ac_${'A'.repeat(43)}`, "' OR 1=1 --", 'é'])(
      '§5.2 the code %j is an invalid_grant',
      async (code) => {
        expect(refusedAs(await redeem(new URL('x:'), { code }))).toEqual([400, 'invalid_grant']);
      },
    );

    it('§4.1.3 code is needed', async () => {
      expect(refusedAs(await redeem(new URL('x:'), { code: undefined }))).toEqual([400, 'invalid_request']);
    });
  });

  describe('consent', () => {
    const isWaitedFor = async () =>
      (
        await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length > 0;

    it('is remembered for the same or less, and asked again for more', async () => {
      const fresh = openProviderBrowser(world.url);
      await allow(fresh);
      expect((await fresh.get(authorizePath())).location?.searchParams.has('code')).toBe(true);
      const silent = await fresh.get(authorizePath({ prompt: 'none' }));
      expect(silent.location?.searchParams.has('code')).toBe(true);
      const more = await fresh.get(authorizePath({ scope: 'customer profile' }));
      expect([more.status, more.text]).toEqual([200, expect.stringContaining('See who you are')]);
      const none = await fresh.get(authorizePath({ scope: 'customer profile', prompt: 'none' }));
      expect(none.location?.searchParams.get('error')).toBe('consent_required');
      const asked = await fresh.get(authorizePath({ prompt: 'consent' }));
      expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('asks for access')]);
      const login = await fresh.get(authorizePath({ prompt: 'login' }));
      expect([login.status, login.text]).toEqual([200, expect.stringContaining('Sign in')]);
      const after = await fresh.submit('sign-in', SIGN_IN);
      expect(after.location?.searchParams.get('prompt')).toBe('');
    });

    it('is remembered beside what was allowed before', async () => {
      for (const scope of ['customer', 'profile']) await allow(browser, authorizePath({ scope }));
      const both = await browser.get(authorizePath({ scope: 'customer profile' }));
      expect(both.location?.searchParams.has('code')).toBe(true);
    });

    it('that is withdrawn takes a code with it that nobody has redeemed yet', async () => {
      const location = await allow(browser);
      await browser.get(CONSENTS);
      await browser.submit('withdraw');
      expect(refusedAs(await redeem(location))).toEqual([400, 'invalid_grant']);
    });

    it('is not remembered for who could be somebody else (RFC 8252 §8.6)', async () => {
      await world.settings({ clientTypes: ['CONFIDENTIAL', 'PUBLIC'] });
      const again = async (change: Record<string, string>) => {
        await allow(browser, authorizePath(change));
        return browser.get(authorizePath(change));
      };
      const onDevice = { redirect_uri: LOOPBACK_URI };
      expect((await again({ client_id: PUBLIC_CLIENT, ...onDevice })).text).toContain('asks for access');
      for (const sure of [{ client_id: PUBLIC_CLIENT }, onDevice])
        expect((await again(sure)).location?.searchParams.has('code')).toBe(true);
      await world.settings({ clientTypes: ['CONFIDENTIAL'] });
    });

    it('to what was not shown is not taken: it is asked again', async () => {
      await browser.get(authorizePath({ scope: undefined, prompt: 'consent' }));
      await browser.submit('sign-in', SIGN_IN);
      await browser.get(authorizePath({ scope: undefined, prompt: 'consent' }));
      const { status, location } = await browser.submit('allow', { shown_scope: 'customer' });
      expect([status, location?.pathname.endsWith('/authorize')]).toEqual([303, true]);
    });

    it('is listed, and withdrawn with all that came of it', async () => {
      const { json } = await redeem(await allow(browser));
      const list = await browser.get(CONSENTS);
      expect(list.text).toContain('The demo since 1 January 2026');
      const foreign = openProviderBrowser(world.url);
      await foreign.get(CONSENTS);
      await foreign.submit('sign-in', { username: 'bob', password: 'bob-password' });
      expect((await foreign.get(CONSENTS)).text).toContain('You have not allowed any application anything.');
      const { consent = '' } = list.hidden('withdraw');
      const theirs = (await foreign.get(CONSENTS)).hidden('sign-out');
      expect((await foreign.submit('withdraw', { ...theirs, consent })).status).toBe(303);
      expect(await isActive(json['refresh_token'])).toBe(true);

      const { status, location } = await browser.submit('withdraw');
      expect([status, location?.search]).toEqual([303, '?done']);
      expect((await browser.get(`${CONSENTS}?done`)).text).toContain('Withdrawn.');
      expect(await isActive(json['refresh_token'])).toBe(false);
      await eventually(async () => expect(await isActive(json['access_token'])).toBe(false));
      expect((await browser.get(authorizePath())).text).toContain('asks for access');
    });

    it('that is being withdrawn gives no code any more', async () => {
      await allow(browser);
      const { page } = await database.prisma.$transaction(async (transaction) => {
        await transaction.consent.deleteMany();
        let isAnswered = false;
        const asked = browser.get(authorizePath()).finally(() => {
          isAnswered = true;
        });
        // Where there is one connection for all, whoever asks waits for it; else for the consent.
        if (database.kind === 'server')
          await eventually(async () => expect(isAnswered || (await isWaitedFor())).toBe(true));
        return { page: asked };
      });
      expect((await page).text).toContain('asks for access');
    });

    it('is each person’s own, and each application’s: withdrawn, it takes nothing from another', async () => {
      await database.prisma.consent.deleteMany();
      const { json: ofAlice } = await redeem(await allow(browser));
      const bob = openProviderBrowser(world.url);
      await bob.get(authorizePath());
      await bob.submit('sign-in', { username: 'bob', password: 'bob-password' });
      expect((await bob.get(authorizePath())).text).toContain('asks for access');
      const { location } = await bob.submit('allow');
      const { json: ofBob } = await redeem(location ?? new URL('x:'));
      const other = { ...client(OTHER_CLIENT), redirect_uri: undefined };
      const path = authorizePath({ client_id: OTHER_CLIENT, redirect_uri: undefined });
      const { json: ofOther } = await redeem(await allow(browser, path), other);

      expect((await browser.get(CONSENTS)).text).toContain('The demo since');
      await browser.submit('withdraw');
      expect(await isActive(ofAlice['refresh_token'])).toBe(false);
      expect(await isActive(ofBob['refresh_token'])).toBe(true);
      const token = String(ofOther['refresh_token']);
      expect((await world.post('introspect', { ...client(OTHER_CLIENT), token })).json['active']).toBe(true);
    });

    it('is not touched by a withdrawal that names none', async () => {
      await allow(browser);
      await browser.get(CONSENTS);
      for (const consent of ['', 'x', "'", '00000000-0000-0000-0000-000000000000'])
        expect((await browser.submit('withdraw', { consent })).status).toBeLessThan(400);
      await browser.get(CONSENTS);
      expect((await browser.submit('sign-out')).status).toBe(303);
      expect((await browser.get(CONSENTS)).text).toContain('Password');
    });
  });

  it('the password grant is not touched by all of it', async () => {
    expect((await world.post('token', { ...ALICE, ...client() })).status).toBe(200);
  });

  it('nothing of all that was a fault', () => expect(world.faults).toEqual([]));
});
