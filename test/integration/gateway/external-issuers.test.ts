import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { until } from '../../support/eventually.ts';
import {
  AUDIENCE,
  type ExternalIssuer,
  externalIssuer,
  soundAnswers,
} from '../../support/external-issuer.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { document } from '../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** An API that takes the tokens of an external issuer. The issuer is a new one for each test. */
let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let backend: Upstream;
let issuer: ExternalIssuer;
const PROVIDER = 'company';
const OWNER = { catalog: CATALOG, consumerOrg: 'consumers' };
const CLIENT = { ...OWNER, application: 'billing', oauthProvider: PROVIDER, clientId: 'billing' };
const faults: unknown[] = [];

beforeAll(async () => {
  [world, backend] = await Promise.all([openCatalog(), recordingUpstream()]);
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  issuer = await externalIssuer(clock);
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = (fault: unknown) => faults.push(fault);
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  server = await listen(ingressOf({ calls: gateway.handle }, { urls, onFault }));
  await world.mutate('createOAuthProvider', {
    title: 'Company',
    name: PROVIDER,
    type: 'EXTERNAL',
    scopes: ['read', 'admin'].map((name) => ({ name, description: '' })),
    issuer: { url: issuer.url, audiences: [AUDIENCE] },
  });
  await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: PROVIDER });
  await world.mutate('createApi', {
    openapi: document(),
    name: 'customerdb',
    basePath: '/customerdb',
    targetUrl: backend.url,
    securityDefinitions: [{ name: 'company', type: 'OAUTH2', oauthProvider: PROVIDER }],
    security: [{ definition: 'company', scopes: ['read'] }],
  });
  await world.product('customer:1.0.0');
  await world.mutate(
    'publishProduct',
    { catalog: CATALOG, product: 'customer:1.0.0' },
    '{ warnings { code } }',
  );
  await world.client('Billing', ['customer:1.0.0', 'default-plan']);
  await world.mutate('addExternalClientId', CLIENT, '{ clientId }');
  await feed.settled();
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([backend.close(), issuer.close()]);
  await world.close();
});
/** Each test has an issuer of its own, whose keys nobody has fetched. */
beforeEach(async () => {
  await issuer.close();
  issuer = await externalIssuer(world.deps.clock);
  issuer.answer = soundAnswers(issuer, world.deps.clock);
  await set({});
});
afterEach(() => {
  backend.seen.length = 0;
  expect(faults).toEqual([]);
});

