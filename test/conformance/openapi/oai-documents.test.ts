import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/foundation/errors.ts';
import type { JsonObject } from '../../../src/foundation/json.ts';
import { checkOpenApi } from '../../../src/openapi/document/openapi.ts';
import { checkRestDocument } from '../../../src/openapi/to-graphql/check-rest-document.ts';

// Documents of the same kinds as the test documents that the OpenAPI Initiative has for its schema of 3.1: what is to pass
// (tests/schema/pass of its repository), and what is to fail (tests/schema/fail). They are our own.

const info = { title: 'Parcels', version: '2.1.0' };
const document = (said: object = {}): JsonObject => ({ openapi: '3.1.0', info, ...said });
const paths = (given: object, more: object = {}) => document({ paths: given, ...more });
const components = (given: object) => document({ components: given });
const schemas = (given: object) => components({ schemas: given });
const parameter = (given: object) =>
  components({ parameters: { p: { name: 'p', schema: { type: 'string' }, ...given } } });
const get = (said: object, path = '/parcels') => paths({ [path]: { get: said } });
const done = { 204: { description: 'Done.' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const json = (schema: unknown, more: object = {}) => ({ 'application/json': { schema, ...more } });

/** The lines of the refusal; undefined when the document is taken. */
function faults(given: unknown): string[] | undefined {
  try {
    checkOpenApi(given, ['openapi']);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: 'OPENAPI_INVALID', status: 400 });
    return (error as Refusal).message.split('\n');
  }
}

