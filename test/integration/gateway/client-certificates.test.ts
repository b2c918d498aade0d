import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { type Certificate, clientCertField, selfSigned, thumbprintOf } from '../../support/certificates.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import {
  api,
  byCertificate,
  byKey,
  byToken,
  catalog,
  certificateOf,
  client,
  issued,
  provider,
  snapshot,
  together,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const CHALLENGE = 'ClientCertificate realm="acme/sandbox"';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Tokens are issued by the real clock. */
const START = Math.floor(Date.now() / 1000) * 1000;

let backend: Upstream;
let world: GatewayWorld;
let direct: GatewayWorld;
let native: Provider;
let now = new Date(START);
let [own, next, other, unknown]: Certificate[] = [];

const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });
const rival = client({ key: 'ck_rival', plans: { 'customer-1': {} } });

beforeAll(async () => {
  [backend, native] = await Promise.all([recordingUpstream(), provider()]);
  const span = { from: START - DAY, to: START + DAY };
  own = selfSigned('shop', span);
  next = selfSigned('shop', { from: START + HOUR, to: START + 2 * DAY });
  other = selfSigned('rival', span);
  unknown = selfSigned('shop', span);
  const clock = () => now;
  world = await openGateway(snapshot(), { clock, isTrustedProxy: trustedProxies(['127.0.0.0/8']) });
  direct = await openGateway(snapshot(), { clock });
});
afterAll(() => Promise.all([world.close(), direct.close(), backend.close()]));

beforeEach(() => {
  now = new Date(START);
  backend.seen.length = 0;
  use();
});

type Parts = Parameters<typeof api>[0];

function use(parts: Parts = {}, { holders = true } = {}) {
  const apis = [api({ upstreamUrl: backend.url, security: [byCertificate()], ...parts })];
  const certificates = new Map(
    holders
      ? [
          [thumbprintOf(pem(own)), certificateOf(shop)],
          [thumbprintOf(pem(next)), certificateOf(shop)],
          [thumbprintOf(pem(other)), certificateOf(rival)],
        ]
      : [],
  );
  for (const each of [world, direct])
    each.use(snapshot(catalog({ apis, clients: [shop, rival], certificates, providers: [native] })));
}

const pem = (certificate: Certificate | undefined) => certificate?.cert ?? '';
const shown = (certificate: Certificate | undefined) => ({
  'client-cert': clientCertField(pem(certificate)),
});
const send = (headers: Record<string, string> = {}, at = world) => at.call(PATH, { headers });

async function refused(headers: Record<string, string> = {}, at = world) {
  const answer = await send(headers, at);
  const { status, code, detail } = await problemOf(answer);
  return [status, code, detail, answer.headers.get('www-authenticate')];
}
const missing = [
  401,
  'CERTIFICATE_MISSING',
  'Connect with a client certificate that is registered with your application.',
  CHALLENGE,
];
const invalid = (detail: string) => [401, 'CERTIFICATE_INVALID', detail, CHALLENGE];
const UNKNOWN = 'The client certificate is registered with no application here, or with another one.';

