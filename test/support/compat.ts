import type { CompatDraft } from '../../src/domain/api/compat.ts';

const param = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const json = (schema: object) => ({ description: 'JSON', content: { 'application/json': { schema } } });
const text = { type: 'string' };
const email = { type: 'string', format: 'email' };
const object = (properties: object, required: string[]) => ({ type: 'object', required, properties });

const oldCustomer = {
  ...object({ id: text, name: text, email }, ['id', 'name']),
  additionalProperties: false,
};
const person = object({ id: { type: 'integer' }, first: text, last: text, contact: object({ email }, []) }, [
  'id',
  'first',
  'last',
]);

const documentOf = (version: string, paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'CustomerDB', version },
  paths,
});

/** The document of an old version: customers with one name. */
export const oldDocument = documentOf('1.0.0', {
  '/customers': {
    get: { responses: { 200: json({ type: 'array', items: oldCustomer }) } },
    post: {
      requestBody: { required: true, ...json(object({ name: { type: 'string', minLength: 1 } }, ['name'])) },
      responses: { 201: json(oldCustomer) },
    },
  },
  '/customers/{id}': {
    parameters: [param],
    get: { responses: { 200: json(oldCustomer), 404: json(object({ error: text }, ['error'])) } },
  },
});

/** The document of the version that replaces it: people with two names, in pages. */
export const newDocument = documentOf('2.0.0', {
  '/people': {
    get: { responses: { 200: json(object({ items: { type: 'array', items: person } }, ['items'])) } },
    post: {
      requestBody: { required: true, ...json(object({ first: text, last: text }, ['first', 'last'])) },
      responses: { 201: json(person) },
    },
  },
  '/people/{id}': {
    parameters: [param],
    get: { responses: { 200: json(person), 404: json(object({ message: text }, ['message'])) } },
  },
});

const customer = '{ "id": $string(id), "name": first & " " & last, "email": contact.email }';
const one = ['GET /customers/{id}', 'POST /customers'];

/** The steps from the old version to the new one, and back. */
export const compat = {
  of: 'customerdb:2.0.0',
  request: [
    { operations: ['GET /customers', 'POST /customers'], rewritePath: '/people' },
    { operations: ['GET /customers/{id}'], rewritePath: '/people/{id}' },
    {
      operations: ['POST /customers'],
      json: '{ "first": $substringBefore(name, " "), "last": $substringAfter(name, " ") }',
    },
  ],
  answer: [
    { operations: ['GET /customers'], json: `[items.${customer}]` },
    { operations: one, condition: 'response.status < 400', json: customer },
    { operations: one, condition: 'response.status == 404', json: '{ "error": message }' },
  ],
} satisfies CompatDraft;