describe('a document of 3.1 that the Initiative has pass is taken', () => {
  it.each<[kind: string, JsonObject]>([
    ['the least with paths', paths({})],
    ['the least with webhooks', document({ webhooks: {} })],
    ['the least with components', components({})],
    ['a path in braces without an operation', paths({ '/{place}': {} })],
    ['an operation without responses', get({ parameters: [] })],
    ['operations without anything', paths({ '/parcels': { patch: {}, delete: {}, head: {}, trace: {} } })],
    [
      'a webhook',
      document({ webhooks: { arrived: { post: { requestBody: { content: json({ type: 'object' }) } } } } }),
    ],
    [
      'a webhook by reference, with its own description',
      document({
        webhooks: { arrived: { $ref: '#/components/pathItems/arrived', description: 'It came.' } },
        components: { pathItems: { arrived: { post: { responses: done } } } },
      }),
    ],
    ['path items among the components', components({ pathItems: { one: { get: { responses: done } } } })],
    [
      'components of every kind',
      components({
        schemas: { Parcel: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
        responses: { Gone: { description: 'It is gone.' } },
        parameters: { skip: { name: 'skip', in: 'query', schema: { type: 'integer' } } },
        examples: { one: { value: { id: 1 } } },
        requestBodies: { parcel: { content: json({ $ref: '#/components/schemas/Parcel' }) } },
        headers: { 'X-Left': { schema: { type: 'integer' } } },
        securitySchemes: { key: { type: 'apiKey', name: 'key', in: 'header' } },
        links: { next: { operationId: 'readNext' } },
        callbacks: { arrived: { '{$request.query.url}': { post: { responses: done } } } },
      }),
    ],
    [
      'callbacks of an operation, one of them by reference',
      paths(
        {
          '/parcels': {
            post: {
              callbacks: {
                arrived: { '{$request.body#/url}': { post: { responses: done } } },
                lost: { $ref: '#/components/callbacks/lost' },
              },
            },
          },
        },
        { components: { callbacks: { lost: { 'https://a.example?id={$request.body#/id}': { post: {} } } } } },
      ),
    ],
    [
      'examples in their forms',
      components({
        examples: {
          here: { summary: 'Here', value: { a: 1 } },
          elsewhere: { externalValue: 'https://a.example/parcel.json' },
          again: { $ref: '#/components/examples/here' },
        },
      }),
    ],
    [
      'headers by schema and by content',
      components({ headers: { a: { schema: { type: 'integer' } }, b: { content: json({}) } } }),
    ],
    [
      'an info with all that it may have',
      document({
        info: {
          ...info,
          summary: 'Where parcels are',
          termsOfService: 'https://a.example/terms',
          contact: { name: 'Ann', url: 'https://a.example', email: 'ann@a.example' },
          license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
        },
        paths: {},
      }),
    ],
    [
      'a licence by its address',
      document({ info: { ...info, license: { name: 'A', url: '/l' } }, paths: {} }),
    ],
    [
      'a dialect of schemas, which a schema names too',
      document({
        jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
        components: { schemas: { A: { $schema: 'https://spec.openapis.org/oas/3.1/dialect/base' } } },
      }),
    ],
    [
      'a dialect of its own, whose schemas are not looked into',
      document({
        jsonSchemaDialect: 'https://a.example/dialect',
        components: { schemas: { A: { type: 'strin' } } },
      }),
    ],
    [
      'a schema that names another dialect',
      schemas({ A: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] } }),
    ],
    [
      'links by operation and by reference',
      components({
        links: {
          a: { operationId: 'read', parameters: { id: '$response.body#/id' }, server: { url: '/v2' } },
          b: { operationRef: '#/paths/~1parcels/get' },
          c: { $ref: '#/components/links/a' },
        },
      }),
    ],
    [
      'media types with examples and encodings',
      components({
        requestBodies: {
          parcel: {
            content: {
              ...json({ type: 'object' }, { examples: { one: { value: {} } } }),
              'multipart/form-data': {
                schema: { type: 'object', properties: { label: {} } },
                encoding: { label: { contentType: 'image/png', headers: { 'X-A': { schema: {} } } } },
              },
              'application/*': {},
            },
          },
        },
      }),
    ],
    [
      'scopes of a scheme that is not OAuth',
      get({ security: [{ bearer: ['read:parcels'] }], responses: done }, '/parcels'),
    ],
    [
      'an operation with all that it may have',
      paths({
        '/parcels/{id}': {
          put: {
            tags: ['parcels'],
            summary: 'Changes a parcel',
            externalDocs: { url: 'https://a.example/docs' },
            operationId: 'change',
            parameters: [id],
            requestBody: { content: json({ type: 'object' }), required: true },
            responses: { '2XX': { description: 'Changed' }, default: { description: 'Not so' }, 'x-a': 1 },
            deprecated: true,
            security: [{}, { key: [] }],
            servers: [{ url: 'https://b.example' }],
          },
        },
      }),
    ],
    [
      'parameters at their four places, in their styles',
      paths({
        '/parcels/{id}': {
          parameters: [{ ...id, style: 'matrix', explode: true }],
          get: {
            parameters: [
              { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
              { name: 'near', in: 'query', content: json({ type: 'array' }) },
              { name: 'token', in: 'header', style: 'simple', schema: { type: 'array' } },
              { name: 'seen', in: 'cookie', style: 'form', schema: {}, example: 'a' },
            ],
          },
        },
      }),
    ],
    ['allowReserved in the query', parameter({ in: 'query', allowReserved: true })],
    [
      'a parameter by reference, with its own description',
      paths(
        { '/parcels': { parameters: [{ $ref: '#/components/parameters/skip', description: 'How many' }] } },
        { components: { parameters: { skip: { name: 'skip', in: 'query', schema: {} } } } },
      ),
    ],
    [
      'servers and parameters of a path',
      paths({
        '/parcels/{id}': { summary: 'One', servers: [{ url: '/v2' }], parameters: [id], get: {}, delete: {} },
      }),
    ],
    [
      'servers with variables',
      paths(
        {},
        {
          servers: [
            {
              url: 'https://{region}.a.example',
              variables: { region: { enum: ['eu', 'us'], default: 'eu' } },
            },
          ],
        },
      ),
    ],
    [
      'a body by reference',
      paths(
        { '/parcels': { post: { requestBody: { $ref: '#/components/requestBodies/b' } } } },
        { components: { requestBodies: { b: { description: 'A parcel', content: { 'text/plain': {} } } } } },
      ),
    ],
    [
      'a response with headers and links',
      get({
        responses: {
          200: {
            description: 'All',
            headers: { 'X-Left': { schema: {} } },
            content: json({}),
            links: { a: { operationId: 'read' } },
          },
        },
      }),
    ],
    ['a schema with the old example', schemas({ A: { type: 'string', example: 'a', deprecated: true } })],
    ['schemas that are true and false', schemas({ A: true, B: false, C: {}, D: { not: {} } })],
    [
      'schemas with null, several types and words of their own',
      schemas({
        A: {
          type: 'object',
          externalDocs: { url: 'https://a.example' },
          discriminator: { propertyName: 'kind', 'x-a': true },
          xml: { name: 'a' },
          properties: {
            type: { type: ['string', 'null'] },
            none: { type: 'null' },
            count: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
            list: { type: 'array', prefixItems: [{ const: 1 }], contains: {} },
          },
          patternProperties: { '^a': {} },
          $defs: { B: { type: 'string' } },
          anything: true,
        },
      }),
    ],
    [
      'security schemes of every kind',
      components({
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'apiKey', name: 'k', in: 'cookie' },
          mutual: { type: 'mutualTLS' },
          openId: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
          oauth: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: {} } },
          },
        },
      }),
    ],
    [
      'extensions wherever there may be one',
      paths(
        {
          'x-a': 1,
          '/parcels': { 'x-b': {}, get: { 'x-c': [], responses: { 200: { description: '', 'x-d': null } } } },
        },
        {
          'x-e': 'e',
          info: { ...info, 'x-f': 1 },
          components: { 'x-g': {} },
          servers: [{ url: '/', 'x-h': 1 }],
          tags: [{ name: 'a', 'x-i': 1 }],
        },
      ),
    ],
    ['styles that are said by nobody', parameter({ in: 'query', explode: false })],
    [
      'tags with descriptions',
      paths({}, { tags: [{ name: 'a', description: 'b', externalDocs: { url: '/a' } }] }),
    ],
    ['a fragment in the name of a path', paths({ '/parcels#new': { post: { responses: done } } })],
  ])('%s', (_kind, given) => {
    expect(faults(given)).toBeUndefined();
    // What is kept is taken again, as it is from a manifest.
    const kept = checkOpenApi(given, ['openapi']);
    expect(checkOpenApi(kept, ['openapi'])).toEqual(kept);
  });

  it('and without paths is kept as an API that has none', () => {
    expect(checkOpenApi(document({ webhooks: {} }), ['openapi']).paths).toEqual({});
  });
});

