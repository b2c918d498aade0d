import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import { documentRules } from '../../../src/graphql/validation/known-operation-types.ts';
import { validationInSteps } from '../../../src/graphql/validation/validation-in-steps.ts';

const schema = buildSchema(`interface N { x: ID n: N all(first: Int, in: In): [N] }
  type Query implements N { x: ID n: N all(first: Int, in: In): [N] name: String! }
  type Other implements N { x: ID n: N all(first: Int, in: In): [N] other: Int! }
  input In { a: Int! b: [String] }`);

const MAX = 5;
const inSteps = (text: string) =>
  validationInSteps(schema, parse(text), { maxErrors: MAX, onSteps: () => {} });
const inOne = (text: string) =>
  validate(schema, parse(text), documentRules, { maxErrors: MAX, hideSuggestions: true });

describe('a document that is validated step by step', () => {
  it.each([
    '{ x n { x all(first: 1) { x ... on Other { other } } } }',
    'query A($first: Int = 3, $in: In!) @skip(if: true) { all(first: $first, in: $in) { x } } query B { x }',
    'query ($unused: In @include(if: true), $same: Int, $same: Int) { all(in: { b: "x", c: 1 }) { none } }',
    '{ ...F ...None } fragment F on N { ...G } fragment G on N { ...F } fragment G on Nothing { x }',
    'fragment F on Query { x @include @nothing @skip(if: true) @skip(if: true) }',
    '{ a: x a: name ...F } fragment F on Query { a: n { x } } fragment Unused on N { x: n { x } x }',
    'mutation { x } subscription { x } { x } query Q { n }',
    '{ x { y } n all(last: 1, first: "1") { x(a: 1) } } type Extra { x: None }',
    `{ ${'none '.repeat(4)} } fragment Unused on N { x }`,
    `{ ${'none '.repeat(20)} }`,
    '{ a: x a: name b: x b: name c: x c: name d: x d: name e: x e: name f: x f: name }',
    '"""Said of it.""" query Q { __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  ])('has the errors of one that is validated at once, in their order: %s', (text) => {
    expect(atOnce(inSteps(text)).map((error) => error.toJSON())).toEqual(
      inOne(text).map((error) => error.toJSON()),
    );
  });

  it('takes many short steps, however it is laid out', () => {
    const wide = `{ ${'n { x } '.repeat(500)} }`;
    const deep = `{ ${'n { '.repeat(500)} x ${'}'.repeat(500)} }`;
    for (const text of [wide, deep]) expect([...inSteps(text)].length).toBeGreaterThan(15);
  });
});
