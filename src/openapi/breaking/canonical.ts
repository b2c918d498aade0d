import { isObject } from '../../foundation/json.ts';

/** JSON text of a value that is the same whatever the order of its members. */
export function canonical(value: unknown): string {
  return written(value, (items) => items);
}

/** JSON text of a schema that is the same whatever the order of its members, and of its lists, most of which are sets. */
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
