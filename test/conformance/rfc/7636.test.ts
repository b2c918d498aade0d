import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, client, type Reply } from '../../support/oauth.ts';
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
  world = await openStoredOAuth();
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

  describe('RFC 9700 §2.1.1, clients without a secret', () => {
    it('need PKCE, where the provider takes no others, and are told so at once', async () => {
      await world.settings({ clientTypes: ['PUBLIC'] });
      const { location } = await browser.get(authorizePath(WITHOUT));
      expect(location?.searchParams.get('error')).toBe('invalid_request');
      expect((await redeem(await allow(browser))).status).toBe(200);
    });

    it('need PKCE beside others too: without, the code needs the secret', async () => {
      await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
      const one = await allow(browser, authorizePath(WITHOUT));
      expect(refusedAs(await redeem(one, { code_verifier: undefined }))).toEqual([400, 'invalid_grant']);
      const two = await allow(browser, authorizePath(WITHOUT));
      expect((await redeem(two, { ...secret, code_verifier: undefined })).status).toBe(200);
    });

    it('refresh by their name alone, and revoke; each refresh token once', async () => {
      await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
      const { json } = await redeem(await allow(browser));
      const refresh = (refresh_token: unknown) =>
        world.post('token', {
          grant_type: 'refresh_token',
          client_id: CLIENT,
          refresh_token: String(refresh_token),
        });
      const second = await refresh(json['refresh_token']);
      expect(second.status).toBe(200);
      const token = String(second.json['refresh_token']);
      expect((await world.post('revoke', { client_id: CLIENT, token })).status).toBe(200);
      expect(refusedAs(await refresh(token))).toEqual([400, 'invalid_grant']);
    });

    it('get tokens no other way, and learn of none', async () => {
      await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
      const person = { username: 'alice', password: 'alice-password', client_id: CLIENT };
      const asked = world.registry.asked.length;
      expect(refusedAs(await world.post('token', { grant_type: 'password', ...person }))).toEqual([
        401,
        'invalid_client',
      ]);
      expect(world.registry.asked).toHaveLength(asked);
      expect(refusedAs(await world.post('introspect', { client_id: CLIENT, token: 'x' }))).toEqual([
        401,
        'invalid_client',
      ]);
      expect(refusedAs(await redeem(new URL('x:?code=x'), { client_id: 'stranger' }))).toEqual([
        401,
        'invalid_client',
      ]);
    });

    it('are not there where the provider takes none', async () => {
      await world.settings({ clientTypes: ['CONFIDENTIAL'] });
      expect(refusedAs(await redeem(await allow(browser)))).toEqual([401, 'invalid_client']);
    });
  });
});
