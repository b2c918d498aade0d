import { type InputPath, refuse } from '../../foundation/errors.ts';
import { namesOf } from '../../foundation/json-pointer.ts';
import { short } from '../../foundation/text/listed.ts';
import { isName } from '../../foundation/text/name.ts';
import { compileAnswerExpression } from '../access-policy/answer-expression.ts';
import { ConditionFault } from '../access-policy/condition.ts';
import { positionIn } from '../access-policy/policies.ts';
import { operationNames } from './operation-names.ts';

/** A meter of an API: where an answer tells how much its call used. In its body, in a header, or by an expression. */
export type Meter = {
  /** The name of its units, for example `tokens`. Several meters of one name tell it for different answers. */
  readonly name: string;
  /** The operations whose answers it reads, for example `POST /chat`. Empty means all. */
  readonly operations: readonly string[];
  /** A JSON Pointer into the body. (RFC 6901) */
  readonly pointer?: string;
  /** The name of a header. */
  readonly header?: string;
  /** A CEL expression over the head of the answer, which gives a number. */
  readonly expression?: string;
};

/** A meter as the management API and a manifest take it. */
export type MeterDraft = {
  readonly name: string;
  readonly operations?: readonly string[] | null | undefined;
  readonly pointer?: string | null | undefined;
  readonly header?: string | null | undefined;
  readonly expression?: string | null | undefined;
};

/** The reason that an answer's units cannot be told. It tells none, none that can be counted, or cannot be read. */
export type MeterFault = 'MISSING' | 'INVALID' | 'UNREADABLE';

const METERS_MAX = 10;
/** Names of limits are made of it, which have at most 63 characters. */
const NAME_LENGTH_MAX = 32;
/** The words for what else limits count. */
const RESERVED = new Set(['call', 'calls', 'cost', 'kilobyte', 'kilobytes', 'concurrent']);
const POINTER_LENGTH_MAX = 200;
const POINTER_DEPTH_MAX = 10;
/** The largest number that a limit counts. */
const UNITS_MAX = 2_147_483_647;
/** A token. (RFC 9110 §5.6.2) */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** A `~` is escaped. (RFC 6901 §3) */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/**
 * Checks and completes the meters of an API.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function metersFrom(drafts: readonly MeterDraft[]): readonly Meter[] | undefined {
  const path = ['input', 'meters'];
  if (drafts.length > METERS_MAX)
    refuse('BAD_USER_INPUT', { detail: `An API has at most ${METERS_MAX} meters.`, path });
  const meters = drafts.map((draft, at) => meterFrom(draft, [...path, at]));
  return meters.length > 0 ? meters : undefined;
}

function meterFrom({ name, operations, ...places }: MeterDraft, path: InputPath): Meter {
  checkMeterName(name, [...path, 'name']);
  const counted = { name, operations: operationNames(operations, [...path, 'operations']) };
  const { pointer, header, expression } = places;
  if ([pointer, header, expression].filter((place) => place != null).length !== 1)
    refuse('BAD_USER_INPUT', {
      detail: `The meter ${name} reads one place: give either pointer, header or expression.`,
      path,
    });
  if (pointer != null) return { ...counted, pointer: checkedPointer(pointer, [...path, 'pointer']) };
  if (header != null) return { ...counted, header: checkedHeader(header, [...path, 'header']) };
  return { ...counted, expression: checkedExpression(expression ?? '', [...path, 'expression']) };
}

function checkedHeader(header: string, path: InputPath): string {
  if (!HEADER.test(header))
    refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(short(header))} is no name of a header.`, path });
  return header;
}

/** Checks that an expression gives a number in bounded time. It stands on one line, as the console shows it. */
function checkedExpression(text: string, path: InputPath): string {
  const expression = text.trim();
  if (/[\n\r`]/.test(expression))
    refuse('BAD_USER_INPUT', { detail: 'Write the expression on one line, and without backticks.', path });
  try {
    compileAnswerExpression(expression);
    return expression;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return refuse('BAD_USER_INPUT', {
      detail: `${positionIn(expression, error.at)}: ${error.message}`,
      path,
    });
  }
}

/** @throws BAD_USER_INPUT for an operation that the document of a REST API lacks */
export function checkMeterOperations(meters: readonly Meter[], known: ReadonlySet<string>): void {
  for (const [at, { operations }] of meters.entries()) {
    const unknown = operations.find((each) => !known.has(each));
    const [example] = known;
    if (unknown !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `The document has no operation ${unknown}${example === undefined ? '' : `: name one as it does, for example ${example}`}. Change meters together with the document.`,
        path: ['input', 'meters', at, 'operations'],
      });
  }
}

/** @throws BAD_USER_INPUT when it is no name, too long, or the word for something else */
export function checkMeterName(name: string, path: InputPath): void {
  if (isName(name) && name.length <= NAME_LENGTH_MAX && !RESERVED.has(name)) return;
  const reason = RESERVED.has(name)
    ? 'is counted without a meter: give another name'
    : `is not a name of a meter: use lower case letters, digits and single hyphens, at most ${NAME_LENGTH_MAX}`;
  refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(short(name))} ${reason}.`, path });
}

function checkedPointer(pointer: string, path: InputPath): string {
  if (!POINTER.test(pointer))
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(pointer))} is no JSON Pointer: write it like /usage/total_tokens.`,
      path,
    });
  if (pointer.length > POINTER_LENGTH_MAX || namesOf(pointer).length > POINTER_DEPTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The pointer is too long: it has at most ${POINTER_LENGTH_MAX} characters and ${POINTER_DEPTH_MAX} levels.`,
      path,
    });
  return pointer;
}

/** Returns the units that a value of a body tells. Fractions round up. */
export function unitsOfValue(value: unknown): number | MeterFault {
  if (value === undefined || value === null) return 'MISSING';
  return typeof value === 'number' && value >= 0 && value <= UNITS_MAX ? Math.ceil(value) : 'INVALID';
}

/** Returns the units that a header tells, in decimal digits. */
export function unitsOfHeader(value: string | undefined): number | MeterFault {
  if (value === undefined) return 'MISSING';
  return /^\d+(?:\.\d+)?$/.test(value) ? unitsOfValue(Number(value)) : 'INVALID';
}