describe('an API that asks for a client certificate', () => {
  it('serves whose certificate a trusted proxy shows, in the name of the application', async () => {
    expect((await send(shown(own))).status).toBe(200);
    expect((await send(shown(own))).status).toBe(200);
    expect((await send(shown(other))).status).toBe(200);
    expect(backend.seen.map(({ headers }) => headers['x-gatehouse-application'])).toEqual([
      'ck_shop',
      'ck_shop',
      'ck_rival',
    ]);
  });

  it('does not believe the header of anybody else, who gets the refusal of one without', async () => {
    expect(await refused(shown(own), direct)).toEqual(missing);
    expect(await refused({}, direct)).toEqual(missing);
    expect(await refused()).toEqual(missing);
  });

  it('refuses a certificate that nobody has registered, also one of the same subject', async () => {
    expect(await refused(shown(unknown))).toEqual(invalid(UNKNOWN));
    use({}, { holders: false });
    expect(await refused(shown(own))).toEqual(invalid(UNKNOWN));
  });

  it('refuses one before its time and after it, and takes the next one when it begins', async () => {
    expect(await refused(shown(next))).toEqual(invalid('The client certificate is not valid yet.'));
    now = new Date(START + HOUR);
    expect((await send(shown(next))).status).toBe(200);
    now = new Date(START + DAY + 1_000);
    expect(await refused(shown(own))).toEqual(
      invalid('The client certificate has expired: connect with a new one that is registered.'),
    );
    expect((await send(shown(next))).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['no byte sequence', 'MIIB'],
    ['a byte sequence of no certificate', ':aGVsbG8=:'],
    ['a text', '"certificate"'],
    ['characters of no base64', ':%%%%:'],
    ['too long', `:${'A'.repeat(11_000)}:`],
  ])('refuses a header that is %s', async (_name, value) => {
    expect(await refused({ 'client-cert': value })).toEqual(
      invalid('The header Client-Cert that came from the proxy holds no certificate.'),
    );
  });

  it('refuses two certificates, of which nobody can tell which one counts', async () => {
    const both = `${clientCertField(pem(own))}, ${clientCertField(pem(other))}`;
    expect((await refused({ 'client-cert': both })).slice(0, 2)).toEqual([401, 'CERTIFICATE_INVALID']);
    const twice = [
      `Client-Cert: ${clientCertField(pem(own))}`,
      `Client-Cert: ${clientCertField(pem(other))}`,
    ];
    const answer = await world.send(
      [`GET ${PATH} HTTP/1.1`, 'Host: a', 'Connection: close', ...twice, '', ''].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('CERTIFICATE_INVALID');
  });

  it('takes a certificate and a token together where both are of one application', async () => {
    use({ security: [together(byCertificate(), byToken())] });
    const { token: text } = await issued(native, { clientKey: 'ck_shop' });
    const authorization = `Bearer ${text}`;
    expect((await send({ authorization, ...shown(own) })).status).toBe(200);
    expect((await refused({ authorization })).slice(0, 2)).toEqual([401, 'CERTIFICATE_MISSING']);
    expect((await refused({ authorization, ...shown(other) })).slice(0, 3)).toEqual([
      401,
      'CERTIFICATE_INVALID',
      UNKNOWN,
    ]);
    expect((await refused(shown(own)))[1]).toBe('TOKEN_MISSING');
  });

  it('takes a key instead where that is an alternative', async () => {
    use({ security: [byCertificate(), byKey()] });
    expect((await send({ 'x-client-id': 'ck_shop' })).status).toBe(200);
    expect((await send(shown(own))).status).toBe(200);
    expect((await refused())[1]).toBe('CLIENT_ID_MISSING');
    expect((await refused(shown(unknown)))[1]).toBe('CERTIFICATE_INVALID');
  });
});

describe('the header Client-Cert', () => {
  it.each([
    ['an API that asks for a certificate', {}],
    ['an API that is open', { security: [] }],
    ['an API with a key', { security: [byKey()] }],
  ])(
    'never reaches the back-end of %s, whoever sends it and however it is spelt',
    async (_name, parts: Parts) => {
      use(parts);
      const field = clientCertField(pem(own));
      const names = ['Client-Cert', 'Client-Cert-Chain', 'client_cert', 'CLIENT.CERT.CHAIN'];
      const headers = { ...Object.fromEntries(names.map((name) => [name, field])), 'x-client-id': 'ck_shop' };
      expect((await send(headers)).status).toBe(200);
      await send(headers, direct);
      expect(backend.seen.length).toBeGreaterThan(0);
      for (const { headers: received } of backend.seen)
        expect(Object.keys(received).filter((name) => /cert/i.test(name))).toEqual([]);
    },
  );
});
