import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { everyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { ALICE, basic, CLIENT, client, OTHER_CLIENT, type Reply, START } from '../../support/oauth.ts';
import { removeWhatIsOver } from '../../support/retention.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const refusedAs = ({ status, json }: Reply) => [status, json['error']];
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

describe.each(await everyDatabase())('with $name', ({ open }) => {
  let database: Database;
  let world: StoredOAuth;
  beforeAll(async () => {
    database = await open();
    world = await openStoredOAuth({ database });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.state.now = START;
  });

  const byPassword = async (change: Record<string, string> = {}) =>
    (await world.post('token', { ...ALICE, ...client(), ...change })).json;
  const refresh = (refresh_token: unknown, change: Record<string, string | undefined> = {}) =>
    world.post('token', {
      grant_type: 'refresh_token',
      refresh_token: String(refresh_token),
      ...client(),
      ...change,
    });
  const isActive = async (token: unknown) =>
    (await world.post('introspect', { ...client(), token: String(token) })).json['active'];

  describe('RFC 6749 §4.4, client credentials', () => {
    it('§4.4.3 give a token in the name of the client, and no refresh token', async () => {
      const { status, json } = await world.post('token', { grant_type: 'client_credentials', ...client() });
      expect([status, Object.keys(json).sort()]).toEqual([
        200,
        ['access_token', 'expires_in', 'scope', 'token_type'],
      ]);
      expect(claimsOf(json['access_token'])).toMatchObject({ sub: CLIENT, client_id: CLIENT });
      const seen = await world.post('introspect', { ...client(), token: String(json['access_token']) });
      expect(seen.json).toMatchObject({ active: true, sub: CLIENT });
      expect(seen.json).not.toHaveProperty('username');
    });

    it('§4.4.2 have the scope that is asked for, if the provider has it', async () => {
      const ask = (scope: string) =>
        world.post('token', { grant_type: 'client_credentials', scope }, basic(CLIENT, `${CLIENT}-secret`));
      expect((await ask('profile')).json['scope']).toBe('profile');
      expect(refusedAs(await ask('admin'))).toEqual([400, 'invalid_scope']);
    });

    it('§4.4 are for confidential clients alone', async () => {
      await world.settings({ clientTypes: ['CONFIDENTIAL', 'PUBLIC'] });
      const named = await world.post('token', { grant_type: 'client_credentials', client_id: CLIENT });
      expect(refusedAs(named)).toEqual([401, 'invalid_client']);
      await world.settings({ clientTypes: ['CONFIDENTIAL'] });
    });
  });

  describe('RFC 6749 §6, refreshing', () => {
    it('§5.1 a refresh token comes with the password grant, where the provider gives them', async () => {
      expect((await byPassword())['refresh_token']).toMatch(/^rt_[A-Za-z0-9_-]{43}$/);
      await world.settings({ refreshTokens: false });
      expect(await byPassword()).not.toHaveProperty('refresh_token');
      expect(refusedAs(await refresh('rt_x'))).toEqual([400, 'unsupported_grant_type']);
      await world.settings({ refreshTokens: true });
    });

    it('§6 gives a new access token and a new refresh token, of the same scope', async () => {
      const first = await byPassword({ scope: 'customer' });
      const { status, json, headers } = await refresh(first['refresh_token']);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(json).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^rt_/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'customer',
      });
      expect(json['refresh_token']).not.toBe(first['refresh_token']);
      expect(claimsOf(json['access_token'])).toMatchObject({
        sub: 'alice',
        family_id: claimsOf(first['access_token']).family_id,
      });
    });

    it('§6 the scope can shrink for one access token, and never grow', async () => {
      const { refresh_token } = await byPassword({ scope: 'customer profile' });
      const less = await refresh(refresh_token, { scope: 'profile' });
      expect(less.json['scope']).toBe('profile');
      const all = await refresh(less.json['refresh_token']);
      expect(all.json['scope']).toBe('customer profile');

      const narrow = await byPassword({ scope: 'customer' });
      for (const [scope, grown] of [
        ['profile', 'profile'],
        ['customer profile', 'profile'],
        ['admin', 'admin'],
      ]) {
        const refused = await refresh(narrow['refresh_token'], { scope });
        expect(refused).toMatchObject({
          status: 400,
          json: { error: 'invalid_scope', error_description: `The refresh token has no scope ${grown}.` },
        });
      }
      expect((await refresh(narrow['refresh_token'])).status).toBe(200);
    });

    it('§6 a scope that the provider has given up is not refreshed', async () => {
      const { refresh_token } = await byPassword({ scope: 'customer profile' });
      await world.settings({ scopes: [{ name: 'customer', description: '' }] });
      expect((await refresh(refresh_token)).json['scope']).toBe('customer');
      await world.settings({
        scopes: [
          { name: 'customer', description: '' },
          { name: 'profile', description: '' },
        ],
      });
    });

    it('§6 the client authenticates, and a refresh token of another client is not good for it', async () => {
      const { refresh_token } = await byPassword();
      expect(refusedAs(await refresh(refresh_token, { client_secret: 'wrong' }))).toEqual([
        401,
        'invalid_client',
      ]);
      expect(refusedAs(await refresh(refresh_token, client(OTHER_CLIENT)))).toEqual([400, 'invalid_grant']);
      expect((await refresh(refresh_token)).status).toBe(200);
    });

    it('§6 a confidential client refreshes nothing without its secret, also where public ones are taken', async () => {
      const { refresh_token } = await byPassword();
      await world.settings({ clientTypes: ['CONFIDENTIAL', 'PUBLIC'] });
      const named = await refresh(refresh_token, { client_secret: undefined });
      expect(refusedAs(named)).toEqual([401, 'invalid_client']);
      await world.settings({ clientTypes: ['CONFIDENTIAL'] });
      expect((await refresh(refresh_token)).status).toBe(200);
    });

    it.each(['garbage', 'rt_', `rt_${'A'.repeat(43)}`, "rt_' OR 1=1 --", 'é', 'a.b.c'])(
      '§5.2 %j is an invalid_grant',
      async (text) => {
        expect(refusedAs(await refresh(text))).toEqual([400, 'invalid_grant']);
      },
    );

    it('§5.2 refresh_token is needed', async () => {
      expect(refusedAs(await refresh(''))).toEqual([400, 'invalid_request']);
    });

    it('§1.5 an access token refreshes nothing, and a refresh token is stored as its hash alone', async () => {
      const { access_token, refresh_token } = await byPassword();
      expect(refusedAs(await refresh(access_token))).toEqual([400, 'invalid_grant']);
      const rows = await database.prisma.refreshToken.findMany({ include: { family: true } });
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(String(refresh_token).slice(3));
    });
  });

  describe('RFC 9700 §2.2.2, §4.14.2, refresh tokens are used once', () => {
    it('the second use revokes the family: its refresh tokens at once, its access tokens soon after', async () => {
      const first = await byPassword();
      const second = (await refresh(first['refresh_token'])).json;
      expect(await isActive(second['access_token'])).toBe(true);

      const again = await refresh(first['refresh_token']);
      expect(refusedAs(again)).toEqual([400, 'invalid_grant']);
      expect(again.json['error_description']).toContain('used before');
      expect(refusedAs(await refresh(second['refresh_token']))).toEqual([400, 'invalid_grant']);
      expect(await isActive(second['refresh_token'])).toBe(false);
      await eventually(async () =>
        expect([await isActive(first['access_token']), await isActive(second['access_token'])]).toEqual([
          false,
          false,
        ]),
      );
    });

    it('the second use revokes the family, whatever scope it asks for', async () => {
      const { refresh_token } = await byPassword();
      const second = (await refresh(refresh_token)).json;
      expect(refusedAs(await refresh(refresh_token, { scope: 'admin' }))).toEqual([400, 'invalid_grant']);
      expect(await isActive(second['refresh_token'])).toBe(false);
    });

    it('another authorization of the same person and client is left as it is', async () => {
      const [one, other] = [await byPassword(), await byPassword()];
      await refresh(one['refresh_token']);
      await refresh(one['refresh_token']);
      expect((await refresh(other['refresh_token'])).status).toBe(200);
      expect(await isActive(other['access_token'])).toBe(true);
    });

    it('of many uses at the same time one succeeds, and the family is revoked', async () => {
      const { refresh_token } = await byPassword();
      const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const reply of replies)
        if (reply.status !== 200) expect(refusedAs(reply)).toEqual([400, 'invalid_grant']);
      expect(refusedAs(await refresh(won[0]?.json['refresh_token']))).toEqual([400, 'invalid_grant']);
    });

    it('refreshing ends with the life of the authorization, however often it was done', async () => {
      let { refresh_token } = await byPassword();
      for (let hours = 1; hours < 24; hours += 1) {
        world.state.now = new Date(START.getTime() + hours * HOUR_MS);
        const { status, json } = await refresh(refresh_token);
        expect(status).toBe(200);
        ({ refresh_token } = json);
      }
      world.state.now = new Date(START.getTime() + DAY_MS - 1);
      expect(await isActive(refresh_token)).toBe(true);
      world.state.now = new Date(START.getTime() + DAY_MS);
      expect(await isActive(refresh_token)).toBe(false);
      expect(refusedAs(await refresh(refresh_token))).toEqual([400, 'invalid_grant']);
    });

    it('what is over is deleted once its last access token has expired', async () => {
      world.state.now = new Date(START.getTime() + 10 * DAY_MS);
      const { access_token } = await byPassword();
      await removeWhatIsOver(database, world.state.now);
      const families = await database.prisma.tokenFamily.findMany({ select: { id: true } });
      expect(families).toEqual([{ id: claimsOf(access_token).family_id }]);
    });
  });

  describe('RFC 7009 §2.1, RFC 7662 §2.2 with refresh tokens', () => {
    const revoke = (token: unknown, change: Record<string, string> = {}) =>
      world.post('revoke', { ...client(), token: String(token), ...change });

    it('revoking one revokes its access tokens too, soon after; again is no error', async () => {
      const { access_token, refresh_token } = await byPassword();
      for (const token_type_hint of ['refresh_token', 'access_token', 'foo'])
        expect((await revoke(refresh_token, { token_type_hint })).status).toBe(200);
      expect(refusedAs(await refresh(refresh_token))).toEqual([400, 'invalid_grant']);
      await eventually(async () => expect(await isActive(access_token)).toBe(false));
    });

    it('is remembered until the last access token has expired, however long it lives', async () => {
      await world.settings({ accessTokenSeconds: 86_400 });
      const { access_token, refresh_token } = await byPassword();
      await world.settings({ accessTokenSeconds: 3_600 });
      expect((await revoke(refresh_token)).status).toBe(200);
      const { exp, family_id: id } = claimsOf(access_token);
      await removeWhatIsOver(database, new Date(exp * 1000));
      expect(await database.prisma.revocation.count({ where: { id } })).toBe(1);
    });

    it('revoking an access token leaves the refresh token', async () => {
      const { access_token, refresh_token } = await byPassword();
      expect((await revoke(access_token)).status).toBe(200);
      expect((await refresh(refresh_token)).status).toBe(200);
    });

    it('a refresh token of another client is not revoked, and nothing is said of it', async () => {
      const { refresh_token } = await byPassword();
      const answer = await revoke(refresh_token, client(OTHER_CLIENT));
      expect([answer.status, answer.text]).toEqual([200, '']);
      const foreign = await world.post('introspect', {
        ...client(OTHER_CLIENT),
        token: String(refresh_token),
      });
      expect([foreign.status, foreign.text]).toEqual([200, '{"active":false}']);
      expect((await refresh(refresh_token)).status).toBe(200);
    });

    it('introspection says what a refresh token stands for, until it is used', async () => {
      const { refresh_token } = await byPassword({ scope: 'customer' });
      const { json } = await world.post('introspect', { ...client(), token: String(refresh_token) });
      expect(json).toEqual({
        active: true,
        scope: 'customer',
        client_id: CLIENT,
        username: 'alice',
        sub: 'alice',
        iss: world.providerNow().issuer,
        iat: START.getTime() / 1000,
        exp: (START.getTime() + DAY_MS) / 1000,
      });
      await refresh(refresh_token);
      expect(await isActive(refresh_token)).toBe(false);
    });
  });

  it('nothing of all that was a fault', () => expect(world.faults).toEqual([]));
});
