// The management of a client that was registered at an issuer outside of the platform. (RFC 7592)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientMetadataOf } from '../../../src/domain/oauth/client-registration.ts';
import { deleteClient, registerClient } from '../../../src/infrastructure/issuers/register-client.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let issuer: Upstream;
const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
const own = outbound.forOrg('org');

beforeAll(async () => {
  issuer = await recordingUpstream();
});
beforeEach(() => {
  issuer.seen.length = 0;
});
afterAll(() => Promise.all([issuer.close(), outbound.close()]));

/** Registers a client whose answer has these members. */
async function managementOf(members: object) {
  issuer.answer = (_request, response) =>
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ client_id: 'a-client', ...members }));
  const metadata = clientMetadataOf(
    { title: 'Shop', clientType: 'CONFIDENTIAL', redirectUris: [] },
    { grantTypes: ['APPLICATION'] },
    [],
  );
  const endpoint = { url: `${issuer.url}/register`, initialAccessToken: undefined };
  const { management } = await registerClient(endpoint, metadata, own);
  return management;
}

describe('the client configuration endpoint', () => {
  it('is that of the answer, with its registration access token (§3)', async () => {
    const members = { registration_client_uri: `${issuer.url}/reg/1`, registration_access_token: 'a-token' };
    expect(await managementOf(members)).toEqual({ url: `${issuer.url}/reg/1`, token: 'a-token' });
  });

  it.each<[string, object]>([
    ['none', {}],
    ['one without a token', { registration_client_uri: 'https://issuer.test/reg/1' }],
    [
      'a token that no header can carry',
      { registration_client_uri: 'https://issuer.test/1', registration_access_token: 'a b' },
    ],
    ['no address', { registration_client_uri: 'reg/1', registration_access_token: 'a' }],
    [
      'one of another scheme',
      { registration_client_uri: 'ftp://issuer.test/1', registration_access_token: 'a' },
    ],
  ])('is left alone where it is %s', async (_what, members) => {
    expect(await managementOf(members)).toBeNull();
  });
});

describe('a client delete request', () => {
  const remove = (status: number) => {
    issuer.answer = (_request, response) => response.writeHead(status).end();
    return deleteClient({ url: `${issuer.url}/reg/1`, token: 'a-token' }, own);
  };

  it('is a DELETE with the registration access token, answered by 204 (§2.3)', async () => {
    expect(await remove(204)).toBe(true);
    const [seen] = issuer.seen;
    expect([seen?.method, seen?.url, seen?.headers.authorization]).toEqual([
      'DELETE',
      '/reg/1',
      'Bearer a-token',
    ]);
  });

  it.each([401, 403, 404, 405])(
    'is settled by %i: there is no such client, or it cannot be deleted (§2.3)',
    async (status) => {
      expect(await remove(status)).toBe(true);
    },
  );

  it.each([302, 429, 500, 503])('is sent again later after %i', async (status) => {
    expect(await remove(status)).toBe(false);
  });
});
