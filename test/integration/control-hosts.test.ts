import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostName, HostNames, readHostName } from '../../src/domain/addresses/host-names.ts';
import type { Layers } from '../../src/process/layers.ts';
import { createOwnHosts, strictByHost } from '../../src/process/parts/control/hosts.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { type Listening, listen } from '../support/gateway.ts';
import { type ManagementWorld, openManagement } from '../support/management.ts';
import { callByHost } from '../support/named-host.ts';
import { hrefsOf } from '../support/page-elements.ts';

const PORTAL = 'portal.acme.example';
const CONSOLE = 'console.example';
const portalHosts = new HostNames([`${PORTAL}=acme/sandbox`].map((text) => readHostName(text) as HostName));

let world: ManagementWorld;
let listening: Listening;
let [adminToken, signInUrl] = ['', ''];
beforeAll(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  for (const title of ['Sandbox', 'Preview']) await world.mutate('createCatalog', { org: 'acme', title });
  await world.mutate('createConsumerOrg', {
    org: 'acme',
    catalog: 'sandbox',
    title: 'Shop',
    owner: { username: 'carol', password: 'the password of carol' },
  });
  const urls = {
    ...world.deps.urls,
    control: 'http://gatehouse.example',
    console: `http://${CONSOLE}`,
    portalHosts,
  };
  const layers = { ...world.deps, urls, isTrustedProxy: () => false, onFault: console.error };
  const contact = { contacts: ['mailto:security@acme.example'], policy: undefined };
  const config = { adminToken: undefined, demo: false, urls, securityTxt: contact } as unknown as Config;
  const control = await createControl(config, layers as unknown as Layers);
  [adminToken, signInUrl] = [control.adminToken ?? '', control.signInUrl ?? ''];
  const own = getRequestListener(control.handler.fetch);
  const isOwnHost = createOwnHosts(urls);
  listening = await listen((request, response) => {
    if (isOwnHost(request) || !request.url?.includes('/oauth2/')) void own(request, response);
    else response.end('a page of an OAuth provider');
  });
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

const at = (host: string, path: string, init?: Parameters<typeof callByHost>[2]) =>
  callByHost({ port: listening.port, host }, path, init);
const told = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get('location')];
};

describe('an address without a portal', () => {
  it.each(['/portal', '/portal/', '/portal/acme', '/portal/nobody', '/portal/acme/nothing/'])(
    '%s tells a browser what an address looks like, and nothing of what there is',
    async (path) => {
      const answer = await at('gatehouse.example', path, {
        headers: { accept: 'text/html', 'accept-language': 'de' },
      });
      const html = await answer.text();
      expect([answer.status, html]).toEqual([
        404,
        expect.stringContaining('Unter dieser Adresse gibt es kein Portal'),
      ]);
      expect(html).not.toMatch(/acme|sandbox/);
    },
  );
});

