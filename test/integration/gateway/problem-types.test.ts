import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';

const portalUrl = 'https://portal.test/portal/acme/sandbox';
let world: GatewayWorld;

beforeAll(async () => {
  const apis = [
    api({ upstreamUrl: 'http://127.0.0.1:1' }),
    api({
      upstreamUrl: 'http://127.0.0.1:1',
      basePath: '/graph',
      kind: 'GRAPHQL',
      sdl: 'type Query { a: Int }',
    }),
  ];
  world = await openGateway(snapshot({ ...catalog({ apis }), portalUrl }));
});
afterAll(() => world.close());

describe('the type of a refusal', () => {
  it('is the page of the portal that explains its code, in problem documents and in GraphQL errors', async () => {
    const type = `${portalUrl}/errors/client-id-missing`;
    const rest = await world.call('/acme/sandbox/customerdb/v1/customers');
    expect([rest.status, await rest.json()]).toEqual([
      401,
      expect.objectContaining({ type, title: 'Client id missing', code: 'CLIENT_ID_MISSING' }),
    ]);
    const init = {
      method: 'POST',
      body: JSON.stringify({ query: '{ a }' }),
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    };
    const graphql = await world.call('/acme/sandbox/graph/graphql', init);
    expect([graphql.status, await graphql.json()]).toMatchObject([
      401,
      { errors: [{ message: 'Client id missing', extensions: { type, code: 'CLIENT_ID_MISSING' } }] },
    ]);
  });

  it('is a URN where no catalog is known', async () => {
    const answer = await world.call('/acme/none/customerdb');
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ type: 'urn:gatehouse:problem:api-not-found', code: 'API_NOT_FOUND' }),
    ]);
  });
});
