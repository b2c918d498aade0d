import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import type { IdentifiedRegistry } from '../../../src/infrastructure/user-registries/registries.ts';
import type { RegistryPerson } from '../../../src/infrastructure/user-registries/registry-type.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import {
  api,
  byKey,
  byPerson,
  byToken,
  catalog,
  client,
  provider,
  snapshot,
  together,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const CHALLENGE = 'Basic realm="acme/sandbox", charset="UTF-8"';
const MINUTE = 60_000;

let backend: Upstream;
let registry: Upstream;
let world: GatewayWorld;
let native: Provider;
let now = new Date();
let people: Record<string, string>;

beforeAll(async () => {
  [backend, registry, native] = await Promise.all([recordingUpstream(), recordingUpstream(), provider()]);
});
afterAll(() => Promise.all([backend.close(), registry.close()]));

/** A gateway of its own for each test: what one remembers and slows is no matter of another's. */
beforeEach(async () => {
  now = new Date();
  people = { alice: 'alice-password', 'J\u00fcrgen': 'p\u00e4ss:w\u00f6rt' };
  registry.answer = (request, response) => {
    const text = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
    const colon = text.indexOf(':');
    response.writeHead(people[text.slice(0, colon)] === text.slice(colon + 1) ? 200 : 401).end();
  };
  world = await openGateway(snapshot(), { clock: () => now });
  backend.seen.length = 0;
  registry.seen.length = 0;
  use();
  return () => world.close();
});

type Parts = Parameters<typeof api>[0];
const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });
const stranger = client({ key: 'ck_stranger' });
const registryOf = (url: string) =>
  new Map<string, IdentifiedRegistry>([
    ['people', { id: `registry at ${url}`, orgId: 'acme', type: 'AUTHENTICATION_URL' as const, url }],
  ]);

