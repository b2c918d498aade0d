import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compatFrom } from '../../../src/domain/api/compat.ts';
import type { RecordedShape } from '../../../src/domain/compat/recorded-verifier.ts';
import { verifyCompat } from '../../../src/domain/compat/verify-compat.ts';
import type { Shape } from '../../../src/openapi/shape/message-shape.ts';
import { compat, newDocument, oldDocument } from '../../support/compat.ts';

const verify = (
  steps: Parameters<typeof compatFrom>[0],
  documents: { old?: object; serving?: object } = {},
) =>
  verifyCompat({
    old: JSON.stringify(documents.old ?? oldDocument),
    serving: JSON.stringify(documents.serving ?? newDocument),
    compat: compatFrom(steps),
    samples: 30,
  });

describe('a compat', () => {
  it('is verified where its steps lead from each document to the other', async () => {
    expect(await verify(compat)).toEqual({
      operations: 3,
      samples: 150,
      failures: [],
      unsampled: [],
      recorded: { shapes: 0, failures: [], unsampled: 0 },
    });
  });

  it('fails at the operations that no step leads to', async () => {
    const { failures } = await verify({ ...compat, request: compat.request.slice(1) });
    expect(failures).toEqual(
      ['GET', 'POST'].map((method) => ({
        operation: `${method} /customers`,
        side: 'REQUEST',
        status: null,
        pointer: '/path',
        keyword: 'operation',
      })),
    );
  });

  it('fails at the places of answers and requests that it does not lead to, and names no value', async () => {
    const steps = { ...compat, request: compat.request.slice(0, 2), answer: compat.answer.slice(0, 2) };
    const { failures } = await verify(steps);
    expect(failures).toEqual([
      {
        operation: 'POST /customers',
        side: 'REQUEST',
        status: null,
        pointer: '/body/first',
        keyword: 'required',
      },
      {
        operation: 'GET /customers/{id}',
        side: 'ANSWER',
        status: '404',
        pointer: '/body/error',
        keyword: 'required',
      },
    ]);
  });

  it('fails where an expression fails, with the code of JSONata', async () => {
    const answer = [{ operations: ['GET /customers'], json: '$sum(items.first)' }, ...compat.answer.slice(1)];
    const { failures } = await verify({ ...compat, answer });
    const failed = { operation: 'GET /customers', side: 'ANSWER', status: '200', pointer: '/body' };
    expect(failures).toEqual([
      { ...failed, keyword: 'T0412' },
      { ...failed, keyword: 'NOTHING' },
    ]);
  });

  it('is not verified of what no sample can be made of', async () => {
    const schema = {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string', pattern: '^[A-Z]{9}$' } },
    };
    const answer = { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } };
    const document = { openapi: '3.1.0', paths: { '/codes': { get: answer } } };
    const found = await verify({ of: 'codes:2.0.0' }, { old: document, serving: document });
    expect(found).toMatchObject({ operations: 1, samples: 0, failures: [], unsampled: ['GET /codes'] });
  });
});

describe('recorded shapes', () => {
  const customer = (members: Readonly<Record<string, Shape>>) => ({
    parameters: {},
    body: { type: 'application/json', shape: { object: members } },
  });
  const request = { side: 'REQUEST', operation: 'POST /customers', status: null, calls: 3 } as const;
  const answer = { side: 'ANSWER', operation: 'GET /people/{id}', status: '200', calls: 5 } as const;
  const person = { id: 'integer', first: 'string', last: 'string' } as const;
  const run = (steps: typeof compat, recorded: readonly RecordedShape[]) =>
    verifyCompat({
      old: JSON.stringify(oldDocument),
      serving: JSON.stringify(newDocument),
      compat: compatFrom(steps),
      samples: 1,
      recorded,
    });

  it('go through the steps as samples of the documents do', async () => {
    const shapes = [
      { ...request, shape: customer({ name: 'string' }) },
      { ...answer, shape: customer(person) },
      { ...answer, shape: customer({ ...person, contact: { object: { email: 'string' } } }) },
    ] satisfies RecordedShape[];
    expect((await run(compat, shapes)).recorded).toEqual({ shapes: 3, failures: [], unsampled: 0 });
  });

  it('fail with the shape, though no sample of the document has it', async () => {
    const json = '{ "id": $exists(contact.email) ? $string(id) : id, "name": first }';
    const broken = compat.answer.map((step, at) => (at === 1 ? { ...step, json } : step));
    const shape = customer({ ...person, contact: { object: {} } });
    const { failures, recorded } = await run({ ...compat, answer: broken }, [{ ...answer, shape }]);
    expect(failures).toEqual([]);
    expect(recorded.failures).toEqual([
      { ...answer, operation: 'GET /customers/{id}', shape, pointer: '/body/id', keyword: 'type' },
    ]);
  });

  it('fail where no step leads their operation anywhere, and are not known where no sample has them', async () => {
    const steps = { ...compat, request: compat.request.slice(1) };
    const shapes = [
      { ...request, shape: customer({ name: 'string' }) },
      { ...answer, shape: customer({ id: 'string' }) },
    ] satisfies RecordedShape[];
    const { recorded } = await run(steps, shapes);
    expect(recorded).toMatchObject({ shapes: 1, unsampled: 1 });
    expect(recorded.failures).toMatchObject([{ pointer: '/path', keyword: 'operation' }]);
  });

  it('keep to the query parameters that were sent', async () => {
    const parameters = [
      { name: 'state', in: 'query', schema: { enum: ['OPEN', 'CLOSED'] } },
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ];
    const documentOf = (own: object[]) => ({
      openapi: '3.1.0',
      paths: { '/things': { get: { parameters: own, responses: { 204: {} } } } },
    });
    const serving = documentOf([{ name: 'state', in: 'query', schema: { enum: ['CLOSED'] } }]);
    const shapes = [
      { 'query state': { enum: 'CLOSED' } },
      { 'query state': { enum: 'OPEN' } },
      { 'query q': 'string' },
    ] as const;
    const { recorded } = await verifyCompat({
      old: JSON.stringify(documentOf(parameters)),
      serving: JSON.stringify(serving),
      compat: compatFrom({ of: 'things:2.0.0' }),
      samples: 1,
      recorded: shapes.map((each) => ({
        side: 'REQUEST',
        operation: 'GET /things',
        status: null,
        calls: 1,
        shape: { parameters: each, body: null },
      })),
    });
    expect(recorded.shapes).toBe(3);
    expect(recorded.failures.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
      ['/query/state', 'enum'],
      ['/query/q', 'parameter'],
    ]);
  });
});

