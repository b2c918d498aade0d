import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import { breakingChanges } from '../../../../src/openapi/breaking/breaking-changes.ts';
import {
  answering,
  get,
  integer,
  inWords,
  itBreaks,
  object,
  openApi,
  type Row,
  reading,
  ref,
  string,
} from '../../../support/openapi.ts';

const done = { responses: { 204: { description: 'done' } } };

const paths: Row[] = [
  [
    'a path is removed',
    openApi({ '/a': { get: done, put: done }, '/b': { get: done } }),
    openApi({ '/b': { get: done } }),
    ['GET /a: the path is removed', 'PUT /a: the path is removed'],
  ],
  [
    'a path is added',
    openApi({ '/a': { get: done } }),
    openApi({ '/a': { get: done }, '/b': { get: done } }),
    [],
  ],
  [
    'a path parameter has another name',
    openApi({ '/a/{id}': { get: done } }),
    openApi({ '/a/{key}': { get: done } }),
    [],
  ],
  [
    'a method is removed',
    openApi({ '/a': { get: done, put: done } }),
    openApi({ '/a': { get: done } }),
    ['PUT /a: the method is removed'],
  ],
  ['a method is added', openApi({ '/a': { get: done } }), openApi({ '/a': { get: done, put: done } }), []],
  [
    'an extension of a path is removed',
    openApi({ 'x-note': {}, '/a': { get: done } }),
    openApi({ '/a': { get: done } }),
    [],
  ],
  [
    'summaries and descriptions change',
    reading({ summary: 'One' }),
    reading({ summary: 'Two', description: 'New' }),
    [],
  ],
];

describe('of paths and methods', () => itBreaks(paths));

describe('a breaking change', () => {
  it('is placed in the new document; what was removed, in the old one', () => {
    const before = answering(ref('Thing'), { Thing: object({ 'a/b': string, c: string }) });
    const after = answering(ref('Thing'), { Thing: object({ c: integer }) });
    expect(breakingChanges(before, after).map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/Thing/properties/a~1b',
      '#/components/schemas/Thing/properties/c',
    ]);
  });

  it('is told for each operation that it touches, once for each of its responses', () => {
    const content = { 'application/json': { schema: ref('Thing') } };
    const operation = {
      responses: { 200: { description: 'a', content }, 201: { description: 'b', content } },
    };
    const version = (Thing: JsonObject) =>
      openApi({ '/a': { get: operation, put: operation } }, { schemas: { Thing } });
    expect(inWords(version(object({ a: string })), version(object({})))).toEqual([
      'GET /a: a in the response 200 is removed',
      'GET /a: a in the response 201 is removed',
      'PUT /a: a in the response 200 is removed',
      'PUT /a: a in the response 201 is removed',
    ]);
  });

  it('is told once where several members of an answer have the schema that breaks', () => {
    const version = (Address: JsonObject) =>
      answering(object({ billing: ref('Address'), shipping: ref('Address') }), { Address });
    expect(inWords(version(object({ city: string })), version(object({})))).toEqual(
      get('billing.city in the response 200 is removed'),
    );
  });

  it('is short where the document is not, and there are at most 1000', () => {
    const name = 'n'.repeat(5000);
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`${name}${index}`.slice(-5000), string]),
    );
    const found = breakingChanges(answering(object(many)), answering(object({})));
    expect(found).toHaveLength(1000);
    expect(found[0]?.message.length).toBeLessThan(200);
  });

  it('is found in documents as large as they may be, however they are tangled', () => {
    const members = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`m${index}`, {}]));
    expect(breakingChanges(answering(object(members)), answering(object({})))).toHaveLength(1000);
    const chain = (last: JsonObject) =>
      Object.fromEntries(
        Array.from({ length: 10_001 }, (_, index) => [
          `S${index}`,
          index === 10_000 ? last : { properties: { a: ref(`S${index + 1}`) } },
        ]),
      );
    expect(
      breakingChanges(answering(ref('S0'), chain(string)), answering(ref('S0'), chain(integer))),
    ).toHaveLength(1);
  });
});

describe('customerdb, from one version to the other', () => {
  const [v1, v3] = ['v1', 'v3'].map((version) =>
    parse(readFileSync(`openapi/customerdb.${version}.yaml`, 'utf8')),
  );

  it('breaks those who write, and those who rely on names', () => {
    expect(inWords(v1, v3)).toEqual([
      'GET /customers: [].firstname in the response 200 is optional now',
      'GET /customers: [].lastname in the response 200 is optional now',
      'POST /customers: the method is removed',
      'GET /customers/{customerId}: firstname in the response 200 is optional now',
      'GET /customers/{customerId}: lastname in the response 200 is optional now',
      'PUT /customers/{customerId}: the method is removed',
      'DELETE /customers/{customerId}: the method is removed',
    ]);
  });

  it('breaks, the other way, those who read addresses', () => {
    expect(inWords(v3, v1)).toEqual([
      'GET /customers: [].address in the response 200 is removed',
      'GET /customers: [].email in the response 200 is removed',
      'GET /customers/{customerId}: address in the response 200 is removed',
      'GET /customers/{customerId}: email in the response 200 is removed',
    ]);
  });
});