/** The catalogs sandbox, which has the registry people, and preview, which has none. */
function use(parts: Parts = {}, registries = registryOf(registry.url)) {
  const apis = [api({ upstreamUrl: backend.url, security: [byPerson()], ...parts })];
  world.use(
    snapshot(
      catalog({ apis, clients: [shop, stranger], providers: [native], registries }),
      catalog({ path: '/acme/preview', apis, clients: [shop] }),
    ),
  );
}

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`;
const ALICE = basic('alice:alice-password');
const send = (authorization?: string, { path = PATH, key = 'ck_shop' } = {}) =>
  world.call(path, {
    headers: { ...(key && { 'x-client-id': key }), ...(authorization && { authorization }) },
  });
const statusOf = async (authorization: string) => (await send(authorization)).status;
async function refused(authorization?: string, more: Parameters<typeof send>[1] = {}) {
  const answer = await send(authorization, more);
  const { status, code, detail } = await problemOf(answer);
  return [status, code, detail, answer.headers.get('www-authenticate')];
}
const wrong = (detail: string) => [401, 'PASSWORD_INVALID', detail, CHALLENGE];
const WRONG = wrong('The username or the password is wrong.');

describe('an API that asks for HTTP Basic', () => {
  it('serves who shows a client id and a right password, and neither reaches the back-end', async () => {
    expect(await statusOf(ALICE)).toBe(200);
    expect(await statusOf(ALICE.replace('Basic', 'bASIC '))).toBe(200);
    for (const { headers } of backend.seen) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('x-client-id');
      expect(headers['x-gatehouse-application']).toBe('ck_shop');
    }
  });

  it('asks the platform for a local user, by the registry and its org, and remembers the answer', async () => {
    const asked: unknown[] = [];
    const localUsers = {
      async authenticate(
        { id, orgId }: { id: string; orgId: string },
        { username, password }: RegistryPerson,
      ) {
        asked.push([id, orgId, username]);
        return password === people[username] ? username : undefined;
      },
    };
    await world.close();
    world = await openGateway(snapshot(), { clock: () => now, localUsers });
    const kept = { id: 'kept', orgId: 'acme', type: 'LOCAL', url: 'local://users' } as const;
    use({}, new Map([['people', kept]]));
    for (const _ of ['asked', 'remembered']) expect(await statusOf(ALICE)).toBe(200);
    expect(asked).toEqual([['kept', 'acme', 'alice']]);
    expect(await refused(basic('alice:wrong'))).toEqual(WRONG);
    expect(registry.seen).toEqual([]);
  });

  it('asks no registry while another part is missing that is asked for beside it', async () => {
    use({ security: [together(byPerson(), byKey({ name: 'query', keyLocation: 'QUERY', keyName: 'key' }))] });
    expect((await refused(ALICE)).slice(0, 2)).toEqual([401, 'CLIENT_ID_MISSING']);
    expect(registry.seen).toEqual([]);
    expect((await send(ALICE, { path: `${PATH}?key=ck_shop` })).status).toBe(200);
    expect(await refused(basic('alice:wrong'), { path: `${PATH}?key=ck_shop` })).toEqual(WRONG);
  });

  it('asks the registry for calls of the operations that need it, and for no others', async () => {
    use({
      security: [byKey()],
      openapi: { paths: { '/customers': { get: {}, delete: {} } } },
      operationSecurity: [{ operation: 'DELETE /customers', security: [byPerson()] }],
    });
    expect(await statusOf(basic('alice:wrong'))).toBe(200);
    expect(registry.seen).toEqual([]);
    const remove = (authorization: string) =>
      world.call(PATH, { method: 'DELETE', headers: { 'x-client-id': 'ck_shop', authorization } });
    expect((await remove(ALICE)).status).toBe(200);
    expect(await problemOf(await remove(basic('alice:wrong')))).toMatchObject({
      status: 401,
      code: 'PASSWORD_INVALID',
      detail: 'The username or the password is wrong.',
    });
  });

  it('hands the header to a back-end whose API forwards it', async () => {
    use({ forwardAuthorization: true });
    expect(await statusOf(ALICE)).toBe(200);
    expect(backend.seen[0]?.headers['authorization']).toBe(ALICE);
  });

  it('reads UTF-8, normalizes what is composed of parts, and takes a colon in a password', async () => {
    expect(await statusOf(basic('J\u00fcrgen:p\u00e4ss:w\u00f6rt'))).toBe(200);
    expect(await statusOf(basic('Ju\u0308rgen:pa\u0308ss:wo\u0308rt'))).toBe(200);
  });

  it('refuses a wrong password and an unknown person alike', async () => {
    expect(await refused(basic('alice:wrong'))).toEqual(WRONG);
    expect(await refused(basic('nobody:wrong'))).toEqual(WRONG);
    expect(backend.seen).toEqual([]);
  });

  it('refuses a call without a password, and one of another scheme', async () => {
    const missing = [
      401,
      'PASSWORD_MISSING',
      'Send the username and password in the header Authorization: Basic <base64>.',
      CHALLENGE,
    ];
    expect(await refused()).toEqual(missing);
    expect(await refused('Bearer a.b.c')).toEqual(missing);
    expect(await refused('Basically YTpi')).toEqual(missing);
  });

  it.each([
    ['no base64', 'Basic a:b', 'What follows Basic is not the base64 of UTF-8 text.'],
    ['nothing', 'Basic', 'What follows Basic is not the base64 of UTF-8 text.'],
    ['two parts', 'Basic YTpi YTpi', 'What follows Basic is not the base64 of UTF-8 text.'],
    ['bits that are left over', 'Basic YTpiYT==', 'What follows Basic is not the base64 of UTF-8 text.'],
    ['no UTF-8', basic(Uint8Array.of(97, 58, 255)), 'What follows Basic is not the base64 of UTF-8 text.'],
    ['no colon', basic('alice'), 'There is no colon between the username and the password.'],
    ['no username', basic(':password'), 'The username or the password is empty.'],
    ['no password', basic('alice:'), 'The username or the password is empty.'],
    ['a line feed', basic('alice:a\nb'), 'The username and the password have no control characters.'],
    ['a NUL', basic('a\0:b'), 'The username and the password have no control characters.'],
    ['a long name', basic(`${'a'.repeat(257)}:b`), 'A username has at most 256 characters, a password 1024.'],
    [
      'a long password',
      basic(`a:${'b'.repeat(1_025)}`),
      'A username has at most 256 characters, a password 1024.',
    ],
    [
      'a huge one',
      `Basic ${'YTpi'.repeat(2_000)}`,
      'A username has at most 256 characters, a password 1024.',
    ],
  ])('refuses %s without asking anybody', async (_, header, detail) => {
    expect(await refused(header)).toEqual(wrong(detail));
    expect(registry.seen).toEqual([]);
  });

  it('asks for the client id beside it, and asks no registry for who has none or no subscription', async () => {
    const [status, code, detail, challenge] = await refused(ALICE, { key: '' });
    expect([status, code, challenge]).toEqual([401, 'CLIENT_ID_MISSING', CHALLENGE]);
    expect(detail).toBe(
      'Send the client id of your application in the header X-Client-Id, and beside it the username and password in the header Authorization: Basic <base64>.',
    );
    expect((await refused(ALICE, { key: 'ck_nobody' }))[1]).toBe('CLIENT_ID_MISSING');
    expect((await refused(ALICE, { key: 'ck_stranger' }))[1]).toBe('SUBSCRIPTION_MISSING');
    expect(registry.seen).toEqual([]);
  });
});

describe('the user registry of an API', () => {
  it('that fails, is silent or answers something else, gives 503 with Retry-After', async () => {
    for (const answer of [
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
      (request: { socket: { resetAndDestroy(): void } }) => request.socket.resetAndDestroy(),
    ]) {
      registry.answer = answer as Upstream['answer'];
      const response = await send(ALICE);
      expect(await problemOf(response)).toMatchObject({
        status: 503,
        code: 'TEMPORARILY_UNAVAILABLE',
        detail: 'The user registry cannot say whether the username and password are right.',
      });
      expect(response.headers.get('retry-after')).toBe('5');
    }
    expect(backend.seen).toEqual([]);
  });

  it('that gave no answer ten times is left alone for a moment, and callers are told at once', async () => {
    registry.answer = (request) => request.socket.resetAndDestroy();
    for (let at = 0; at < 10; at += 1) expect(await statusOf(ALICE)).toBe(503);
    const asked = registry.seen.length;
    const answer = await send(ALICE);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(registry.seen).toHaveLength(asked);
  });

  it('is not asked in a catalog that it is not assigned to, whatever others of that name there are', async () => {
    const answer = await send(ALICE, { path: '/acme/preview/customerdb/v1/customers' });
    expect(await problemOf(answer)).toMatchObject({
      status: 503,
      code: 'TEMPORARILY_UNAVAILABLE',
      detail:
        'The user registry people of this API is not assigned to this catalog: the provider assigns it with assignUserRegistry.',
    });
    expect(registry.seen).toEqual([]);
  });

  it('is not asked where the call meets another alternative', async () => {
    use({ security: [byPerson(), byKey()], forwardAuthorization: true });
    expect(await statusOf(basic('of:the-back-end'))).toBe(200);
    expect(registry.seen).toEqual([]);
  });

  it('is one of two alternatives, beside access tokens', async () => {
    use({ security: [byToken(), byPerson()] });
    expect(await statusOf(ALICE)).toBe(200);
    const [status, code, , challenge] = await refused();
    expect([status, code]).toEqual([401, 'TOKEN_MISSING']);
    expect(challenge).toMatch(
      /^Bearer realm="acme\/sandbox", resource_metadata="[^"]+", Basic realm="acme\/sandbox"/,
    );
  });
});

describe('a right answer', () => {
  it('is remembered for a minute, and no longer', async () => {
    expect(await statusOf(ALICE)).toBe(200);
    now = new Date(now.getTime() + MINUTE - 1);
    expect(await statusOf(ALICE)).toBe(200);
    expect(registry.seen).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    expect(await statusOf(ALICE)).toBe(200);
    expect(registry.seen).toHaveLength(2);
  });

  it('admits with a password that was changed for a minute at most, and the new one at once', async () => {
    expect(await statusOf(ALICE)).toBe(200);
    people['alice'] = 'changed';
    now = new Date(now.getTime() + MINUTE);
    expect(await refused(ALICE)).toEqual(WRONG);
    expect(await statusOf(basic('alice:changed'))).toBe(200);
  });

  it('is forgotten when the registry gets another address', async () => {
    expect(await statusOf(ALICE)).toBe(200);
    const other = await recordingUpstream();
    other.answer = (_, response) => response.writeHead(401).end();
    use({}, new Map([['people', { ...[...registryOf(registry.url).values()][0], url: other.url } as never]]));
    expect(await refused(ALICE)).toEqual(WRONG);
    await other.close();
  });

  it('is asked for once by calls that come together', async () => {
    let answer = () => {};
    registry.answer = (_, response) => {
      answer = () => response.writeHead(200).end();
    };
    const calls = Array.from({ length: 20 }, () => statusOf(ALICE));
    await eventually(() => expect(registry.seen).toHaveLength(1));
    answer();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(registry.seen).toHaveLength(1);
  });
});

describe('who guesses', () => {
  const guess = (at: number) => send(basic(`alice:guess-${at}`));

  it('is slowed after ten wrong passwords, and the registry is asked no more', async () => {
    for (let at = 0; at < 10; at += 1) expect((await guess(at)).status).toBe(401);
    const slowed = await guess(10);
    expect(await problemOf(slowed)).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    expect(slowed.headers.get('retry-after')).toBe('5');
    expect(registry.seen).toHaveLength(10);
  });

  it('learns nothing from an answer that is remembered: slowed, the right password is refused like any', async () => {
    expect(await statusOf(ALICE)).toBe(200);
    for (let at = 0; at < 10; at += 1) expect((await guess(at)).status).toBe(401);
    expect((await refused(ALICE))[1]).toBe('TOO_MANY_ATTEMPTS');
    expect(registry.seen).toHaveLength(11);
  });

  it('does not slow another person', async () => {
    for (let at = 0; at <= 10; at += 1) await guess(at);
    expect(await statusOf(basic('J\u00fcrgen:p\u00e4ss:w\u00f6rt'))).toBe(200);
  });
});
