import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import { breakingChanges } from '../../../../src/openapi/breaking/breaking-changes.ts';
import { checkOpenApi } from '../../../../src/openapi/document/openapi.ts';
import { operationList } from '../../../../src/openapi/operation-list.ts';
import { methodsAt, type OperationTree, readOperations } from '../../../../src/openapi/path-template.ts';

const responses = { 200: { description: 'fine' } };
const operation = (said: object = {}) => ({ ...said, responses });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
/** An operation that declares what its path has in braces. */
const declaring = (...names: string[]) => operation({ parameters: names.map(inPath) });
const inQuery = (name: string, said: object = {}) => ({ name, in: 'query', schema: {}, ...said });
const named = (name: string, value: string) => ({
  name,
  in: 'query',
  required: true,
  schema: { type: 'string', enum: [value] },
});

function taken(paths: object, more: object = {}) {
  const info = { title: 'Queues', version: '1.0.0' };
  return checkOpenApi({ openapi: '3.0.3', info, paths, ...more }, ['input', 'openapi']);
}

/** The paths that are kept. */
const kept = (paths: object, more: object = {}) => taken(paths, more).paths as Record<string, JsonObject>;

/** What the gateway takes at a path, by the names of the operations. */
function at(document: JsonObject, path: string): string[] {
  return [...(methodsAt(readOperations(document) as OperationTree, path)?.values() ?? [])];
}

describe('paths that differ in the names of parameters', () => {
  const trello = {
    '/cards/{id}': { get: operation({ operationId: 'read', parameters: [inPath('id')] }) },
    '/cards': { get: operation() },
    '/cards/{idCard}': { put: operation({ operationId: 'write', parameters: [inPath('idCard')] }) },
  };

  it('are one path with the operations of each, under the names of the first', () => {
    expect(kept(trello)).toEqual({
      '/cards/{id}': {
        get: trello['/cards/{id}'].get,
        put: operation({ operationId: 'write', parameters: [inPath('id')] }),
      },
      '/cards': trello['/cards'],
    });
  });

  it('are routed and listed each by its method', () => {
    const document = taken(trello);
    expect(at(document, '/cards/1')).toEqual(['GET /cards/{id}', 'PUT /cards/{id}']);
    expect(at(document, '/cards/1/2')).toEqual([]);
    expect(operationList(document).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /cards',
      'GET /cards/{id}',
      'PUT /cards/{id}',
    ]);
  });

  it('are one operation where they have the same method: that of the first, which tells of the others', () => {
    const paths = {
      '/boards/{id}': { get: operation({ operationId: 'read', parameters: [inPath('id')] }) },
      '/boards/{name}': { get: operation({ operationId: 'find', parameters: [inPath('name')] }) },
    };
    const schema = { $ref: '#/paths/~1boards~1{name}/get/responses/200' };
    const document = taken(paths);
    const description =
      'Under these paths, which the gateway does not tell apart, it is described too:\n\n- `/boards/{name}`: find';
    expect(document.paths).toEqual({
      '/boards/{id}': { get: { ...paths['/boards/{id}'].get, description } },
    });
    expect(at(document, '/boards/1')).toEqual(['GET /boards/{id}']);
    // The one that has its place now is another.
    expect(() => taken(paths, { components: { responses: { other: schema } } })).toThrow(
      'becomes one with others',
    );
  });

  it.each([
    ['/ä', '/%c3%a4'],
    ['/a', '/a '],
  ])('are one operation, as %j and %j are', (one, other) => {
    expect(Object.keys(kept({ [one]: { get: operation() }, [other]: { get: operation() } }))).toEqual([one]);
  });

  it('may change places', () => {
    const parameters = [inPath('b'), inPath('a'), inQuery('a')];
    const { '/{a}/{b}': item } = kept({
      '/{a}/{b}': { get: declaring('a', 'b') },
      '/{b}/{a}': { put: operation({ parameters }) },
    });
    expect(item?.['put']).toEqual(operation({ parameters: [inPath('a'), inPath('b'), inQuery('a')] }));
  });

  it('keep for each operation what its path said of all', () => {
    const { '/{a}': item } = kept({
      '/{a}': { get: declaring('a'), 'x-owner': 'us' },
      '/{b}': {
        summary: 'One',
        description: 'of them',
        servers: [{ url: '/v2' }],
        'x-owner': 'you',
        parameters: [inPath('b'), inQuery('page'), inQuery('size')],
        put: operation({
          description: 'my own',
          parameters: [inQuery('page', { required: true })],
        }),
      },
    });
    expect(item).toEqual({
      get: declaring('a'),
      put: operation({
        summary: 'One',
        description: 'my own',
        servers: [{ url: '/v2' }],
        parameters: [inQuery('page', { required: true }), inPath('a'), inQuery('size')],
      }),
      'x-owner': 'us',
    });
  });

  it('refer to the schema of a parameter that had another name, and share one that has not', () => {
    const components = { parameters: { a: inPath('a'), b: { ...inPath('b'), description: 'long' } } };
    const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });
    const { '/{a}': item } = kept(
      {
        '/{a}': { get: operation({ parameters: [ref('a')] }) },
        '/{b}': { put: operation({ parameters: [ref('b')] }) },
      },
      { components },
    );
    expect(item).toEqual({
      get: operation({ parameters: [ref('a')] }),
      put: operation({
        parameters: [
          { name: 'a', in: 'path', required: true, schema: { $ref: '#/components/parameters/b/schema' } },
        ],
      }),
    });
  });

  it('are followed by references into them, but for those in data', () => {
    const to = (reference: string) => ({ responses: { 200: { $ref: reference } } });
    const { '/all': item } = kept({
      '/{a}': { get: declaring('a') },
      '/{b}': { put: declaring('b') },
      '/100%25 ': { get: operation() },
      '/all': {
        get: to('#/paths/~1{b}/put/responses/200'),
        put: to('#/paths/~1%7Ba%7D/get/responses/200'),
        post: to('#/paths/~1100%2525 /get/responses/200'),
        patch: operation({ 'x-old': { $ref: '#/paths/~1{b}/put' } }),
      },
    });
    expect(item).toEqual({
      get: to('#/paths/~1{a}/put/responses/200'),
      put: to('#/paths/~1{a}/get/responses/200'),
      post: to('#/paths/~1100%2525/get/responses/200'),
      patch: operation({ 'x-old': { $ref: '#/paths/~1{b}/put' } }),
    });
  });
});