const call = (token: string) =>
  fetch(`${server.url}/acme/${CATALOG}/customerdb/customers`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** Sets the issuer of the provider, and waits until the gateway trusts it. */
async function set(settings: object): Promise<void> {
  await follow('updateOAuthProvider', {
    name: PROVIDER,
    issuer: { url: issuer.url, audiences: [AUDIENCE], ...settings },
  });
}

async function follow(mutation: string, input: object, selection?: string): Promise<void> {
  const before = feed.current();
  await world.mutate(mutation, { ...input }, selection);
  await until(() => feed.current() !== before);
  await feed.settled();
}

describe('a token of an external issuer', () => {
  it('admits the application that has its client id, and tells the back-end of the person', async () => {
    expect((await call(await issuer.token())).status).toBe(200);
    expect(backend.seen[0]?.headers).toMatchObject({
      'x-gatehouse-application': 'billing',
      'x-gatehouse-subject': 'alice',
      'x-gatehouse-scopes': 'read write',
    });
  });

  it('fetches the key set once for calls that come together, and is remembered', async () => {
    const token = await issuer.token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(issuer.requested()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('reads client, person and scopes from the claims that the settings name', async () => {
    await set({ clientClaim: 'azp', subjectClaim: 'upn', scopeClaim: 'scp' });
    const claims = { client_id: undefined, azp: 'billing', upn: 'bob', scp: ['read'], scope: undefined };
    expect((await call(await issuer.token(claims))).status).toBe(200);
    expect(backend.seen[0]?.headers).toMatchObject({
      'x-gatehouse-subject': 'bob',
      'x-gatehouse-scopes': 'read',
    });
  });

  it('lacks the scope that the API asks for', async () => {
    const refused = await call(await issuer.token({ scope: 'write' }));
    expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
  });

  const now = () => Math.floor(world.deps.clock().getTime() / 1000);
  it.each<[string, () => JWTPayload, string]>([
    [
      'another issuer',
      () => ({ iss: 'https://elsewhere.test' }),
      'is of an issuer that this API does not take',
    ],
    ['another audience', () => ({ aud: 'https://other.test' }), 'is for another audience'],
    ['no audience', () => ({ aud: undefined }), 'is for another audience'],
    ['an end that has passed', () => ({ exp: now() - 31 }), 'has expired'],
    ['no end', () => ({ exp: undefined }), 'has no end'],
    ['a beginning to come', () => ({ nbf: now() + 31 }), 'is not valid yet'],
    ['an issue to come', () => ({ iat: now() + 3_600 }), 'was issued in the future'],
    ['no client', () => ({ client_id: undefined }), 'names no client'],
    ['a client that nobody is', () => ({ client_id: 'stranger' }), 'is of a client that no application'],
  ])('is refused with %s', async (_fault, claims, detail) => {
    const refused = await call(await issuer.token(claims()));
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    expect(await problemDetail(await call(await issuer.token(claims())))).toContain(detail);
    expect(backend.seen).toHaveLength(0);
  });

  it('is taken within the clock skew', async () => {
    expect((await call(await issuer.token({ exp: now() - 20, iat: now() - 60 }))).status).toBe(200);
    expect((await call(await issuer.token({ nbf: now() + 20 }))).status).toBe(200);
  });

  it('is refused when it is for another end by its type', async () => {
    const refused = await call(await issuer.token({}, { typ: 'logout+jwt' }));
    expect(await problemDetail(refused)).toContain('is no access token');
  });

  it('is refused when it is signed by an algorithm that is not taken, and with none', async () => {
    const key = await issuer.rotate('ES384');
    expect(await problemDetail(await call(await issuer.token({}, {}, key)))).toContain('that is not taken');
    const [, payload] = (await issuer.token()).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await call(`${none}.${payload}.`)).status).toBe(401);
    await set({ algorithms: ['ES384'] });
    expect((await call(await issuer.token({}, {}, key))).status).toBe(200);
  });

  it('is refused when its public key was used as a shared secret', async () => {
    const secret = Buffer.from(JSON.stringify(issuer.keys[0]?.jwk));
    const token = await new SignJWT({ iss: issuer.url, aud: AUDIENCE, client_id: 'billing', exp: now() + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: issuer.keys[0]?.kid ?? '' })
      .sign(secret);
    expect(await problemDetail(await call(token))).toContain('that is not taken');
  });

  it('is refused when its key came with the token', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const key = { ...(issuer.keys[0] as ExternalIssuer['keys'][number]), privateKey };
    const refused = await call(
      await issuer.token({}, { jwk: { kty: 'EC' }, jku: `${issuer.url}/mine` }, key),
    );
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    expect(issuer.requested()).not.toContain('/mine');
  });

  it.each([0, 1, 2])('is refused when part %i was altered, be it at its last character', async (part) => {
    const token = await issuer.token();
    expect((await call(token)).status).toBe(200);
    const parts = token.split('.');
    const altered = (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
    const refused = await call(parts.map((each, at) => (at === part ? altered(each) : each)).join('.'));
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    expect(backend.seen).toHaveLength(1);
  });

  it('is refused as soon as its application is that client no more', async () => {
    const token = await issuer.token();
    expect((await call(token)).status).toBe(200);
    await follow('removeExternalClientId', CLIENT, '');
    expect(await problemDetail(await call(token))).toContain('is of a client that no application');
    await follow('addExternalClientId', CLIENT, '{ clientId }');
    expect((await call(token)).status).toBe(200);
  });

  it('is refused as soon as its audience is taken no more', async () => {
    const token = await issuer.token();
    expect((await call(token)).status).toBe(200);
    await set({ audiences: ['https://other.test'] });
    expect(await problemDetail(await call(token))).toContain('is for another audience');
  });
});

describe('the keys of an external issuer', () => {
  it('rotate without a refused call', async () => {
    expect((await call(await issuer.token())).status).toBe(200);
    for (let round = 0; round < 3; round += 1) {
      world.pass(6_000);
      const before = await issuer.token({ jti: `${round}` });
      await issuer.rotate();
      const after = await issuer.token({ jti: `${round}` });
      const answers = await Promise.all([after, before, after, before].map(call));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });

  it('are fetched again for unknown keys at most each five seconds', async () => {
    expect((await call(await issuer.token())).status).toBe(200);
    world.pass(6_000);
    for (const kid of ['one', 'two', 'three'])
      expect(await problemDetail(await call(await issuer.token({}, { kid })))).toContain('does not publish');
    expect(issuer.requested().filter((url) => url === '/keys')).toHaveLength(2);
  });

  it('are used for a day while the issuer does not answer', async () => {
    expect((await call(await issuer.token())).status).toBe(200);
    issuer.answer = (_request, response) => response.writeHead(503).end();
    world.pass(3_600_000);
    expect((await call(await issuer.token())).status).toBe(200);
    await until(() => gateway.metrics().keySets.kept > 0);
    world.pass(24 * 3_600_000);
    const refused = await call(await issuer.token());
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'ISSUER_UNAVAILABLE' });
    issuer.answer = soundAnswers(issuer, world.deps.clock);
    world.pass(60_000);
    expect((await call(await issuer.token())).status).toBe(200);
  });

  it('that are withdrawn verify no token after ten minutes', async () => {
    const token = await issuer.token();
    expect((await call(token)).status).toBe(200);
    await issuer.rotate();
    issuer.keys.pop();
    world.pass(301_000);
    await call(token);
    await until(() => issuer.requested().filter((url) => url === '/keys').length === 2);
    world.pass(301_000);
    expect(await problemDetail(await call(token))).toContain('does not publish');
  });

  it.each<[string, Upstream['answer']]>([
    ['a page', (_request, response) => response.end('<html>')],
    ['a redirect to itself', ({ url }, response) => response.writeHead(302, { location: url ?? '' }).end()],
    [
      'ten megabytes',
      (_request, response) => {
        response.on('error', () => undefined);
        response.end(`{"keys":"${'k'.repeat(10_000_000)}"}`);
      },
    ],
    [
      'a thousand keys',
      (_request, response) => response.end(JSON.stringify({ keys: Array(1_000).fill({}) })),
    ],
  ])(
    'are named when the provider is saved, and the call is refused, where the issuer answers with %s',
    async (_answer, answer) => {
      await set({ jwksUrl: `${issuer.url}/keys` });
      issuer.answer = answer;
      const refused = await call(await issuer.token());
      expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'ISSUER_UNAVAILABLE' });
      const { faults: named } = await check();
      expect(named).toEqual([expect.stringMatching(/^The issuer cannot be used: .+\.$/)]);
    },
  );

  it('are named when the clock of the issuer is an hour off, and when no algorithm fits', async () => {
    issuer.answer = (request, response) => {
      const hourAhead = new Date(world.deps.clock().getTime() + 3_600_000);
      soundAnswers(issuer, () => hourAhead)(request, response);
    };
    expect((await check()).faults).toEqual([expect.stringContaining('seconds ahead')]);
    issuer.answer = soundAnswers(issuer, world.deps.clock);
    await set({ algorithms: ['RS256'] });
    expect((await check()).faults).toEqual([expect.stringContaining('its keys are for ES256')]);
  });

  it('are named by a dry run, which saves nothing', async () => {
    const input = {
      name: PROVIDER,
      issuer: { url: `${issuer.url}/realm`, audiences: [AUDIENCE] },
      dryRun: true,
    };
    const made = await world.mutate<Checked>('updateOAuthProvider', input, CHECK);
    expect(made.issuer.check.faults).toEqual([expect.stringContaining('answered 404')]);
    expect((await check()).faults).toEqual([]);
  });
});

