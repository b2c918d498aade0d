import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  basic,
  bearer,
  CATALOG,
  CLIENT,
  client,
  type OAuthWorld,
  OTHER_CLIENT,
  oauthWorld,
  PREVIEW_CLIENT,
  PROVIDER,
  START,
} from '../../support/oauth.ts';
import { revoked } from '../../support/snapshot.ts';
import { signingKey } from '../../support/tokens.ts';

let world: OAuthWorld;
let token: string;
beforeAll(async () => {
  world = await oauthWorld();
  token = await bearer(world, { scope: 'customer' });
});
afterAll(() => world.close());

const introspect = (form: Record<string, string>) => world.post('introspect', { ...client(), ...form });
const jtiOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).jti;

async function expectInactive(form: Record<string, string>): Promise<void> {
  const { status, text } = await introspect(form);
  expect([status, text]).toEqual([200, '{"active":false}']);
}

describe('RFC 7662, token introspection', () => {
  it('§2.2 says what an active token stands for', async () => {
    const { status, headers, json } = await introspect({ token });
    const seconds = START.getTime() / 1000;
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ]);
    expect(json).toEqual({
      active: true,
      scope: 'customer',
      client_id: CLIENT,
      username: 'alice',
      token_type: 'Bearer',
      exp: seconds + 3600,
      iat: seconds,
      sub: 'alice',
      aud: `http://gateway.test${CATALOG}`,
      iss: `http://gateway.test${CATALOG}/${PROVIDER}`,
      jti: jtiOf(token),
    });
  });

  it('§2.1 takes the client from HTTP Basic, and any hint', async () => {
    const byBasic = await world.post('introspect', { token }, basic(CLIENT, `${CLIENT}-secret`));
    expect(byBasic.json['active']).toBe(true);
    expect((await introspect({ token, token_type_hint: 'refresh_token' })).json['active']).toBe(true);
  });

  it.each(['garbage', 'a.b.c', '%', 'é'])('§2.2 %j is not active', async (text) => {
    await expectInactive({ token: text });
  });

  it('§2.2 an altered token is not active', async () => {
    await expectInactive({ token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` });
  });

  it('§2.2 an expired token is not active', async () => {
    world.state.now = new Date(START.getTime() + 3_600_000);
    await expectInactive({ token });
    world.state.now = START;
  });

  it('§2.2 a revoked token is not active', async () => {
    const before = world.state.snapshot;
    world.state.snapshot = { ...before, revocations: revoked(jtiOf(token)) };
    await expectInactive({ token });
    world.state.snapshot = before;
  });

  it('§2.2 a token of another catalog is not active, though it has the same key', async () => {
    const preview = await world.send(`/acme/preview/${PROVIDER}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username: 'alice',
        password: 'alice-password',
        ...client(PREVIEW_CLIENT),
      }),
    });
    expect(preview.status).toBe(200);
    await expectInactive({ token: String(preview.json['access_token']) });
  });

  it('§2.2 a token whose key was withdrawn is not active', async () => {
    const { keys } = world.providerNow();
    const [first, second] = [await signingKey(), await signingKey()];
    world.provider({ keys: [first, second] });
    const signed = await bearer(world);
    world.provider({ keys: [second, first] });
    expect((await introspect({ token: signed })).json['active']).toBe(true);
    world.provider({ keys: [second] });
    await expectInactive({ token: signed });
    world.provider({ keys });
  });

  it('§2.2 a token of another issuer is not active, though it has the same key and client', async () => {
    const { issuer } = world.providerNow();
    world.provider({ issuer: `http://moved.test${CATALOG}/${PROVIDER}` });
    await expectInactive({ token });
    world.provider({ issuer });
    expect((await introspect({ token })).json['active']).toBe(true);
  });

  it('§4 a client sees no token of another client', async () => {
    const foreign = await world.post('introspect', { token, ...client(OTHER_CLIENT) });
    expect([foreign.status, foreign.text]).toEqual([200, '{"active":false}']);
  });

  it('§2.1 nobody sees anything without authentication', async () => {
    for (const [name, value] of [
      ['client_secret', 'wrong'],
      ['client_id', 'stranger'],
    ] as const) {
      const reply = await introspect({ token, [name]: value });
      expect([reply.status, reply.json['error']]).toEqual([401, 'invalid_client']);
    }
    const nobody = await world.post('introspect', { token });
    expect([nobody.status, nobody.json['error']]).toEqual([401, 'invalid_client']);
  });

  it('§2.1 the token is needed, once, in the body', async () => {
    const none = await introspect({});
    expect([none.status, none.json['error']]).toEqual([400, 'invalid_request']);
    const twice = await world.post('introspect', `${new URLSearchParams(client())}&token=a&token=a`);
    expect([twice.status, twice.json['error']]).toEqual([400, 'invalid_request']);
    const inQuery = await world.post(`introspect?token=${token}`, client());
    expect([inQuery.status, inQuery.json['error']]).toEqual([400, 'invalid_request']);
    const got = await world.send(`${CATALOG}/${PROVIDER}/oauth2/introspect?token=${token}`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
