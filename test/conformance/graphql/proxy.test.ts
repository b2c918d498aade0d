import { buildSchema, graphqlSync } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { INNER, simpleRequests } from '../../support/simple-requests.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/sample/graphql';
const sdl = 'type Query { hello: String } type Mutation { change: String }';
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
  const gone = await recordingUpstream();
  await gone.close();
  const down = api({ id: 'down', basePath: '/down', kind: 'GRAPHQL', upstreamUrl: gone.url, sdl });
  const clients = [client({ key: 'audits', plans: { 'customer-1': {} } })];
  world = await openGateway(snapshot(catalog({ apis: [sample, down], clients })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

function call(init: RequestInit = {}, path = PATH): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('x-client-id', 'audits');
  return world.call(path, { ...init, headers });
}

const audits = serverAudits({
  url: `http://gateway.test${PATH}`,
  fetchFn: (url: string, init?: RequestInit) => call(init, url.slice('http://gateway.test'.length)),
});

describe('a GraphQL proxy API speaks GraphQL over HTTP', () => {
  it.each(audits)('$id $name', async (audit) => {
    const result = await audit.fn();
    expect('reason' in result ? result.reason : result.status).toBe('ok');
  });
});

describe('what a page of any site can make a browser send', () => {
  it.each(simpleRequests('mutation { change }'))('is refused with 415: %s', async (_what, init) => {
    const response = await call(init);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
    });
  });

  it('changes nothing by GET', async () => {
    const url = `${PATH}?query=${encodeURIComponent('mutation { change }')}`;
    const response = await call({}, url);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('an error', () => {
  it.each(['{', '{ helo }', 'mutation { chang }'])(
    'tells nothing from within, and suggests no name: %s',
    async (query) => {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const headers = { 'content-type': 'application/json', accept };
        const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
        const response = await call(init);
        const text = await response.text();
        expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
        expect(text).not.toMatch(INNER);
      }
    },
  );

  it('of a back-end that is down does not say where that is', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ hello }' });
    const response = await call({ method: 'POST', headers, body }, PATH.replace('sample', 'down'));
    const text = await response.text();
    expect([response.status, JSON.parse(text).errors[0].message]).toEqual([
      502,
      'The back-end cannot be reached.',
    ]);
    expect(text).not.toMatch(INNER);
  });
});
