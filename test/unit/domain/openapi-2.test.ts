import { describe, expect, it } from 'vitest';
import { checkOpenApi, serverUrl } from '../../../src/openapi/document/openapi.ts';

const path = ['input', 'openapi'];
const fine = { 200: { description: 'fine' } };
const swagger = (changes: object = {}) => ({
  swagger: '2.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { responses: fine } } },
  ...changes,
});
const taken = (changes: object = {}) => checkOpenApi(swagger(changes), path);
/** What becomes of an operation. */
const operation = (given: object, changes: object = {}) => {
  const { paths } = taken({ paths: { '/pets': { post: { responses: fine, ...given } } }, ...changes });
  return (paths['/pets'] as { post: Record<string, unknown> }).post;
};
const parameter = (given: { readonly in: string; readonly [member: string]: unknown }) => {
  const at = given.in === 'path' ? '/pets/{p}' : '/pets';
  const post = { parameters: [{ name: 'p', ...given }], responses: fine };
  return (taken({ paths: { [at]: { post } } }).paths[at] as { post: { parameters: unknown[] } }).post
    .parameters[0];
};
const schema = (given: object) =>
  (taken({ definitions: { A: given, B: {} } })['components'] as { schemas: { A: unknown } }).schemas.A;
const Pet = { type: 'object', properties: { name: { type: 'string' } } };
const ref = { $ref: '#/definitions/Pet' };
const moved = { $ref: '#/components/schemas/Pet' };

