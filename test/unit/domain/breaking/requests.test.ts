import { describe } from 'vitest';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import {
  asking,
  Cat,
  Dog,
  get,
  integer,
  itBreaks,
  object,
  openApi,
  post,
  type Row,
  ref,
  string,
  taking,
} from '../../../support/openapi.ts';

const done = { responses: { 204: { description: 'done' } } };
const query = (more: JsonObject = {}) => ({ name: 'state', in: 'query', schema: string, ...more });
const json = { content: { 'application/json': { schema: string } } };
const body = (requestBody: JsonObject) => openApi({ '/things': { post: { ...done, requestBody } } });
const parameters: Row[] = [
  ['a parameter is removed', asking(query()), asking(), get('the query parameter state is removed')],
  [
    'a parameter moves to a header',
    asking(query()),
    asking(query({ in: 'header' })),
    get('the query parameter state is removed'),
  ],
  ['an optional parameter is added', asking(), asking(query()), []],
  [
    'a required parameter is added',
    asking(),
    asking(query({ required: true })),
    get('the query parameter state is new and required'),
  ],
  [
    'a parameter is required now',
    asking(query()),
    asking(query({ required: true })),
    get('the query parameter state is required now'),
  ],
  ['a parameter is optional now', asking(query({ required: true })), asking(query()), []],
  [
    'a parameter is of another type',
    asking(query()),
    asking(query({ schema: integer })),
    get('the query parameter state takes integer now, took string'),
  ],
  [
    'a parameter is of a wider type',
    asking(query({ schema: integer })),
    asking(query({ schema: { type: 'number' } })),
    [],
  ],
  [
    'a parameter loses values',
    asking(query({ schema: { enum: ['a', 'b', 'c'] } })),
    asking(query({ schema: { enum: ['b'] } })),
    get('the query parameter state does not take "a" or "c" any more'),
  ],
  [
    'a parameter gets values',
    asking(query({ schema: { enum: ['a'] } })),
    asking(query({ schema: { enum: ['b', 'a'] } })),
    [],
  ],
  [
    'a parameter takes certain values only',
    asking(query()),
    asking(query({ schema: { type: 'string', enum: ['a'] } })),
    get('the query parameter state takes only "a" now'),
  ],
  [
    'a header parameter is written in other letters',
    asking(query({ in: 'header', name: 'X-Trace' })),
    asking(query({ in: 'header', name: 'x-trace' })),
    [],
  ],
  [
    'the header Authorization is described no more',
    asking(query({ in: 'header', name: 'Authorization' })),
    asking(),
    [],
  ],
  [
    'a parameter of the path moves to its operation',
    openApi({ '/things': { parameters: [query()], get: done } }),
    asking(query()),
    [],
  ],
  [
    'a path parameter of another name is of another type',
    openApi({
      '/a/{id}': {
        get: { ...done, parameters: [{ name: 'id', in: 'path', required: true, schema: string }] },
      },
    }),
    openApi({
      '/a/{key}': {
        get: { ...done, parameters: [{ name: 'key', in: 'path', required: true, schema: integer }] },
      },
    }),
    ['GET /a/{id}: the path parameter id takes integer now, took string'],
  ],
  [
    'a parameter of JSON has another type within',
    asking({ name: 'f', in: 'query', content: { 'application/json': { schema: object({ a: string }) } } }),
    asking({ name: 'f', in: 'query', content: { 'application/json': { schema: object({ a: integer }) } } }),
    get('a in the query parameter f takes integer now, took string'),
  ],
];

