// Access tokens that are bound to a client certificate, and certificates as the proof of an application. (RFC 8705)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { createResourceMetadata } from '../../../src/data-plane/gateway/route/resource-metadata.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { certificateFacts } from '../../../src/domain/consumer/client-certificate.ts';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { clientCertField, selfSigned, thumbprintOf } from '../../support/certificates.ts';
import {
  AUDIENCE,
  type ExternalIssuer,
  externalIssuer,
  soundAnswers,
} from '../../support/external-issuer.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { document } from '../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const OWNER = { catalog: CATALOG, consumerOrg: 'consumers', application: 'billing' };
const own = selfSigned('billing').cert;
const other = selfSigned('other').cert;

let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let backend: Upstream;
let issuer: ExternalIssuer;

beforeAll(async () => {
  [world, backend] = await Promise.all([openCatalog(), recordingUpstream()]);
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  issuer = await externalIssuer(clock);
  issuer.answer = soundAnswers(issuer, clock);
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = (fault: unknown) => expect.soft(fault).toBeUndefined();
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  server = await listen(
    ingressOf(
      { calls: gateway.handle, endpoints: [createResourceMetadata({ snapshots: feed, urls })] },
      { urls, onFault, isTrustedProxy: trustedProxies(['127.0.0.0/8']) },
    ),
  );
  await world.mutate('createOAuthProvider', {
    title: 'Company',
    name: 'company',
    type: 'EXTERNAL',
    scopes: [{ name: 'read', description: '' }],
    issuer: { url: issuer.url, audiences: [AUDIENCE] },
  });
  await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'company' });
  await world.mutate('createApi', {
    openapi: document(),
    name: 'customerdb',
    basePath: '/customerdb',
    targetUrl: backend.url,
    securityDefinitions: [
      { name: 'company', type: 'OAUTH2', oauthProvider: 'company' },
      { name: 'machine', type: 'MUTUAL_TLS' },
    ],
    security: [{ definition: 'company', scopes: ['read'] }, { definition: 'machine' }],
  });
  await world.product('customer:1.0.0');
  await world.mutate(
    'publishProduct',
    { catalog: CATALOG, product: 'customer:1.0.0' },
    '{ warnings { code } }',
  );
  await world.client('Billing', ['customer:1.0.0', 'default-plan']);
  await world.mutate(
    'addExternalClientId',
    { ...OWNER, oauthProvider: 'company', clientId: 'billing' },
    '{ clientId }',
  );
  await world.mutate('addClientCertificate', { ...OWNER, certificate: own }, '{ thumbprint }');
  await feed.settled();
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([backend.close(), issuer.close()]);
  await world.close();
});
beforeEach(() => {
  backend.seen.length = 0;
});

type Shown = { readonly token?: string; readonly certificate?: string };

const call = ({ token, certificate }: Shown) =>
  fetch(`${server.url}/acme/${CATALOG}/customerdb/customers`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(certificate && { 'client-cert': clientCertField(certificate) }),
    },
  });
const boundTo = (certificate: string) => issuer.token({ cnf: { 'x5t#S256': thumbprintOf(certificate) } });
async function refused(shown: Shown) {
  const answer = await call(shown);
  const { status, code, detail } = await problemOf(answer);
  return [
    status,
    code,
    detail,
    answer.headers.get('www-authenticate')?.replace(/resource_metadata="[^"]*", /, ''),
  ];
}
const INVALID_TOKEN = `Bearer realm="acme/${CATALOG}", error="invalid_token"`;

describe('RFC 8705 §2.2, a client that is known by its certificate', () => {
  it('is admitted with the certificate that is registered, self-signed as it is', async () => {
    expect((await call({ certificate: own })).status).toBe(200);
    expect(backend.seen[0]?.headers['x-gatehouse-application']).toBe('billing');
    expect((await call({ certificate: other })).status).toBe(401);
  });

  it('is refused at once when its certificate is removed, and admitted when it is back', async () => {
    const thumbprint = thumbprintOf(own);
    await world.mutate('removeClientCertificate', { ...OWNER, thumbprint }, '');
    await feed.settled();
    expect((await call({ certificate: own })).status).toBe(401);
    await world.mutate('addClientCertificate', { ...OWNER, certificate: own }, '{ thumbprint }');
    await feed.settled();
    expect((await call({ certificate: own })).status).toBe(200);
  });
});

describe('RFC 8705 §3, a token that is bound to a certificate', () => {
  it('is taken with that certificate, whoever it is registered with', async () => {
    expect((await call({ token: await boundTo(own), certificate: own })).status).toBe(200);
    expect((await call({ token: await boundTo(other), certificate: other })).status).toBe(200);
  });

  it('is refused with another certificate or without one, as an invalid token, also when it is remembered', async () => {
    const token = await boundTo(own);
    const without = [
      401,
      'TOKEN_INVALID',
      'The access token is bound to a client certificate: connect with that certificate.',
      INVALID_TOKEN,
    ];
    expect(await refused({ token })).toEqual(without);
    expect((await call({ token, certificate: own })).status).toBe(200);
    expect(await refused({ token })).toEqual(without);
    expect(await refused({ token, certificate: other })).toEqual([
      401,
      'TOKEN_INVALID',
      'The access token is bound to another client certificate than that of this call, or the certificate is not valid.',
      INVALID_TOKEN,
    ]);
    expect(backend.seen).toHaveLength(1);
  });

  it('is refused where its confirmation cannot be read', async () => {
    for (const cnf of ['text', { 'x5t#S256': 7 }, null])
      expect(
        (await refused({ token: await issuer.token({ cnf } as never), certificate: own })).slice(0, 2),
      ).toEqual([401, 'TOKEN_INVALID']);
  });

  it('is asked for nothing where it is bound to no certificate', async () => {
    expect((await call({ token: await issuer.token() })).status).toBe(200);
    expect((await call({ token: await issuer.token({ cnf: { kid: 'other' } }) })).status).toBe(200);
  });
});

describe('RFC 8705 §3.1, the thumbprint', () => {
  it('of the certificate of appendix A is that of its token', () => {
    const example = `-----BEGIN CERTIFICATE-----
MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx
ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ
/Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID
SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV
bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=
-----END CERTIFICATE-----`;
    expect(certificateFacts(example)?.thumbprint).toBe('A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0');
  });
});

describe('RFC 8705 §3.3 and RFC 9728 §2', () => {
  it('the metadata of an API that takes certificates tell that it takes bound tokens', async () => {
    const at = `${server.url}/.well-known/oauth-protected-resource/acme/${CATALOG}/customerdb`;
    expect(await (await fetch(at)).json()).toMatchObject({
      tls_client_certificate_bound_access_tokens: true,
    });
  });
});
