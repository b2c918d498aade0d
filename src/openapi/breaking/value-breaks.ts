import { listed, short } from '../../foundation/text/listed.ts';
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
export function valueBreaks(pair: CasePair): string[] {
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

function typeBreak(pair: CasePair): string | undefined {
  const { sent, expected } = sides(pair);
  const { before, after, direction } = pair;
  const strange = [...sent.types].filter((type) => !expected.types.has(type));
  if (strange.length === 0) return undefined;
  const [was, is] = [before, after].map(typesInWords);
  if (direction === 'REQUEST')
    return strange.join() === 'null' ? 'may not be null any more' : `takes ${is} now, took ${was}`;
  return strange.join() === 'null' ? 'may be null now' : `is ${is} now, was ${was}`;
}

/** Is true when they have a common type. Only then is there more to compare. */
export function haveCommonType({ before, after }: CasePair): boolean {
  return [...before.types].some((type) => type !== 'null' && after.types.has(type));
}

const TYPES_IN_ALL = 7;

/** Returns `string or null`, or `anything` where no type is given. */
export function typesInWords({ types }: CaseFacts): string {
  if (types.size === TYPES_IN_ALL) return 'anything';
  const named = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  return listed(
    named.sort((a, b) => Number(a === 'null') - Number(b === 'null')),
    'or',
  );
}

function enumBreak(pair: CasePair): string | undefined {
  const { sent, expected } = sides(pair);
  if (!expected.values) return undefined;
  const strange = [...(sent.values ?? [])].filter((value) => !expected.values?.has(value));
  if (sent.values && strange.length === 0) return undefined;
  if (pair.direction === 'REQUEST')
    return sent.values
      ? `does not take ${listed(strange, 'or')} any more`
      : `takes only ${listed(expected.values, 'or')} now`;
  return sent.values
    ? `may be ${listed(strange, 'or')} now`
    : `may be any value now, was ${listed(expected.values, 'or')}`;
}

/** Formats whose values are all values of another one. */
const WIDER = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

function formatBreak(pair: CasePair): string | undefined {
  const { sent, expected } = sides(pair);
  if (expected.format === undefined || sent.format === expected.format) return undefined;
  if (sent.format !== undefined && WIDER.get(sent.format) === expected.format) return undefined;
  const [was, is] = [pair.before, pair.after].map(({ format }) =>
    format === undefined ? 'any format' : `the format ${short(format)}`,
  );
  return pair.direction === 'REQUEST' ? `takes ${is} now, took ${was}` : `has ${is} now, had ${was}`;
}
