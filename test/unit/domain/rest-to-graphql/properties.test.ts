import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import { answering, documentOf } from '../../../support/built-server.ts';
import { converted } from '../../../support/converted.ts';
import { runs } from '../../../support/runs.ts';

const RUNS = { numRuns: runs(100) };
const NAMES = [
  'a',
  'A',
  'a-b',
  'a_b',
  '1',
  '__proto__',
  'constructor',
  'Query',
  'String',
  'ä',
  '',
  'x'.repeat(300),
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 5 }));
const SCHEMAS = ['One', 'Two', 'Query', 'JSON', 'One_2', 'OneInput', 'b c'];
const reference = fc
  .constantFrom(...SCHEMAS, 'Missing')
  .map((each): JsonObject => ({ $ref: `#/components/schemas/${each}` }));

/** Schemas as documents have them, also such as no document should. */
const { schema } = fc.letrec((tie) => {
  const inner = tie('schema') as fc.Arbitrary<JsonObject>;
  const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
    fc.constantFrom<JsonObject>(
      {},
      { type: 'string' },
      { type: 'integer', format: 'int64' },
      { type: 'number' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { type: 'null' },
      { type: 'file' },
      { type: 'any' },
      { type: 7 },
      { type: 'string', format: 'binary' },
    ),
    fc
      .array(fc.oneof(name, fc.constant(null), fc.integer()), { maxLength: 4 })
      .map((values) => ({ type: 'string', enum: values })),
  );
  const object = fc
    .record({
      properties: fc.dictionary(name, inner, { maxKeys: 4 }),
      required: fc.array(name, { maxLength: 3 }),
      additionalProperties: fc.boolean(),
    })
    .map((members): JsonObject => ({ type: 'object', ...members }));
  const branches = fc.array(inner, { maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      reference,
      object,
      fc.tuple(inner, object).map(([items, more]): JsonObject => ({ ...more, type: 'array', items })),
      fc
        .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), branches, fc.boolean())
        .map(([keyword, list, nullable]): JsonObject => ({ [keyword]: list, nullable })),
    ),
  };
}) as { schema: fc.Arbitrary<JsonObject> };

const mediaType = fc.constantFrom(
  'application/json',
  'multipart/form-data',
  'text/csv',
  'image/png',
  '*/*',
  'odd',
);
const parameter = fc.record({
  name,
  in: fc.constantFrom('query', 'header', 'cookie', 'path', 'nowhere'),
  required: fc.boolean(),
  schema,
});
const operation = fc
  .record({
    operationId: fc.option(name),
    parameters: fc.array(parameter, { maxLength: 3 }),
    answer: schema,
    links: fc.dictionary(name, fc.record({ operationId: name, parameters: fc.dictionary(name, name) }), {
      maxKeys: 2,
    }),
    sent: fc.tuple(mediaType, schema),
  })
  .map(({ answer, links, sent: [type, sent], ...said }): JsonObject => {
    const { 200: response } = answering(answer).responses;
    return {
      ...said,
      requestBody: { content: { [type]: { schema: sent } } },
      responses: { 200: { ...response, links } },
    };
  });
const METHODS = ['get', 'post', 'put', 'delete', 'head', 'trace'];
const paths = fc.dictionary(
  fc.constantFrom('/', '/a', '/a/{id}', '/a/{id}/{id}', '/{a}b{c}', '/a?b=c'),
  fc.dictionary(fc.constantFrom(...METHODS), operation, { minKeys: 1, maxKeys: 3 }),
  { minKeys: 1, maxKeys: 3 },
);
const schemas = fc.record(Object.fromEntries(SCHEMAS.map((each) => [each, schema])));

describe('any document', () => {
  it('becomes a schema that GraphQL accepts, with each operation once in the report and each field once in the schema', () => {
    fc.assert(
      fc.property(paths, schemas, (items, definitions) => {
        const { faults, report, sdl } = converted(documentOf(items, definitions));
        expect(faults).toEqual([]);
        const asked = Object.entries(items).flatMap(([path, item]) =>
          Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
        );
        expect(report.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(asked.sort());
        for (const { field, reason } of report.operations) expect(field === null).toBe(reason !== null);
        const fields = report.operations.flatMap(({ field }) => field ?? []);
        expect(new Set(fields).size).toBe(fields.length);
        for (const field of fields) expect(sdl).toContain(`  ${field.split('.')[1]}`);
      }),
      RUNS,
    );
  });
});
