import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../../src/foundation/json.ts';
import { breakingChanges } from '../../../../src/openapi/breaking/breaking-changes.ts';
import { inWords, ref } from '../../../support/openapi.ts';
import { runs } from '../../../support/runs.ts';

const RUNS = { numRuns: runs(50) };
const name = fc.constantFrom('a', 'b', 'c', 'd/e', '~f');
const component = fc.constantFrom('One', 'Two', 'Three');

/** Schemas that hold each other, and themselves. */
const { schema } = fc.letrec((tie) => {
  const inner = tie('schema') as fc.Arbitrary<JsonObject>;
  const leaf = fc.constantFrom<JsonObject>(
    {},
    { type: 'string' },
    { type: 'string', nullable: true },
    { type: ['integer', 'null'] },
    { type: 'number', minimum: 3 },
    { enum: ['x', 'y', 'z'] },
    { type: 'string', format: 'date', maxLength: 9 },
  );
  const objects = fc
    .record({
      properties: fc.dictionary(name, inner, { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 3 }),
      additionalProperties: fc.boolean(),
    })
    .map((members): JsonObject => ({ type: 'object', ...members }));
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      component.map((each): JsonObject => ref(each)),
      objects,
      inner.map((items): JsonObject => ({ type: 'array', items })),
      fc
        .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), fc.array(inner, { minLength: 1, maxLength: 3 }))
        .map(([keyword, list]): JsonObject => ({ [keyword]: list })),
    ),
  };
}) as { schema: fc.Arbitrary<JsonObject> };

const content = schema.map((each) => ({ 'application/json': { schema: each } }));
const parameter = fc.record({
  name,
  in: fc.constantFrom('query', 'header'),
  required: fc.boolean(),
  schema,
});
const operation = fc.record({
  parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: (each) => `${each.in} ${each.name}` }),
  requestBody: fc.record({ required: fc.boolean(), content }),
  responses: fc.dictionary(fc.constantFrom('200', '2XX', '404', 'default'), fc.record({ content }), {
    minKeys: 1,
  }),
});
const document = fc.record({
  paths: fc.dictionary(
    fc.constantFrom('/a', '/a/{id}', '/b'),
    fc.dictionary(fc.constantFrom('get', 'post'), operation, { minKeys: 1 }),
  ),
  components: fc.record({ schemas: fc.record({ One: schema, Two: schema, Three: schema }) }),
});

/** The same document with its members, and its lists that are sets, the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, reversed(each)] as const)
      .reverse(),
  );
}

describe('between any two documents', () => {
  it('nothing breaks where they are the same', () => {
    fc.assert(
      fc.property(document, (each) => {
        expect(inWords(each, structuredClone(each))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('the order of members, parameters, values and alternatives never matters', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const expected = inWords(before, after);
        expect(inWords(reversed(before) as JsonObject, after)).toEqual(expected);
        expect(inWords(before, reversed(after) as JsonObject)).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('what is added and may be left out never breaks', () => {
    fc.assert(
      fc.property(document, operation, schema, (before, more, extra) => {
        expect(inWords(before, withMore(before, { operation: more, schema: extra }))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('each break has an operation of the old document and a place in one of the two', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        for (const { operation: named, pointer } of breakingChanges(before, after)) {
          const [method = '', path = ''] = named.split(' ');
          expect(before.paths[path]).toHaveProperty(method.toLowerCase());
          expect(isPointerIn(after, pointer) || isPointerIn(before, pointer)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('whatever stands where a schema or an operation should, nothing is thrown', () => {
    const anything = (each: unknown) =>
      ({
        paths: {
          '/a': {
            get: {
              parameters: [each],
              requestBody: { content: { 'a/b': { schema: each } } },
              responses: each,
            },
          },
        },
        components: { schemas: each },
      }) as JsonObject;
    const members = fc.constantFrom(
      '$ref',
      'allOf',
      'oneOf',
      'properties',
      'type',
      'enum',
      'required',
      'schema',
      '200',
    );
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(members, fc.oneof(fc.jsonValue(), schema)));
    fc.assert(
      fc.property(value, value, (one, two) => {
        breakingChanges(anything(one), anything(two));
      }),
      RUNS,
    );
  });
});

type Paths = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
type Operation = {
  readonly parameters: readonly unknown[];
  readonly responses: Readonly<Record<string, unknown>>;
};
type More = { readonly operation: unknown; readonly schema: JsonObject };

/** A new path, method, optional parameter, status, and content type. */
function withMore(before: Paths & JsonObject, more: More): JsonObject {
  const paths = Object.entries(before.paths).map(([path, item]) => [
    path,
    {
      ...Object.fromEntries(
        Object.entries(item).map(([method, each]) => [method, richer(each, more.schema)]),
      ),
      patch: more.operation,
    },
  ]);
  return { ...before, paths: { ...Object.fromEntries(paths), '/new': { get: more.operation } } };
}

function richer(each: Operation, schema: JsonObject): Operation {
  const added = { content: { 'text/csv': { schema } } };
  return {
    ...each,
    parameters: [...each.parameters, { name: 'new', in: 'query', schema }],
    responses: { ...each.responses, 503: each.responses['default'] ?? added },
  };
}

function isPointerIn(root: unknown, pointer: string): boolean {
  const names = pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((at, each) => (at as JsonObject | undefined)?.[each], root) !== undefined;
}
