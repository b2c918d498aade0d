import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';

const schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', minimum: 7 }, name: { type: 'string', example: 'Ada' } },
};
const paths = {
  '/customers/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {
      responses: {
        default: { content: { 'application/problem+json': { example: { title: 'Gone wrong' } } } },
        200: {
          headers: {
            'X-Total': { schema: { type: 'integer', example: 3 } },
            'Content-Length': { example: 9 },
          },
          content: {
            'text/csv': { example: 'id,name\n1,Ada' },
            'application/json': {
              examples: {
                one: { value: { id: 1, name: 'Ada' } },
                other: { value: { id: 2, name: 'Bo' } },
                'in other words': { value: { id: 3 } },
              },
            },
          },
        },
        '4XX': {
          content: {
            'application/json': { schema: { type: 'object', properties: { code: { enum: ['GONE'] } } } },
          },
        },
      },
    },
    delete: { responses: { 204: { description: 'Gone.' } } },
    put: { responses: { 200: { content: { 'application/json': { schema } } } } },
    patch: {},
  },
  '/page': { get: { responses: { 200: { content: { 'text/html': { example: '<script>1</script>' } } } } } },
};
const document = JSON.stringify({ openapi: '3.1.0', paths });

let world: GatewayWorld;
beforeAll(async () => {
  const contract = { requests: 'ENFORCE', answers: 'OFF', sample: 1, mock: 'EXAMPLES', document } as const;
  const apis = [
    api({ basePath: '/mocked', openapi: { paths }, contract }),
    api({ basePath: '/lacking', openapi: { paths }, backend: 'nowhere', contract }),
  ];
  const plans = { 'customer-1': { limit: 100, windowSeconds: 60 } };
  world = await openGateway(snapshot(catalog({ apis, clients: [client({ key: 'key', plans })] })));
});
afterAll(() => world.close());

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.call(`/acme/sandbox${path}`, { method, headers: { 'x-client-id': 'key', ...headers } });
async function answered(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await call(path, headers, method);
  const text = await response.text();
  return [
    response.status,
    response.headers.get('content-type'),
    text,
    response.headers.get('preference-applied'),
  ];
}
const JSON_TYPE = 'application/json';

describe('an API that answers from its examples', () => {
  it.each<[string, Record<string, string>, unknown[]]>([
    ['the first example of the success, by its name', {}, [200, JSON_TYPE, '{"id":3}', null]],
    [
      'the example by its name',
      { prefer: 'example=other' },
      [200, JSON_TYPE, '{"id":2,"name":"Bo"}', 'example=other'],
    ],
    [
      'the example by a name in quotes',
      { prefer: 'respond-async, example="in other words"' },
      [200, JSON_TYPE, '{"id":3}', 'example="in other words"'],
    ],
    ['a status of a class', { prefer: 'code=404' }, [404, JSON_TYPE, '{"code":"GONE"}', 'code=404']],
    [
      'the default for another status',
      { prefer: 'code=503, example=none' },
      [503, 'application/problem+json', '{"title":"Gone wrong"}', 'code=503'],
    ],
    ['the type that is accepted', { accept: 'text/*;q=0.9' }, [200, 'text/csv', 'id,name\n1,Ada', null]],
    [
      'what it can, where a preference says nothing',
      { prefer: 'code=9999, example=' },
      [200, JSON_TYPE, '{"id":3}', null],
    ],
  ])('gives %s', async (_, headers, expected) => {
    expect(await answered('/mocked/customers/7', headers)).toEqual(expected);
  });

  it('needs no back-end, makes values where there is no example, and has no body where none is described', async () => {
    expect(await answered('/lacking/customers/7', {}, 'PUT')).toEqual([
      200,
      JSON_TYPE,
      '{"id":7,"name":"Ada"}',
      null,
    ]);
    expect(await answered('/mocked/customers/7', {}, 'DELETE')).toEqual([204, null, '', null]);
    expect(await answered('/mocked/customers/7', {}, 'PATCH')).toEqual([204, null, '', null]);
  });

  it('is told apart from a back-end, counts calls, and sends the headers of its document', async () => {
    const { headers } = await call('/mocked/customers/7', {}, 'HEAD');
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-gatehouse-mock': 'EXAMPLES',
      'x-total': '3',
      'content-length': '8',
      'x-ratelimit-limit': '100',
    });
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(100);
  });

  it('runs no script of an example', async () => {
    const { headers } = await call('/mocked/page');
    expect(headers.get('content-security-policy')).toBe('sandbox');
  });

  it('refuses what breaks its document, and a type that it does not have', async () => {
    expect(await problemOf(await call('/mocked/customers/x'))).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    expect(await problemOf(await call('/mocked/customers/7', { accept: 'image/png' }))).toMatchObject({
      status: 406,
      code: 'NOT_ACCEPTABLE',
    });
  });
});
