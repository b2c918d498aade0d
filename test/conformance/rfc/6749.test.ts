import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ALICE,
  basic,
  bearer,
  CLIENT,
  client,
  type OAuthWorld,
  OTHER_CLIENT,
  oauthWorld,
  PREVIEW_CLIENT,
  passwordGrant,
  RENEWED_CLIENT,
  type Reply,
  START,
  SUSPENDED_CLIENT,
  TOKEN_PATH,
} from '../../support/oauth.ts';

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterAll(() => world.close());

/** §5.2 in full: the status, the error, a description in allowed characters, and nothing else. */
function expectError({ status, headers, json, text }: Reply, expected: number, error: string): void {
  expect({ status, error: json['error'] }).toEqual({ status: expected, error });
  expect(Object.keys(json).filter((name) => !['error', 'error_description'].includes(name))).toEqual([]);
  expect(json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
  expect(text).not.toMatch(/at \S+ \(|\.ts:\d|node_modules/);
}

describe('RFC 6749, the token endpoint', () => {
  it('§5.1 answers access_token, token_type, expires_in and scope, and is not stored', async () => {
    const { status, headers, json } = await passwordGrant(world, { scope: 'customer' });
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'customer',
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  describe('§2.3.1, §3.2.1 client authentication', () => {
    it('takes the client from HTTP Basic', async () => {
      expect((await world.post('token', ALICE, basic(CLIENT, `${CLIENT}-secret`))).status).toBe(200);
    });

    it('decodes each half of HTTP Basic as a form (appendix B)', async () => {
      const encoded = basic(encodeURIComponent('key+%:'), encodeURIComponent('sec+ret%:'));
      expect((await world.post('token', ALICE, encoded)).status).toBe(200);
    });

    it('takes the scheme in any case', async () => {
      const { authorization } = basic(CLIENT, `${CLIENT}-secret`);
      const headers = { authorization: authorization.replace('Basic', 'bAsIc') };
      expect((await world.post('token', ALICE, headers)).status).toBe(200);
    });

    it('takes the same client_id beside HTTP Basic, and refuses another', async () => {
      const headers = basic(CLIENT, `${CLIENT}-secret`);
      expect((await world.post('token', { ...ALICE, client_id: CLIENT }, headers)).status).toBe(200);
      const other = await world.post('token', { ...ALICE, client_id: OTHER_CLIENT }, headers);
      expectError(other, 400, 'invalid_request');
    });

    it('refuses two ways at once', async () => {
      const both = await world.post('token', { ...ALICE, ...client() }, basic(CLIENT, `${CLIENT}-secret`));
      expectError(both, 400, 'invalid_request');
    });

    it.each([
      ['that is not base64', 'Basic *'],
      ['without a colon', `Basic ${Buffer.from('demo-key').toString('base64')}`],
      ['without credentials', 'Basic'],
      ['with a half that is no form', basic('%zz', 'x').authorization],
      ['with a NUL', basic('%00', 'x').authorization],
    ])('refuses HTTP Basic %s', async (_what, authorization) => {
      expectError(await world.post('token', ALICE, { authorization }), 400, 'invalid_request');
    });

    it('never reads a client from the query', async () => {
      const query = new URLSearchParams(client()).toString();
      const reply = await world.post(`token?${query}`, ALICE);
      expectError(reply, 401, 'invalid_client');
    });
  });

  describe('§5.2 invalid_client answers 401 with WWW-Authenticate', () => {
    const CHALLENGE = 'Basic realm="customer-oauth", charset="UTF-8"';
    const refused: [string, () => Promise<Reply>][] = [
      ['a wrong secret in the form', () => passwordGrant(world, { client_secret: 'wrong' })],
      ['an unknown client in the form', () => passwordGrant(world, { client_id: 'stranger' })],
      ['a wrong secret by HTTP Basic', () => world.post('token', ALICE, basic(CLIENT, 'wrong'))],
      ['an unknown client by HTTP Basic', () => world.post('token', ALICE, basic('stranger', 'wrong'))],
      ['no client', () => world.post('token', ALICE)],
      ['no secret', () => passwordGrant(world, { client_secret: undefined })],
      ['an empty secret', () => passwordGrant(world, { client_secret: '' })],
      ['a secret without a client', () => passwordGrant(world, { client_id: undefined })],
      ['another scheme', () => world.post('token', ALICE, { authorization: 'Bearer x' })],
      ['a client of another catalog', () => passwordGrant(world, client(PREVIEW_CLIENT))],
      ['a suspended application', () => passwordGrant(world, client(SUSPENDED_CLIENT))],
      [
        'the hash of nothing for a secret',
        () => passwordGrant(world, { client_id: 'x', client_secret: '\u0001' }),
      ],
    ];
    it.each(refused)('to %s', async (_what, ask) => {
      const reply = await ask();
      expectError(reply, 401, 'invalid_client');
      expect(reply.headers.get('www-authenticate')).toBe(CHALLENGE);
    });

    it('the same for an unknown client and a wrong secret', async () => {
      const [unknown, wrong] = [
        await passwordGrant(world, { client_id: 'stranger' }),
        await passwordGrant(world, { client_secret: 'wrong' }),
      ];
      const told = ({ status, text, headers }: Reply) => {
        const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers);
        return { status, text, rest };
      };
      expect(told(unknown)).toEqual(told(wrong));
    });

    it('after the same work, whatever the client and however long the secret', async () => {
      const matching = vi.spyOn(world.secrets, 'matching');
      const compared = async (fields: Record<string, string>) => {
        matching.mockClear();
        expectError(await passwordGrant(world, fields), 401, 'invalid_client');
        return matching.mock.calls.map(([, hashes]) => hashes.map(({ length }) => length));
      };
      const [unknown, ...known] = [
        await compared({ client_id: 'stranger', client_secret: 'wrong' }),
        await compared({ client_secret: 'x' }),
        await compared({ client_secret: 'x'.repeat(10_000) }),
        await compared({ client_id: RENEWED_CLIENT, client_secret: 'wrong' }),
        await compared({ ...client(SUSPENDED_CLIENT), client_secret: 'wrong' }),
      ];
      matching.mockRestore();
      expect(unknown).toEqual([[43, 43]]);
      expect(known).toEqual(known.map(() => unknown));
    });

    it('to a replaced secret only when its time is over', async () => {
      const old = { client_id: RENEWED_CLIENT, client_secret: 'old-secret' };
      world.state.now = new Date(START.getTime() + 3_599_999);
      expect((await passwordGrant(world, old)).status).toBe(200);
      expect((await passwordGrant(world, client(RENEWED_CLIENT))).status).toBe(200);
      world.state.now = new Date(START.getTime() + 3_600_000);
      expectError(await passwordGrant(world, old), 401, 'invalid_client');
      expect((await passwordGrant(world, client(RENEWED_CLIENT))).status).toBe(200);
      world.state.now = START;
    });

    it('to everybody when the provider takes no confidential clients', async () => {
      world.provider({ clientTypes: new Set(['PUBLIC']) });
      expectError(await passwordGrant(world), 401, 'invalid_client');
      world.provider({ clientTypes: new Set(['CONFIDENTIAL']) });
    });
  });

  describe('§3.2 the request', () => {
    it('takes POST alone', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const reply = await world.send(TOKEN_PATH, { method });
        expectError(reply, 405, 'invalid_request');
        expect(reply.headers.get('allow')).toBe('POST');
      }
      const head = await world.send(TOKEN_PATH, { method: 'HEAD' });
      expect([head.status, head.headers.get('allow'), head.text]).toEqual([405, 'POST', '']);
    });

    it('ignores parameters that it does not know', async () => {
      expect((await passwordGrant(world, { foo: 'bar', ['__proto__']: 'x' })).status).toBe(200);
    });

    it('takes a parameter without a value for one that is not there', async () => {
      expectError(await passwordGrant(world, { grant_type: '' }), 400, 'invalid_request');
      expect((await passwordGrant(world, { scope: '' })).json['scope']).toBe('customer profile');
    });

    it.each(['grant_type', 'scope', 'client_id', 'username', 'foo'])('refuses %s twice', async (name) => {
      const form = new URLSearchParams({ ...ALICE, ...client(), scope: 'customer', foo: '1' });
      form.append(name, form.get(name) ?? '');
      expectError(await world.post('token', form.toString()), 400, 'invalid_request');
    });
  });

  describe('§3.3 scope', () => {
    it('without a request is all that the provider has, and the answer says so', async () => {
      expect((await passwordGrant(world)).json['scope']).toBe('customer profile');
    });

    it('is what was asked for, in that order and each once', async () => {
      const { json } = await passwordGrant(world, { scope: 'profile customer profile' });
      expect(json['scope']).toBe('profile customer');
    });

    it('is not in the answer of a provider that has none', async () => {
      world.provider({ scopes: [] });
      expect(Object.keys((await passwordGrant(world)).json)).not.toContain('scope');
      world.provider({ scopes: ['customer', 'profile'] });
    });

    it.each([
      'admin',
      'customer admin',
      'Customer',
      'customer  profile',
      ' customer',
      'customer\tprofile',
      'cust"omer',
      'customer\\',
      'é',
      'constructor',
    ])('%j is an invalid_scope', async (scope) => {
      const asked = world.registry.asked.length;
      expectError(await passwordGrant(world, { scope }), 400, 'invalid_scope');
      expect(world.registry.asked).toHaveLength(asked);
    });
  });

  describe('§4.3 the password grant', () => {
    it.each(['username', 'password', 'grant_type'])('needs %s', async (name) => {
      const asked = world.registry.asked.length;
      for (const value of [undefined, ''])
        expectError(await passwordGrant(world, { [name]: value }), 400, 'invalid_request');
      expect(world.registry.asked).toHaveLength(asked);
    });

    it('answers invalid_grant to a wrong password and an unknown user alike', async () => {
      const wrong = await passwordGrant(world, { password: 'wrong' });
      const unknown = await passwordGrant(world, { username: 'nobody' });
      expectError(wrong, 400, 'invalid_grant');
      expectError(unknown, 400, 'invalid_grant');
      expect(wrong.text).toBe(unknown.text);
    });

    it('gives another token each time', async () => {
      const tokens = await Promise.all(Array.from({ length: 20 }, () => bearer(world)));
      expect(new Set(tokens).size).toBe(20);
    });
  });

  it.each([
    'foo',
    'urn:example:other',
    'client_credentials',
    'authorization_code',
    'refresh_token',
    'PASSWORD',
  ])('§5.2 grant_type=%s is an unsupported_grant_type', async (grant_type) => {
    expectError(await passwordGrant(world, { grant_type }), 400, 'unsupported_grant_type');
  });

  it('§5.2 a grant that the provider has not enabled is an unsupported_grant_type', async () => {
    const each = { RESOURCE_OWNER_PASSWORD: 'password', ACCESS_CODE: 'authorization_code' } as const;
    for (const setting of ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'] as const) {
      world.provider({ grantTypes: new Set([setting]), refreshTokens: setting === 'APPLICATION' });
      const granted = setting === 'APPLICATION' ? 'client_credentials' : each[setting];
      for (const grant_type of ['password', 'client_credentials', 'authorization_code', 'refresh_token'])
        if (grant_type !== granted)
          expectError(await passwordGrant(world, { grant_type }), 400, 'unsupported_grant_type');
    }
    world.provider({ refreshTokens: false });
    world.provider({ grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']) });
  });

  it('§5.2 tells of the client before the grant, of the grant before the scope, of the scope before the person', async () => {
    const faulty = { client_secret: 'wrong', grant_type: 'foo', scope: 'admin', password: 'wrong' };
    expectError(await passwordGrant(world, faulty), 401, 'invalid_client');
    const { client_secret: _secret, ...grant } = faulty;
    expectError(await passwordGrant(world, grant), 400, 'unsupported_grant_type');
    const { grant_type: _grantType, ...scope } = grant;
    expectError(await passwordGrant(world, scope), 400, 'invalid_scope');
    expectError(await passwordGrant(world, { password: 'wrong' }), 400, 'invalid_grant');
  });
});

describe('RFC 6749, the authorization endpoint', () => {
  it('§3.1.1 refuses every response type, and redirects nobody', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: 'http://127.0.0.1/callback',
    });
    for (const method of ['GET', 'POST']) {
      const path = TOKEN_PATH.replace('/token', '/authorize');
      const reply = await world.send(`${path}?${query}`, { method, redirect: 'manual' });
      expectError(reply, 400, 'unsupported_response_type');
      expect(reply.headers.get('location')).toBeNull();
    }
  });
});
