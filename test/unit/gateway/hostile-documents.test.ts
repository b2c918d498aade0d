import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { DocumentRefusal } from '../../../src/data-plane/gateway/graphql/document-refusal.ts';
import type { ValidatedDocument } from '../../../src/data-plane/gateway/graphql/served-schema.ts';
import { Schemas } from '../../../src/data-plane/gateway/graphql/served-schemas.ts';
import { validatedDocument } from '../../../src/data-plane/gateway/graphql/validated-documents.ts';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { Refusal } from '../../../src/foundation/errors.ts';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import { messageInShort } from '../../../src/graphql/server/message-in-short.ts';
import { documentRules } from '../../../src/graphql/validation/known-operation-types.ts';
import { api } from '../../support/snapshot.ts';

const CODES: ReadonlySet<string> = new Set([
  'BAD_USER_INPUT',
  'GRAPHQL_FRAGMENTS_EXCEEDED',
  'GRAPHQL_OPERATIONS_EXCEEDED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_TOKENS_EXCEEDED',
  'GRAPHQL_VALIDATION_FAILED',
]);
const CPU_MS_MAX = 500;
const CHARACTERS_MAX = 60_000;
/** What a document takes beyond its tokens and characters: its fields, looked at for each object, and merged. */
const UNITS_OF_COST_MAX = 7_252;

const fields = `x: ID a(v: Int, l: [[Int]], s: String, i: In): Query n: N u: U all(first: Int): [N]
  pages(first: Int): Pages @listSize(slicingArguments: ["first"], sizedFields: ["edges"])`;
const objects = Array.from({ length: 8 }, (_, at) => `type O${at} implements N { ${fields} }`);
const sdl = `directive @listSize(slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  interface N { ${fields} }  type Query implements N { ${fields} }  ${objects.join(' ')}
  union U = ${objects.map((_, at) => `O${at}`).join(' | ')}
  type Pages { edges: [N] x: ID } input In { i: In l: [In] s: String v: Int } type Mutation { a: Query }`;

const again = (text: string, times: number) =>
  `${text} `.repeat(Math.max(1, Math.min(times, Math.floor(CHARACTERS_MAX / (text.length + 1)))));
const nested = (inside: string, times: number, [open, close]: readonly [string, string]) => {
  const most = Math.floor((CHARACTERS_MAX - inside.length) / (open.length + close.length));
  const depth = Math.max(1, Math.min(times, most));
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
};
/** Mostly little, and now and then beyond every bound. */
const times = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 2, arbitrary: fc.integer({ min: 7, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 301, max: 12_000 }) },
);

/** `%` becomes another number wherever it stands; `&n;` a spread of one of the fragments that come after its place. */
const { selection } = fc.letrec<{ selection: string; set: string; value: string; directives: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('1', '-0', '$v', 'null', 'E', '"a"', '99999999999999999999', '{}', '[]'),
      times.map((n) => `"${'\\u0061'.repeat(Math.min(n, 5_000))}"`),
      times.map((n) => `"""${'  x\n'.repeat(n)}"""`),
      fc.tuple(tie('value'), times).map(([value, n]) => `[${again(value, n)}]`),
      fc.tuple(tie('value'), times).map(([value, n]) => nested(value, n, ['[', ']'])),
      fc.tuple(tie('value'), times).map(([value, n]) => nested(`{s: ${value}}`, n, ['{i: ', '}'])),
    ),
    directives: fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      fc.constantFrom('@include(if: true)', '@skip(if: $v)', '@nothing'),
      times.map((n) => again('@skip(if: false)', n)),
    ),
    set: fc
      .array(tie('selection'), { minLength: 1, maxLength: 4 })
      .map((all) => `{ ${all.join(' ').slice(0, CHARACTERS_MAX)} }`),
    selection: fc.oneof(
      { maxDepth: 5 },
      { weight: 3, arbitrary: fc.constantFrom('x', '__typename', 'r%: x') },
      { weight: 2, arbitrary: fc.nat(3).map((n) => `&${n};`) },
      {
        weight: 3,
        arbitrary: fc.tuple(tie('set'), tie('directives')).map(([set, said]) => `n ${said} ${set}`),
      },
      { weight: 2, arbitrary: tie('set').map((set) => `r%: all(first: $v) ${set}`) },
      { weight: 2, arbitrary: tie('set').map((set) => `r%: pages(first: 3) { edges ${set} }`) },
      { weight: 2, arbitrary: tie('set').map((set) => `... on O%8 ${set} u { ... on N ${set} }`) },
      { weight: 1, arbitrary: tie('set').map((set) => `__schema { types { fields ${set} } }`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('v', 'l', 's', 'i', 'none'), tie('value'), tie('set'))
          .map(([name, value, set]) => `r%: a(${name}: ${value}) ${set}`),
      },
      { weight: 2, arbitrary: fc.tuple(tie('selection'), times).map(([each, n]) => again(each, n)) },
      {
        weight: 1,
        arbitrary: fc.tuple(tie('selection'), times).map(([each, n]) => nested(each, n, ['n { ', ' }'])),
      },
      { weight: 1, arbitrary: times.map((n) => `${'#\n'.repeat(n)} x`) },
    ),
  }),
);

