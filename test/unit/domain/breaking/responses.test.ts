import { describe } from 'vitest';
import {
  answering,
  Cat,
  Dog,
  get,
  integer,
  itBreaks,
  object,
  type Row,
  reading,
  ref,
  string,
} from '../../../support/openapi.ts';

const responses = (...statuses: (string | number)[]) =>
  reading({ responses: Object.fromEntries(statuses.map((status) => [status, { description: 'a' }])) });
const answers: Row[] = [
  ['a status is removed', responses(200, 404), responses(200), get('the response 404 is removed')],
  ['a status is added', responses(200), responses(200, 404), []],
  ['a range takes the place of a status', responses(200, 404), responses(200, '4XX'), []],
  ['default takes the place of a status', responses(200, 404), responses(200, 'default'), []],
  [
    'a header is removed',
    reading({ responses: { 200: { description: 'a', headers: { ETag: {}, Age: {} } } } }),
    reading({ responses: { 200: { description: 'a', headers: { etag: {} } } } }),
    get('the header Age of the response 200 is removed'),
  ],
  [
    'a content type is removed',
    reading({
      responses: { 200: { description: 'a', content: { 'application/json': {}, 'text/csv': {} } } },
    }),
    reading({ responses: { 200: { description: 'a', content: { 'application/json': {} } } } }),
    get('the content type text/csv of the response 200 is removed'),
  ],
  [
    'a property is removed',
    answering(object({ a: string, b: string })),
    answering(object({ a: string })),
    get('b in the response 200 is removed'),
  ],
  [
    'a property is added, and required',
    answering(object({ a: string })),
    answering(object({ a: string, b: string }, ['b'])),
    [],
  ],
  [
    'a property is optional now',
    answering(object({ a: string }, ['a'])),
    answering(object({ a: string })),
    get('a in the response 200 is optional now'),
  ],
  [
    'a property is always there now',
    answering(object({ a: string })),
    answering(object({ a: string }, ['a'])),
    [],
  ],
  [
    'a property may be null now (3.0)',
    answering(object({ a: string })),
    answering(object({ a: { ...string, nullable: true } })),
    get('a in the response 200 may be null now'),
  ],
  [
    'a property may be null now (3.1)',
    answering(object({ a: string })),
    answering(object({ a: { type: ['null', 'string'] } })),
    get('a in the response 200 may be null now'),
  ],
  [
    'a property may be null now, as an alternative',
    answering(object({ a: ref('Cat') }), { Cat }),
    answering(object({ a: { oneOf: [{ type: 'null' }, ref('Cat')] } }), { Cat }),
    get('a in the response 200 may be null now'),
  ],
  [
    'null of 3.0 is written as in 3.1',
    answering({ ...string, nullable: true }),
    answering({ type: ['string', 'null'] }),
    [],
  ],
  [
    'a property is never null now',
    answering(object({ a: { type: ['null', 'string'] } })),
    answering(object({ a: string })),
    [],
  ],
  [
    'a property is of another type',
    answering(object({ a: string })),
    answering(object({ a: integer })),
    get('a in the response 200 is integer now, was string'),
  ],
  [
    'a property is of a wider type',
    answering(object({ a: integer })),
    answering(object({ a: { type: 'number' } })),
    get('a in the response 200 is number now, was integer'),
  ],
  [
    'a property is of a narrower type',
    answering(object({ a: { type: 'number' } })),
    answering(object({ a: integer })),
    [],
  ],
  [
    'a property may be anything now',
    answering(object({ a: string })),
    answering(object({ a: {} })),
    get('a in the response 200 is anything now, was string'),
  ],
  [
    'a type that was plain is written out',
    answering({ properties: { a: string } }),
    answering(object({ a: string })),
    [],
  ],
  [
    'a value is added',
    answering({ type: 'string', enum: ['open'] }),
    answering({ type: 'string', enum: ['closed', 'open'] }),
    get('the response 200 may be "closed" now'),
  ],
  ['a value is removed', answering({ enum: ['open', 'closed'] }), answering({ enum: ['open'] }), []],
  [
    'any value may come now',
    answering({ type: 'string', enum: ['open'] }),
    answering(string),
    get('the response 200 may be any value now, was "open"'),
  ],
  [
    'a format changes',
    answering({ ...string, format: 'date' }),
    answering({ ...string, format: 'date-time' }),
    get('the response 200 has the format date-time now, had the format date'),
  ],
  [
    'a number may be larger',
    answering({ ...integer, format: 'int32' }),
    answering({ ...integer, format: 'int64' }),
    get('the response 200 has the format int64 now, had the format int32'),
  ],
  ['bounds change', answering({ ...string, maxLength: 5 }), answering({ ...string, maxLength: 9 }), []],
  [
    'a property deep within a list is removed',
    answering({ type: 'array', items: object({ address: object({ city: string }) }) }),
    answering({ type: 'array', items: object({ address: object({}) }) }),
    get('[].address.city in the response 200 is removed'),
  ],
  [
    'a property is write-only now',
    answering(object({ a: string })),
    answering(object({ a: { ...string, writeOnly: true } })),
    get('a in the response 200 is removed'),
  ],
  [
    'a map is a map no more',
    answering({ type: 'object', additionalProperties: string }),
    answering({ type: 'object', additionalProperties: false }),
    get('* in the response 200 is removed'),
  ],
  [
    'an alternative is added',
    answering({ oneOf: [ref('Cat')] }, { Cat }),
    answering({ anyOf: [ref('Cat'), ref('Dog')] }, { Cat, Dog }),
    get('the response 200 may be Dog now'),
  ],
  ['an alternative is removed', answering({ oneOf: [Cat, Dog] }), answering({ oneOf: [Cat] }), []],
  [
    'an alternative loses a property',
    answering({ oneOf: [Cat, Dog] }),
    answering({ oneOf: [Dog, object({ kind: { const: 'cat' } }, ['kind'])] }),
    get('lives in the response 200 is removed'),
  ],
  [
    'alternatives that a member tells apart get optional members',
    answering({ oneOf: [Cat, Dog] }),
    answering({
      oneOf: [
        object({ kind: { const: 'dog' }, name: string, age: integer }, ['kind']),
        object({ kind: { const: 'cat' }, lives: integer, age: integer, colour: string }, ['kind']),
      ],
    }),
    [],
  ],
  [
    'alternatives of plain types get one more',
    answering({ oneOf: [string, integer] }),
    answering({ oneOf: [integer, string, { type: 'boolean' }] }),
    get('the response 200 may be boolean now'),
  ],
  [
    'a schema is put together by allOf',
    answering(object({ a: string, b: string }, ['a'])),
    answering({ allOf: [ref('A'), object({ b: string })] }, { A: object({ a: string }, ['a']) }),
    [],
  ],
  [
    'a schema in an allOf loses a property',
    answering({ allOf: [ref('A'), object({ b: string })] }, { A: object({ a: string }) }),
    answering({ allOf: [ref('A'), object({ b: string })] }, { A: object({}) }),
    get('a in the response 200 is removed'),
  ],
  ['a component gets another name', answering(ref('A'), { A: Cat }), answering(ref('B'), { B: Cat }), []],
  [
    'a schema that holds itself loses a property',
    answering(ref('Node'), {
      Node: object({ next: ref('Node'), list: { type: 'array', items: ref('Node') }, a: string }),
    }),
    answering(ref('Node'), {
      Node: object({ next: ref('Node'), list: { type: 'array', items: ref('Node') } }),
    }),
    get('a in the response 200 is removed'),
  ],
  [
    'references go round',
    answering(ref('A'), { A: ref('B'), B: ref('A') }),
    answering(ref('A'), { A: ref('B'), B: ref('A') }),
    [],
  ],
];

describe('of responses', () => itBreaks(answers));
