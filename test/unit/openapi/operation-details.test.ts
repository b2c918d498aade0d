import { describe, expect, it } from 'vitest';
import { operationDetails } from '../../../src/openapi/operation-details.ts';

const document = {
  openapi: '3.0.3',
  info: { title: 'Customers', version: '1.0.0' },
  paths: {
    '/customers/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'A 1' } },
        { name: 'fields', in: 'query', schema: { type: 'string' } },
      ],
      put: {
        summary: 'Change a customer',
        description: 'Replaces *all* of it.',
        deprecated: true,
        parameters: [
          { name: 'fields', in: 'query', required: true, schema: { enum: ['all', 'few'], default: 'few' } },
          { $ref: '#/components/parameters/Page' },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } },
        },
        responses: {
          200: {
            description: 'The customer',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Customer' },
                example: { id: 'A 1', name: 'Ada' },
              },
            },
          },
          404: { description: 'There is none.' },
        },
      },
    },
  },
  components: {
    parameters: {
      Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
    },
    schemas: {
      Customer: {
        type: 'object',
        required: ['name'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', maxLength: 40, description: 'As it is written.' },
          secret: { type: 'string', writeOnly: true },
          born: { type: 'string', format: 'date' },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Customer' } },
        },
      },
    },
  },
};
const openapi = JSON.stringify(document);

describe('an operation for people who call it', () => {
  const details = operationDetails({ openapi, method: 'PUT', path: '/customers/{id}' });

  it('has its words, and parameters of the path that it does not state itself', () => {
    expect(details).toMatchObject({
      method: 'PUT',
      path: '/customers/{id}',
      summary: 'Change a customer',
      description: 'Replaces *all* of it.',
      isDeprecated: true,
      isBodyRequired: true,
    });
    expect(details?.parameters).toEqual([
      { name: 'id', location: 'path', type: 'string', isRequired: true, description: null, example: 'A 1' },
      {
        name: 'fields',
        location: 'query',
        type: '"all" | "few" = "few"',
        isRequired: true,
        description: null,
        example: 'few',
      },
      {
        name: 'page',
        location: 'query',
        type: 'integer 1–9',
        isRequired: false,
        description: null,
        example: '1',
      },
    ]);
  });

  it('has members of requests without what is only read, of answers without what is only written', () => {
    const members = (parts: readonly { readonly path: string; readonly type: string }[] = []) =>
      parts.map(({ path, type }) => `${path}: ${type}`);
    expect(members(details?.request[0]?.parts)).toEqual([
      'name: string [0–40]',
      'secret: string',
      'born: string (date)',
      'friends: Customer[]',
    ]);
    expect(members(details?.answers[0]?.contents[0]?.parts)).toEqual([
      'id: string',
      'name: string [0–40]',
      'born: string (date)',
      'friends: Customer[]',
    ]);
    expect(details?.request[0]?.parts[0]).toMatchObject({
      isRequired: true,
      description: 'As it is written.',
    });
  });

  it('has the example of the document, else one that the schema allows', () => {
    expect(JSON.parse(details?.answers[0]?.contents[0]?.example ?? '')).toEqual({ id: 'A 1', name: 'Ada' });
    expect(JSON.parse(details?.request[0]?.example ?? '')).toMatchObject({
      born: '2027-01-01',
      name: 'text',
    });
    expect(details?.answers.map(({ status, description }) => [status, description])).toEqual([
      ['200', 'The customer'],
      ['404', 'There is none.'],
    ]);
  });

  it.each([
    ['POST', '/customers/{id}'],
    ['PUT', '/customers/{other}'],
    ['PUT', '/nothing'],
  ])('is none for %s %s, which the document does not have', (method, path) => {
    expect(operationDetails({ openapi, method, path })).toBeNull();
  });

  it('is bounded, however its schemas branch', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/components/schemas/S${at + 1}` };
        return [`S${at}`, { allOf: [next, next], properties: { [`a${at}`]: next, [`b${at}`]: next } }];
      }),
    );
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    const wide = {
      ...document,
      components: { schemas },
      paths: { '/a': { get: { responses: { 200: { description: '', content } } } } },
    };
    const found = operationDetails({ openapi: JSON.stringify(wide), method: 'GET', path: '/a' });
    expect(found?.answers[0]?.contents[0]?.parts).toHaveLength(100);
  });
});