describe('a document of 3.1 that the Initiative has fail is refused, with the place and what to change', () => {
  const unknown = 'OpenAPI has no such member here: take it out, or give it a name that begins with x-.';

  it.each<[kind: string, unknown, ...lines: string[]]>([
    ['neither paths, webhooks nor components', document(), '#: there must be paths, webhooks or components.'],
    ['an unknown member of the whole', paths({}, { overlays: {} }), `#/overlays: ${unknown}`],
    [
      'a variable of a server with an empty enum',
      paths({}, { servers: [{ url: '/{a}', variables: { a: { enum: [], default: 'a' } } }] }),
      '#/servers/0/variables/a/enum: there must be 1 or more.',
    ],
    [
      'an unknown member of a variable',
      paths({}, { servers: [{ url: '/{a}', variables: { a: { default: 'a', values: [] } } }] }),
      `#/servers/0/variables/a/values: ${unknown}`,
    ],
    [
      'servers that have no address',
      paths({}, { servers: [{ description: 'nowhere' }] }),
      '#/servers/0: a server is an object with a url.',
    ],
    [
      'unknown types of schemas',
      schemas({ A: { type: 'strin' }, B: { items: { type: ['number', 'nil'] } } }),
      '#/components/schemas/A/type: there must be "array", "boolean", "integer", "null", "number", "object", "string".',
      '#/components/schemas/B/items/type/1: there must be "array", "boolean", "integer", "null", "number", "object", "string".',
    ],
    [
      'a schema that is a text',
      schemas({ A: 'string' }),
      '#/components/schemas/A: there must be an object or true or false.',
    ],
    [
      'allowReserved of a header among the components',
      components({ headers: { a: { schema: {}, allowReserved: true } } }),
      `#/components/headers/a/allowReserved: ${unknown}`,
    ],
    [
      'the name of a header',
      components({ headers: { a: { name: 'a', schema: {} } } }),
      `#/components/headers/a/name: ${unknown}`,
    ],
    ...(['header', 'cookie'] as const).map(
      (pointer) =>
        [
          `allowReserved in a ${pointer}`,
          parameter({ in: pointer, allowReserved: true }),
          `#/components/parameters/p/allowReserved: ${unknown}`,
        ] as [string, unknown, string],
    ),
    [
      'a style beside content',
      components({ parameters: { p: { name: 'p', in: 'query', style: 'form', content: json({}) } } }),
      `#/components/parameters/p/style: ${unknown}`,
    ],
    [
      'a value that is here and elsewhere',
      components({ examples: { a: { value: 1, externalValue: '/a' } } }),
      '#/components/examples/a: ',
    ],
    [
      'a method in capitals',
      paths({ '/a': { GET: {} } }),
      '#/paths/~1a/GET: a method is written in small letters: get.',
    ],
    ['tags that are a text', get({ tags: 'parcels' }), '#/paths/~1parcels/get/tags: there must be a list.'],
    ['tags of the whole that are texts', paths({}, { tags: ['a'] }), '#/tags/0: there must be an object.'],
    [
      'a parameter of a path that nobody declares',
      get({}, '/parcels/{id}'),
      '#/paths/~1parcels~1{id}/get: the path has {id}, which no parameter declares: add one of this name, with in: path and required: true.',
    ],
    [
      'a parameter that is not in its path',
      get({ parameters: [id] }),
      '#/paths/~1parcels/get/parameters/0: the path has no {id}: take the parameter out, or write it into the path.',
    ],
    [
      'a parameter of a path that need not be there',
      get({ parameters: [{ ...id, required: false }] }, '/{id}'),
      '#/paths/~1{id}/get/parameters/0/required: there must be true.',
    ],
    [
      'a parameter without schema and content',
      components({ parameters: { p: { name: 'p', in: 'query' } } }),
      '#/components/parameters/p: there must be schema or content.',
    ],
    [
      'a response without description',
      get({ responses: { 200: {} } }),
      '#/paths/~1parcels/get/responses/200/description: this is missing.',
    ],
    ['a name of a component with a space', schemas({ 'a b': {} }), '#/components/schemas'],
    ['webhooks that are a list', document({ webhooks: [] }), '#/webhooks: there must be an object.'],
    ['security that is no list', paths({}, { security: {} }), '#/security: there must be a list.'],
    [
      'a kind of security that there is not',
      components({ securitySchemes: { a: { type: 'password' } } }),
      '#/components/securitySchemes/a/type: there must be "apiKey", "http", "mutualTLS", "oauth2", "openIdConnect".',
    ],
    [
      'a licence without a name',
      document({ info: { ...info, license: {} }, paths: {} }),
      '#/info/license/name: this is missing.',
    ],
  ])('%s', (_kind, given, ...lines) => {
    const told = faults(given) ?? [];
    expect(told).toEqual(lines.map((line) => expect.stringContaining(`At ${line}`)));
  });
});

