import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Refusal } from '../../../src/foundation/errors.ts';
import { checkOpenApi, serverUrl } from '../../../src/openapi/document/openapi.ts';

const path = ['input', 'openapi'];
const responses = { 200: { description: 'fine' } };
const minimal = (changes: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Customers', version: '1.0.0' },
  paths: { '/customers': { get: { responses } } },
  ...changes,
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const paths = (given: object) => minimal({ paths: given });
const schemas = (given: object) => minimal({ components: { schemas: given } });

/** What a document is refused for. */
function detailOf(document: unknown): string {
  try {
    checkOpenApi(document, path);
  } catch (error) {
    const { code, status, message } = error as Refusal;
    expect({ code, status, path: (error as Refusal).inputPath }).toEqual({
      code: 'OPENAPI_INVALID',
      status: 400,
      path,
    });
    return message;
  }
  return 'not refused';
}

describe('an OpenAPI document', () => {
  it.each(['customerdb.v1', 'customerdb.v3', 'accounts', 'authentication'])(
    'openapi/%s.yaml is taken',
    (name) => {
      const document = parse(readFileSync(`openapi/${name}.yaml`, 'utf8'));
      expect(checkOpenApi(document, path)).toBe(document);
    },
  );

  it.each([
    ['the least there can be', minimal()],
    ['no path at all', paths({})],
    ['version 3.1', minimal({ openapi: '3.1.1' })],
    [
      'version 3.2 with its method query and operations of other methods',
      minimal({
        openapi: '3.2.0',
        paths: {
          '/a/{id}': {
            query: { parameters: [id], responses },
            additionalOperations: { COPY: { responses } },
          },
        },
      }),
    ],
    [
      'literal and parameter side by side',
      paths({ '/a/{id}': { get: { parameters: [id], responses } }, '/a/b': {} }),
    ],
    ['an extension among the paths', paths({ 'x-owner': 'us', '/a': {} })],
    ['a reference to an escaped path', schemas({ A: { $ref: '#/paths/~1customers/get' } })],
    [
      'a reference that is percent-encoded',
      schemas({ A: { $ref: '#/components/schemas/A%20B' }, 'A B': {} }),
    ],
    ['a reference in an example, which is data', schemas({ A: { example: { $ref: 'somewhere' } } })],
    ['a reference in an extension, which is data', schemas({ A: { 'x-old': { $ref: 'somewhere' } } })],
    ['schemas that refer to each other', schemas({ A: { $ref: '#/components/schemas/A' } })],
    ['a parameter by reference', paths({ '/a': { parameters: [{ $ref: '#/info' }] } })],
  ])('with %s is taken', (_what, document) => {
    expect(checkOpenApi(document, path)).toBe(document);
  });

  it.each([
    ['a text', 'hello', '#: an OpenAPI document is an object'],
    ['a list', [], '#: an OpenAPI document is an object'],
    ['anything else', { hello: 'world' }, '#/openapi: this is no OpenAPI document'],
    [
      'a fault of 3.2 in its method query',
      minimal({ openapi: '3.2.0', paths: { '/a/{id}': { query: { responses } } } }),
      '#/paths/~1a~1{id}',
    ],
    ['a version that was', minimal({ openapi: undefined, swagger: '1.2' }), '#/openapi: '],
    ['a version to come', minimal({ openapi: '3.3.0' }), '#/openapi: '],
    ['no info', minimal({ info: undefined }), '#/info: '],
    ['no title', minimal({ info: { title: ' ', version: '1.0.0' } }), '#/info/title: there must be a text.'],
    ['a number as version', minimal({ info: { title: 'A', version: 1 } }), '#/info/version: '],
    ['no paths', paths([]), '#/paths: there must be an object of paths.'],
    ['a path without a slash', paths({ customers: {} }), '#/paths/customers: a path begins with a slash.'],
    ['a path with a space', paths({ '/a b': {} }), '#/paths/~1a b: a path has no space but in the name'],
    ['a tab in a name', paths({ '/{a\tb}': {} }), '#/paths/~1{a\tb}: a path has no space but in the name'],
    ['half a character in a path', paths({ '/\ud800': {} }), '#/paths: a name here holds'],
    ['nothing but a query', paths({ '?a': {} }), '#/paths/?a: a path begins with a slash.'],
    [
      'dot segments before a query',
      paths({ '/a/..?b': {} }),
      '#/paths/~1a~1..?b: a path has no dot segments.',
    ],
    ['a question mark in a name', paths({ '/{a?}': {} }), '#/paths/~1{a?}: a parameter is a name in braces'],
    ['a path with dot segments', paths({ '/a/../b': {} }), '#/paths/~1a~1..~1b: a path has no dot segments.'],
    ['an open brace', paths({ '/a/{id': {} }), '#/paths/~1a~1{id: a parameter is a name in braces'],
    [
      'a parameter without a name',
      paths({ '/a/{}': {} }),
      '#/paths/~1a~1{}: a parameter is a name in braces',
    ],
    ['a parameter twice', paths({ '/{a}/{a}': {} }), '#/paths/~1{a}~1{a}: each parameter is there once.'],
    [
      'one path twice, once as a reference',
      paths({ '/b': {}, '/a/{b}': { $ref: '#/paths/~1b' }, '/a/{c}': {} }),
      '#/paths/~1a~1{c}: the same path as /a/{b}, and one of them is a reference: write its operations in its place.',
    ],
    [
      'a reference into one of several operations that become one',
      paths({
        '/?a': { get: { responses } },
        '/?b': { get: { responses: { 200: { $ref: '#/paths/~1?a/get/responses/200' } } } },
        '/c': { get: { responses: { 200: { $ref: '#/paths/~1?a/get/responses/200' } } } },
      }),
      '#/paths/~1c/get/responses/200/$ref: what this refers to becomes one with others',
    ],
    ['a path item that is a text', paths({ '/a': 'get' }), '#/paths/~1a: there must be an object'],
    [
      'an operation that is a text',
      paths({ '/a': { get: 'x' } }),
      '#/paths/~1a/get: an operation is an object.',
    ],
    ['no responses', paths({ '/a': { get: {} } }), '#/paths/~1a/get/responses: '],
    [
      'a response 600',
      paths({ '/a': { get: { responses: { 600: {} } } } }),
      '#/paths/~1a/get/responses/600: ',
    ],
    [
      'a response null',
      paths({ '/a': { get: { responses: { 200: null } } } }),
      '#/paths/~1a/get/responses/200: ',
    ],
    [
      'one operationId twice',
      paths({ '/a': { get: { operationId: 'a', responses }, put: { operationId: 'a', responses } } }),
      '#/paths/~1a/put/operationId: there must be a text of its own.',
    ],
    ['a parameter nowhere', paths({ '/a': { parameters: [{ name: 'x' }] } }), '#/paths/~1a/parameters/0: '],
    ['servers that are no list', minimal({ servers: {} }), '#/servers: there must be a list'],
    ['a server without url', minimal({ servers: [{}] }), '#/servers/0: a server is an object with a url.'],
    [
      'a server that is no URL',
      minimal({ servers: [{ url: 'http://[' }] }),
      '#/servers/0/url: this is no URL.',
    ],
    [
      'a server variable without default',
      minimal({ servers: [{ url: 'https://{host}/v1' }] }),
      '#/servers/0/variables: each variable of the url needs a default.',
    ],
    [
      'a reference that leads nowhere',
      schemas({ A: { $ref: '#/components/schemas/B' } }),
      '#/components/schemas/A/$ref: there is no "#/components/schemas/B" in this document.',
    ],
    [
      'a reference to what every object has',
      schemas({ A: { $ref: '#/components/constructor' } }),
      '#/components/schemas/A/$ref: there is no',
    ],
    [
      'a broken reference',
      schemas({ A: { $ref: '#/%zz' } }),
      '#/components/schemas/A/$ref: there is no "#/%zz"',
    ],
    [
      'a reference to another document',
      schemas({ A: { properties: { example: { $ref: 'http://10.0.0.1/a.yaml' } } } }),
      '#/components/schemas/A/properties/example/$ref: "http://10.0.0.1/a.yaml" is in another document',
    ],
    [
      'a reference in the default response',
      paths({ '/a': { get: { responses: { default: { $ref: '#/no' } } } } }),
      '#/paths/~1a/get/responses/default/$ref: there is no "#/no"',
    ],
    ['a NUL', minimal({ info: { title: 'A', version: '1', description: 'a\0b' } }), '#/info/description: '],
    ['half a character', minimal({ 'x-a': '\ud800' }), '#/x-a: this text holds'],
    ['a NUL in a name', schemas({ 'a\0': {} }), '#/components/schemas: a name here holds'],
  ])('that is or has %s is refused, with the place', (_what, document, pointer) => {
    expect(detailOf(document)).toContain(`At ${pointer}`);
  });

  it('nested without end is refused, and does not exhaust the stack', () => {
    let nested: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) nested = { items: nested };
    expect(detailOf(schemas({ A: nested }))).toContain('this is nested deeper than 100 levels.');
  });

  it.each([
    ['the whole', { consumes: Array(21).fill('a/b') }, '#/consumes'],
    [
      'an operation',
      { paths: { '/a': { get: { produces: Array(21).fill('a/b') } } } },
      '#/paths/~1a/get/produces',
    ],
  ])(
    'of 2.0 has at most 20 media types for %s, which each body and answer repeats',
    (_what, said, pointer) => {
      const document = { swagger: '2.0', info: { title: 'A', version: '1.0.0' }, paths: {}, ...said };
      expect(detailOf(document)).toContain(`At ${pointer}: there are more than 20 media types.`);
    },
  );

  it.each([
    ['of 2.0', { swagger: '2.0', consumes: ['a/a', 'a/b', 'a/c', 'a/d'] }, {}],
    ['whose paths become one', { openapi: '3.0.3' }, { '/{b}': {} }],
  ])('%s does not become longer than what can be kept', (_what, form, more) => {
    const schema = { type: 'string', description: 'x'.repeat(4_000_000) };
    const parameters: object[] = [
      'swagger' in form ? { name: 'a', in: 'body', schema } : { name: 'a', in: 'query', schema },
    ];
    const methods = ['get', 'put', 'post', 'delete', 'head', 'patch'].map((name) => [name, { responses }]);
    const inPath = { name: 'a', in: 'path', required: true };
    parameters.push('swagger' in form ? { ...inPath, type: 'string' } : { ...inPath, schema: {} });
    const item = { parameters, ...Object.fromEntries(methods) };
    const info = { title: 'A', version: '1.0.0' };
    expect(detailOf({ ...form, info, paths: { '/{a}': item, ...more } })).toContain(
      'At #: it says so much for many operations at once',
    );
  });

  it('tells several faults at once, a line each and ten at most', () => {
    const names = Array.from({ length: 11 }, (_, index) => [`a${index}`, {}]);
    const lines = detailOf(paths(Object.fromEntries(names))).split('\n');
    expect(lines).toEqual(
      names.slice(0, 10).map(([name]) => `At #/paths/${name}: a path begins with a slash.`),
    );
  });
});

describe('the server of a document', () => {
  it.each([
    [undefined, undefined],
    [[], undefined],
    [[{ url: 'https://example.com/v1' }, { url: 'https://other.example' }], 'https://example.com/v1'],
    [
      [
        {
          url: 'https://{host}/{path}',
          variables: { host: { default: 'a.example' }, path: { default: 'v2' } },
        },
      ],
      'https://a.example/v2',
    ],
  ])('%j is %s', (servers, url) => {
    expect(serverUrl({ servers })).toBe(url);
  });
});
