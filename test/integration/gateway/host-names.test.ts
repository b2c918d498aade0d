import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HostName, HostNames, readHostName } from '../../../src/domain/addresses/host-names.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { callByHost } from '../../support/named-host.ts';
import { bearer, CATALOG, type OAuthWorld, oauthWorld, PROVIDER } from '../../support/oauth.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const ACME = 'api.acme.example';
const named = ['api.acme.example=acme/sandbox', 'beta.example=beta', '*.apis.example=*'];
const namesOf = (texts: readonly string[]) =>
  new HostNames(texts.map((text) => readHostName(text) as HostName));
const gatewayHosts = namesOf(named);
const portalHosts = namesOf(['portal.acme.example=acme/production']);

let upstream: Upstream;
let oauth: OAuthWorld;
let world: GatewayWorld;
beforeAll(async () => {
  [upstream, oauth] = await Promise.all([recordingUpstream(), oauthWorld({ gatewayHosts })]);
  const open = api({ upstreamUrl: `${upstream.url}/back`, basePath: '/shop/v1', security: [] });
  const cors = { allowedOrigins: ['https://app.example'], allowedHeaders: [], exposedHeaders: [] };
  world = await openGateway(
    snapshot(
      catalog({ apis: [{ ...open, cors: { ...cors, allowCredentials: true, maxAgeSeconds: 60 } }] }),
      { ...catalog({ apis: [open] }), path: '/acme/production', id: 'production' },
      { ...catalog({ apis: [open] }), path: '/beta/main', id: 'main', orgId: 'beta' },
    ),
    {
      gatewayHosts,
      portalUrl: 'https://gatehouse.example:8443',
      portalHosts,
      endpoints: [oauth.handle],
    },
  );
});
afterAll(() => Promise.all([world.close(), oauth.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_, response) => response.end('{"ok":true}');
});

const call = (host: string, path: string, init?: Parameters<typeof callByHost>[2]) =>
  callByHost({ port: world.port, host }, path, init);

