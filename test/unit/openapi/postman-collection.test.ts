import { describe, expect, it } from 'vitest';
import { postmanCollection } from '../../../src/openapi/postman-collection.ts';

const document = (more: object) => ({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0.0', description: '*Hats*' },
  servers: [{ url: 'https://gateway.test/shop' }],
  security: [{ key: [], 'key.secret': [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Client-Id' },
      'key.secret': { type: 'apiKey', in: 'header', name: 'X-Client-Secret' },
      token: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://gateway.test/token', scopes: { read: '' } } },
      },
    },
  },
  ...more,
});
const written = (more: object) => JSON.parse(postmanCollection(JSON.stringify(document(more))));

describe('a collection of Postman', () => {
  it('has the address, the credentials and the operations of a document, in folders by their first tag', () => {
    const get = {
      tags: ['Hats'],
      summary: 'One hat',
      security: [{ token: ['read'] }],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'size', in: 'query', schema: { type: 'string' } },
        { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' }, example: 'a' },
      ],
      responses: {
        200: { description: 'It.', content: { 'application/json': { example: { id: 1 } } } },
        401: { description: 'No.' },
      },
    };
    const schema = { type: 'object', properties: { name: { type: 'string', example: 'Bo' } } };
    const put = {
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
      responses: {},
    };
    const collection = written({ paths: { '/hats/{id}': { get }, '/hats/{name}.json': { put } } });
    expect(collection).toMatchObject({
      info: { name: 'Shop 1.0.0', description: { content: '*Hats*', type: 'text/markdown' } },
      auth: { type: 'apikey', apikey: [{ key: 'key', value: 'X-Client-Id' }, { value: '{{key}}' }, {}] },
    });
    expect(collection.variable.map(({ key }: { key: string }) => key)).toEqual([
      'baseUrl',
      'key',
      'key.secret',
    ]);
    const [folder, other] = collection.item;
    expect(folder.name).toBe('Hats');
    expect(folder.item[0]).toMatchObject({
      name: 'One hat',
      request: {
        method: 'GET',
        auth: { type: 'oauth2' },
        url: {
          raw: '{{baseUrl}}/hats/:id',
          path: ['hats', ':id'],
          query: [{ key: 'size', disabled: true }],
          variable: [{ key: 'id', value: '1' }],
        },
        header: [{ key: 'X-Shop', value: 'a' }],
      },
      response: [{ name: 'It.', code: 200, body: '{\n  "id": 1\n}' }],
    });
    expect(folder.item[0].request.auth.oauth2).toContainEqual({
      key: 'scope',
      value: 'read',
      type: 'string',
    });
    expect(other).toMatchObject({
      name: 'PUT /hats/{name}.json',
      request: {
        url: { path: ['hats', 'name.json'] },
        header: [{ key: 'X-Client-Secret', value: '{{key.secret}}' }],
        body: { mode: 'urlencoded', urlencoded: [{ key: 'name', value: 'Bo', type: 'text' }] },
      },
    });
  });

  it('asks for nothing where the API is open, and for a token of an issuer outside', () => {
    const paths = { '/': { get: { responses: {} } } };
    expect(written({ security: [], paths }).auth).toEqual({ type: 'noauth' });
    const securitySchemes = { outside: { type: 'openIdConnect', openIdConnectUrl: 'https://issuer.test/' } };
    const outside = written({ security: [{ outside: [] }], components: { securitySchemes }, paths });
    expect(outside.auth).toMatchObject({
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{accessToken}}' }],
    });
  });
});
