import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContractChecks } from '../../../src/openapi/contract/contract-checks.ts';
import { contractCode } from '../../../src/openapi/contract/contract-code.ts';
import { samplesOf } from '../../../src/openapi/contract/sampled-values.ts';
import { SHAPE_VALUES_MAX, type Shape } from '../../../src/openapi/shape/message-shape.ts';
import { sampledFindings } from '../../../src/openapi/shape/sampled-shapes.ts';
import { shapePlan } from '../../../src/openapi/shape/shape-plan.ts';
import { shapeSample } from '../../../src/openapi/shape/shape-sample.ts';
import { valueShape } from '../../../src/openapi/shape/value-shape.ts';

const CANARY = 'canary-of-the-caller';
const state = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const text = { type: 'string', maxLength: 40 };
const branch = (kind: string, value: object) => ({
  type: 'object',
  required: ['kind', 'value'],
  properties: { kind: { const: kind }, value },
  additionalProperties: false,
});
const thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { ...text, nullable: true },
    count: { type: 'integer', minimum: 3, maximum: 9 },
    price: { type: 'number', minimum: 0 },
    isNew: { type: 'boolean' },
    state,
    tags: { type: 'array', maxItems: 4, items: state },
    inner: { $ref: '#/components/schemas/Thing' },
    choice: {
      oneOf: [branch('day', { type: 'string', format: 'date' }), branch('size', { type: 'integer' })],
    },
    also: { allOf: [{ properties: { a: text } }, { properties: { b: { type: 'integer' } } }] },
    any: {},
  },
  additionalProperties: text,
};
const json = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
const document = JSON.stringify({
  openapi: '3.0.3',
  paths: {
    '/things': {
      post: {
        parameters: [
          { name: 'state', in: 'query', schema: state },
          { name: 'in', in: 'query', explode: false, schema: { type: 'array', items: state } },
          { name: 'q', in: 'query', schema: text },
          { name: 'X-Trace', in: 'header', schema: text },
        ],
        requestBody: { content: json },
        responses: { '2XX': { content: json }, 204: {} },
      },
    },
  },
  components: { schemas: { Thing: thing } },
});
const operation = 'POST /things';

function known(side: 'REQUEST' | 'ANSWER') {
  const input = { document, operation, side };
  const [code, plan] = [contractCode(input), shapePlan(input)];
  if (!code || !plan) throw new TypeError('The operation cannot be read.');
  return { code, plan };
}
const { code, plan } = known('REQUEST');
const check = code.body?.content[0]?.check ?? '';
const shapeOf = (value: unknown): Shape => valueShape(plan.schemas, check, value);

/** The shapes of requests, each as it is recorded. */
function recorded(head: { query?: string; headers?: Record<string, string>; body?: unknown }) {
  const { query = '', headers = {}, body } = head;
  const request = {
    template: '/things',
    path: '/things',
    query,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  };
  return sampledFindings({ code, plan, answers: [], requests: [request] }).shapes.map(
    (each) => JSON.parse(each.shape) as unknown,
  );
}
const id = '123e4567-e89b-12d3-a456-426614174000';

