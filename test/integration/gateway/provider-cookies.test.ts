import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/open/v1';
const OURS = '__Host-oauth.acme.sandbox.customer-oauth=os_secret';

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  const open = api({ basePath: '/open/v1', security: [], upstreamUrl: upstream.url });
  world = await openGateway(snapshot(catalog({ apis: [open] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

describe('the cookies of the pages of OAuth providers, which share their host with APIs', () => {
  it.each([
    [`a=1; ${OURS}; b=2`, 'a=1; b=2'],
    [`${OURS};a=1`, 'a=1'],
    [OURS, undefined],
    ['a=1; oauth=2', 'a=1; oauth=2'],
  ])('%j reaches a back-end as %j', async (sent, received) => {
    expect((await world.call(PATH, { headers: { cookie: sent } })).status).toBe(200);
    expect(upstream.seen.at(-1)?.headers.cookie).toBe(received);
  });

  it('no back-end can set one: it would sign its caller in as somebody else', async () => {
    upstream.answer = (_request, response) => {
      response.setHeader('Set-Cookie', ['a=1', `${OURS}; Path=/; Secure`, 'b=2']);
      response.end();
    };
    const answer = await world.call(PATH);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('no back-end can put a worker before the pages', async () => {
    upstream.answer = (_request, response) => {
      response.setHeader('Service-Worker-Allowed', '/');
      response.setHeader('Content-Type', 'text/javascript');
      response.end();
    };
    const { headers } = await world.call(PATH);
    expect([headers.get('content-type'), headers.get('service-worker-allowed')]).toEqual([
      'text/javascript',
      null,
    ]);
  });
});
