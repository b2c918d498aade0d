import { countedBy } from '../../domain/plan/limit-keys.ts';
import type { Formats } from '../kit/formats.ts';
import type { calls } from '../languages/en/calls.ts';

type Words = {
  readonly text: { readonly why: ReturnType<typeof calls>['why'] };
  readonly format: Formats;
};

/** Names and values of what a step of a decision found. */
export function factsInWords(words: Words, facts: unknown): { name: string; value: string }[] {
  const names = words.text.why.facts;
  // The database keeps no order; that of the texts is one to read.
  const order = Object.keys(names);
  const rank = (key: string) => (Object.hasOwn(names, key) ? order.indexOf(key) : order.length);
  return Object.entries(facts as Readonly<Record<string, unknown>>)
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([key, value]) => ({ name: wordOf(names, key), value: valueInWords(words, key, value) }));
}

/** Finds the word of a key. A gateway may be newer than these texts: an unknown key is shown as it is. */
const wordOf = (texts: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(texts, key) ? (texts[key] ?? key) : key;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function valueInWords(words: Words, key: string, value: unknown): string {
  const { text, format } = words;
  if (value === null || (Array.isArray(value) && value.length === 0)) return text.why.none;
  if (Array.isArray(value)) return value.map((each) => valueInWords(words, key, each)).join('; ');
  if (typeof value === 'boolean') return value ? text.why.yes : text.why.no;
  if (typeof value === 'number') return /seconds$/i.test(key) ? format.duration(value) : format.number(value);
  if (typeof value === 'object')
    return factsInWords(words, value)
      .map((fact) => `${fact.name}: ${fact.value}`)
      .join(', ');
  const valueText = String(value);
  // The id of a counter is of the platform alone.
  if (key === 'counter') return countedInWords(words, valueText);
  if (key === 'fault') return wordOf(text.why.faults, valueText);
  return INSTANT.test(valueText) ? format.dateTime(valueText) : wordOf(text.why.values, valueText);
}

function countedInWords({ text: { why } }: Words, counter: string): string {
  const of = countedBy(counter);
  if (!of) return counter;
  const counted = of.counts === 'METER' ? why.countedUnits(of.meter ?? '') : why.counted[of.counts];
  return of.limit === undefined ? counted : why.countedByLimit(counted, of.limit);
}
