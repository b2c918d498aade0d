export type JsonObject = { readonly [member: string]: unknown };

/** Tells whether a value is a JSON object, rather than a list or a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Compares two JSON values regardless of the order of members, as `isDeepStrictEqual` of Node does. That takes five times
 * as long, since it knows other values too.
 */
export function isSameJson(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return false;
  if (Array.isArray(before) || Array.isArray(after)) {
    if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false;
    return before.every((each, at) => isSameJson(each, after[at]));
  }
  const [members, others] = [before as JsonObject, after as JsonObject];
  const names = Object.keys(members);
  if (names.length !== Object.keys(others).length) return false;
  return names.every((name) => Object.hasOwn(others, name) && isSameJson(members[name], others[name]));
}

/**
 * Tells whether a value's JSON is longer than a number of characters. The JSON is not written, and the walk ends at
 * that number.
 */
export function isLongerThan(value: unknown, characters: number): boolean {
  let left = characters;
  const waiting = [value];
  while (waiting.length > 0 && left >= 0) {
    const each = waiting.pop();
    left -= typeof each === 'string' ? each.length + 3 : 3;
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, member] of Object.entries(each)) {
      if (!Array.isArray(each)) left -= name.length + 3;
      waiting.push(member);
    }
  }
  return left < 0;
}
