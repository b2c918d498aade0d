import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/open/v1';
const TRUSTED = '/acme/sandbox/trusted';
const OURS = '__Host-oauth.acme.sandbox.customer-oauth=os_secret';

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  const open = api({ basePath: '/open/v1', security: [], upstreamUrl: upstream.url });
  const trusted = { ...open, id: 'trusted', basePath: '/trusted', trustsHtml: true };
  world = await openGateway(snapshot(catalog({ apis: [open, trusted] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

/** The headers of an answer whose back-end says these, names and values in turn. */
async function told(raw: readonly string[], { path = PATH, status = 200 } = {}): Promise<Headers> {
  upstream.answer = (_request, response) => response.writeHead(status, [...raw]).end();
  return (await world.call(path)).headers;
}

describe('the cookies of the platform, which may share their host with APIs', () => {
  it.each([
    [`a=1; ${OURS}; b=2`, 'a=1; b=2'],
    [`${OURS};a=1`, 'a=1'],
    [OURS, undefined],
    ['a=1; __host-OAUTH.acme.sandbox.x=2', 'a=1'],
    ['__Host-console=1; __Host-console.device=2; __Host-portal.acme.sandbox=3; a=1', 'a=1'],
    ['a=1; __Host-theirs=2', 'a=1; __Host-theirs=2'],
    ['a=1; oauth=2', 'a=1; oauth=2'],
  ])('%j reaches a back-end as %j', async (sent, received) => {
    upstream.answer = (_request, response) => response.end();
    expect((await world.call(PATH, { headers: { cookie: sent } })).status).toBe(200);
    expect(upstream.seen.at(-1)?.headers.cookie).toBe(received);
  });

  it.each([
    `${OURS}; Path=/; Secure`,
    `\t${OURS}`,
    '__HOST-OAUTH.acme.sandbox.x=1; Path=/; Secure',
    '__Host-console=1; Path=/; Secure',
    '__Host-portal.acme.sandbox=1; Path=/; Secure',
    `=${OURS}`,
    ` =${OURS}; Path=/`,
    '__Host-oauth.acme.sandbox.x',
    'nameless',
    '',
  ])('no back-end sets %j', async (cookie) => {
    const headers = await told(['Set-Cookie', 'a=1', 'Set-Cookie', cookie, 'Set-Cookie', 'b=2']);
    expect(headers.getSetCookie()).toEqual([`a=1; Path=${PATH}`, `b=2; Path=${PATH}`]);
  });
});

describe('a cookie of a back-end goes to its API alone', () => {
  it.each([
    ['session=1', `session=1; Path=${PATH}`],
    ['session=1; Path=/; HttpOnly', `session=1; HttpOnly; Path=${PATH}`],
    ['session=1; Secure; path=/acme; PATH = /acme/sandbox', `session=1; Secure; Path=${PATH}`],
    [`session=1; Path=${PATH}/users; SameSite=Lax`, `session=1; SameSite=Lax; Path=${PATH}/users`],
    [`session=1; Path=${PATH}/users; Path=/`, `session=1; Path=${PATH}`],
    [`session=1; Path=${PATH}1`, `session=1; Path=${PATH}`],
    ['session=1; Domain=example.com; domain=.com', `session=1; Path=${PATH}`],
  ])('%j is told as %j', async (said, expected) => {
    expect((await told(['Set-Cookie', said])).getSetCookie()).toEqual([expected]);
    expect((await told(['Set-Cookie', said], { path: `${PATH}/users/1` })).getSetCookie()).toEqual([
      expected,
    ]);
  });
});

describe('what a back-end would say for the whole origin', () => {
  it.each([
    ['Alt-Svc', 'h3="evil.example:443"'],
    ['Clear-Site-Data', '"*"'],
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['NEL', '{"report_to":"evil"}'],
    ['Report-To', '{"group":"evil"}'],
    ['Reporting-Endpoints', 'evil="https://evil.example"'],
    ['Service-Worker-Allowed', '/'],
    ['SourceMap', '/map'],
    ['Strict-Transport-Security', 'max-age=1'],
    ['X-SourceMap', '/map'],
  ])('%s goes no further', async (name, value) => {
    const headers = await told([name.toLowerCase(), value, 'X-Kept', 'kept', name, value]);
    expect([headers.get(name), headers.get('x-kept')]).toEqual([null, 'kept']);
  });
});

describe('an answer that browsers would show as a document of the origin', () => {
  const policyOf = (headers: Headers) => [
    headers.get('content-security-policy'),
    headers.get('x-content-type-options'),
  ];

  it.each([
    [['Content-Type', 'text/html']],
    [['content-type', 'TEXT/HTML;charset=utf-8']],
    [['Content-Type', 'application/xhtml+xml']],
    [['Content-Type', 'image/svg+xml']],
    [['Content-Type', 'application/xml']],
    [['Content-Type', 'text/xml; charset=utf-8']],
    [['Content-Type', 'application/atom+xml']],
    [['Content-Type', 'multipart/x-mixed-replace; boundary=a']],
    [['Content-Type', 'application/json, text/html']],
    [['Content-Type', 'application/json', 'Content-Type', 'text/html']],
    [['Content-Type', 'html']],
    [['Content-Type', 'unknown/unknown']],
    [['Content-Type', '']],
    [['X-Content-Type-Options', 'none']],
    [[]],
  ])('has a sandbox and a type that is not guessed: %j', async (raw) => {
    const [policy, options] = policyOf(await told(raw));
    expect([policy, options?.split(',')[0]]).toEqual(['sandbox', 'nosniff']);
    const [trusted = ''] = policyOf(await told(raw, { path: TRUSTED }));
    expect(trusted).toMatch(/^sandbox (?!.*allow-same-origin).*allow-scripts/);
  });

  it("keeps its own policy beside the gateway's", async () => {
    const own = 'sandbox allow-scripts allow-same-origin';
    const headers = await told(['Content-Type', 'text/html', 'Content-Security-Policy', own]);
    expect(policyOf(headers)[0]).toBe(`sandbox, ${own}`);
  });

  it('keeps its sandbox in a cache, whatever a later 304 says', async () => {
    expect(policyOf(await told(['ETag', '"a"'], { status: 304 }))).toEqual(['sandbox', 'nosniff']);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'text/plain',
    'text/event-stream',
    'application/octet-stream',
    'application/pdf',
    'image/png',
    'text/javascript',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('is not %s', async (type) => {
    expect(policyOf(await told(['Content-Type', type]))).toEqual([null, null]);
  });
});
