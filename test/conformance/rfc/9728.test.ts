import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider, PublishedApi } from '../../../src/data-plane/snapshot/snapshot.ts';
import { type HostName, HostNames, readHostName } from '../../../src/domain/addresses/host-names.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { callByHost } from '../../support/named-host.ts';
import { api, byKey, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const RESOURCE = 'http://gateway.test/acme/sandbox/customerdb/v1';
const METADATA = `${WELL_KNOWN}/acme/sandbox/customerdb/v1`;
const HOST = 'api.acme.example';
const gatewayHosts = new HostNames([
  readHostName(`${HOST}=acme/sandbox`) as HostName,
  readHostName('*.apis.example=*') as HostName,
]);

let world: GatewayWorld;
let upstream: Upstream;
let native: Provider;
beforeAll(async () => {
  [upstream, native] = await Promise.all([recordingUpstream(), provider()]);
  world = await openGateway(snapshot(), { gatewayHosts });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => use({}));

const company = {
  id: 'company',
  orgId: 'acme',
  name: 'company',
  key: 'company',
  clientSecret: '',
  url: 'https://login.acme.example',
  jwksUrl: null,
  introspection: null,
  audiences: [],
  clientClaim: 'azp',
  subjectClaim: 'sub',
  scopeClaim: 'scope',
  algorithms: [],
  clockSkewSeconds: 0,
};
/** The catalog has an API that asks for a token with two scopes, but for what a test says. */
function use(...apis: Partial<PublishedApi>[]) {
  const security = [byToken(['customer', 'profile'])];
  const clients = [client({ key: 'app', plans: { 'customer-1': {} } })];
  world.use(
    snapshot(
      catalog({
        apis: apis.map((parts) => ({ ...api({ upstreamUrl: upstream.url, security }), ...parts })),
        clients,
        providers: [native],
        issuers: [company],
      }),
    ),
  );
}
const product = (isPublic: boolean) => ({ ...api().product, isPublic });
const call = (path = '/acme/sandbox/customerdb/v1/customers', token = '') =>
  world.call(path, token === '' ? {} : { headers: { authorization: `Bearer ${token}` } });
const challengeOf = ({ headers }: Response) => headers.get('www-authenticate');
const NOTHING = { status: 404, code: 'API_NOT_FOUND' };

describe('RFC 9728, protected resource metadata', () => {
  it('§2, §3.1, §3.2 tells of an API below its base path where tokens come from, and how they are sent', async () => {
    const { status, headers } = await world.call(METADATA);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await (await world.call(METADATA)).json()).toEqual({
      resource: RESOURCE,
      authorization_servers: [native.issuer],
      scopes_supported: ['customer', 'profile'],
      bearer_methods_supported: ['header'],
      resource_name: 'CustomerDB',
    });
  });

  it('§2 names issuers outside of the platform, and leaves out scopes where none is asked for', async () => {
    use({ security: [byToken([], 'company', null)] });
    expect(await (await world.call(METADATA)).json()).toEqual({
      resource: RESOURCE,
      authorization_servers: ['https://login.acme.example'],
      bearer_methods_supported: ['header'],
      resource_name: 'CustomerDB',
    });
  });

  it('§2 names what any version on the path takes, each once', async () => {
    use(
      {
        version: '2.0.0',
        title: 'Customers',
        security: [byToken(['admin'], 'company'), byToken(['customer'])],
      },
      { security: [byKey(), byToken(['customer'])] },
    );
    expect(await (await world.call(METADATA)).json()).toMatchObject({
      authorization_servers: ['https://login.acme.example', native.issuer],
      scopes_supported: ['admin', 'customer'],
      resource_name: 'Customers',
    });
  });

  it('§3.1 is of a GraphQL API at the path that its calls have', async () => {
    use({ kind: 'GRAPHQL', basePath: '/accounts', sdl: 'type Query { a: Int }' });
    const path = '/acme/sandbox/accounts/graphql';
    expect(await (await world.call(WELL_KNOWN + path)).json()).toMatchObject({
      resource: `http://gateway.test${path}`,
    });
    expect(await problemOf(await world.call(`${WELL_KNOWN}/acme/sandbox/accounts`))).toMatchObject(NOTHING);
    expect(challengeOf(await world.call(path, { method: 'POST' }))).toContain(
      `resource_metadata="http://gateway.test${WELL_KNOWN}${path}"`,
    );
  });

  it.each<[string, Partial<PublishedApi>]>([
    ['is offline', { online: false }],
    ['is not for everybody to see', { product: product(false) }],
    ['takes no tokens', { security: [byKey()] }],
    ['is open', { security: [] }],
    ['names a provider that the catalog does not have', { security: [byToken([], 'elsewhere')] }],
  ])('§7.1 tells nothing of an API that %s', async (_what, parts) => {
    use(parts);
    expect(await problemOf(await world.call(METADATA))).toMatchObject(NOTHING);
    expect(challengeOf(await call()) ?? '').not.toContain('resource_metadata');
  });

  it('§7.1 tells nothing of a version that is offline, or not for everybody, beside one that is', async () => {
    use({ version: '3.0.0', online: false, security: [byToken(['admin'])] }, {});
    expect(await (await world.call(METADATA)).json()).toMatchObject({
      scopes_supported: ['customer', 'profile'],
    });
    use({ version: '3.0.0', product: product(false), security: [byToken(['admin'], 'company')] }, {});
    expect(await (await world.call(METADATA)).json()).toMatchObject({
      authorization_servers: [native.issuer],
      scopes_supported: ['customer', 'profile'],
    });
  });

  it.each([
    '',
    '/',
    '/acme/sandbox',
    '/acme/sandbox/customerdb',
    '/acme/sandbox/customerdb/v1/',
    '/acme/sandbox/customerdb/v1/customers',
    '/acme/other/customerdb/v1',
    '/customerdb/v1',
  ])('§3.1 has nothing at %j', async (path) => {
    expect(await problemOf(await world.call(WELL_KNOWN + path))).toMatchObject(NOTHING);
  });

  it('§3.3 has the resource by the host that was asked, and of any other host by the address of the settings', async () => {
    const at = async (host: string, path: string) =>
      (await callByHost({ port: world.port, host }, WELL_KNOWN + path)).json();
    for (const host of [HOST, `${HOST.toUpperCase()}:8443`, `${HOST}.`])
      expect(await at(host, '/customerdb/v1')).toMatchObject({ resource: `http://${HOST}/customerdb/v1` });
    expect(await at('acme.apis.example', '/sandbox/customerdb/v1')).toMatchObject({
      resource: 'http://acme.apis.example/sandbox/customerdb/v1',
    });
    expect(await at('evil.example', '/acme/sandbox/customerdb/v1')).toMatchObject({ resource: RESOURCE });
    expect(await at(HOST, '/acme/sandbox/customerdb/v1')).toMatchObject(NOTHING);
    expect(await at('beta.apis.example', '/sandbox/customerdb/v1')).toMatchObject(NOTHING);
  });

  it('§3.3 is taken by a client of its own making', async () => {
    const reached = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: object) =>
        fetch(url.replace('http://gateway.test', world.url), init),
    };
    const resource = new URL(RESOURCE);
    const found = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, reached),
    );
    expect(found.authorization_servers).toEqual([native.issuer]);
  });

  it('§5.1 is named in the challenge of 401 and 403, behind the realm', async () => {
    const named = `Bearer realm="acme/sandbox", resource_metadata="http://gateway.test${METADATA}"`;
    const { token } = await issued(native, { clientKey: 'app', scopes: ['profile'] });
    const lacking = await call(undefined, token);
    expect([lacking.status, challengeOf(lacking)]).toEqual([
      403,
      `${named}, error="insufficient_scope", scope="customer profile"`,
    ]);
    const missing = await call();
    expect([missing.status, challengeOf(missing)]).toEqual([401, named]);
    const invalid = await call(undefined, `${token}x`);
    expect([invalid.status, challengeOf(invalid)]).toEqual([401, `${named}, error="invalid_token"`]);
  });

  it('§5.1 is named at the host of the call', async () => {
    const refused = await callByHost({ port: world.port, host: HOST }, '/customerdb/v1/customers');
    expect(challengeOf(refused)).toContain(`resource_metadata="http://${HOST}${WELL_KNOWN}/customerdb/v1"`);
    const other = await callByHost({ port: world.port, host: 'evil.example' }, '/acme/sandbox/customerdb/v1');
    expect(challengeOf(other)).toContain(`resource_metadata="http://gateway.test${METADATA}"`);
  });

  it('§3.2 can be read by any web page, is kept for a while, and sent again only when it has changed', async () => {
    const { headers } = await world.call(METADATA);
    const etag = headers.get('etag') ?? '';
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      '*',
      'public, max-age=300',
    ]);
    const known = () => world.call(METADATA, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([(await known()).status, await (await known()).text()]).toEqual([304, '']);
    use({ title: 'Customers' });
    expect((await known()).status).toBe(200);
    const head = await world.call(METADATA, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const asked = await world.call(METADATA, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD']);
    const posted = await world.call(METADATA, { method: 'POST' });
    expect([posted.headers.get('allow'), await problemOf(posted)]).toMatchObject([
      'GET, HEAD',
      { status: 405, code: 'METHOD_NOT_ALLOWED' },
    ]);
  });

  it('RFC 8615 §3 leaves an API below /.well-known its path, at a host of its catalog too', async () => {
    use({}, { id: 'own', basePath: WELL_KNOWN, security: [] });
    const answer = await callByHost({ port: world.port, host: HOST }, `${WELL_KNOWN}/customerdb/v1`);
    expect([answer.status, upstream.seen.at(-1)?.url]).toEqual([200, '/customerdb/v1']);
    expect(await (await world.call(METADATA)).json()).toMatchObject({ resource: RESOURCE });
  });
});