type Parts = {
  readonly operations: number;
  readonly fragments: number;
  readonly selections: readonly string[];
};

function written({ operations, fragments, selections }: Parts): string {
  let number = 0;
  const at = (index: number, spreadsAfter: number) =>
    (selections[index % selections.length] ?? 'x').replace(/&(\d);|%(\d?)/g, (_, spread, modulo) => {
      if (spread === undefined) {
        number += 1;
        return `${modulo ? number % Number(modulo) : number}`;
      }
      const name = spreadsAfter + 1 + Number(spread);
      return name < fragments ? `...F${name}` : 'x';
    });
  const texts: string[] = [];
  for (let n = 0; n < operations; n += 1)
    texts.push(`query Q${n}($v: Int) { used: a(v: $v) { x } ${at(n, -1)} ${fragments > 0 ? '...F0' : ''} }`);
  for (let n = 0; n < fragments; n += 1) {
    const next = n + 1 < fragments ? `...F${n + 1}` : '';
    texts.push(`fragment F${n} on N { ${at(operations + n, n)} ${next} }`);
  }
  return texts.join('\n').slice(0, 10 * CHARACTERS_MAX);
}

const documents = fc
  .record({
    operations: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 50 }) },
      { weight: 1, arbitrary: fc.integer({ min: 51, max: 300 }) },
    ),
    fragments: fc.oneof(
      { weight: 5, arbitrary: fc.nat(3) },
      { weight: 2, arbitrary: fc.nat(100) },
      { weight: 1, arbitrary: fc.integer({ min: 101, max: 700 }) },
    ),
    selections: fc.oneof(
      { weight: 3, arbitrary: fc.array(selection, { minLength: 1, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom(['x'], ['&0; &1;', 'n { &2; }']) },
    ),
    // A document may be cut off anywhere, too.
    cut: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ cut, ...parts }) => {
    const text = written(parts);
    return text.slice(0, Math.ceil(cut * text.length));
  });

const variables = [{}, { v: 3 }, { v: -1 }, { v: 'x' }, { v: { i: [1] } }];

/** What came of it for a call with these variables. @throws whatever is no refusal */
function outcomesOf(verdict: ValidatedDocument): string[] {
  if (verdict instanceof DocumentRefusal) return [verdict.code];
  return [...verdict.values()].slice(0, 3).flatMap(({ measures, introspect }) =>
    variables.map((given) => {
      try {
        introspect?.(given);
        const { cost } = typeof measures === 'function' ? measures(given) : measures;
        return Number.isSafeInteger(Math.round(cost)) ? 'MEASURED' : `a cost of ${cost}`;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      }
    }),
  );
}

it.each([
  ['as every API has them', {}],
  ['as wide as an owner can set them', { maxTokens: 10_000, maxOperations: 200, maxFragments: 1_000 }],
])(
  'hostile documents get a verdict or a refusal of a known code, in bounded time, with bounds %s',
  async (_, own) => {
    const bounds = documentBoundsOf(own);
    const proxied = api({ kind: 'GRAPHQL', sdl, documentBounds: bounds });
    const schema = await new Schemas().of(proxied, { orgId: 'an org', hidden: [] });
    const seen = new Map<string, number>();
    let units = 0;
    const work = {
      check: () => {},
      spend: (more: number) => {
        units += more;
      },
    };
    const judge = (text: string) => atOnce(validatedDocument(schema, text, work));
    judge('{ x }');
    /** What GraphQL.js finds in what is neither beyond a bound nor nested deeper than the stack is. */
    const validatedAtOnce = (text: string, verdict: ValidatedDocument) => {
      if (verdict instanceof DocumentRefusal)
        if (verdict.code !== 'GRAPHQL_VALIDATION_FAILED' || verdict.message.includes('nested too deep'))
          return [];
      return validate(schema.visible, parse(text), documentRules, {
        maxErrors: 5,
        hideSuggestions: true,
      }).map(({ message }) => messageInShort(message));
    };
    fc.assert(
      fc.property(documents, (text) => {
        units = 0;
        const before = process.cpuUsage();
        const verdict = judge(text);
        const { user, system } = process.cpuUsage(before);
        const outcomes = outcomesOf(verdict);
        for (const outcome of outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        expect(outcomes.filter((outcome) => outcome !== 'MEASURED' && !CODES.has(outcome))).toEqual([]);
        // Comments are tokens that no bound counts: they are paid for by their characters.
        expect(units).toBeLessThanOrEqual(bounds.maxTokens + text.length + UNITS_OF_COST_MAX);
        expect((user + system) / 1_000).toBeLessThan(CPU_MS_MAX);
        const faults = validatedAtOnce(text, verdict);
        if (faults.length > 0)
          expect(verdict).toMatchObject({ errors: faults.map((message) => ({ message })) });
      }),
      { seed: 18, numRuns: 150 },
    );
    // The grammar reaches what it is to test.
    expect([...seen.keys()].sort()).toEqual(
      expect.arrayContaining([
        'GRAPHQL_FRAGMENTS_EXCEEDED',
        'GRAPHQL_OPERATIONS_EXCEEDED',
        'GRAPHQL_TOKENS_EXCEEDED',
        'GRAPHQL_VALIDATION_FAILED',
        'MEASURED',
      ]),
    );
  },
);
