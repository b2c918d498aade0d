import { isObject, type JsonObject } from '../../foundation/json.ts';
import { type ChangePhrase, type ChangeValue, phrase } from '../../foundation/text/change-phrase.ts';
import type { CaseFacts } from './case-facts.ts';
import { isMultiple } from './multiple.ts';
import type { SchemaCase } from './schema-cases.ts';

type BoundsPair = {
  readonly before: Pick<SchemaCase, 'nodes'> & Pick<CaseFacts, 'patterns'>;
  readonly after: Pick<SchemaCase, 'nodes'> & Pick<CaseFacts, 'patterns'>;
};

/** A bound. Of two equal ones, the exclusive one is tighter. */
type Bound = { readonly value: number; readonly isExclusive: boolean };

const SIZES = ['Length', 'Items', 'Properties'];
const LOWER = ['minimum', ...SIZES.map((size) => `min${size}`)];
const UPPER = ['maximum', ...SIZES.map((size) => `max${size}`)];

/** Describes values that the old bounds allowed and the new ones do not. (JSON Schema Validation §6) */
export function narrowedBounds({ before, after }: BoundsPair): ChangePhrase[] {
  const [was, is] = [objectsOf(before), objectsOf(after)];
  return [
    ...LOWER.flatMap((name) => tightened(name, { was, is, sign: 1 })),
    ...UPPER.flatMap((name) => tightened(name, { was, is, sign: -1 })),
    ...[...after.patterns]
      .filter((pattern) => !before.patterns.has(pattern))
      .map((pattern) => phrase('MUST_MATCH', [pattern])),
    ...steps(was, is),
    ...(says(is, 'uniqueItems') && !says(was, 'uniqueItems') ? [phrase('UNIQUE_ITEMS')] : []),
  ];
}

function objectsOf({ nodes }: Pick<SchemaCase, 'nodes'>): JsonObject[] {
  return nodes.map(({ value }) => value).filter(isObject);
}

const says = (schemas: readonly JsonObject[], name: string) =>
  schemas.some((schema) => schema[name] === true);

type TightenedInput = { readonly was: JsonObject[]; readonly is: JsonObject[]; readonly sign: 1 | -1 };

function tightened(name: string, { was, is, sign }: TightenedInput): ChangePhrase[] {
  const [old, now] = [was, is].map((schemas) => tightest(name, schemas, sign));
  if (!now || (old && !isTighter(now, old, sign))) return [];
  if (sign === 1 && name !== 'minimum' && now.value <= 0) return [];
  const bound = inWords(`${name} `, now);
  return [old ? phrase('BOUND_CHANGED', bound, inWords('', old)) : phrase('BOUND_NOW', bound)];
}

function tightest(name: string, schemas: readonly JsonObject[], sign: 1 | -1): Bound | undefined {
  const bounds = schemas.flatMap((schema) => boundsIn(schema, name));
  return bounds.sort((a, b) => (isTighter(a, b, sign) ? -1 : 1))[0];
}

/** Reads a bound. `exclusiveMinimum` is a number in OpenAPI 3.1; in 3.0 it is a flag of `minimum`. */
function boundsIn(schema: JsonObject, name: string): Bound[] {
  const exclusive = schema[`exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  const value = schema[name];
  return [
    ...(typeof value === 'number' ? [{ value, isExclusive: exclusive === true }] : []),
    ...(typeof exclusive === 'number' ? [{ value: exclusive, isExclusive: true }] : []),
  ];
}

function isTighter(a: Bound, b: Bound, sign: 1 | -1): boolean {
  if (a.value === b.value) return a.isExclusive && !b.isExclusive;
  return (a.value - b.value) * sign > 0;
}

function inWords(name: string, { value, isExclusive }: Bound): ChangeValue {
  const text = `${name}${value}`;
  return isExclusive ? phrase('EXCLUSIVE', text) : text;
}

/** Compares `multipleOf`. Multiples of the old step must be multiples of the new one. */
function steps(was: readonly JsonObject[], is: readonly JsonObject[]): ChangePhrase[] {
  const stepsOf = (schemas: readonly JsonObject[]) =>
    schemas.map(({ multipleOf }) => multipleOf).filter((step) => typeof step === 'number');
  const old = stepsOf(was);
  return stepsOf(is)
    .filter((step) => !old.some((each) => isMultiple(each, step)))
    .map((step) => phrase('MULTIPLE_OF', String(step)));
}
