import { expect, it } from 'vitest';
import { ContractChecks } from '../../../src/openapi/contract/contract-checks.ts';
import { contractCode } from '../../../src/openapi/contract/contract-code.ts';
import { mockAnswers } from '../../../src/openapi/contract/mock-answers.ts';

const documentOf = (schema: object, schemas: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    paths: { '/x': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
    components: { schemas },
  });

/** The example of a schema, and what it breaks. */
function made(schema: object, schemas?: object) {
  const document = documentOf(schema, schemas);
  const [answer] = mockAnswers({ document, operation: 'GET /x' }) ?? [];
  const text = answer?.content[0]?.examples[0]?.text ?? '';
  const code = contractCode({ document, operation: 'GET /x', side: 'ANSWER' });
  if (!code) throw new Error('It cannot be compiled.');
  const checks = new ContractChecks(code);
  const check = code.answers[0]?.content[0]?.check ?? '';
  return { value: JSON.parse(text), text, fault: checks.faultOf(check, JSON.parse(text)) };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it.each<[object, unknown]>([
  [{ type: 'string', example: 'one' }, 'one'],
  [{ type: 'string', examples: ['two'] }, 'two'],
  [{ type: 'string', default: 'three' }, 'three'],
  [{ const: 4 }, 4],
  [{ enum: ['five', 'six'] }, 'five'],
  [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
  [{ type: 'string', minLength: 6 }, 'textxx'],
  [{ type: 'string', maxLength: 2 }, 'te'],
  [{ type: 'integer', minimum: 7 }, 7],
  [{ type: 'integer', exclusiveMinimum: 7 }, 8],
  [{ type: 'number', maximum: -3 }, -3],
  [{ type: 'integer', minimum: 11, multipleOf: 5 }, 15],
  [{ type: ['null', 'boolean'] }, true],
  [{ type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'text'],
  [
    {
      allOf: [{ type: 'object', properties: { a: { type: 'string' } } }],
      properties: { b: { type: 'boolean' } },
    },
    { a: 'text', b: true },
  ],
  [
    { type: 'object', properties: { secret: { type: 'string', writeOnly: true }, id: { type: 'integer' } } },
    { id: 1 },
  ],
])('the example of a schema is a value that it allows: %j', (schema, value) => {
  expect(made(schema)).toMatchObject({ value, fault: undefined });
});

it('the example of a schema that refers to itself ends, and is the same each time', () => {
  const node = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      next: ref('Node'),
      others: { type: 'array', items: ref('Node') },
      more: { type: 'array', items: ref('Node') },
    },
  };
  const { text, fault } = made(ref('Node'), { Node: node });
  expect([fault, made(ref('Node'), { Node: node }).text]).toEqual([undefined, text]);
  expect(text.length).toBeLessThan(100_000);
  // A contract refuses such a document; a mock alone does not.
  const circling = documentOf(ref('A'), { A: ref('B'), B: ref('A') });
  expect(mockAnswers({ document: circling, operation: 'GET /x' })?.[0]?.content[0]?.examples).toEqual([
    { name: null, text: 'null' },
  ]);
});

it('an example that is written as JSON in a text is sent as that JSON', () => {
  const example = (text: string) =>
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/x': { get: { responses: { 200: { content: { 'application/json': { example: text } } } } } },
      },
    });
  const textOf = (text: string) =>
    mockAnswers({ document: example(text), operation: 'GET /x' })?.[0]?.content[0]?.examples[0]?.text;
  expect(['{"a": 1}', '[broken', 'plain'].map(textOf)).toEqual(['{"a": 1}', '"[broken"', '"plain"']);
});
