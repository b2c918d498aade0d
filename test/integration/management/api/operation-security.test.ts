import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerDocument } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;
beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterEach(() => world.close());

const openapi = {
  ...customerDocument,
  paths: {
    '/customers': { get: { responses: { 200: { description: 'The customers' } } } },
    '/customers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { responses: { 204: { description: 'It is gone' } } },
    },
  },
};
const securityDefinitions = [
  { name: 'id', type: 'API_KEY' },
  { name: 'key', type: 'API_KEY', kind: 'KEY' },
];
const SECURED =
  '{ security { definition all { definition scopes } } operationSecurity { operation security { all { definition } } } }';
const api = 'customer-database:1.2.0';
const create = (more: object) =>
  world.mutate(
    'createApi',
    { openapi, securityDefinitions, security: [{ definition: 'id' }], ...more },
    SECURED,
  );
const refused = (mutation: string, input: object) => world.refused(mutation, { ...input });

describe('the security of an operation', () => {
  const operationSecurity = [
    {
      operation: 'DELETE /customers/{id}',
      security: [{ all: [{ definition: 'id' }, { definition: 'key' }] }],
    },
    { operation: 'GET /customers', security: [] },
  ];
  const shown = [
    {
      operation: 'DELETE /customers/{id}',
      security: [{ all: [{ definition: 'id' }, { definition: 'key' }] }],
    },
    { operation: 'GET /customers', security: [] },
  ];

  it('is stored beside that of the API, kept by other changes, and taken away by null', async () => {
    expect(await create({ operationSecurity })).toEqual({
      security: [{ definition: 'id', all: [{ definition: 'id', scopes: [] }] }],
      operationSecurity: shown,
    });
    const update = (more: object) => world.mutate('updateApi', { api, ...more }, SECURED);
    expect(await update({ title: 'Another' })).toMatchObject({ operationSecurity: shown });
    expect(await update({ operationSecurity: null })).toMatchObject({ operationSecurity: [] });
  });

  it('names operations of the document, also of another one that it is given', async () => {
    const unknown = [{ operation: 'PUT /customers', security: [] }];
    expect(await refused('createApi', { openapi, operationSecurity: unknown })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'The document has no operation PUT /customers: name one as it does, for example GET /customers. Change operationSecurity together with the document.',
      path: ['input', 'operationSecurity', 0, 'operation'],
    });
    await create({ operationSecurity });
    const { '/customers/{id}': _, ...paths } = openapi.paths;
    expect(
      await refused('updateApi', { api, openapi: { ...openapi, paths }, acceptBreaking: true }),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('The document has no operation DELETE /customers/{id}'),
    });
  });

  it('asks for definitions that the API has', async () => {
    const none = [{ operation: 'GET /customers', security: [{ definition: 'none' }] }];
    expect(await refused('createApi', { openapi, operationSecurity: none })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('security asks for none, which securityDefinitions lack'),
      path: ['input', 'operationSecurity', 0, 'security', 0, 'definition'],
    });
  });
});

describe('securityFromDocument', () => {
  const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
  const secured = (security: object[] | undefined) => ({
    ...openapi,
    components,
    ...(security && { security }),
    paths: {
      ...openapi.paths,
      '/customers': { get: { ...openapi.paths['/customers'].get, security: [{ key: [] }] } },
    },
  });
  const READ =
    '{ securityDefinitions { name kind keyName } security { definition } operationSecurity { operation security { definition } } }';
  const own = [{ operation: 'GET /customers', security: [{ definition: 'key' }] }];

  it('makes what the document says of itself and of its operations', async () => {
    const made = await world.mutate(
      'createApi',
      { openapi: secured(undefined), securityFromDocument: true },
      READ,
    );
    expect(made).toEqual({
      securityDefinitions: [
        { name: 'key', kind: 'KEY', keyName: 'X-Key' },
        { name: 'client-key', kind: 'CLIENT_ID', keyName: 'X-Client-Id' },
      ],
      security: [{ definition: 'client-key' }],
      operationSecurity: own,
    });
    const update = { api, openapi: secured([]), securityFromDocument: true };
    expect(await world.mutate('updateApi', update, READ)).toMatchObject({
      security: [],
      operationSecurity: own,
    });
    // The document that is there says it again.
    await world.mutate('updateApi', { api, operationSecurity: null });
    expect(await world.mutate('updateApi', { api, securityFromDocument: true }, READ)).toMatchObject({
      operationSecurity: own,
    });
  });

  it('is refused beside what the document says, and where there is no document', async () => {
    const input = { openapi: secured([{ key: [] }]), securityFromDocument: true };
    expect(await refused('createApi', { ...input, security: [{ definition: 'key' }] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'With securityFromDocument the document says what to ask for: leave security out.',
      path: ['input', 'security'],
    });
    expect(await refused('createApi', { ...input, operationSecurity: [] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'operationSecurity'],
    });
    const graphql = {
      title: 'Proxy',
      graphqlUrl: 'http://127.0.0.1:1/graphql',
      sdl: 'type Query { a: Int }',
    };
    expect(await refused('createApi', { ...graphql, securityFromDocument: true })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Only a REST API has an OpenAPI document: leave securityFromDocument out.',
      path: ['input', 'securityFromDocument'],
    });
    expect(await refused('createApi', { openapi, securityFromDocument: true })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('The document says nothing of security'),
    });
  });
});
