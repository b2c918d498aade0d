// Access policies read the claims of an external issuer's token, which comes through the gateway.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestListener } from '../../../src/data-plane/graphql-server/serve/listener.ts';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { externalClientKey } from '../../../src/domain/oauth/external-issuer.ts';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { PASS_HEADER } from '../../../src/infrastructure/secrets/gateway-pass.ts';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';
import { clientCertField, selfSigned, thumbprintOf } from '../../support/certificates.ts';
import {
  AUDIENCE,
  type ExternalIssuer,
  externalIssuer,
  soundAnswers,
} from '../../support/external-issuer.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { listening } from '../../support/graphql-server.ts';
import { api, byKey, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';

let world: BuiltWorld;
let listener: Awaited<ReturnType<typeof listening>>;
let gateway: GatewayWorld;
let issuer: ExternalIssuer;
let native: Provider;

const rules = [
  { name: 'own', condition: 'caller.claims.sub == arguments.id', fields: ['getOwner'] },
  { name: 'keepers', condition: '"keeper" in caller.claims.realm.roles', fields: ['getPets'] },
  { name: 'scoped', condition: '"admin" in caller.scopes', fields: ['getSecret'] },
];
const text = { type: 'string' };
const openapi = documentOf({
  '/pets': { get: { operationId: 'getPets', ...answering(text) } },
  '/secret': { get: { operationId: 'getSecret', ...answering(text) } },
  '/owners/{id}': {
    get: {
      operationId: 'getOwner',
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      ...answering(text),
    },
  },
});

beforeAll(async () => {
  world = await openBuiltWorld();
  const { clock } = world.deps;
  native = await provider('native', '/acme/main');
  issuer = await externalIssuer(clock);
  issuer.answer = soundAnswers(issuer, clock);
  listener = await listening(requestListener(world.servers, { onFault: (fault) => Promise.reject(fault) }));
  for (const path of ['/pets', '/secret', '/owners/alice', '/owners/bob'])
    world.answers.set(`GET ${path}`, '"ok"');
  const sources = [{ name: 'a', url: world.url, openapi, headers: [PASS_HEADER] }];
  await world.make({
    title: 'Pets',
    sources,
    policies: { access: { policies: [{ type: 'Query', rules }] } },
  });
  await world.mutate('createOrg', { title: 'Eve' });
  const first = snapshot(...(await Promise.all([published('acme'), published('eve')])));
  world.published.snapshot = first;
  gateway = await openGateway(first, {
    graphqlServerUrl: listener.url,
    isTrustedProxy: trustedProxies(['127.0.0.0/8']),
    clock,
  });
});
afterAll(async () => {
  await gateway.close();
  await listener.close();
  await issuer.close();
  await world.close();
});
beforeEach(() => {
  world.calls.length = 0;
});

/** A catalog of an org whose APIs lead to the server: one passes the caller's token on. */
async function published(org: string) {
  const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: org } });
  const path = `/${org}/main`;
  const trusted = {
    id: 'company',
    orgId,
    name: 'company',
    key: `company of ${org}`,
    clientSecret: '',
    url: issuer.url,
    jwksUrl: null,
    introspection: null,
    audiences: [AUDIENCE],
    clientClaim: 'client_id',
    subjectClaim: 'sub',
    scopeClaim: 'scp',
    algorithms: ['ES256'] as const,
    clockSkewSeconds: 0,
  };
  const proxy = (name: string, forwardAuthorization: boolean, by = byToken([], 'company', null)) =>
    api({
      id: name,
      name,
      basePath: `/${name}`,
      kind: 'GRAPHQL',
      sdl: 'type Query { getPets: String, getSecret: String, getOwner(id: String!): String }',
      upstreamUrl: `${listener.url}/api/acme/pets`,
      security: [by],
      forwardAuthorization,
    });
  const apis = [
    proxy('pets', true),
    proxy('closed', false),
    proxy('bound', true, byToken([], 'native', null)),
    proxy('keyed', true, byKey()),
  ];
  const own = catalog({ path, apis, issuers: [trusted], providers: [native] });
  const billing = client({ key: 'billing', plans: { 'customer-1': {} } });
  const key = externalClientKey({ catalogId: path, oauthProviderId: 'company', clientId: 'billing' });
  const clients = {
    ...own.clients,
    externalClient: (asked: string) => (asked === key ? billing : undefined),
  };
  return { ...own, orgId, clients: Object.assign(new Map([['billing', billing]]), clients) };
}