describe('a path with a query or a fragment', () => {
  it.each([
    ['/queues?Action=Purge', '/queues', [named('Action', 'Purge')]],
    ['/queues?a=1&b=x%20y&a=2#rest', '/queues', [named('a', '2'), named('b', 'x y')]],
    ['/queues?acl', '/queues', [named('acl', '')]],
    ['/queues?', '/queues', undefined],
    ['/queues?=1', '/queues', undefined],
    ['/queues/#Action=Purge?x', '/queues/', undefined],
    ['/queues ', '/queues', undefined],
  ])('%j is %s, and what the query says is a parameter', (written, path, parameters) => {
    expect(kept({ [written]: { get: operation() } })).toEqual({
      [path]: { get: operation(parameters && { parameters }) },
    });
  });

  it('leaves the parameters of the query as they are described', () => {
    const action = inQuery('Action', { description: 'What to do' });
    for (const item of [
      { get: operation({ parameters: [action] }) },
      { get: operation(), parameters: [action] },
    ])
      expect(kept({ '/?Action=Purge': item })).toEqual({
        '/': { get: operation({ parameters: [action] }) },
      });
  });

  it('has in the query what it had there in braces', () => {
    const parameters = [inPath('id'), { ...inPath('words'), style: 'simple' }];
    const { '/books/{id}': item } = kept({ '/books/{id}?q={words}': { get: operation({ parameters }) } });
    expect(item?.['get']).toEqual(operation({ parameters: [inPath('id'), { ...inPath('q'), in: 'query' }] }));
  });

  it('has in the query also what stood in braces where no key of the query is', () => {
    const parameters = [inPath('words'), inPath('page')];
    const document = taken({ '/books?q={words}#{page}': { get: operation({ parameters }) } });
    expect(document.paths['/books']).toEqual({
      get: operation({
        parameters: [
          { ...inPath('q'), in: 'query' },
          { ...inPath('page'), in: 'query' },
        ],
      }),
    });
    expect(checkOpenApi(document, [])).toBe(document);
  });

  it('is one path with the same without it, where their methods differ', () => {
    const document = taken({
      '/queues/{name}#purge': { post: operation({ parameters: [inPath('name')] }) },
      '/queues/{id}': { get: declaring('id') },
    });
    expect(document.paths).toEqual({
      '/queues/{id}': { get: declaring('id'), post: operation({ parameters: [inPath('id')] }) },
    });
    expect(at(document, '/queues/1')).toEqual(['GET /queues/{id}', 'POST /queues/{id}']);
  });

  it('is told of in the operation of the path without it, where the method is the same', () => {
    const get = operation({ summary: 'Reads', description: 'As it is.', operationId: 'read' });
    expect(
      kept({
        '/files#meta': { get: operation({ operationId: 'readMeta' }) },
        '/files': { get },
        '/files?deep': { get: operation() },
      }),
    ).toEqual({
      '/files': {
        get: {
          ...get,
          description:
            'As it is.\n\nUnder these paths, which the gateway does not tell apart, it is described too:\n\n- `/files#meta`: readMeta\n- `/files?deep`',
        },
      },
    });
  });
});

