// Access policies read the claims of an external issuer's token, which comes through the gateway.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestListener } from '../../../src/data-plane/graphql-server/serve/listener.ts';
import { externalClientKey } from '../../../src/domain/oauth/external-issuer.ts';
import { PASS_HEADER } from '../../../src/infrastructure/secrets/gateway-pass.ts';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';
import {
  AUDIENCE,
  type ExternalIssuer,
  externalIssuer,
  soundAnswers,
} from '../../support/external-issuer.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { listening } from '../../support/graphql-server.ts';
import { api, byToken, catalog, client, snapshot } from '../../support/snapshot.ts';

let world: BuiltWorld;
let listener: Awaited<ReturnType<typeof listening>>;
let gateway: GatewayWorld;
let issuer: ExternalIssuer;

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
  gateway = await openGateway(snapshot(...(await Promise.all([published('acme'), published('eve')]))), {
    graphqlServerUrl: listener.url,
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
  const proxy = (name: string, forwardAuthorization: boolean) =>
    api({
      id: name,
      name,
      basePath: `/${name}`,
      kind: 'GRAPHQL',
      sdl: 'type Query { getPets: String, getSecret: String, getOwner(id: String!): String }',
      upstreamUrl: `${listener.url}/api/acme/pets`,
      security: [byToken([], 'company', null)],
      forwardAuthorization,
    });
  const apis = [proxy('pets', true), proxy('closed', false)];
  const own = catalog({ path, apis, issuers: [trusted] });
  const billing = client({ key: 'billing', plans: { 'customer-1': {} } });
  const key = externalClientKey({ catalogId: path, oauthProviderId: 'company', clientId: 'billing' });
  const clients = {
    ...own.clients,
    externalClient: (asked: string) => (asked === key ? billing : undefined),
  };
  return { ...own, orgId, clients: Object.assign(new Map<string, never>(), clients) };
}

/** The fields that are answered to the bearer of a token, of those that are asked for. */
async function allowed(claims: JWTPayload, path = '/acme/main/pets') {
  const answer = await gateway.call(`${path}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await issuer.token(claims)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: '{ getPets getSecret own: getOwner(id: "alice") other: getOwner(id: "bob") }',
    }),
  });
  const { data } = (await answer.json()) as { data: Record<string, string | null> | null };
  return Object.keys(data ?? {}).filter((field) => data?.[field] === 'ok');
}
const realm = { roles: ['keeper'] };

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
