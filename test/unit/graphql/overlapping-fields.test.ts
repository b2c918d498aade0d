import fc from 'fast-check';
import { buildSchema, type GraphQLError, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import { FieldMerging, overlappingFields } from '../../../src/graphql/validation/overlapping-fields.ts';
import { runs } from '../../support/runs.ts';

const fields = 'id: ID same: I many: [I] any: U pick(n: Int, in: In): I';
const schema = buildSchema(`
  input In { a: Int b: In c: [String] }
  enum Kind { X Y }
  interface I { ${fields} }
  union U = A | B | C
  type A implements I { ${fields} value: Int list: [A!] part: A }
  type B implements I { ${fields} value: Int! list: [B!] part: B }
  type C implements I { ${fields} value: Kind list: [[C]] part: String }
  type Query implements I { ${fields} value: Int list: [A!] part: A a: A b: B }
`);

const conflictsIn = (document: string): readonly GraphQLError[] =>
  validate(schema, parse(document), [overlappingFields]);
const repeated = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');

describe('the verdict is that of GraphQL.js', () => {
  const mostly = <Value>(usual: Value, ...others: Value[]) =>
    fc.oneof(
      { arbitrary: fc.constant(usual), weight: 3 * others.length },
      ...others.map((each) => fc.constant(each)),
    );
  const leaf = mostly('id', 'value', '__typename', 'part', 'k: id', 'k: value', 'value: id', 'zz');
  const args = mostly(
    '',
    '(n: 1)',
    '(n: $v)',
    '(in: { a: 1, c: ["x"] })',
    '(in: { c: ["x"], a: 1 })',
    '(in: { a: 1, c: ["y"] })',
    '(in: { a: 1, c: ["""x"""] })',
    '(n: 1, in: { b: { a: null } })',
    '(in: { b: { a: null } }, n: 1)',
  );
  const type = fc.constantFrom('A', 'B', 'C', 'I', 'U', 'Query', 'Nowhere');
  const composite = mostly('same', 'many', 'any', 'list', 'part', 'a', 'b', 'same: any', 'x: same', 'x: any');
  const fragment = fc.constantFrom('F', 'G', 'H', 'J');
  const { set } = fc.letrec<{ set: string; selection: string }>((tie) => ({
    set: fc
      .array(tie('selection'), { minLength: 1, maxLength: 4, depthIdentifier: 'document' })
      .map((all) => `{ ${all.join(' ')} }`),
    selection: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'document' },
      leaf,
      fragment.map((name) => `...${name}`),
      fc.tuple(composite, tie('set')).map(([name, inner]) => `${name} ${inner}`),
      fc.tuple(args, tie('set')).map(([given, inner]) => `pick${given} ${inner}`),
      fc.tuple(type, tie('set')).map(([name, inner]) => `... on ${name} ${inner}`),
      tie('set').map((inner) => `... ${inner}`),
    ),
  }));
  const document = fc
    .tuple(set, fc.uniqueArray(fc.tuple(fragment, type, set), { maxLength: 4, selector: ([name]) => name }))
    .map(
      ([operation, all]) =>
        `${operation} ${all.map(([name, on, inner]) => `fragment ${name} on ${on} ${inner}`).join(' ')}`,
    );

  it(`on ${runs(10_000)} random documents, and it names what conflicts`, () => {
    const verdicts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(document, (text) => {
        const parsed = parse(text, { noLocation: true });
        const theirs = validate(schema, parsed, [OverlappingFieldsCanBeMergedRule]);
        const ours = validate(schema, parsed, [overlappingFields]);
        expect(ours.length > 0, `${text}\n${theirs[0]?.message}\n${ours[0]?.message}`).toBe(
          theirs.length > 0,
        );
        for (const { message, nodes } of ours) {
          expect(message).toMatch(
            /^Fields "\w+" conflict because (?:subfields "\w+" conflict because )*(?:"\w+" and "\w+" are different fields|they have differing arguments|they return conflicting types "\S+" and "\S+")\. Use different aliases/,
          );
          expect(nodes).toHaveLength(2);
        }
        verdicts[ours.length > 0 ? 'invalid' : 'valid'] += 1;
      }),
      { seed: 20_261_123, numRuns: runs(10_000) },
    );
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(runs(2_000));
  }, 120_000);
});

