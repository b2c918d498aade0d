import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from './json.ts';

/** One innermost value that changed; undefined stands for a missing one. */
type InnerChange = {
  /** The members that lead there, as `plans/bronze/rateLimit`. */
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** Lists the innermost differences of two values. Items of a list are named where they have names. */
export function innerChanges(at: string, before: unknown, after: unknown): InnerChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, young] = [membersOf(before), membersOf(after)];
  if (!old || !young) return [{ at, before, after }];
  const inner = [...new Set([...old.keys(), ...young.keys()])].flatMap((name) =>
    innerChanges(`${at}/${name}`, old.get(name), young.get(name)),
  );
  // The same items in another order differ at no place within.
  return inner.length > 0 ? inner : [{ at, before: [...old.keys()], after: [...young.keys()] }];
}

/** Lists the members of an object, or items of a list by name. Undefined for anything else. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (isJsonObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const members = new Map(value.flatMap((item) => (hasName(item) ? [[item.name, item] as const] : [])));
  return members.size === value.length ? members : undefined;
}

function hasName(item: unknown): item is { readonly name: string } {
  return isJsonObject(item) && typeof item['name'] === 'string';
}
