import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import {
  ALICE,
  CATALOG,
  client,
  type OAuthWorld,
  oauthWorld,
  PROVIDER,
  passwordGrant,
  type Reply,
  TOKEN_PATH,
  urlEncoded,
} from '../../support/oauth.ts';
import { runs } from '../../support/runs.ts';
import { clientsOf } from '../../support/snapshot.ts';

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterAll(() => world.close());

const GOOD = urlEncoded({ ...ALICE, ...client() });
const outcome = ({ status, json }: Reply) => [status, json['error']];
const typed = (contentType: string, body: string = GOOD) =>
  world.post('token', body, { 'content-type': contentType });

/** Writes to the socket as it is, and reads until the other side closes it. */
function raw(text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
const head = (more: string) =>
  `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${more}\r\n`;

describe('the body', () => {
  it.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=UTF-8',
    'application/x-www-form-urlencoded;charset="utf-8"',
    'Application/X-WWW-Form-Urlencoded',
  ])('is read as %s', async (contentType) => {
    expect(outcome(await typed(contentType))).toEqual([200, undefined]);
  });

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded-more',
  ])('is not read as %s', async (contentType) => {
    expect(outcome(await typed(contentType))).toEqual([400, 'invalid_request']);
    expect(outcome(await typed(contentType, JSON.stringify({ ...ALICE, ...client() })))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('needs a content type', async () => {
    const reply = await world.send(TOKEN_PATH, { method: 'POST', body: new TextEncoder().encode(GOOD) });
    expect(outcome(reply)).toEqual([400, 'invalid_request']);
  });

  it.each(['%zz', '%', '%f', '%ff', '%c3%28', '%ed%a0%80', '%00', '\u0000'])(
    'with a username %j is an invalid_request',
    async (username) => {
      const form = `${urlEncoded({ ...ALICE, username: undefined, ...client() })}&username=${username}`;
      expect(outcome(await world.post('token', form))).toEqual([400, 'invalid_request']);
    },
  );

  it('with bytes that are not UTF-8 is an invalid_request', async () => {
    const body = Buffer.concat([Buffer.from(`${GOOD}&x=`), Buffer.from([0xff, 0xfe])]);
    const answer = await raw(
      Buffer.concat([Buffer.from(head(`Connection: close\r\nContent-Length: ${body.length}\r\n`)), body]),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_request"/s);
  });

  it('of 64 KiB is read', async () => {
    const filler = `${GOOD}&filler=`;
    const full = filler + 'a'.repeat(65_536 - filler.length);
    expect(outcome(await world.post('token', full))).toEqual([200, undefined]);
    expect(outcome(await world.post('token', `${full}a`))).toEqual([413, 'invalid_request']);
  });

  it('of more is refused before it has ended, and the connection with it', async () => {
    const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`;
    for (const text of [
      head('Transfer-Encoding: chunked\r\n') + chunk.repeat(20),
      head('Content-Length: 10000000\r\n') + 'a'.repeat(70_000),
    ]) {
      const answer = await raw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"error":"invalid_request"/is);
    }
  });

  it('that breaks off is nobody’s fault, and the next request is answered', async () => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.write(`${head('Content-Length: 100\r\n')}grant_type=`);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    await eventually(async () => expect((await passwordGrant(world)).status).toBe(200));
    expect(world.faults).toEqual([]);
  });

  it('of any text is answered, and never by a fault', async () => {
    const parts = fc.constantFrom(
      'grant_type=',
      'client_id=',
      '&',
      '=',
      '%',
      '+',
      ';',
      '[]',
      'password',
      'é',
      ...'aZ0',
    );
    const text = fc.oneof(
      fc.array(parts).map((list) => list.join('')),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (body) => {
        const { status, json } = await world.post('token', body);
        expect([400, 401]).toContain(status);
        expect(['invalid_request', 'invalid_client']).toContain(json['error']);
      }),
      { numRuns: runs(150) },
    );
    expect(world.faults).toEqual([]);
  });
});

describe('a request', () => {
  it('with two Authorization headers is an invalid_request', async () => {
    const basic = `Authorization: Basic ${Buffer.from('demo-key:demo-key-secret').toString('base64')}\r\n`;
    const form = urlEncoded(ALICE);
    const answer = await raw(
      `${head(`${basic}${basic}Connection: close\r\nContent-Length: ${form.length}\r\n`)}${form}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"error":"invalid_request"/s);
  });

  it.each([
    '/',
    '/acme',
    '/acme/sandbox',
    `${CATALOG}/${PROVIDER}`,
    `${CATALOG}/${PROVIDER}/`,
    `${CATALOG}/${PROVIDER}/oauth2`,
    `${TOKEN_PATH}/`,
    `/${TOKEN_PATH}`,
    `${CATALOG}/${PROVIDER}/oauth2/other`,
    `${CATALOG}/${PROVIDER}/oauth2%2Ftoken`,
    `${CATALOG}/${PROVIDER}/constructor`,
    `${CATALOG}/other/oauth2/token`,
    `/acme/other/${PROVIDER}/oauth2/token`,
    `/other/sandbox/${PROVIDER}/oauth2/token`,
  ])('to %s is not for the OAuth provider', async (path) => {
    const reply = await world.send(path, { method: 'POST' });
    expect([reply.status, reply.text]).toEqual([404, 'not ours']);
  });

  it('from a web page gets no permission for the token endpoint', async () => {
    const headers = { origin: 'http://evil.test', 'access-control-request-method': 'POST' };
    const preflight = await world.send(TOKEN_PATH, { method: 'OPTIONS', headers });
    const reply = await world.post('token', GOOD, { origin: 'http://evil.test' });
    for (const each of [preflight, reply]) expect(each.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.status).toBe(405);
  });

  it('takes the answer of the snapshot that stands when it comes', async () => {
    expect((await passwordGrant(world)).status).toBe(200);
    const before = world.state.snapshot;
    world.catalog({ clients: clientsOf([]) });
    expect(outcome(await passwordGrant(world))).toEqual([401, 'invalid_client']);
    world.state.snapshot = before;
  });
});

describe('a database that is out of reach', () => {
  it.each([
    ['a code', 'token', { grant_type: 'authorization_code', code: `ac_${'A'.repeat(43)}` }],
    ['a refresh token', 'token', { grant_type: 'refresh_token', refresh_token: `rt_${'A'.repeat(43)}` }],
    ['the introspection of a refresh token', 'introspect', { token: `rt_${'A'.repeat(43)}` }],
    ['the revocation of a refresh token', 'revoke', { token: `rt_${'A'.repeat(43)}` }],
  ])('makes %s wait: it is neither good nor bad', async (_what, endpoint, form) => {
    const cut = await oauthWorld();
    cut.provider({ grantTypes: new Set(['ACCESS_CODE']), refreshTokens: true });
    const { status, json, headers } = await cut.post(endpoint, { ...form, ...client() });
    expect([status, json['error'], headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      'temporarily_unavailable',
      '5',
      'no-store',
    ]);
    expect(cut.faults).toHaveLength(1);
    await cut.close();
  });

  it('holds up no access token, and nothing that is asked about one', async () => {
    const cut = await oauthWorld();
    const { json } = await passwordGrant(cut);
    const asked = await cut.post('introspect', { ...client(), token: String(json['access_token']) });
    expect([asked.status, asked.json['active'], cut.faults]).toEqual([200, true, []]);
    await cut.close();
  });
});

describe('a refusal at any endpoint', () => {
  it.each(['token', 'revoke', 'introspect'])(
    'is kept by nobody, and in the words of RFC 6749: %s',
    async (endpoint) => {
      for (const [form, status, error] of [
        [{}, 401, 'invalid_client'],
        [client(), 400, 'invalid_request'],
        ['%', 400, 'invalid_request'],
      ] as const) {
        const reply = await world.post(endpoint, form);
        expect(outcome(reply)).toEqual([status, error]);
        expect(Object.keys(reply.json)).toEqual(['error', 'error_description']);
        expect(['content-type', 'cache-control', 'pragma'].map((name) => reply.headers.get(name))).toEqual([
          'application/json',
          'no-store',
          'no-cache',
        ]);
      }
    },
  );
});

describe('a fault of the platform', () => {
  it('is a server_error to the client, and told to the operator', async () => {
    const broken = await oauthWorld();
    const fault = new Error('secret detail');
    const clients = clientsOf([]);
    clients.get = () => {
      throw fault;
    };
    broken.catalog({ clients });
    const { status, json, text } = await passwordGrant(broken);
    expect([status, json]).toEqual([
      500,
      { error: 'server_error', error_description: 'Something went wrong here.' },
    ]);
    expect(text).not.toContain('secret');
    expect(broken.faults).toEqual([fault]);
    await broken.close();
  });
});