describe('the host name of a catalog', () => {
  it.each([
    [ACME, '/shop/v1/items?size=2'],
    [`${ACME.toUpperCase()}:8443`, '/shop/v1/items?size=2'],
    ['acme.apis.example', '/sandbox/shop/v1/items?size=2'],
    ['beta.example', '/main/shop/v1/items?size=2'],
    ['unknown.example', '/acme/sandbox/shop/v1/items?size=2'],
    ['127.0.0.1', '/acme/sandbox/shop/v1/items?size=2'],
  ])('%s serves its APIs at %s, and each back-end is told the host', async (host, path) => {
    expect((await call(host, path)).status).toBe(200);
    const [seen] = upstream.seen;
    expect(seen?.url).toBe('/back/items?size=2');
    expect(seen?.headers['x-forwarded-host']).toBe(host);
  });

  it.each([
    [ACME, '/acme/sandbox/shop/v1/items'],
    [ACME, '/acme/production/shop/v1/items'],
    [ACME, '/beta/main/shop/v1/items'],
    ['beta.example', '/shop/v1/items'],
    ['beta.example', '/acme/sandbox/shop/v1/items'],
    ['beta.example', '/beta/main/shop/v1/items'],
    ['nobody.apis.example', '/sandbox/shop/v1/items'],
    ['unknown.example', '/shop/v1/items'],
  ])('leads to nothing else: %s%s', async (host, path) => {
    expect(await problemOf(await call(host, path))).toMatchObject({ status: 404, code: 'API_NOT_FOUND' });
    expect(upstream.seen).toEqual([]);
  });

  it('counts in the absolute form of a request as well', async () => {
    const sent = (target: string, host: string) =>
      world.send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await sent(`http://${ACME}/shop/v1/items`, ACME)).toMatch(/^HTTP\/1.1 200 /);
    expect(await sent(`http://${ACME}/shop/v1/items`, 'beta.example')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('keeps cookies of back-ends below the base path, as callers know it there', async () => {
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/shop/v1/items; Domain=acme.example'] })
        .end();
    const cookies = async (host: string, path: string) => (await call(host, path)).headers.getSetCookie();
    expect(await cookies(ACME, '/shop/v1/items')).toEqual(['a=1; Path=/shop/v1', 'b=2; Path=/shop/v1/items']);
    expect(await cookies('acme.apis.example', '/sandbox/shop/v1/items')).toEqual([
      'a=1; Path=/sandbox/shop/v1',
      'b=2; Path=/sandbox/shop/v1',
    ]);
  });

  it('answers preflights and CORS of its APIs', async () => {
    const origin = 'https://app.example';
    const asked = await call(ACME, '/shop/v1/items', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const answered = await call(ACME, '/shop/v1/items', { headers: { origin } });
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answered.headers.get('access-control-allow-credentials')).toBe('true');
  });

  it('leaves redirects of back-ends as they are', async () => {
    upstream.answer = (_, response) => response.writeHead(302, { Location: '/shop/v1/items/1' }).end();
    const { status, headers } = await call(ACME, '/shop/v1/items');
    expect([status, headers.get('location')]).toEqual([302, '/shop/v1/items/1']);
  });
});

describe('the OAuth endpoints of a catalog with a host name', () => {
  const METADATA = '/.well-known/oauth-authorization-server';
  const ISSUER = `http://gateway.test${CATALOG}/${PROVIDER}`;
  const AT_HOST = `http://${ACME}/${PROVIDER}`;
  const form = (path: string, fields: Record<string, string>) =>
    call(ACME, path, { method: 'POST', body: new URLSearchParams(fields) });

  it('are at it; the issuer stays what it is, in tokens and in the metadata, which are one document at both', async () => {
    const atHost = await (await call(ACME, `${METADATA}/${PROVIDER}`)).json();
    expect(atHost).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${AT_HOST}/oauth2/token`,
      revocation_endpoint: `${AT_HOST}/oauth2/revoke`,
      introspection_endpoint: `${AT_HOST}/oauth2/introspect`,
      jwks_uri: `${AT_HOST}/oauth2/jwks`,
    });
    expect(await (await call('127.0.0.1', `${METADATA}${CATALOG}/${PROVIDER}`)).json()).toEqual(atHost);
    const answer = await form(`/${PROVIDER}/oauth2/token`, {
      grant_type: 'password',
      username: 'alice',
      password: 'alice-password',
      client_id: 'demo-key',
      client_secret: 'demo-key-secret',
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const [, claims = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: ISSUER });
    expect((await call(ACME, `/${PROVIDER}/oauth2/jwks`)).status).toBe(200);
  });

  it('take tokens of the other address, and are reached there as before', async () => {
    const token = await bearer(oauth);
    const fields = { token, client_id: 'demo-key', client_secret: 'demo-key-secret' };
    expect(await (await form(`/${PROVIDER}/oauth2/introspect`, fields)).json()).toMatchObject({
      active: true,
    });
  });

  it.each([
    ['beta.example', `/sandbox/${PROVIDER}/oauth2/jwks`],
    ['beta.example', `${CATALOG}/${PROVIDER}/oauth2/jwks`],
    ['beta.example', `${METADATA}${CATALOG}/${PROVIDER}`],
    [ACME, `${METADATA}${CATALOG}/${PROVIDER}`],
    [ACME, `${CATALOG}/${PROVIDER}/oauth2/jwks`],
  ])('lead to no other catalog: %s%s', async (host, path) => {
    expect(await problemOf(await call(host, path))).toMatchObject({ status: 404, code: 'API_NOT_FOUND' });
  });

  it('have no pages beside the APIs: people are led to those of the platform, also where that is on the gateway', async () => {
    const { status, headers } = await call(ACME, `/${PROVIDER}/oauth2/authorize?client_id=demo-key`);
    expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([
      302,
      `${ISSUER}/oauth2/authorize?client_id=demo-key`,
      null,
    ]);
    expect((await form(`/${PROVIDER}/oauth2/authorize`, { password: 'secret' })).status).toBe(405);
  });
});

describe('a portal at a host of its own', () => {
  const PORTAL = 'https://portal.acme.example:8443';
  const readableBy = async (origin: string, path: string, init: Parameters<typeof callByHost>[2] = {}) => {
    const { headers } = await call('127.0.0.1', path, { ...init, headers: { ...init.headers, origin } });
    return headers.get('access-control-allow-origin');
  };

  it('may read what the APIs and token endpoints of its catalog answer, and what is at none of its paths', async () => {
    for (const path of [
      '/acme/production/shop/v1/items',
      '/acme/production/idp/oauth2/token',
      '/acme/production/none',
    ])
      expect(await readableBy(PORTAL, path)).toBe(PORTAL);
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
    expect(await readableBy(PORTAL, '/acme/production/shop/v1/items', preflight)).toBe(PORTAL);
  });

  it('may read nothing of other catalogs; nor may its host by another scheme or port', async () => {
    for (const path of ['/acme/sandbox/none', '/beta/main/shop/v1/items', '/acme/productions/x', '/'])
      expect(await readableBy(PORTAL, path)).toBeNull();
    for (const origin of [
      'http://portal.acme.example:8443',
      'https://portal.acme.example',
      'null',
      'https://a',
    ])
      expect(await readableBy(origin, '/acme/production/shop/v1/items')).toBeNull();
  });

  it('shares what it may read with the portals at the common address', async () => {
    const common = 'https://gatehouse.example:8443';
    expect(await readableBy(common, '/beta/main/shop/v1/items')).toBe(common);
  });
});