describe('a portal at a host of its own', () => {
  it('has its pages, API, files and documents there, and its links lead to none of other hosts', async () => {
    const page = await at(PORTAL, '/');
    const html = await page.text();
    // In the header, and as the first step of the home page.
    expect([page.status, hrefsOf({ html }, 'Sign in')]).toEqual([200, ['/sign-in', '/sign-in']]);
    expect(html).not.toContain('/portal/acme');
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(html) ?? [];
    expect((await at(PORTAL, script)).status).toBe(200);
    const asked = await at(PORTAL, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ catalog { name } }' }),
    });
    expect(await asked.json()).toEqual({ data: { catalog: { name: 'sandbox' } } });
    expect((await at(PORTAL, '/apis/none:1.0.0/openapi.json')).headers.get('content-type')).toMatch(/json/);
    expect(await (await at(PORTAL, '/.well-known/security.txt')).text()).toContain(
      'mailto:security@acme.example',
    );
  });

  it('signs people in, by a cookie of that host alone, and leads back to where they were', async () => {
    expect(await told(at(PORTAL, '/applications?x=1'))).toEqual([
      303,
      '/sign-in?returnTo=%2Fapplications%3Fx%3D1',
    ]);
    const body = new URLSearchParams({
      username: 'carol',
      password: 'the password of carol',
      returnTo: '/applications',
    });
    const send = (origin: string) =>
      at(PORTAL, '/sign-in', { method: 'POST', headers: { origin, referer: `${origin}/sign-in` }, body });
    expect((await send('http://gatehouse.example')).status).toBe(403);
    const signedIn = await send(`http://${PORTAL}`);
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.get('location')).toMatch(/^\/(sign-in|applications)/);
    const cookies = signedIn.headers.getSetCookie();
    expect(cookies.some((each) => /^__Host-portal\.acme\.sandbox=.*Path=\/;.*Secure/.test(each))).toBe(true);
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const page = await at(PORTAL, '/applications', { headers: { cookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('carol')]);
    expect(
      await told(at('gatehouse.example', '/portal/acme/preview/applications', { headers: { cookie } })),
    ).toEqual([303, expect.stringContaining('/portal/acme/preview/sign-in')]);
  });

  it.each([
    '/console',
    '/console/sign-in',
    '/management/acme/apis/x:1.0.0/openapi.json',
    '/portal/acme/sandbox/',
    '/portal/acme/preview/',
    '/acme/sandbox/idp/oauth2/authorize',
    '/../../../console/sign-in',
    '/%2e%2e/%2e%2e/%2e%2e/console/sign-in',
    '/..\\..\\..\\console\\sign-in',
    '//console/sign-in',
  ])('has nothing else: %s', async (path) => {
    const { status, headers } = await at(PORTAL, path);
    expect([status, headers.get('location')]).toEqual([404, null]);
  });

  it('is led to from the common address, where its API and documents stay', async () => {
    expect(await told(at('gatehouse.example', '/portal/acme/sandbox/products/a:1.0.0?x=1'))).toEqual([
      302,
      `http://${PORTAL}/products/a:1.0.0?x=1`,
    ]);
    const body = new URLSearchParams({ username: 'carol', password: 'the password of carol' });
    const headers = { origin: 'http://gatehouse.example' };
    expect(
      await told(at('gatehouse.example', '/portal/acme/sandbox/sign-in', { method: 'POST', headers, body })),
    ).toEqual([303, `http://${PORTAL}/sign-in`]);
    expect((await at('gatehouse.example', '/portal/acme/sandbox/apis/none:1.0.0/openapi.json')).status).toBe(
      404,
    );
    const asked = await at('gatehouse.example', '/portal/acme/sandbox/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ catalog { name } }' }),
    });
    expect(asked.status).toBe(200);
    expect((await at('gatehouse.example', '/portal/acme/preview/')).status).toBe(200);
  });
});

describe('a console at a host of its own', () => {
  it('is there, with the links that lead people in', async () => {
    expect(await told(at(CONSOLE, '/'))).toEqual([302, '/console']);
    expect((await at(CONSOLE, '/console/sign-in')).status).toBe(200);
    expect(signInUrl).toMatch(/^http:\/\/console\.example\/console\/sign-in\?code=./);
  });

  it('has neither portals nor pages of OAuth providers', async () => {
    for (const path of [
      '/portal/acme/preview/',
      '/portal/acme/preview/graphql',
      '/acme/preview/idp/oauth2/authorize',
    ])
      expect((await at(CONSOLE, path)).status).toBe(404);
  });

  it('is led to from the common address, where nobody signs in to it any more; the management API stays', async () => {
    expect(await told(at('gatehouse.example', '/console/people?x=1'))).toEqual([
      302,
      `http://${CONSOLE}/console/people?x=1`,
    ]);
    const body = new URLSearchParams({ token: adminToken });
    const sent = await at('gatehouse.example', '/console/sign-in', { method: 'POST', body });
    expect([sent.status, sent.headers.get('location'), sent.headers.getSetCookie()]).toEqual([
      303,
      `http://${CONSOLE}/console/sign-in`,
      [],
    ]);
    const api = await at('gatehouse.example', '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(await api.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it('signs in who comes by its host, and nobody from another', async () => {
    const body = new URLSearchParams({ token: adminToken });
    const send = (origin: string) =>
      at(CONSOLE, '/console/sign-in', { method: 'POST', headers: { origin }, body });
    expect((await send('http://gatehouse.example')).status).toBe(403);
    const { status, headers } = await send(`http://${CONSOLE}`);
    expect([status, headers.getSetCookie()[0]]).toEqual([303, expect.stringMatching(/^__Host-console=/)]);
  });
});

it('browsers are told to come by https alone, where the host that they asked is reached so', async () => {
  const told = async (urls: { console: string; control: string }) => {
    const server = await listen(strictByHost(urls, (_request, response) => response.end()));
    try {
      const of = async (host: string) =>
        (await callByHost({ port: server.port, host }, '/')).headers.get('strict-transport-security');
      return [await of(CONSOLE), await of('gatehouse.example')];
    } finally {
      await server.close();
    }
  };
  const year = 'max-age=31536000';
  const [http, https] = ['http://gatehouse.example', 'https://gatehouse.example'];
  expect(await told({ console: `https://${CONSOLE}`, control: http })).toEqual([year, null]);
  expect(await told({ console: `http://${CONSOLE}`, control: https })).toEqual([null, year]);
  expect(await told({ console: https, control: https })).toEqual([year, year]);
});