it('a secret that a catalog lacks is named when the provider is saved', async () => {
  const introspection = { url: `${issuer.url}/introspect`, clientId: 'gate', secret: 'nobody-set-it' };
  const input = {
    name: PROVIDER,
    issuer: { url: issuer.url, audiences: [AUDIENCE], introspection },
    dryRun: true,
  };
  const { warnings } = await world.mutate<{ warnings: { code: string; message: string }[] }>(
    'updateOAuthProvider',
    input,
    '{ warnings { code message } }',
  );
  expect(warnings).toEqual([
    {
      code: 'SECRET_MISSING',
      message: expect.stringContaining(`nobody-set-it, which there is not in the catalog`),
    },
  ]);
});

describe('introspection', () => {
  /** The issuer tells of a token as a test says, and is asked instead of its keys being fetched. */
  async function introspects(answer: object, cacheSeconds = 60): Promise<void> {
    const introspection = {
      url: `${issuer.url}/introspect`,
      clientId: 'gate',
      secret: 'introspection',
      cacheSeconds,
    };
    await world.mutate('setSecret', { catalog: CATALOG, name: 'introspection', value: 'asecret' });
    await set({ introspection });
    issuer.answer = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    };
  }
  const ACTIVE = { active: true, client_id: 'billing', sub: 'alice', scope: 'read', aud: AUDIENCE };

  it('admits a token that is no JWT, and asks for it once in the time that an answer holds', async () => {
    await introspects(ACTIVE);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('an-opaque-token-of-the-company')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(issuer.seen).toHaveLength(1);
    expect(issuer.seen[0]?.headers.authorization).toBe(`Basic ${btoa('gate:asecret')}`);
    world.pass(59_000);
    await call('an-opaque-token-of-the-company');
    expect(issuer.seen).toHaveLength(1);
    world.pass(2_000);
    await call('an-opaque-token-of-the-company');
    expect(issuer.seen).toHaveLength(2);
  });

  it.each<[string, object, string]>([
    ['is not active', { active: false }, 'is not active'],
    ['is for another audience', { ...ACTIVE, aud: 'other' }, 'is for another audience'],
    ['is of another issuer', { ...ACTIVE, iss: 'https://elsewhere.test' }, 'is of another issuer'],
    ['has ended', { ...ACTIVE, exp: 1 }, 'has expired'],
  ])('refuses a token that %s', async (_fault, answer, detail) => {
    await introspects(answer);
    expect(await problemDetail(await call('another-opaque-token-of-the-company'))).toContain(detail);
  });

  it('refuses calls while the issuer does not answer, and leaves it alone for a moment', async () => {
    await introspects(ACTIVE);
    issuer.answer = (_request, response) => response.writeHead(500).end();
    const refused = await call('a-third-opaque-token-of-the-company');
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'ISSUER_UNAVAILABLE' });
    expect(refused.headers.get('retry-after')).toBe('1');
    await call('a-third-opaque-token-of-the-company');
    expect(issuer.seen).toHaveLength(1);
  });
});

const CHECK = '{ issuer { check { keySetUrl faults } } }';
type Checked = {
  readonly issuer: { readonly check: { readonly keySetUrl: string | null; readonly faults: string[] } };
};

async function check() {
  const query = `{ oauthProvider(name: "${PROVIDER}") ${CHECK} }`;
  return (await world.query<{ oauthProvider: Checked }>(query)).oauthProvider.issuer.check;
}

async function problemDetail(response: Response): Promise<string> {
  const { detail } = (await response.json()) as { detail: string };
  return detail;
}
