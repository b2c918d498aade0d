import { isObject } from '../../foundation/json.ts';

/** Writes a value as JSON text that does not depend on the order of members. */
export function canonical(value: unknown): string {
  return written(value, (items) => items);
}

/**
 * Writes a schema as JSON text that does not depend on the order of members. The order of its lists does not count
 * either, since most of them are sets.
 */
export function canonicalSchema(value: unknown): string {
  return written(value, (items) => items.toSorted());
}

function written(value: unknown, ordered: (items: readonly string[]) => readonly string[]): string {
  if (Array.isArray(value)) return `[${ordered(value.map((each) => written(each, ordered))).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${written(value[name], ordered)}`);
  return `{${members.join()}}`;
}
