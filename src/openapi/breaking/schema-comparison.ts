import { type ChangePhrase, phrase } from '../../foundation/text/change-phrase.ts';
import { type CaseFacts, type Direction, factsOf } from './case-facts.ts';
import { type LocalBreak, memberBreaks, pointerOf, subschemaPairsOf } from './member-breaks.ts';
import { casesOf, conjuncts, type Schema, type SchemaCase, textOf } from './schema-cases.ts';
import { type CasePair, typesInWords, valueBreaks } from './value-breaks.ts';

/** A schema in two versions. A missing one takes any value. */
type SchemaPair = { readonly before: Schema; readonly after: Schema };

/** A break within a schema. Its path is of steps, such as `.address.city` or `[].email`. */
type SchemaBreak = { readonly path: string; readonly pointer: string; readonly what: ChangePhrase };

/** Two schemas compared once, even when many operations use them or they contain themselves. */
type Comparison = {
  breaks: readonly LocalBreak[];
  readonly parts: { readonly step: string; readonly comparison: Comparison }[];
  readonly parents: Comparison[];
  /** Is true when something breaks here or below. */
  isBroken: boolean;
};

/**
 * Bounds the comparisons of a document. The rest is taken to be compatible, since nobody writes so large a document.
 */
const COMPARISONS_MAX = 50_000;

/** Compares schemas of two documents in one direction. Results are kept for the next pair. */
export function schemaComparer(direction: Direction): (pair: SchemaPair) => Generator<SchemaBreak> {
  const comparisons = new Map<string, Comparison>();
  const waiting: { pair: SchemaPair; comparison: Comparison }[] = [];

  function comparisonOf(pair: SchemaPair): Comparison {
    const key = JSON.stringify(
      [pair.before, pair.after].map((schema) => conjuncts(schema).map(({ at }) => at)),
    );
    const known = comparisons.get(key);
    if (known) return known;
    const comparison: Comparison = { breaks: [], parts: [], parents: [], isBroken: false };
    if (comparisons.size === COMPARISONS_MAX) return comparison;
    comparisons.set(key, comparison);
    waiting.push({ pair, comparison });
    return comparison;
  }

  function fill({ pair, comparison }: (typeof waiting)[number]): void {
    const { pairs, breaks } = matched(pair, direction);
    comparison.breaks = [...breaks, ...pairs.flatMap(localBreaks)];
    for (const { step, ...part } of pairs.flatMap(subschemaPairsOf)) {
      const below = comparisonOf(part);
      comparison.parts.push({ step, comparison: below });
      below.parents.push(comparison);
      if (below.isBroken) markBroken(comparison);
    }
    if (comparison.breaks.length > 0) markBroken(comparison);
  }

  return function* (pair) {
    const root = comparisonOf(pair);
    for (let next = waiting.pop(); next; next = waiting.pop()) fill(next);
    yield* breaksIn(root);
  };
}

function markBroken(comparison: Comparison): void {
  const waiting = [comparison];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (each.isBroken) continue;
    each.isBroken = true;
    for (const parent of each.parents) waiting.push(parent);
  }
}

/** Yields each break once, under the first path that leads to it. */
function* breaksIn(root: Comparison): Generator<SchemaBreak> {
  const seen = new Set<Comparison>();
  const waiting = [{ comparison: root, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { comparison, path } = next;
    if (!comparison.isBroken || seen.has(comparison)) continue;
    seen.add(comparison);
    for (const { step, pointer, what } of comparison.breaks) yield { path: path + step, pointer, what };
    for (const part of comparison.parts.toReversed())
      waiting.push({ comparison: part.comparison, path: path + part.step });
  }
}

function localBreaks(pair: CasePair): LocalBreak[] {
  const pointer = pointerOf(pair.after.nodes.length > 0 ? pair.after.nodes : pair.before.nodes);
  return [...valueBreaks(pair).map((what) => ({ step: '', pointer, what })), ...memberBreaks(pair)];
}

type FullCase = SchemaCase & CaseFacts;

/**
 * Finds the case of one version in the other. Cases match by the name that they refer to, by their text, by their
 * shape, then by their types; the last match when one is left on each side. A case that is left over is a break in one
 * direction.
 */
function matched(
  { before, after }: SchemaPair,
  direction: Direction,
): { pairs: CasePair[]; breaks: LocalBreak[] } {
  const [old, now] = [before, after].map((schema) =>
    casesOf(schema).map((each): FullCase => ({ ...each, ...factsOf(each, direction) })),
  ) as [FullCase[], FullCase[]];
  const pairs: CasePair[] = [];
  for (const keyOf of old.length * now.length === 1 ? [leftOver] : ways) {
    const [olds, nows] = [single(old, keyOf), single(now, keyOf)];
    for (const [key, was] of olds) {
      const is = nows.get(key);
      if (!is || key === '') continue;
      pairs.push({ before: was, after: is, direction });
      old.splice(old.indexOf(was), 1);
      now.splice(now.indexOf(is), 1);
    }
  }
  return {
    pairs,
    breaks: (direction === 'REQUEST' ? old : now).map((each) => unmatchedCase(each, direction)),
  };
}

const leftOver = () => 'left over';
const typesOf = ({ types }: FullCase) => [...types].sort().join();
const ways = [({ names }: FullCase) => names.join(' and '), textOf, shapeOf, typesOf, leftOver];

/** Returns the cases that are the only ones with their key. */
function single(cases: readonly FullCase[], keyOf: (each: FullCase) => string): Map<string, FullCase> {
  const byKey = new Map<string, FullCase[]>();
  for (const each of cases) byKey.set(keyOf(each), [...(byKey.get(keyOf(each)) ?? []), each]);
  return new Map(
    [...byKey].flatMap(([key, [first, ...others]]) => (first && !others.length ? [[key, first]] : [])),
  );
}

/** Returns the types, the required members, and the members with a single value. The latter tell alternatives apart. */
function shapeOf(each: FullCase): string {
  const fixed = [...each.properties].flatMap(([name, schema]) => {
    const values = casesOf(schema).map((inner) => factsOf(inner, 'RESPONSE').values);
    return values.length === 1 && values[0]?.size === 1 ? [[name, ...values[0]]] : [];
  });
  return JSON.stringify([typesOf(each), [...each.required].sort(), fixed]);
}

function unmatchedCase(each: FullCase, direction: Direction): LocalBreak {
  const words = each.names.join(' and ') || (each.values ? [...each.values] : typesInWords(each));
  const what = phrase(direction === 'REQUEST' ? 'NOT_TAKEN_ANY_MORE' : 'MAY_BE_NOW', words);
  return { step: '', pointer: pointerOf(each.nodes), what };
}
