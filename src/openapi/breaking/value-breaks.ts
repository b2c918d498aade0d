import { type ChangePhrase, type ChangeValue, phrase } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import type { CaseFacts, Direction } from './case-facts.ts';
import { narrowedBounds } from './schema-bounds.ts';
import type { SchemaCase } from './schema-cases.ts';

/** Two versions of one case of a schema, and the sender of what it describes. */
export type CasePair = {
  readonly before: SchemaCase & CaseFacts;
  readonly after: SchemaCase & CaseFacts;
  readonly direction: Direction;
};

/** Describes values that a request may no longer have, or a response now may. */
export function valueBreaks(pair: CasePair): ChangePhrase[] {
  const types = typeBreak(pair);
  if (types !== undefined && !haveCommonType(pair)) return [types];
  const all = [types, enumBreak(pair), formatBreak(pair)].filter((each) => each !== undefined);
  return pair.direction === 'REQUEST' ? [...all, ...narrowedBounds(pair)] : all;
}

/**
 * Returns the case that is sent and the one that is expected. The receiver of a request expects the new version, the
 * receiver of a response the old one.
 */
function sides({ before, after, direction }: CasePair): { sent: CaseFacts; expected: CaseFacts } {
  return direction === 'REQUEST' ? { sent: before, expected: after } : { sent: after, expected: before };
}

function typeBreak(pair: CasePair): ChangePhrase | undefined {
  const { sent, expected } = sides(pair);
  const { before, after, direction } = pair;
  const strange = [...sent.types].filter((type) => !expected.types.has(type));
  if (strange.length === 0) return undefined;
  const [was, is] = [typesInWords(before), typesInWords(after)];
  if (direction === 'REQUEST')
    return strange.join() === 'null' ? phrase('NOT_NULL_ANY_MORE') : phrase('TAKES_NOW', is, was);
  return strange.join() === 'null' ? phrase('NULL_NOW') : phrase('IS_NOW', is, was);
}

/** Is true when they have a common type. Only then is there more to compare. */
export function haveCommonType({ before, after }: CasePair): boolean {
  return [...before.types].some((type) => type !== 'null' && after.types.has(type));
}

const TYPES_IN_ALL = 7;

/** Returns the types, or `anything` where none is given. */
export function typesInWords({ types }: CaseFacts): ChangeValue {
  if (types.size === TYPES_IN_ALL) return phrase('ANYTHING');
  const named = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  return named.sort((a, b) => Number(a === 'null') - Number(b === 'null'));
}

function enumBreak(pair: CasePair): ChangePhrase | undefined {
  const { sent, expected } = sides(pair);
  if (!expected.values) return undefined;
  const strange = [...(sent.values ?? [])].filter((value) => !expected.values?.has(value));
  if (sent.values && strange.length === 0) return undefined;
  if (pair.direction === 'REQUEST')
    return sent.values
      ? phrase('NOT_TAKEN_ANY_MORE', strange)
      : phrase('ONLY_TAKEN_NOW', [...expected.values]);
  return sent.values ? phrase('MAY_BE_NOW', strange) : phrase('ANY_VALUE_NOW', [...expected.values]);
}

/** Formats whose values are all values of another one. */
const WIDER = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

function formatBreak(pair: CasePair): ChangePhrase | undefined {
  const { sent, expected } = sides(pair);
  if (expected.format === undefined || sent.format === expected.format) return undefined;
  if (sent.format !== undefined && WIDER.get(sent.format) === expected.format) return undefined;
  const [was, is] = [formatInWords(pair.before), formatInWords(pair.after)];
  return phrase(pair.direction === 'REQUEST' ? 'TAKES_NOW' : 'HAS_NOW', is, was);
}

const formatInWords = ({ format }: CaseFacts): ChangePhrase =>
  format === undefined ? phrase('ANY_FORMAT') : phrase('FORMAT', short(format));