describe('the shape of a value', () => {
  it('has members, types, listed values and sizes of lists', () => {
    const value = {
      id,
      name: null,
      count: 4,
      price: 9.5,
      isNew: false,
      state: 'OPEN',
      tags: ['OPEN', 'CLOSED', 'OPEN'],
      inner: { id, tags: [] },
      choice: { kind: 'day', value: '2027-01-01' },
      also: { a: 'x', b: 1 },
    };
    expect(shapeOf(value)).toEqual({
      object: {
        id: 'string',
        name: 'null',
        count: 'integer',
        price: 'number',
        isNew: 'false',
        state: { enum: 'OPEN' },
        tags: { array: 'many', items: [{ enum: 'CLOSED' }, { enum: 'OPEN' }] },
        inner: { object: { id: 'string', tags: { array: '0', items: [] } } },
        choice: { object: { kind: { enum: 'day' }, value: 'string' } },
        also: { object: { a: 'string', b: 'integer' } },
      },
    });
  });

  it('has no value and no name of the caller, wherever it stands', () => {
    const value = {
      id: CANARY,
      [CANARY]: CANARY,
      name: CANARY,
      state: CANARY,
      tags: [CANARY, { [CANARY]: CANARY }],
      any: { [CANARY]: [CANARY, 4_711] },
      inner: { [CANARY]: 1, any: CANARY, count: 4_711 },
      choice: { kind: CANARY, value: 4_711, [CANARY]: 1 },
      ...JSON.parse(`{ "__proto__": { "${CANARY}": 1 }, "toString": "${CANARY}" }`),
    };
    const shown = JSON.stringify(shapeOf(value));
    expect(shown).not.toContain(CANARY);
    expect(shown).not.toContain('4711');
    expect(shown).toContain('"further":true');
  });

  it('is bounded', () => {
    let deep: object = { id };
    for (let depth = 0; depth < 100; depth += 1) deep = { id, inner: deep };
    expect(JSON.stringify(shapeOf(deep)).length).toBeLessThan(600);
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, 1]));
    expect(shapeOf({ id, ...wide })).toEqual({ object: { id: 'string' }, further: true });
    const list = Array.from({ length: 10 * SHAPE_VALUES_MAX }, () => 'OPEN');
    expect(shapeOf({ tags: list })).toEqual({
      object: { tags: { array: 'many', items: [{ enum: 'OPEN' }] } },
    });
  });
});

describe('the recorded shape of a request', () => {
  it('has the parameters that were sent, and the listed ones of their values', () => {
    const query = `state=OPEN&in=OPEN,CLOSED&q=${CANARY}&other=${CANARY}`;
    expect(recorded({ query, headers: { 'x-trace': CANARY, authorization: CANARY }, body: { id } })).toEqual([
      {
        parameters: {
          'query state': { enum: 'OPEN' },
          'query in': { array: 'many', items: [{ enum: 'OPEN' }, { enum: 'CLOSED' }] },
          'query q': 'string',
          'header x-trace': 'string',
        },
        body: { type: 'application/json', shape: { object: { id: 'string' } } },
      },
    ]);
  });

  it('is not there of what breaks the document', () => {
    expect(recorded({ query: `state=${CANARY}` })).toEqual([]);
    expect(recorded({ body: { id: 1 } })).toEqual([]);
    expect(recorded({})).toEqual([{ parameters: {}, body: null }]);
  });
});

it('tells answers by the status that the document has, and checks them as well', () => {
  const answers = known('ANSWER');
  const answer = (status: number, body: string) => ({
    status,
    type: 'application/json',
    coding: 'identity',
    body: Buffer.from(body),
  });
  const found = sampledFindings({
    ...answers,
    requests: [],
    answers: [answer(201, JSON.stringify({ id })), answer(204, ''), answer(200, '{}'), answer(404, '{}')],
  });
  expect(found.findings.map((each) => (typeof each === 'string' ? each : each.keyword))).toEqual([
    'kept',
    'kept',
    'required',
    'status',
  ]);
  expect(found.shapes.map(({ status, shape }) => [status, JSON.parse(shape).body])).toEqual([
    ['2XX', { type: 'application/json', shape: { object: { id: 'string' } } }],
    ['204', null],
  ]);
});

it('makes a value of the shape of each valid value', () => {
  const checks = new ContractChecks(code);
  const isValid = (value: unknown) => {
    checks.begin();
    return checks.faultOf(check, value) === undefined;
  };
  const whole = JSON.parse(document) as Record<string, unknown>;
  const schema = { document: whole, value: thing, at: '#/components/schemas/Thing' };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const [, value] = samplesOf(schema, { side: 'REQUEST', count: 2, seed });
      fc.pre(isValid(value));
      const shape = shapeOf(value);
      const made = shapeSample(schema, shape, { side: 'REQUEST', isValid });
      expect(made, JSON.stringify({ value, shape })).toBeDefined();
      if (!JSON.stringify(shape).includes('"any"')) expect(shapeOf(made?.value)).toEqual(shape);
    }),
    { numRuns: 300 },
  );
});
