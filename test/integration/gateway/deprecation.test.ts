import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, byToken, catalog, client, provider, snapshot } from '../../support/snapshot.ts';
import { testLimits } from '../../support/test-limits.ts';
import { type Answerer, recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const SUCCESSOR = '<http://gateway.test/acme/sandbox/customerdb/v2>; rel="successor-version"';
const SUNSET = 'Fri, 01 Jan 2027 00:00:00 GMT';
const notices = ['Deprecation', '@1767225600', 'Sunset', SUNSET, 'Link', SUCCESSOR];
const told = { deprecation: '@1767225600', sunset: SUNSET, link: SUCCESSOR };
const untold = { deprecation: null, sunset: null, link: null };
const ok: Answerer = (_, response) => response.end('{"ok":true}');

let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const upstreamUrl = upstream.url;
  const deprecated = {
    upstreamUrl,
    notices,
    product: 'customer-1',
  };
  const document = { openapi: '3.0.3', paths: { '/customers': { get: {} } } };
  const apis = [
    api({ ...deprecated, version: '2.0.0', notices: [], product: 'customer-2', security: [byToken()] }),
    api(deprecated),
    api({ ...deprecated, basePath: '/documented', openapi: document }),
    api({ ...deprecated, basePath: '/scoped', security: [byToken(['admin'])] }),
    api({ ...deprecated, basePath: '/slow', timeouts: { answerMs: 100 } }),
    api({ ...deprecated, basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1' }),
    api({ ...deprecated, basePath: '/off', online: false, version: '1.0.0' }),
    api({ ...deprecated, basePath: '/off', version: '0.9.0', product: 'another' }),
    api({ ...deprecated, basePath: '/graph', kind: 'GRAPHQL', sdl: 'type Query { a: Int }' }),
    api({ upstreamUrl, basePath: '/fresh', product: 'customer-2' }),
    api({ ...deprecated, basePath: '/open', security: [] }),
  ];
  const clients = [
    client({ key: 'old', plans: { 'customer-1': {}, 'customer-2': {} } }),
    client({ key: 'tight', plans: { 'customer-1': { limit: 1, windowSeconds: 60 } } }),
    client({ key: 'stranger' }),
  ];
  const catalogs = snapshot(catalog({ apis, clients, providers: [await provider()] }));
  world = await openGateway(catalogs, { limits: testLimits() });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.answer = ok;
});

const call = (path = PATH, init: RequestInit = {}, key = 'old') =>
  world.call(path, { ...init, headers: { 'x-client-id': key, ...init.headers } });
const at = (path: string) => PATH.replace('/customerdb/v1', path);
async function said(answer: Promise<Response>) {
  const { status, headers } = await answer;
  const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
  return { status, deprecation, sunset, link };
}

describe('every answer of a deprecated product says so, until when, and where its successor is', () => {
  it.each([200, 204, 304, 404, 500])('a %i of its back-end', async (status) => {
    upstream.answer = (_, response) => response.writeHead(status).end();
    expect(await said(call())).toEqual({ status, ...told });
  });

  it('an answer to HEAD', async () => {
    expect(await said(call(PATH, { method: 'HEAD' }))).toEqual({ status: 200, ...told });
  });

  it('an answer of an API that is open to everybody', async () => {
    expect(await said(world.call(at('/open')))).toEqual({ status: 200, ...told });
  });

  it('a refusal after the version was chosen: limit, path, method, back-end, time, Offline', async () => {
    await call(PATH, {}, 'tight');
    expect(await said(call(PATH, {}, 'tight'))).toEqual({ status: 429, ...told });
    expect(await said(call(`${at('/documented')}/unknown`))).toEqual({ status: 404, ...told });
    expect(await said(call(at('/documented'), { method: 'DELETE' }))).toEqual({ status: 405, ...told });
    expect(await said(call(at('/gone')))).toEqual({ status: 502, ...told });
    expect(await said(call(at('/off')))).toEqual({ status: 503, ...told });
    upstream.answer = () => {};
    expect(await said(call(at('/slow')))).toEqual({ status: 504, ...told });
  });

  it('an answer and a refusal of a GraphQL API', async () => {
    const path = '/acme/sandbox/graph/graphql';
    const ask = (query: string) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify({ query }),
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      });
    expect(await said(ask('{ a }'))).toEqual({ status: 200, ...told });
    expect(await said(ask('{ b }'))).toEqual({ status: 400, ...told });
  });

  it('in place of what the back-end says of its own end, beside the links that it gives', async () => {
    const own = { Deprecation: '@1', sunset: 'Thu, 01 Jan 1970 00:00:00 GMT', Link: '</next>; rel="next"' };
    upstream.answer = (_, response) => response.writeHead(200, own).end();
    expect(await said(call())).toEqual({ status: 200, ...told, link: `</next>; rel="next", ${SUCCESSOR}` });
  });

  it('but not early hints, which are for the answer itself', async () => {
    upstream.answer = (_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end();
    };
    const text = await world.send(
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nX-Client-Id: old\r\nConnection: close\r\n\r\n`,
    );
    const [hints = '', answer = ''] = text.split('\r\n\r\n');
    expect(hints).toContain('103 Early Hints');
    expect(hints).not.toContain('successor-version');
    expect(answer).toContain(SUCCESSOR);
  });
});

describe('nothing is said', () => {
  it('by another product at the same gateway, which passes on what its back-end says', async () => {
    expect(await said(call(at('/fresh')))).toEqual({ status: 200, ...untold });
    upstream.answer = (_, response) => response.writeHead(200, { Deprecation: '@1' }).end();
    expect(await said(call(at('/fresh')))).toEqual({ status: 200, ...untold, deprecation: '@1' });
  });

  it('to who is refused before a version was chosen', async () => {
    expect(await said(world.call(PATH))).toEqual({ status: 401, ...untold });
    expect(await said(call(PATH, {}, 'stranger'))).toEqual({ status: 403, ...untold });
    expect(await said(call(at('/scoped')))).toEqual({ status: 401, ...untold });
  });
});
