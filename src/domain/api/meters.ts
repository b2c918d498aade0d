import { type InputPath, refuse } from '../../foundation/errors.ts';
import { namesOf } from '../../foundation/json-pointer.ts';
import { short } from '../../foundation/text/listed.ts';
import { isName } from '../../foundation/text/name.ts';
import { operationNames } from './operation-names.ts';

/** A meter of an API: where an answer tells how much its call used. Either in its body or in a header. */
export type Meter = {
  /** The name of its units, for example `tokens`. Several meters of one name tell it for different answers. */
  readonly name: string;
  /** The operations whose answers it reads, for example `POST /chat`. Empty means all. */
  readonly operations: readonly string[];
  /** A JSON Pointer into the body. (RFC 6901) */
  readonly pointer?: string;
  /** The name of a header. */
  readonly header?: string;
};

/** A meter as the management API and a manifest take it. */
export type MeterDraft = {
  readonly name: string;
  readonly operations?: readonly string[] | null | undefined;
  readonly pointer?: string | null | undefined;
  readonly header?: string | null | undefined;
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

function meterFrom({ name, pointer, header, operations }: MeterDraft, path: InputPath): Meter {
  checkMeterName(name, [...path, 'name']);
  const counted = { name, operations: operationNames(operations, [...path, 'operations']) };
  if (pointer != null && header == null) {
    checkPointer(pointer, [...path, 'pointer']);
    return { ...counted, pointer };
  }
  if (header != null && pointer == null) {
    if (!HEADER.test(header))
      refuse('BAD_USER_INPUT', {
        detail: `${JSON.stringify(short(header))} is no name of a header.`,
        path: [...path, 'header'],
      });
    return { ...counted, header };
  }
  return refuse('BAD_USER_INPUT', {
    detail: `The meter ${name} reads either the body or a header: give pointer or header, and not both.`,
    path,
  });
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

function checkPointer(pointer: string, path: InputPath): void {
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
