import {
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { INNER, simpleRequests } from '../../support/simple-requests.ts';

const ENDPOINT = 'http://control.test/graphql';
let world: ManagementWorld;
let token: string;

beforeAll(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  const issued = { org: 'acme', name: 'audits', role: 'ADMINISTRATOR' };
  ({ token } = await world.mutate<{ token: string }>('createAccessToken', issued, '{ token }'));
});
afterAll(() => world.close());

function call(init: RequestInit = {}, url = ENDPOINT): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return world.fetch(new Request(url, { ...init, headers }));
}

describe('the management API speaks GraphQL over HTTP', () => {
  const fetchFn = (url: string, init: RequestInit) => call(init, url);
  it.each(serverAudits({ url: ENDPOINT, fetchFn }))('$id $name', async (audit) => {
    const result = await audit.fn();
    expect('reason' in result ? result.reason : result.status).toBe('ok');
  });
});

describe('every refusal has a code', () => {
  const post = (accept: string, body: object) =>
    call({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
    });
  const deepObject = `${'{a:'.repeat(200)}1${'}'.repeat(200)}`;

  it.each([
    ['a document that does not parse', { query: '{ viewer {' }, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ nickname }' }, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['an argument that lacks', { query: '{ catalog { name } }' }, 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a literal of another type',
      { query: '{ catalog(name: 1) { name } }' },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a literal that is no version',
      { query: 'mutation { saveApiAsNewVersion(input: { api: "a:1.0.0", version: "2.0" }) { name } }' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a variable that is no version',
      {
        query:
          'mutation ($v: Version!) { saveApiAsNewVersion(input: { api: "a:1.0.0", version: $v }) { name } }',
        variables: { v: '2.0' },
      },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a variable that is missing',
      { query: 'query ($name: String!) { catalog(name: $name) { name } }' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a rule that is broken',
      { query: 'mutation { createCatalog(input: { title: "" }) { name } }' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'something that is not there',
      { query: 'mutation { deleteCatalog(input: { name: "no-such" }) }' },
      404,
      'NOT_FOUND',
    ],
    ['a NUL in a text', { query: '{ catalog(name: "a\\u0000") { name } }' }, 400, 'BAD_USER_INPUT'],
    [
      'half a character in a variable',
      { query: 'query ($name: String!) { catalog(name: $name) { name } }', variables: { name: '\ud800' } },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a literal without end',
      { query: `mutation { createApi(input: { openapi: ${deepObject} }) { name } }` },
      400,
      'GRAPHQL_DEPTH_EXCEEDED',
    ],
  ])('%s', async (...[, body, status, code]) => {
    const response = await post('application/graphql-response+json', body);
    const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    expect({ status: response.status, code: errors[0]?.extensions.code }).toEqual({ status, code });
    expect(world.faults).toEqual([]);
  });

  it('and keeps status 200 for clients that accept application/json only', async () => {
    const response = await post('application/json', {
      query: 'mutation { deleteCatalog(input: { name: "no-such" }) }',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });
});

describe('the schema', () => {
  it('describes every type, field, argument, input field and enum value', () => {
    const bare: string[] = [];
    const check = (coordinate: string, { description }: { description?: string | null | undefined }) => {
      if (!description?.trim()) bare.push(coordinate);
    };
    for (const type of Object.values(schema.getTypeMap())) {
      if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
      check(type.name, type);
      if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
      if (!isObjectType(type) && !isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field);
        if ('args' in field)
          for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name}:)`, argument);
      }
    }
    expect(bare).toEqual([]);
  });
});

describe('what a page of any site can make a browser send', () => {
  it.each(simpleRequests('mutation { createCatalog(input: { title: "x" }) { name } }'))(
    'is refused with 415: %s',
    async (_what, init) => {
      const response = await call(init);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
      });
    },
  );

  it('changes nothing by GET', async () => {
    const url = `${ENDPOINT}?query=${encodeURIComponent('mutation { createCatalog(input: { title: "x" }) { name } }')}`;
    const response = await call({}, url);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('an error', () => {
  it.each([
    '{',
    '{ viewr { name } }',
    '{ catalog(nam: "x") { name } }',
    '{ catalog(name: "no-such") { nane } }',
  ])('tells nothing from within, and suggests no name: %s', async (query) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const headers = { 'content-type': 'application/json', accept };
      const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
      const response = await call(init);
      const text = await response.text();
      expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
      expect(text).not.toMatch(INNER);
    }
  });
});