describe('an OpenAPI 2.0 document', () => {
  it('is brought into the form of 3.0, with all that the two have in common', () => {
    const common = { tags: [{ name: 'pets' }], security: [{ key: [] }], 'x-owner': 'us' };
    expect(taken({ ...common, basePath: '/v1', definitions: { Pet } })).toEqual({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1.0.0' },
      ...common,
      servers: [{ url: '/v1' }],
      paths: { '/pets': { get: { responses: fine } } },
      components: { schemas: { Pet } },
    });
  });

  it.each([
    [{ host: 'pets.example', basePath: '/v1', schemes: ['http', 'https'] }, 'https://pets.example/v1'],
    [{ host: 'pets.example', schemes: ['http'] }, 'http://pets.example'],
    [{ host: 'pets.example' }, 'https://pets.example'],
    [{ basePath: '/v1' }, '/v1'],
    [{}, undefined],
  ])('with %j has the server %s', (given, url) => {
    expect(serverUrl(taken(given))).toBe(url);
  });

  it.each([
    [
      { in: 'query', type: 'integer', format: 'int64', minimum: 1, description: 'How many' },
      { in: 'query', description: 'How many', schema: { type: 'integer', format: 'int64', minimum: 1 } },
    ],
    [
      { in: 'path', required: true, type: 'string', 'x-example': 'a' },
      { in: 'path', required: true, 'x-example': 'a', schema: { type: 'string' } },
    ],
  ])('says of the parameter %j what 3.0 says', (given, expected) => {
    expect(parameter(given)).toEqual({ name: 'p', ...expected });
  });

  it.each([
    [undefined, { explode: false }],
    ['csv', { explode: false }],
    ['multi', { explode: true }],
    ['ssv', { style: 'spaceDelimited', explode: false }],
    ['pipes', { style: 'pipeDelimited', explode: false }],
  ])('says of a list in the query, by the collection format %s, %j', (collectionFormat, style) => {
    const list = { type: 'array', items: { type: 'string' } };
    expect(parameter({ in: 'query', ...list, collectionFormat })).toEqual({
      name: 'p',
      in: 'query',
      ...style,
      schema: list,
    });
  });

  it('has bodies, of each type that it consumes', () => {
    const body = { name: 'b', in: 'body', required: true, description: 'The pet', schema: ref };
    const definitions = { Pet };
    expect(operation({ parameters: [body] }, { definitions })['requestBody']).toEqual({
      description: 'The pet',
      required: true,
      content: { 'application/json': { schema: moved } },
    });
    const consumes = ['application/json', 'application/xml'];
    expect(operation({ parameters: [body] }, { definitions, consumes })['requestBody']).toMatchObject({
      content: { 'application/json': { schema: moved }, 'application/xml': { schema: moved } },
    });
    const own = operation({ parameters: [body], consumes: ['text/csv'] }, { definitions, consumes });
    expect(own).toEqual({
      responses: fine,
      requestBody: expect.objectContaining({ content: { 'text/csv': { schema: moved } } }),
    });
  });

  it('has forms, with files as multipart', () => {
    const name = { name: 'name', in: 'formData', type: 'string', required: true, description: 'Its name' };
    const photo = { name: 'photo', in: 'formData', type: 'file' };
    const named = { name: { type: 'string', description: 'Its name' } };
    expect(operation({ parameters: [name] })['requestBody']).toEqual({
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: named, required: ['name'] },
        },
      },
    });
    expect(operation({ parameters: [name, photo] })['requestBody']).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { properties: { ...named, photo: { type: 'string', format: 'binary' } } },
        },
      },
    });
  });

  it('has shared parameters, bodies and responses at their places, also those of a whole path', () => {
    const { paths, components } = taken({
      definitions: { Pet },
      parameters: {
        Page: { name: 'page', in: 'query', type: 'integer' },
        Body: { name: 'body', in: 'body', schema: ref },
        Name: { name: 'name', in: 'formData', type: 'string' },
      },
      responses: { Gone: { description: 'Gone', schema: ref } },
      paths: {
        '/pets': {
          parameters: [{ $ref: '#/parameters/Page' }, { $ref: '#/parameters/Body' }],
          post: { responses: { 410: { $ref: '#/responses/Gone' } } },
          put: { parameters: [{ $ref: '#/parameters/Name' }], responses: fine },
        },
      },
    });
    expect(paths['/pets']).toEqual({
      parameters: [{ $ref: '#/components/parameters/Page' }],
      post: {
        requestBody: { $ref: '#/components/requestBodies/Body' },
        responses: { 410: { $ref: '#/components/responses/Gone' } },
      },
      put: { requestBody: { content: expect.anything() }, responses: fine },
    });
    expect(components).toEqual({
      schemas: { Pet },
      parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
      requestBodies: { Body: { content: { 'application/json': { schema: moved } } } },
      responses: { Gone: { description: 'Gone', content: { 'application/json': { schema: moved } } } },
    });
  });

  it('has answers with their examples and headers', () => {
    const responses = {
      200: {
        description: 'A pet',
        schema: { type: 'file' },
        examples: { 'image/png': 'iVBO' },
        headers: { 'X-Left': { type: 'integer', description: 'Calls left' } },
      },
    };
    expect(operation({ responses, produces: ['image/png'] })['responses']).toEqual({
      200: {
        description: 'A pet',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' }, example: 'iVBO' } },
        headers: { 'X-Left': { description: 'Calls left', schema: { type: 'integer' } } },
      },
    });
  });

  it.each([
    [
      { type: 'string', 'x-nullable': true },
      { type: 'string', nullable: true },
    ],
    [{ discriminator: 'kind' }, { discriminator: { propertyName: 'kind' } }],
    [
      { allOf: [{ $ref: '#/definitions/B' }, { additionalProperties: { $ref: '#/definitions/B' } }] },
      {
        allOf: [
          { $ref: '#/components/schemas/B' },
          { additionalProperties: { $ref: '#/components/schemas/B' } },
        ],
      },
    ],
    [
      { properties: { discriminator: { type: 'string' }, 'x-b': { $ref: '#/definitions/B' } } },
      { properties: { discriminator: { type: 'string' }, 'x-b': { $ref: '#/components/schemas/B' } } },
    ],
    [{ example: { $ref: '#/definitions/C' } }, { example: { $ref: '#/definitions/C' } }],
  ])('has the schema %j as %j', (given, expected) => {
    expect(schema(given)).toEqual(expected);
  });

  it.each([
    [{ type: 'basic' }, { type: 'http', scheme: 'basic' }],
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { type: 'apiKey', in: 'header', name: 'X-Key' },
    ],
    [
      {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a',
        tokenUrl: 'https://t',
        scopes: { r: 'R' },
      },
      {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { r: 'R' } },
        },
      },
    ],
    [
      { type: 'oauth2', flow: 'application', tokenUrl: 'https://t' },
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: {} } } },
    ],
  ])('has the security definition %j as %j', (given, expected) => {
    expect(taken({ securityDefinitions: { s: given } })['components']).toEqual({
      securitySchemes: { s: expected },
    });
  });

  it('is not changed itself, and the same again gives the same', () => {
    const given = swagger({ definitions: { Pet }, host: 'pets.example' });
    const before = structuredClone(given);
    expect(checkOpenApi(given, path)).toEqual(checkOpenApi(structuredClone(given), path));
    expect(given).toEqual(before);
  });

  it.each([
    ['a reference that leads nowhere', { definitions: { A: ref } }, '#/definitions/A/$ref: there is no'],
    [
      'nesting without end',
      { definitions: { A: Array.from({ length: 5_000 }).reduce((inner) => ({ items: inner }), {}) } },
      'nested deeper than 100 levels',
    ],
    ['no info', { info: undefined }, '#/info: there must be an object'],
    ['no paths', { paths: [] }, '#/paths: there must be an object of paths.'],
    ['a path item that is a text', { paths: { '/a': 'x' } }, '#/paths/~1a: there must be an object'],
    ['no responses', { paths: { '/a': { get: {} } } }, '#/paths/~1a/get/responses: there must be an object'],
    [
      'a parameter without a name',
      { paths: { '/a': { get: { parameters: [{ in: 'query' }], responses: fine } } } },
      '#/paths/~1a/get/parameters/0: a parameter has a name',
    ],
  ])('with %s is refused', (_what, changes, detail) => {
    expect(() => taken(changes)).toThrow(expect.objectContaining({ code: 'OPENAPI_INVALID' }));
    expect(() => taken(changes)).toThrow(detail);
  });
});