const requests: Row[] = [
  [
    'the body is required now',
    body(json),
    body({ ...json, required: true }),
    post('the request body is required now'),
  ],
  [
    'a required body is added',
    openApi({ '/things': { post: done } }),
    body({ ...json, required: true }),
    post('the request body is required now'),
  ],
  ['an optional body is added', openApi({ '/things': { post: done } }), body(json), []],
  ['the body is optional now', body({ ...json, required: true }), body(json), []],
  [
    'a content type is removed',
    body({ content: { ...json.content, 'text/plain': {} } }),
    body(json),
    post('the content type text/plain of the request is removed'),
  ],
  ['a content type is added', body(json), body({ content: { ...json.content, 'text/plain': {} } }), []],
  [
    'a content type gets a parameter',
    body(json),
    body({ content: { 'application/json; charset=utf-8': { schema: string } } }),
    [],
  ],
  [
    'a range takes the place of a content type',
    body(json),
    body({ content: { 'application/*': { schema: string } } }),
    [],
  ],
  [
    'a required property is added',
    taking(object({})),
    taking(object({ a: string }, ['a'])),
    post('a in the request is new and required'),
  ],
  ['an optional property is added', taking(object({})), taking(object({ a: string })), []],
  [
    'a property is required now',
    taking(object({ a: string })),
    taking(object({ a: string }, ['a'])),
    post('a in the request is required now'),
  ],
  [
    'a required property is read-only',
    taking(object({})),
    taking(object({ id: { ...string, readOnly: true } }, ['id'])),
    [],
  ],
  ['a property is removed where others are taken', taking(object({ a: string })), taking(object({})), []],
  [
    'a property is removed where others are refused',
    taking(object({ a: string }, [], { additionalProperties: false })),
    taking(object({}, [], { additionalProperties: false })),
    post('a in the request is refused now'),
  ],
  [
    'other properties are refused now',
    taking(object({ a: string })),
    taking(object({ a: string }, [], { additionalProperties: false })),
    post('* in the request is refused now'),
  ],
  [
    'a property may not be null any more',
    taking(object({ a: { type: ['string', 'null'] } })),
    taking(object({ a: string })),
    post('a in the request may not be null any more'),
  ],
  [
    'a property may be null now',
    taking(object({ a: string })),
    taking(object({ a: { ...string, nullable: true } })),
    [],
  ],
  [
    'bounds are tighter',
    taking(object({ a: { ...integer, minimum: 1, maximum: 9 } })),
    taking(object({ a: { ...integer, minimum: 2, maximum: 8 } })),
    post('a in the request has the minimum 2 now, had 1', 'a in the request has the maximum 8 now, had 9'),
  ],
  [
    'bounds are wider',
    taking({ ...string, minLength: 2, maxLength: 5 }),
    taking({ ...string, minLength: 1 }),
    [],
  ],
  [
    'a bound excludes itself now',
    taking({ ...integer, minimum: 1 }),
    taking({ ...integer, exclusiveMinimum: 1 }),
    post('the request has the minimum 1 (exclusive) now, had 1'),
  ],
  [
    'a bound of OpenAPI 3.0 is written as in 3.1',
    taking({ ...integer, minimum: 1, exclusiveMinimum: true }),
    taking({ ...integer, exclusiveMinimum: 1 }),
    [],
  ],
  ['a least length of nothing is added', taking(string), taking({ ...string, minLength: 0 }), []],
  [
    'a pattern, a step and single items are asked for',
    taking(object({ a: string, b: integer, c: { type: 'array' } })),
    taking(
      object({
        a: { ...string, pattern: '^x' },
        b: { ...integer, multipleOf: 5 },
        c: { type: 'array', uniqueItems: true },
      }),
    ),
    post(
      'a in the request must match ^x now',
      'b in the request must be a multiple of 5 now',
      'c in the request may not hold an item twice any more',
    ),
  ],
  [
    'a step is written as a decimal, and one that divides it is asked for',
    taking(object({ a: { type: 'number', multipleOf: 0.3 }, b: { type: 'number', multipleOf: 1e-7 } })),
    taking(object({ a: { type: 'number', multipleOf: 0.1 }, b: { type: 'number', multipleOf: 3e-8 } })),
    post('b in the request must be a multiple of 3e-8 now'),
  ],
  [
    'a format is asked for',
    taking(string),
    taking({ ...string, format: 'date' }),
    post('the request takes the format date now, took any format'),
  ],
  ['a format is not asked for any more', taking({ ...string, format: 'date' }), taking(string), []],
  [
    'a number may be larger',
    taking({ ...integer, format: 'int32' }),
    taking({ ...integer, format: 'int64' }),
    [],
  ],
  [
    'items of a list are of another type',
    taking({ type: 'array', items: object({ a: string }) }),
    taking({ type: 'array', items: object({ a: integer }) }),
    post('[].a in the request takes integer now, took string'),
  ],
  [
    'values of a map are of another type',
    taking({ type: 'object', additionalProperties: string }),
    taking({ type: 'object', additionalProperties: integer }),
    post('* in the request takes integer now, took string'),
  ],
  [
    'an alternative is removed',
    taking({ oneOf: [ref('Cat'), ref('Dog')] }, { Cat, Dog }),
    taking({ oneOf: [ref('Cat')] }, { Cat }),
    post('the request does not take Dog any more'),
  ],
  [
    'an alternative is added',
    taking(ref('Cat'), { Cat }),
    taking({ oneOf: [ref('Dog'), ref('Cat')] }, { Cat, Dog }),
    [],
  ],
];

describe('of parameters', () => itBreaks(parameters));
describe('of requests', () => itBreaks(requests));