describe('operations that differ in query or fragment alone', () => {
  const action = (name: string, more: object = {}) => ({
    summary: `${name}s\na queue`,
    operationId: `POST_${name}`,
    parameters: [
      { name: 'X-Amz-Target', in: 'header', required: true, schema: { type: 'string', enum: [name] } },
      { name: 'Version', in: 'query', required: true, schema: { type: 'string' } },
      inQuery(`${name}Only`),
    ],
    requestBody: { required: true, content: { 'text/xml': { schema: { title: name } } } },
    responses: { 200: { description: name, content: { 'text/xml': {} } }, 480: { description: 'no' } },
    ...more,
  });
  const aws = { '/#Action=Purge': { post: action('Purge') }, '/#Action=Send': { post: action('Send') } };

  it('are one operation of what they have in common, which names them all', () => {
    expect(kept(aws)).toEqual({
      '/': {
        post: {
          summary: '/ (2 operations)',
          description:
            'Which of these operations is called the gateway does not tell apart:\n\n- `/#Action=Purge`: Purges a queue\n- `/#Action=Send`: Sends a queue',
          parameters: [
            {
              name: 'X-Amz-Target',
              in: 'header',
              required: true,
              schema: { type: 'string', enum: ['Purge', 'Send'] },
            },
            { name: 'Version', in: 'query', required: true, schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'text/xml': {} } },
          responses: {
            200: { description: '', content: { 'text/xml': {} } },
            480: { description: 'no' },
          },
        },
      },
    });
  });

  it('are routed as that one, and nothing else is', () => {
    const document = taken(aws);
    expect(at(document, '/')).toEqual(['POST /']);
    expect(at(document, '/Action')).toEqual([]);
  });

  it('have the path in their name as it is called then', () => {
    const { '/{a}': item } = kept({
      '/{a}#1': { get: declaring('a') },
      '/{b}#2': { put: declaring('b') },
      '/{c}#3': { put: declaring('c') },
    });
    expect(item).toMatchObject({ get: declaring('a'), put: { summary: '/{a} (2 operations)' } });
  });

  it('need what all of them need alone, and have a common place for what differs', () => {
    const said = (schema: object, required: boolean) => [{ name: 'Id', in: 'query', required, schema }];
    const { '/': item } = kept({
      '/#a': { get: operation({ parameters: said({ type: 'string' }, true), requestBody: { content: {} } }) },
      '/#b': { get: operation({ parameters: said({ type: 'number' }, false) }) },
    });
    expect(item?.['get']).toMatchObject({
      parameters: [{ name: 'Id', in: 'query', schema: {} }],
      requestBody: { content: {} },
      responses,
    });
    expect(JSON.stringify(item)).not.toContain('required');
  });

  it('share what all refer to', () => {
    const components = {
      parameters: { p: inQuery('p') },
      requestBodies: { b: { content: { 'text/plain': {} } } },
      responses: { r: { description: 'fine' } },
    };
    const shared = {
      parameters: [{ $ref: '#/components/parameters/p' }],
      requestBody: { $ref: '#/components/requestBodies/b' },
      responses: { 200: { $ref: '#/components/responses/r' } },
    };
    const { '/': item } = kept({ '/#a': { post: shared }, '/#b': { post: shared } }, { components });
    expect(item?.['post']).toMatchObject(shared);
  });

  it('break nobody who called them when one is added, and are the same when they are given again', () => {
    const before = taken(aws);
    const after = taken({ ...aws, '/#Action=List': { post: action('List') } });
    expect(breakingChanges(before, after)).toEqual([]);
    expect(breakingChanges(after, taken({}))).toEqual([
      {
        pointer: '#/paths/~1/post',
        operation: 'POST /',
        message: 'the path is removed',
        phrase: { code: 'PATH_REMOVED', values: [] },
      },
    ]);
    expect(checkOpenApi(before, [])).toBe(before);
  });
});