describe('what conflicts is told', () => {
  it.each([
    ['{ x: id x: value }', 'Fields "x" conflict because "id" and "value" are different fields.'],
    [
      '{ pick(n: 1) { id } pick(n: 2) { id } }',
      'Fields "pick" conflict because they have differing arguments.',
    ],
    [
      '{ same { ... on A { value } ... on B { value } } }',
      'Fields "value" conflict because they return conflicting types "Int" and "Int!".',
    ],
    [
      '{ ...F same { x: id } } fragment F on Query { same { x: __typename } }',
      'Fields "same" conflict because subfields "x" conflict because "id" and "__typename" are different fields.',
    ],
  ])('%s', (document, told) => {
    expect(conflictsIn(document).map(({ message }) => message)).toEqual([
      `${told} Use different aliases on the fields to fetch both if this was intentional.`,
    ]);
  });

  it('once for a fragment that is spread in several places', () => {
    const document = '{ ...F a { same { ...F } } } fragment F on I { x: id x: __typename }';
    expect(conflictsIn(document)).toHaveLength(1);
  });
});

describe('time is linear in the document', () => {
  const stepsFor = (text: string) => {
    const merging = new FieldMerging(schema, parse(text, { noLocation: true }));
    expect(atOnce(merging.conflicts())).toEqual([]);
    return merging.steps;
  };

  it.each<[string, (count: number) => string]>([
    [
      'fragments of one field on one type',
      (count) =>
        `{ ${repeated(count, (at) => `...F${at}`)} } ${repeated(count, (at) => `fragment F${at} on Query { id }`)}`,
    ],
    [
      'fragments of fields with selections',
      (count) =>
        `{ ${repeated(count, (at) => `...F${at}`)} } ${repeated(count, (at) => `fragment F${at} on Query { same { id } }`)}`,
    ],
    [
      'fragments spread below one field each',
      (count) =>
        `{ ${repeated(count, (at) => `same { ...F${at} }`)} } ${repeated(count, (at) => `fragment F${at} on I { many { id } }`)}`,
    ],
    ['one field again and again', (count) => `{ ${repeated(count, () => 'same { id }')} }`],
    ['one field with arguments', (count) => `{ ${repeated(count, () => 'pick(n: 1) { id }')} }`],
    ['inline fragments', (count) => `{ ${repeated(count, () => '... { same { same { id } } }')} }`],
    [
      'a chain of fragments',
      (count) =>
        `{ ...F0 } ${repeated(count, (at) => `fragment F${at} on Query { id ...F${at + 1} }`)} fragment F${count} on Query { id }`,
    ],
    [
      'one fragment with many fields, spread beside another field in many places',
      (count) =>
        `{ ${repeated(count, (at) => `x${at}: same { ...F y${at}: id }`)} } fragment F on I { ${repeated(count, (at) => `z${at}: same { id }`)} }`,
    ],
  ])('%s: twice the document takes at most 2.3 times the steps', (_, documentOf) => {
    expect(stepsFor(documentOf(430)) / stepsFor(documentOf(215))).toBeLessThan(2.3);
  });

  it('selections that meet in more ways than can be looked at are refused', () => {
    // What stands at place k of a path decides what stands at its end: as many sets meet as there are paths.
    const positions = 20;
    const marks = repeated(positions, (to) =>
      repeated(
        to,
        (at) =>
          `fragment M${at}_${to} on I { x: same { ...M${at}_${to + 1} } y: same { ...M${at}_${to + 1} } }`,
      ),
    );
    const paths = repeated(
      positions,
      (at) =>
        `fragment P${at} on I { x: same { ...P${at + 1} ...M${at}_${at + 1} } y: same { ...P${at + 1} } }`,
    );
    const ends = `fragment P${positions} on I { id } ${repeated(positions, (at) => `fragment M${at}_${positions} on I { id }`)}`;
    expect(conflictsIn(`{ same { ...P0 } } ${paths} ${marks} ${ends}`)).toMatchObject([
      {
        message:
          'Fields of the same names meet in too many ways to be checked: spread fragments in fewer places.',
      },
    ]);
  });

  it('fragments that spread each other end', () => {
    const circle = repeated(
      40,
      (at) => `fragment F${at} on I { id same { ...F${(at + 1) % 40} ...F0 } ...F${(at + 7) % 40} }`,
    );
    expect(conflictsIn(`{ ...F0 } ${circle}`)).toEqual([]);
  });
});
