import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManagement } from '../../src/control-plane/management/handler.ts';
import { createPortal } from '../../src/control-plane/portal/api/handler.ts';
import { type HostName, HostNames, readHostName } from '../../src/domain/addresses/host-names.ts';
import { openManagement } from '../support/management.ts';
import { CLIENT_ADDRESS, openPortal, type PortalWorld } from '../support/portal.ts';

const namesOf = (...texts: string[]) => new HostNames(texts.map((text) => readHostName(text) as HostName));
const gatewayHosts = namesOf('api.acme.example=acme/sandbox');
const post = (path: string, query: string, headers: Record<string, string> = {}) =>
  new Request(`http://control.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

describe('what the portal says of a catalog with a host name', () => {
  let world: PortalWorld;
  beforeAll(async () => {
    world = await openPortal();
    await world.oauthProvider();
    await world.product();
  });
  afterAll(() => world.close());

  const ask = async (query: string, catalog: string) => {
    const urls = { ...world.deps.urls, gatewayHosts };
    const portal = createPortal({
      ...world.deps,
      urls,
      onFault: (fault) => void (world.faults as unknown[]).push(fault),
    });
    const address = { org: 'acme', catalog };
    const answer = await portal(post(`/portal/acme/${catalog}/graphql`, query), {
      address,
      clientAddress: CLIENT_ADDRESS,
    });
    return ((await answer.json()) as { data: unknown }).data;
  };

  it('is at that host: APIs, and the servers of their documents', async () => {
    const query = '{ catalog { gatewayUrl } product(product: "customer:1.0.0") { apis { url openapi } } }';
    expect(await ask(query, 'sandbox')).toMatchObject({
      catalog: { gatewayUrl: 'http://api.acme.example' },
      product: {
        apis: [
          {
            url: 'http://api.acme.example/customerdb/v1',
            openapi: { servers: [{ url: 'http://api.acme.example/customerdb/v1' }] },
          },
        ],
      },
    });
  });

  it('is where it was for the other catalogs', async () => {
    expect(await ask('{ catalog { gatewayUrl } }', 'preview')).toEqual({
      catalog: { gatewayUrl: 'http://gateway.test/acme/preview' },
    });
  });
});

it('management says where a catalog, its portal and its OAuth provider are, and where people are invited to; the issuer stays', async () => {
  const world = await openManagement();
  try {
    await world.mutate('createOrg', { title: 'Acme' });
    await world.mutate('createCatalog', { org: 'acme', title: 'Sandbox' });
    await world.mutate('createOAuthProvider', {
      org: 'acme',
      title: 'Idp',
      gatewayType: 'NATIVE',
      grantTypes: ['ACCESS_CODE'],
      clientTypes: ['CONFIDENTIAL'],
    });
    await world.mutate('assignOAuthProvider', { org: 'acme', catalog: 'sandbox', oauthProvider: 'idp' });
    const portalHosts = namesOf('portal.acme.example=acme/sandbox');
    const consoleUrl = 'https://console.example';
    const urls = { ...world.deps.urls, gatewayHosts, portalHosts, console: consoleUrl };
    const management = createManagement({
      ...world.deps,
      urls,
      onFault: (fault) => void (world.faults as unknown[]).push(fault),
    });
    const query = `{ org(name: "acme") {
      catalogs { gatewayUrl portalUrl }
      oauthProviders { tokenUrls endpoints { issuer metadataUrl tokenUrl jwksUrl revocationUrl introspectionUrl authorizeUrl } }
    } }`;
    const { createAccessToken: issued } = await world.query<{ createAccessToken: { token: string } }>(
      'mutation { createAccessToken(input: { name: "reader", role: ADMINISTRATOR }) { token } }',
    );
    const ask = async (document: string) => {
      const request = post('/graphql', document, { authorization: `Bearer ${issued.token}` });
      return (await management.fetch(request, { network: 'a network' })).json();
    };
    const at = 'http://api.acme.example';
    expect(await ask(query)).toEqual({
      data: {
        org: {
          catalogs: [{ gatewayUrl: at, portalUrl: 'http://portal.acme.example/' }],
          oauthProviders: [
            {
              tokenUrls: [`${at}/idp/oauth2/token`],
              endpoints: [
                {
                  issuer: `${urls.gateway}/acme/sandbox/idp`,
                  metadataUrl: `${urls.gateway}/.well-known/oauth-authorization-server/acme/sandbox/idp`,
                  tokenUrl: `${at}/idp/oauth2/token`,
                  jwksUrl: `${at}/idp/oauth2/jwks`,
                  revocationUrl: `${at}/idp/oauth2/revoke`,
                  introspectionUrl: `${at}/idp/oauth2/introspect`,
                  authorizeUrl: `${urls.oauth}/acme/sandbox/idp/oauth2/authorize`,
                },
              ],
            },
          ],
        },
      },
    });
    const invite =
      'mutation { inviteUser(input: { org: "acme", email: "a@b.example", role: VIEWER }) { url } }';
    expect(await ask(invite)).toEqual({
      data: {
        inviteUser: {
          url: expect.stringMatching(/^https:\/\/console\.example\/console\/invitation\?code=./),
        },
      },
    });
    expect(world.faults).toEqual([]);
  } finally {
    await world.close();
  }
});
