import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listening } from './oauth.ts';

export type LyingIssuer = Awaited<ReturnType<typeof openLyingIssuer>>;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An OpenID provider without pages. It says whatever a test wants, and signs alice in for any code. */
export async function openLyingIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { privateKey: otherKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'one' };
  const state = {
    /** Members of the metadata in place of the true ones. */
    metadata: {} as Record<string, unknown>,
    /** Claims of the ID token in place of the true ones. */
    claims: {} as JWTPayload,
    userInfo: undefined as Record<string, unknown> | undefined,
    /** The nonce that the browser was sent with. */
    nonce: '',
    isForged: false,
    /** Answers in place of all else, by path. */
    answers: new Map<string, Answer>(),
  };
  const seen: { path: string; body: URLSearchParams; authorization: string | undefined }[] = [];
  const server = await listening((request, response) => void answer(request, response));
  const { url } = server;
  const idToken = () =>
    new SignJWT({ iss: url, sub: 'alice', aud: 'gatehouse', nonce: state.nonce, ...state.claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime(state.claims.exp ?? '5m')
      .sign(state.isForged ? otherKey : privateKey);
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '';
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization } = request.headers;
    seen.push({ path, body: new URLSearchParams(body), authorization });
    const other = state.answers.get(path);
    if (other) return other(request, response);
    const json = await jsonAt(path);
    response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }
  async function jsonAt(path: string): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
        ...(state.userInfo && { userinfo_endpoint: `${url}/me` }),
        ...state.metadata,
      };
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/token') return { access_token: 'at', token_type: 'Bearer', id_token: await idToken() };
    return path === '/me' ? state.userInfo : undefined;
  }
  return { url, state, seen, close: server.close };
}