describe('what many operations refer to', () => {
  const long = 'x'.repeat(20_000);
  const types = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`text/x-${at}`, {}]));
  const components = {
    parameters: {
      a: inPath('a'),
      b: { ...inPath('b'), description: long },
      c: inQuery('q', { description: long }),
      d: { name: 'q', in: 'query', schema: { enum: [long] } },
    },
    requestBodies: { e: { content: types }, f: { content: types } },
    responses: {
      g: { description: long, content: types },
      h: { description: long, content: types },
    },
  };
  const ref = (name: string) => ({ $ref: `#/components/${name}` });
  const using = (path: string, [parameter, body, response]: readonly [string, string, string]) => ({
    parameters: [ref(`parameters/${path.slice(-2, -1)}`), ref(`parameters/${parameter}`)],
    requestBody: ref(`requestBodies/${body}`),
    responses: { 200: ref(`responses/${response}`) },
  });
  const indexes = Array.from({ length: 300 }, (_, at) => at);

  it.each([
    ['that are put under another name', (at: number) => [`/${at}/{a}`, `/${at}/{b}`] as const, 'put'],
    ['that become one', (at: number) => [`/${at}/{b}#1`, `/${at}/{b}#2`] as const, 'get'],
  ])('by operations %s is not multiplied', (_what, pathsOf, method) => {
    const paths = indexes.flatMap((at) => {
      const [one, other] = pathsOf(at);
      return [
        [one, { get: using(one.split('#')[0] as string, ['c', 'e', 'g']) }],
        [other, { [method]: using(other.split('#')[0] as string, ['d', 'f', 'h']) }],
      ];
    });
    const given = Object.fromEntries(paths);
    const before = JSON.stringify({ given, components }).length;
    expect(JSON.stringify(taken(given, { components })).length).toBeLessThan(3 * before);
  });
});

describe('a document without such paths', () => {
  it('is kept as it is, with a space in the name of a parameter too', () => {
    const paths = { '/{user id}': { get: declaring('user id') }, '/me': { get: operation() }, 'x-a?': {} };
    const document = { openapi: '3.0.3', info: { title: 'A', version: '1.0.0' }, paths };
    expect(checkOpenApi(document, [])).toBe(document);
    expect(at(document, '/1')).toEqual(['GET /{user id}']);
  });

  it('of 2.0 is brought into the form of 3.0 first', () => {
    const document = { swagger: '2.0', info: { title: 'A', version: '1.0.0' } };
    const of2 = (name: string) => ({ name, in: 'path', required: true, type: 'string' });
    const paths = {
      '/{a}': { get: operation({ parameters: [of2('a')] }) },
      '/{b}?x=1': { put: operation({ parameters: [of2('b')] }) },
    };
    expect(checkOpenApi({ ...document, paths }, []).paths).toEqual({
      '/{a}': { get: declaring('a'), put: operation({ parameters: [inPath('a'), named('x', '1')] }) },
    });
  });
});
