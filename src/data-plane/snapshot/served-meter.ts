import type { Meter } from '../../domain/api/meters.ts';
import { namesOf } from '../../foundation/json-pointer.ts';
import { ServedExpression } from './served-expression.ts';

/** A meter of an API, as answers are read by it. */
export type ServedMeter = {
  readonly name: string;
  /** The operations whose answers it reads; undefined means all. */
  readonly operations: ReadonlySet<string> | undefined;
  /** The names that lead to the value in a body; undefined where something else tells. */
  readonly pointer: readonly string[] | undefined;
  /** The last of them in quotes, as a text with the value has it. Undefined is one that can be written otherwise. */
  readonly member: string | undefined;
  /** The name of the header, in lower case. */
  readonly header: string | undefined;
  /** The text of its expression, see `expressionOf`. */
  readonly expression: string | undefined;
};

/** Names that JSON texts write as they are, and that no list has. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** Prepares a meter for answers. */
export function servedMeter({ name, operations, pointer, header, expression }: Meter): ServedMeter {
  const names = pointer === undefined ? undefined : namesOf(pointer);
  const last = names?.at(-1);
  return {
    name,
    operations: operations.length === 0 ? undefined : new Set(operations),
    pointer: names,
    member: last !== undefined && PLAIN.test(last) ? `"${last}"` : undefined,
    header: header?.toLowerCase(),
    expression,
  };
}

const expressions = new WeakMap<ServedMeter, ServedExpression>();

/** Returns the expression of a meter. A snapshot on disk has its text. */
export function expressionOf(meter: ServedMeter): ServedExpression | undefined {
  if (meter.expression === undefined) return undefined;
  const known = expressions.get(meter);
  if (known) return known;
  const made = new ServedExpression(meter.expression);
  expressions.set(meter, made);
  return made;
}