/** A member of both versions: its name in each, and its schema. */
const kinds = {
  text: { type: 'string', maxLength: 12 },
  number: { type: 'integer', minimum: -5, maximum: 50 },
  flag: { type: 'boolean' },
  choice: { enum: ['a', 'b', null] },
  list: { type: 'array', items: { type: 'number', minimum: 0 }, maxItems: 4 },
  nullable: { type: ['string', 'null'] },
} as const;
const member = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  isRequired: fc.boolean(),
  isNested: fc.boolean(),
});
const jsonAnswer = (schema: object) => ({
  responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
});
const documentWith = (schema: object) => ({
  openapi: '3.1.0',
  paths: { '/things': { get: jsonAnswer(schema) } },
});

/** Two versions whose members have other names and places, and the expression from one to the other. */
function renamed(members: readonly (typeof member extends fc.Arbitrary<infer Member> ? Member : never)[]) {
  const named = members.map((each, at) => ({
    ...each,
    was: `was${at}`,
    is: `is${at}`,
    schema: kinds[each.kind],
  }));
  const required = named.filter(({ isRequired }) => isRequired);
  const [nested, flat] = [
    named.filter(({ isNested }) => isNested),
    named.filter(({ isNested }) => !isNested),
  ];
  const propertiesOf = (list: typeof named, name: 'was' | 'is') =>
    Object.fromEntries(list.map((each) => [each[name], each.schema]));
  const requiredOf = (list: typeof named, name: 'was' | 'is') =>
    list.filter(({ isRequired }) => isRequired).map((each) => each[name]);
  const old = {
    type: 'object',
    additionalProperties: false,
    required: requiredOf(named, 'was'),
    properties: propertiesOf(named, 'was'),
  };
  const inside = {
    type: 'object',
    required: requiredOf(nested, 'is'),
    properties: propertiesOf(nested, 'is'),
  };
  const serving = {
    type: 'object',
    required: ['inside', ...requiredOf(flat, 'is')],
    properties: { ...propertiesOf(flat, 'is'), inside },
  };
  const expressionOf = (list: typeof named) =>
    `{ ${list
      .map(({ was, is, isNested, kind }) => {
        const path = isNested ? `inside.${is}` : is;
        // A list of one item stays a list only in brackets, and one that is not there is none.
        return `"${was}": ${kind === 'list' ? `($exists(${path}) ? [${path}])` : path}`;
      })
      .join(', ')} }`;
  return { old: documentWith(old), serving: documentWith(serving), named, required, expressionOf };
}

describe('any rename and move of members', () => {
  it('is verified with the steps that undo it, and fails at each required member that they forget', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 8 }), fc.nat(), async (members, pick) => {
        const { old, serving, named, required, expressionOf } = renamed(members);
        const with_ = (list: typeof named) => ({
          of: 'things:2.0.0',
          answer: [{ json: expressionOf(list) }],
        });
        const found = await verify(with_(named), { old, serving });
        expect(found.failures).toEqual([]);
        expect(found.unsampled).toEqual([]);
        const forgotten = required[pick % Math.max(1, required.length)];
        if (!forgotten) return;
        const { failures } = await verify(with_(named.filter((each) => each !== forgotten)), {
          old,
          serving,
        });
        expect(failures).toContainEqual({
          operation: 'GET /things',
          side: 'ANSWER',
          status: '200',
          pointer: `/body/${forgotten.was}`,
          keyword: 'required',
        });
      }),
      { numRuns: 60 },
    );
  });
});
