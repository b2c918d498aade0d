import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { atEnd, freePorts } from './processes.ts';
import type { World } from './world.ts';

/** URLs of what a provider has beside the plain call. */
export type ProviderWorld = {
  /** The API has a pool of three targets, an injected header and security by operation. */
  readonly pooledUrl: string;
  /** The API takes tokens of the issuer outside. */
  readonly externalUrl: string;
  readonly externalToken: string;
};

const CLIENT_ID = 'bench-client';
const AUDIENCE = 'https://api.bench.example';

/** Starts an issuer outside of the platform: a key set, and a token of it. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: [key] }));
  });
  const [port = 0] = await freePorts(1);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  atEnd(async () => void server.close());
  const url = `http://127.0.0.1:${port}`;
  const token = await new SignJWT({ client_id: CLIENT_ID, scope: 'customer' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
    .setIssuer(url)
    .setAudience(AUDIENCE)
    .setSubject(CLIENT_ID)
    .setIssuedAt()
    .setExpirationTime('24h')
    .sign(privateKey);
  return { url, token };
}

const FURNISH = `mutation Furnish(
  $issuer: ExternalIssuerInput!, $targets: [BackendTargetInput!]!, $openapi: JSON!, $targetUrl: URL!
) {
  createBackend(input: { org: "bench", name: "pool" }) { name }
  setSecret(input: { org: "bench", catalog: "sandbox", name: "key", value: "shown-to-the-back-end" }) { name }
  setBackend(input: {
    org: "bench", catalog: "sandbox", backend: "pool", targets: $targets
    credentials: { type: HEADER, name: "X-Api-Key", secret: "key" }
  }) { apis }
  createOAuthProvider(input: {
    org: "bench", name: "outside", title: "Outside", type: EXTERNAL, issuer: $issuer
    scopes: [{ name: "customer", description: "Reads customers" }]
  }) { name }
  assignOAuthProvider(input: { org: "bench", catalog: "sandbox", oauthProvider: "outside" }) { name }
  pooled: createApi(input: {
    org: "bench", name: "pooled", title: "Pooled", version: "1.0.0", basePath: "/pooled", openapi: $openapi, backend: "pool"
    securityDefinitions: [{ name: "key", type: API_KEY }, { name: "oauth", type: OAUTH2, flow: APPLICATION, oauthProvider: "native" }]
    security: [{ definition: "oauth", scopes: ["customer"] }]
    operationSecurity: [{ operation: "GET /{name}", security: [{ definition: "key" }] }]
  }) { name }
  external: createApi(input: {
    org: "bench", name: "external", title: "External", version: "1.0.0", basePath: "/external", openapi: $openapi, targetUrl: $targetUrl
    securityDefinitions: [{ name: "outside", type: OAUTH2, oauthProvider: "outside" }]
    security: [{ definition: "outside", scopes: ["customer"] }]
  }) { name }
  createProduct(input: {
    org: "bench", name: "provider", title: "Provider", apis: ["pooled:1.0.0", "external:1.0.0"], publishTo: "sandbox"
    plans: [{ name: "large", title: "Large", rateLimit: 2147483647, maxConcurrentCalls: 10000 }]
  }) { name }
  createSubscription(input: {
    org: "bench", catalog: "sandbox", consumerOrg: "consumers", application: "application", product: "provider:1.0.0", plan: "large"
  }) { id }
  addExternalClientId(input: {
    org: "bench", catalog: "sandbox", consumerOrg: "consumers", application: "application", oauthProvider: "outside"
    clientId: "${CLIENT_ID}"
  }) { clientId }
}`;

/** Adds to a world what the group `provider` calls. */
export async function furnishProvider(
  { manage, base }: World,
  { upstreamUrl, openapi }: { readonly upstreamUrl: string; readonly openapi: object },
): Promise<ProviderWorld> {
  const issuer = await startIssuer();
  const { port } = new URL(upstreamUrl);
  const path = '/customerdb/v3';
  await manage(FURNISH, {
    issuer: { url: issuer.url, jwksUrl: `${issuer.url}/jwks`, audiences: [AUDIENCE] },
    targets: [1, 2, 3].map((host) => ({ url: `http://127.0.0.${host}:${port}${path}`, weight: host })),
    openapi,
    targetUrl: `${upstreamUrl}${path}`,
  });
  return {
    pooledUrl: `${base}/pooled/customers`,
    externalUrl: `${base}/external/customers`,
    externalToken: issuer.token,
  };
}