/** The fields that are answered to the bearer of a token, of those that are asked for. */
async function allowed(claims: JWTPayload, path = '/acme/main/pets') {
  return allowedTo({ authorization: `Bearer ${await issuer.token(claims)}` }, path);
}

async function allowedTo(headers: Record<string, string>, path: string) {
  const answer = await gateway.call(`${path}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: '{ getPets getSecret own: getOwner(id: "alice") other: getOwner(id: "bob") }',
    }),
  });
  const { data } = (await answer.json()) as { data: Record<string, string | null> | null };
  return Object.keys(data ?? {}).filter((field) => data?.[field] === 'ok');
}
const realm = { roles: ['keeper'] };

describe('the claims of a token of the platform that is bound to a client certificate', () => {
  const { cert } = selfSigned('billing', { from: 0, to: Date.parse('2040-01-01T00:00:00Z') });
  const shown = { 'client-cert': clientCertField(cert) };
  const bearer = async () => {
    const parts = { clientKey: 'billing', now: world.deps.clock(), boundTo: thumbprintOf(cert) };
    return { authorization: `Bearer ${(await issued(native, parts)).token}` };
  };

  it('are seen where the gateway has seen the certificate', async () => {
    expect(await allowedTo({ ...(await bearer()), ...shown }, '/acme/main/bound')).toEqual(['own']);
    expect(await allowedTo(await bearer(), '/acme/main/bound')).toEqual([]);
  });

  it('are none behind an API that asks for no token, which a gateway then does not read', async () => {
    const keyed = { ...(await bearer()), 'x-client-id': 'billing' };
    expect(await allowedTo(keyed, '/acme/main/keyed')).toEqual([]);
    const { token } = await issued(native, { clientKey: 'billing', now: world.deps.clock() });
    expect(await allowedTo({ ...keyed, authorization: `Bearer ${token}` }, '/acme/main/keyed')).toEqual([
      'own',
    ]);
  });
});

describe('the claims of an external issuer', () => {
  it('are seen by conditions as its tokens have them, with the person and scopes that its settings choose', async () => {
    expect(await allowed({})).toEqual(['own']);
    expect(await allowed({ realm })).toEqual(['getPets', 'own']);
    expect(await allowed({ sub: 'bob', scp: ['admin'] })).toEqual(['getSecret', 'other']);
    expect(await allowed({ scope: 'admin' }), 'the settings choose another claim').toEqual(['own']);
  });

  it('are those of the token of the very call', async () => {
    const calls = Array.from({ length: 6 }, (_, at) => allowed({ sub: at % 2 === 0 ? 'alice' : 'bob' }));
    expect(await Promise.all(calls)).toEqual([['own'], ['other'], ['own'], ['other'], ['own'], ['other']]);
  });

  it('are named alone where the others are too large, or nested too deep', async () => {
    expect(await allowed({ realm, more: 'x'.repeat(4_500) })).toEqual(['own']);
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
    expect(await allowed({ realm, deep })).toEqual(['own']);
  });

  it('are none where the API does not pass the token on, as with tokens of the platform', async () => {
    expect(await allowed({ realm }, '/acme/main/closed')).toEqual([]);
  });

  it('are none for a server of another org, however its own gateway vouches for them', async () => {
    expect(await allowed({ realm }, '/eve/main/pets')).toEqual([]);
  });

  it('never reach a back-end as the pass that they travel in', async () => {
    await allowed({ realm });
    expect(world.calls.map(({ headers }) => headers[PASS_HEADER])).toEqual([undefined, undefined]);
  });

  it('are none without the gateway', async () => {
    const query = '{ getOwner(id: "alice") }';
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    expect((await world.ask('pets', query, { headers })).data).toEqual({ getOwner: null });
  });
});
