// Three issuers of another making at once: JWTs found by discovery, JWTs by a key set, and introspected tokens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { externalClientKey, externalIssuerFrom } from '../../../src/domain/oauth/external-issuer.ts';
import type { TrustedIssuer } from '../../../src/infrastructure/issuers/trusted-issuer.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { type OidcIssuer, openOidcIssuer, RESOURCE, secretOf } from '../../support/oidc-issuer.ts';
import { api, byToken, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox';
let upstream: Upstream;
let world: GatewayWorld;
let found: OidcIssuer;
let listed: OidcIssuer;
let opaque: OidcIssuer;
/** Milliseconds by which the clock of the gateway is moved. */
let moved = 0;

beforeAll(async () => {
  [upstream, found, listed, opaque] = await Promise.all([
    recordingUpstream(),
    openOidcIssuer({ algorithm: 'ES256' }),
    openOidcIssuer({ algorithm: 'PS256' }),
    openOidcIssuer(),
  ]);
  upstream.answer = (_request, response) => response.end('{}');
  world = await openGateway(snapshot(), { clock: () => new Date(Date.now() + moved) });
  trust({});
});
afterAll(async () => {
  await world.close();
  await Promise.all([upstream, found, listed, opaque].map((each) => each.close()));
});

type Draft = Partial<Parameters<typeof externalIssuerFrom>[0]>;

const issuerOf = (name: string, url: string, draft: Draft): TrustedIssuer => ({
  ...externalIssuerFrom({ url, audiences: [RESOURCE], ...draft }),
  id: name,
  name,
  orgId: PATH,
  clientSecret: secretOf('gate'),
  key: `${name} ${url} ${JSON.stringify(draft)}`,
});

/** The API takes the tokens of all three issuers. Each client there is an application of the same name. */
function trust(draft: Draft, more: readonly TrustedIssuer[] = []): void {
  const introspection = {
    url: `${opaque.url}/token/introspection`,
    clientId: 'gate',
    secret: 'a-secret',
    cacheSeconds: 60,
  };
  const issuers = [
    issuerOf('found', found.url, draft),
    issuerOf('listed', listed.url, { jwksUrl: `${listed.url}/jwks` }),
    issuerOf('opaque', opaque.url, { introspection }),
    ...more,
  ];
  const security = issuers.map(({ name }) => byToken(['read'], name, null));
  const own = catalog({ apis: [api({ upstreamUrl: upstream.url, security })], issuers });
  const billing = client({ key: 'billing', plans: { 'customer-1': {} } });
  const keys = new Set(
    issuers.map(({ id }) => externalClientKey({ catalogId: PATH, oauthProviderId: id, clientId: 'billing' })),
  );
  const externalClient = (key: string) => (keys.has(key) ? billing : undefined);
  world.use(snapshot({ ...own, clients: Object.assign(own.clients, { externalClient }) }));
}

const call = (token: string) =>
  world.call(`${PATH}/customerdb/v1/customers`, { headers: { authorization: `Bearer ${token}` } });
const REFUSED = { status: 401, code: 'TOKEN_INVALID' };

describe('tokens of oidc-provider', () => {
  it.each([
    ['a JWT, its keys found by discovery', () => found],
    ['a JWT, its keys at a known address', () => listed],
    ['an opaque one, introspected', () => opaque],
  ])('are admitted: %s', async (_kind, issuer) => {
    const answer = await call(await issuer().token());
    expect(answer.status).toBe(200);
    expect(upstream.seen.at(-1)?.headers).toMatchObject({
      'x-gatehouse-application': 'billing',
      'x-gatehouse-scopes': 'read',
    });
  });

  it('are admitted of all three at once, each vouched for by its own', async () => {
    const tokens = await Promise.all(
      [found, listed, opaque, found, listed, opaque].map((each) => each.token()),
    );
    const answers = await Promise.all(tokens.map(call));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it.each([
    ['found', () => found],
    ['opaque', () => opaque],
  ])(
    'are refused for another resource, and of a client that is no application: %s',
    async (_name, issuer) => {
      const elsewhere = await problemOf(await call(await issuer().token('https://other.test')));
      expect(elsewhere).toMatchObject({ ...REFUSED, detail: expect.stringContaining('another audience') });
      const stranger = await problemOf(await call(await issuer().token(RESOURCE, 'payroll')));
      expect(stranger).toMatchObject({ ...REFUSED, detail: expect.stringContaining('no application') });
    },
  );

  it('are refused of an issuer that is not taken, and by an algorithm that is not', async () => {
    const other = await openOidcIssuer({ algorithm: 'ES384' });
    const token = await other.token();
    expect(await problemOf(await call(token))).toMatchObject({
      ...REFUSED,
      detail: expect.stringContaining('an issuer that this API does not take'),
    });
    trust({}, [issuerOf('other', other.url, {})]);
    expect(await problemOf(await call(token))).toMatchObject({
      ...REFUSED,
      detail: expect.stringContaining('algorithm that is not taken'),
    });
    trust({}, [issuerOf('other', other.url, { algorithms: ['ES384'] })]);
    expect((await call(token)).status).toBe(200);
    trust({});
    await other.close();
  });

  it('are admitted through rotations under load: no call is refused', async () => {
    const statuses = new Map<number, number>();
    let isOver = false;
    const worker = async () => {
      while (!isOver) {
        const token = await found.token();
        for (let at = 0; at < 5; at += 1) {
          const { status } = await call(token);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
    };
    const calls = () => [...statuses.values()].reduce((sum, each) => sum + each, 0);
    const workers = Array.from({ length: 6 }, worker);
    for (let rotation = 1; rotation <= 4; rotation += 1) {
      const before = calls();
      await until(() => calls() > before + 60);
      found.rotate();
      moved += 5_001;
    }
    const before = calls();
    await until(() => calls() > before + 60);
    isOver = true;
    await Promise.all(workers);
    expect([...statuses.keys()]).toEqual([200]);
  });

  it('are admitted where the issuer rotates right after its keys were fetched, which are fetched once for all', async () => {
    const fresh = await openOidcIssuer({ algorithm: 'EdDSA' });
    const fetches = () => fresh.requested.filter((url) => url === '/jwks').length;
    trust({}, [issuerOf('fresh', fresh.url, {})]);
    expect((await call(await fresh.token())).status).toBe(200);
    fresh.rotate();
    expect([(await call(await fresh.token())).status, fetches()]).toEqual([200, 2]);
    moved += 5_001;
    fresh.rotate();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => fresh.token()));
    expect((await Promise.all(tokens.map(call))).map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(fetches()).toBe(3);
    trust({});
    await fresh.close();
  });

  it('are admitted while the key set is gone for an hour; one of a key that nobody could fetch waits for it', async () => {
    expect((await call(await found.token())).status).toBe(200);
    const kept = await found.token();
    found.rotate();
    const unknown = await found.token();
    found.breakDown();
    moved += 3_600_000;
    expect((await call(kept)).status).toBe(200);
    const refused = await call(unknown);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'ISSUER_UNAVAILABLE' });
    expect(world.gateway.metrics().keySets.kept).toBe(1);
    found.breakDown(false);
    moved += 61_000;
    expect((await call(unknown)).status).toBe(200);
  });
});