describe('a document of an older version is held to the schema of that', () => {
  const responses = { 200: { description: 'fine' } };
  const older = (said: object) => ({ openapi: '3.0.3', info, paths: {}, ...said });
  const oldest = (said: object) => ({ swagger: '2.0', info, paths: {}, ...said });

  it.each<[kind: string, unknown, line: string]>([
    ['3.0 without paths', older({ paths: undefined }), '#/paths: there must be an object of paths.'],
    ['3.0 with webhooks', older({ webhooks: {} }), '#/webhooks: OpenAPI has no such member'],
    [
      '3.0 and an operation without responses',
      older({ paths: { '/a': { get: {} } } }),
      '#/paths/~1a/get/responses: there must be an object with a response or more.',
    ],
    [
      '3.0 and an unknown type',
      older({ components: { schemas: { A: { type: 'strin' } } } }),
      '#/components/schemas/A/type: there must be "array", "boolean", "integer", "number", "object", "string".',
    ],
    [
      '3.0 and a style that its place has not',
      older({ paths: { '/a': { parameters: [{ name: 'q', in: 'query', style: 'simple', schema: {} }] } } }),
      '#/paths/~1a/parameters/0/style: there must be "form", "spaceDelimited", "pipeDelimited", "deepObject".',
    ],
    ['2.0 without paths', oldest({ paths: undefined }), '#/paths: there must be an object of paths.'],
    ['2.0 with components', oldest({ components: {} }), '#/components: OpenAPI has no such member'],
    [
      '2.0 and an unknown type',
      oldest({ definitions: { A: { type: 'strin' } } }),
      '#/definitions/A/type: there must be',
    ],
    [
      '2.0 and a method in capitals',
      oldest({ paths: { '/a': { POST: { responses } } } }),
      '#/paths/~1a/POST: a method is written in small letters: post.',
    ],
    [
      '2.0 and a parameter of a path that nobody declares',
      oldest({ paths: { '/{a}': { get: { responses } } } }),
      '#/paths/~1{a}/get: the path has {a}, which no parameter declares',
    ],
  ])('%s is refused', (_kind, given, line) => {
    expect(faults(given)).toEqual([expect.stringContaining(`At ${line}`)]);
  });
});

describe('a GraphQL server', () => {
  it('is made of operations of 3.1 that have no responses', () => {
    const { operations } = checkRestDocument(get({}), ['openapi']);
    expect(operations.map(({ id }) => id)).toEqual(['getParcels']);
  });

  it.each([
    ['webhooks', document({ webhooks: {} })],
    ['components', components({})],
  ])('is not made of %s alone: it is told that there is no operation', (_what, given) => {
    expect(() => checkRestDocument(given, ['openapi'])).toThrow(
      'At #/paths: there is no operation to make a field from.',
    );
  });
});
