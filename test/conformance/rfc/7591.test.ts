// The registration of a client at an issuer outside of the platform. (RFC 7591 §3)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientMetadataOf } from '../../../src/domain/oauth/client-registration.ts';
import { registerClient } from '../../../src/infrastructure/issuers/register-client.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let issuer: Upstream;
const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
const application = {
  title: 'Shop',
  clientType: 'CONFIDENTIAL',
  redirectUris: ['https://shop.test/callback'],
} as const;
const every = { grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'] } as const;
/** The answer of RFC 7591 §3.2.1, with a secret that ends. */
const answer = {
  client_id: 's6BhdRkqt3',
  client_secret: 'cf136dc3c1fc93f31185e5885805d',
  client_id_issued_at: 2_893_256_800,
  client_secret_expires_at: 2_893_276_800,
};

beforeAll(async () => {
  issuer = await recordingUpstream();
});
beforeEach(() => {
  issuer.seen.length = 0;
  issuer.answer = (_request, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
afterAll(() => Promise.all([issuer.close(), outbound.close()]));

const register = (initialAccessToken?: string) =>
  registerClient(
    { url: `${issuer.url}/register`, initialAccessToken },
    clientMetadataOf(application, every, []),
    outbound.forOrg('org'),
  );

describe('a client registration request', () => {
  it('is a JSON object by POST, with the metadata of the client (§2, §3.1)', async () => {
    await register();
    const [{ method, url, headers, body } = { body: '' }] = issuer.seen;
    expect([method, url, headers?.['content-type'], headers?.authorization]).toEqual([
      'POST',
      '/register',
      'application/json',
      undefined,
    ]);
    expect(JSON.parse(body)).toEqual({
      client_name: 'Shop',
      redirect_uris: ['https://shop.test/callback'],
      grant_types: ['password', 'authorization_code', 'client_credentials'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
  });

  it('bears the initial access token (§3)', async () => {
    await register('an-initial-token');
    expect(issuer.seen[0]?.headers.authorization).toBe('Bearer an-initial-token');
  });

  it('asks for grants and response types that go together, and for no secret of a public client (§2.1)', () => {
    expect(clientMetadataOf({ ...application, redirectUris: [] }, every, [])).toMatchObject({
      grant_types: ['password', 'client_credentials'],
      response_types: [],
    });
    expect(clientMetadataOf({ ...application, clientType: 'PUBLIC' }, every, [])).toMatchObject({
      grant_types: ['password', 'authorization_code'],
      token_endpoint_auth_method: 'none',
    });
  });
});

describe('the answer', () => {
  it('tells the client id, and the secret with its end (§3.2.1)', async () => {
    expect(await register()).toEqual({
      clientId: 's6BhdRkqt3',
      clientSecret: 'cf136dc3c1fc93f31185e5885805d',
      secretExpiresAt: new Date(2_893_276_800_000),
      management: null,
    });
  });

  it('is an error with a code (§3.2.2)', async () => {
    issuer.answer = (_request, response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":"invalid_client_metadata","error_description":"no"}');
    await expect(register()).rejects.toThrow('it answered 400 invalid_client_metadata');
  });
});
