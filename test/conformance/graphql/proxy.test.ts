import { buildSchema, graphqlSync } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/sample/graphql';
const sdl = 'type Query { hello: String }';
let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const schema = buildSchema(sdl);
  upstream.answer = (request, response) => {
    const { query, variables, operationName } = JSON.parse(upstream.seen.at(-1)?.body ?? '{}');
    const type = request.headers.accept?.includes('application/graphql-response+json')
      ? 'application/graphql-response+json'
      : 'application/json';
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(
      JSON.stringify(graphqlSync({ schema, source: query, variableValues: variables, operationName })),
    );
  };
  const sample = api({ basePath: '/sample', kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl });
  const clients = [client({ key: 'audits', plans: { 'customer-1': {} } })];
  world = await openGateway(snapshot(catalog({ apis: [sample], clients })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

const audits = serverAudits({
  url: `http://gateway.test${PATH}`,
  fetchFn: (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-client-id', 'audits');
    return world.call(url.slice('http://gateway.test'.length), { ...init, headers });
  },
});

describe('a GraphQL proxy API speaks GraphQL over HTTP', () => {
  it.each(audits)('$id $name', async (audit) => {
    const result = await audit.fn();
    expect('reason' in result ? result.reason : result.status).toBe('ok');
  });
});
