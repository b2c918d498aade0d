// Access tokens of the platform's own providers that are bound to a client certificate. (RFC 8705 §3, §4)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { clientCertField, selfSigned, thumbprintOf } from '../../support/certificates.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import {
  ALICE,
  CATALOG,
  client as credentials,
  PROVIDER,
  PUBLIC_CLIENT,
  type Reply,
} from '../../support/oauth.ts';
import { allow, authorizePath, openProviderBrowser, VERIFIER } from '../../support/provider-browser.ts';
import { api, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const span = { from: Date.parse('2020-01-01T00:00:00Z'), to: Date.parse('2040-01-01T00:00:00Z') };
const [own, other] = [selfSigned('shop', span).cert, selfSigned('rival', span).cert];
const ended = selfSigned('ended', { from: span.from, to: span.from + 86_400_000 }).cert;
const shows = (certificate: string) => ({ 'client-cert': clientCertField(certificate) });
const isTrustedProxy = trustedProxies(['127.0.0.0/8']);

const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
const refusedAs = ({ status, json }: Reply) => [status, json['error']];

describe('the token endpoint', () => {
  let world: StoredOAuth;
  beforeAll(async () => {
    world = await openStoredOAuth({ isTrustedProxy });
  });
  afterAll(() => world.close());
  beforeEach(() =>
    world.settings({ certificateBinding: 'REQUIRED', clientTypes: ['CONFIDENTIAL', 'PUBLIC'] }),
  );

  const byPassword = (headers: Record<string, string> = {}) =>
    world.post('token', { ...ALICE, ...credentials() }, headers);
  const refresh = (refresh_token: unknown, form: Record<string, string>, headers = {}) =>
    world.post(
      'token',
      { grant_type: 'refresh_token', ...form, refresh_token: String(refresh_token) },
      headers,
    );
  const introspected = async (token: unknown) =>
    (await world.post('introspect', { ...credentials(), token: String(token) })).json;

  it('binds the token by the thumbprint of the certificate, as introspection tells (§3.1, §3.2)', async () => {
    const { status, json } = await byPassword(shows(own));
    expect([status, json['token_type']]).toEqual([200, 'Bearer']);
    const cnf = { 'x5t#S256': thumbprintOf(own) };
    expect(claimsOf(json['access_token'])).toMatchObject({ cnf });
    expect(await introspected(json['access_token'])).toMatchObject({ active: true, cnf });
  });

  it('issues none without a certificate where it is required, and unbound ones where it is optional', async () => {
    expect(refusedAs(await byPassword())).toEqual([400, 'invalid_request']);
    await world.settings({ certificateBinding: 'OPTIONAL' });
    const { json } = await byPassword();
    expect(claimsOf(json['access_token'])).not.toHaveProperty('cnf');
    expect(await introspected(json['access_token'])).not.toHaveProperty('cnf');
    expect(claimsOf((await byPassword(shows(own))).json['access_token'])).toHaveProperty('cnf');
  });

  it('refuses a certificate that cannot be read or is not valid now, also where it is optional', async () => {
    await world.settings({ certificateBinding: 'OPTIONAL' });
    for (const field of [':AA==:', 'text', clientCertField(ended)])
      expect(refusedAs(await byPassword({ 'client-cert': field }))).toEqual([400, 'invalid_request']);
  });

  it('reads no certificate where it binds none', async () => {
    await world.settings({ certificateBinding: 'NONE' });
    for (const field of [':AA==:', clientCertField(own)])
      expect(claimsOf((await byPassword({ 'client-cert': field })).json['access_token'])).not.toHaveProperty(
        'cnf',
      );
  });

  it('believes the header of trusted proxies alone', async () => {
    const direct = await openStoredOAuth();
    await direct.settings({ certificateBinding: 'REQUIRED' });
    expect(refusedAs(await direct.post('token', { ...ALICE, ...credentials() }, shows(own)))).toEqual([
      400,
      'invalid_request',
    ]);
    await direct.close();
  });

  it('binds the refresh tokens of a public client as well, and those alone (§4, §7.1)', async () => {
    const named = { client_id: PUBLIC_CLIENT };
    const browser = openProviderBrowser(world.url);
    const location = await allow(browser, authorizePath(named));
    const code = location.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    const { json } = await world.post('token', { ...form, ...named, code }, shows(own));
    const first = json['refresh_token'];
    for (const headers of [shows(other), {}]) {
      await world.settings({ certificateBinding: 'OPTIONAL' });
      expect(refusedAs(await refresh(first, named, headers))).toEqual([400, 'invalid_grant']);
    }
    const second = await refresh(first, named, shows(own));
    expect(claimsOf(second.json['access_token'])).toMatchObject({ cnf: { 'x5t#S256': thumbprintOf(own) } });
    await world.settings({ certificateBinding: 'NONE' });
    expect(refusedAs(await refresh(second.json['refresh_token'], named))).toEqual([400, 'invalid_grant']);
    expect((await refresh(second.json['refresh_token'], named, shows(own))).status).toBe(200);

    await world.settings({ certificateBinding: 'REQUIRED' });
    const confidential = (await byPassword(shows(own))).json['refresh_token'];
    const moved = await refresh(confidential, credentials(), shows(other));
    expect(claimsOf(moved.json['access_token'])).toMatchObject({ cnf: { 'x5t#S256': thumbprintOf(other) } });
  });

  it('says so in its metadata, where it binds any (§3.3)', async () => {
    const path = `/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`;
    expect((await world.send(path)).json).toMatchObject({ tls_client_certificate_bound_access_tokens: true });
    await world.settings({ certificateBinding: 'NONE' });
    expect((await world.send(path)).json).not.toHaveProperty('tls_client_certificate_bound_access_tokens');
  });
});

describe('the gateway', () => {
  let backend: Upstream;
  let native: Provider;
  let world: GatewayWorld;
  beforeAll(async () => {
    [backend, native] = await Promise.all([recordingUpstream(), provider()]);
    world = await openGateway(snapshot(), { isTrustedProxy });
    const apis = [api({ upstreamUrl: backend.url, security: [byToken(['customer'])] })];
    const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });
    world.use(snapshot(catalog({ apis, clients: [shop], providers: [native] })));
  });
  afterAll(() => Promise.all([world.close(), backend.close()]));

  const call = (token: string, headers: Record<string, string> = {}) =>
    world.call('/acme/sandbox/customerdb/v1/customers', {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const tokenFor = (certificate?: string) =>
    issued(native, { clientKey: 'ck_shop', ...(certificate && { boundTo: thumbprintOf(certificate) }) });

  it('takes a bound token with its certificate alone, be it remembered or not', async () => {
    const { token } = await tokenFor(own);
    const invalid = { status: 401, code: 'TOKEN_INVALID' };
    expect(await problemOf(await call(token))).toMatchObject(invalid);
    expect((await call(token, shows(own))).status).toBe(200);
    expect(await problemOf(await call(token))).toMatchObject(invalid);
    expect(await problemOf(await call(token, shows(other)))).toMatchObject(invalid);
    expect(await problemOf(await call(token, { 'client-cert': ':AA==:' }))).toMatchObject(invalid);
    expect((await call(token, shows(own))).status).toBe(200);
  });

  it('takes a token that is bound to nothing with any certificate, or none', async () => {
    const { token } = await tokenFor();
    expect((await call(token)).status).toBe(200);
    expect((await call(token, shows(other))).status).toBe(200);
  });
});
