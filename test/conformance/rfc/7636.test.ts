import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, CLIENT, client, PUBLIC_CLIENT, type Reply } from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  openProviderBrowser,
  type ProviderBrowser,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

let world: StoredOAuth;
let browser: ProviderBrowser;
beforeAll(async () => {
  world = await openStoredOAuth({ portals: { control: 'https://portals.test' } });
  browser = openProviderBrowser(world.url);
});
afterAll(() => world.close());

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };
const errorOf = async (change: Record<string, string | undefined>) =>
  (await browser.get(authorizePath(change))).location?.searchParams.get('error');
const refusedAs = ({ status, json }: Reply) => [status, json['error']];
const redeem = (location: URL, change: Record<string, string | undefined> = {}) =>
  world.post('token', {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    client_id: CLIENT,
    ...change,
  });
const secret = { client_secret: client().client_secret };
/** A request of a client whose verifier is this one. */
const challenged = (verifier: string) =>
  authorizePath({ code_challenge: createHash('sha256').update(verifier).digest('base64url') });

describe('RFC 7636, proof key for code exchange', () => {
  it('§4.2 takes S256 alone: plain, a method that is not there, and one that is unknown are refused', async () => {
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
    expect(await errorOf({ code_challenge_method: undefined })).toBe('invalid_request');
    expect(await errorOf({ code_challenge_method: 's256' })).toBe('invalid_request');
    expect(await errorOf({ code_challenge: undefined })).toBe('invalid_request');
  });

  it('RFC 9700 §2.1.1: Try it of the portal, whose address every client may use, needs it, of a confidential client too', async () => {
    const redirect_uri = `https://portals.test/portal${CATALOG}/signed-in`;
    const { location } = await browser.get(authorizePath({ redirect_uri, ...WITHOUT }));
    expect(location?.href.startsWith(`${redirect_uri}?`)).toBe(true);
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    expect(location?.searchParams.get('error_description')).toContain('Try it of the portal, need PKCE');
    expect((await browser.get(authorizePath({ redirect_uri }))).location?.searchParams.has('error')).not.toBe(
      true,
    );
  });

  it.each(['x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}+`])(
    '§4.2 the challenge %j is no SHA-256 in base64url',
    async (code_challenge) => {
      expect(await errorOf({ code_challenge })).toBe('invalid_request');
    },
  );

  it('appendix B: the verifier of the RFC belongs to its challenge', async () => {
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const location = await allow(browser, authorizePath({ code_challenge }));
    expect((await redeem(location, { ...secret, code_verifier })).status).toBe(200);
  });

  it.each([43, 128])('§4.1 takes a verifier of %i characters', async (length) => {
    const code_verifier = '-._~aA0'.repeat(19).slice(0, length);
    const location = await allow(browser, challenged(code_verifier));
    expect((await redeem(location, { ...secret, code_verifier })).status).toBe(200);
  });

  it.each([
    ['is too short', 'a'.repeat(42)],
    ['is too long', 'a'.repeat(129)],
    ['has other characters', `${'a'.repeat(43)}+`],
  ])('§4.1 refuses a verifier that %s, though it belongs to the challenge', async (_what, code_verifier) => {
    const location = await allow(browser, challenged(code_verifier));
    expect(refusedAs(await redeem(location, { ...secret, code_verifier }))).toEqual([400, 'invalid_grant']);
  });

  it.each([
    ['no verifier', undefined],
    ['a wrong verifier', VERIFIER.replace('a', 'b')],
  ])('§4.6 refuses %s', async (_what, code_verifier) => {
    const location = await allow(browser);
    expect(refusedAs(await redeem(location, { ...secret, code_verifier }))).toEqual([400, 'invalid_grant']);
  });

  it('RFC 9700 §4.8.2 refuses a verifier where there was no challenge', async () => {
    const [one, two] = [
      await allow(browser, authorizePath(WITHOUT)),
      await allow(browser, authorizePath(WITHOUT)),
    ];
    expect(refusedAs(await redeem(one, secret))).toEqual([400, 'invalid_grant']);
    expect((await redeem(two, { ...secret, code_verifier: undefined })).status).toBe(200);
  });

  it('§1 replaces no secret: a confidential client shows it beside the verifier (RFC 6749 §3.2.1)', async () => {
    await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
    const location = await allow(browser);
    expect(refusedAs(await redeem(location))).toEqual([401, 'invalid_client']);
    expect((await redeem(location, secret)).status).toBe(200);
  });

  describe('RFC 9700 §2.1.1, public clients', () => {
    const named = { client_id: PUBLIC_CLIENT };
    const secretOfPublic = { client_secret: client(PUBLIC_CLIENT).client_secret };
    const allowed = (change: Record<string, string | undefined> = {}) =>
      allow(browser, authorizePath({ ...named, ...change }));
    beforeAll(() => world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] }));

    it('need PKCE, also where confidential ones do not, and are told so at once', async () => {
      expect(await errorOf({ ...named, ...WITHOUT })).toBe('invalid_request');
      expect((await redeem(await allowed(), named)).status).toBe(200);
    });

    it('refresh by their name alone, and revoke; each refresh token once', async () => {
      const { json } = await redeem(await allowed(), named);
      const refresh = (refresh_token: unknown) =>
        world.post('token', { grant_type: 'refresh_token', ...named, refresh_token: String(refresh_token) });
      const second = await refresh(json['refresh_token']);
      expect(second.status).toBe(200);
      const token = String(second.json['refresh_token']);
      expect((await world.post('revoke', { ...named, token })).status).toBe(200);
      expect(refusedAs(await refresh(token))).toEqual([400, 'invalid_grant']);
    });

    it('never authenticate: a secret is refused, the right one and a wrong one alike', async () => {
      const location = await allowed();
      const right = await redeem(location, { ...named, ...secretOfPublic });
      const wrong = await redeem(location, { ...named, client_secret: 'wrong' });
      expect([refusedAs(right), right.json]).toEqual([[401, 'invalid_client'], wrong.json]);
      for (const endpoint of ['introspect', 'revoke'])
        for (const shown of [secretOfPublic, { client_secret: 'wrong' }])
          expect(refusedAs(await world.post(endpoint, { ...named, ...shown, token: 'x' }))).toEqual([
            401,
            'invalid_client',
          ]);
      expect((await redeem(location, named)).status).toBe(200);
    });

    it.each([
      ['password', { username: 'alice', password: 'alice-password' }],
      ['client_credentials', {}],
    ])('get no token by %s (RFC 6749 §5.2)', async (grant_type, fields) => {
      const asked = world.registry.asked.length;
      const reply = await world.post('token', { grant_type, ...fields, ...named });
      expect(refusedAs(reply)).toEqual([400, 'unauthorized_client']);
      expect(world.registry.asked).toHaveLength(asked);
    });

    it('learn of no token (RFC 7662 §2.1)', async () => {
      const { json } = await redeem(await allowed(), named);
      const token = String(json['access_token']);
      expect(refusedAs(await world.post('introspect', { ...named, token }))).toEqual([401, 'invalid_client']);
    });
  });

  describe('a provider that takes clients of one type', () => {
    const unauthorized = { error: 'unauthorized_client', state: 'a state' };
    const answered = async (client_id: string) =>
      Object.fromEntries((await browser.get(authorizePath({ client_id }))).location?.searchParams ?? []);

    it('takes no public ones where they are not named', async () => {
      await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
      const location = await allow(browser, authorizePath({ client_id: PUBLIC_CLIENT }));
      await world.settings({ clientTypes: ['CONFIDENTIAL'] });
      expect(await answered(PUBLIC_CLIENT)).toMatchObject(unauthorized);
      const reply = await redeem(location, { client_id: PUBLIC_CLIENT });
      expect(refusedAs(reply)).toEqual([401, 'invalid_client']);
    });

    it('takes no confidential ones where they are not named', async () => {
      await world.settings({ clientTypes: ['PUBLIC'] });
      expect(await answered(CLIENT)).toMatchObject(unauthorized);
      const reply = await world.post('token', { grant_type: 'client_credentials', ...client() });
      expect(refusedAs(reply)).toEqual([401, 'invalid_client']);
    });
  });

  describe('a confidential client that becomes public', () => {
    const become = (clientType: 'CONFIDENTIAL' | 'PUBLIC') =>
      world.change(({ application }) =>
        application.updateMany({ where: { name: 'demo' }, data: { clientType } }),
      );

    it('has nothing of what it was given for its secret, until it is confidential again', async () => {
      await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
      const code = await allow(browser, authorizePath(WITHOUT));
      const { json } = await redeem(await allow(browser), secret);
      const refresh = { grant_type: 'refresh_token', refresh_token: String(json['refresh_token']) };
      await become('PUBLIC');
      expect(refusedAs(await redeem(code, { code_verifier: undefined }))).toEqual([400, 'invalid_grant']);
      expect(refusedAs(await world.post('token', { ...refresh, client_id: CLIENT }))).toEqual([
        400,
        'invalid_grant',
      ]);
      await become('CONFIDENTIAL');
      expect((await world.post('token', { ...refresh, ...client() })).status).toBe(200);
    });
  });
});
