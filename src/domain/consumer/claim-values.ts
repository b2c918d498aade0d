/** Values of a claim that are read. A person with more groups is known by the first ones. */
const VALUES_MAX = 1_000;
const LENGTH_MAX = 255;

/**
 * Reads claims of an ID token as lists of texts. A name with dots leads into objects, where no claim has it:
 * `realm_access.roles`.
 */
export function claimValues(
  claims: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, textsOf(claimAt(claims, name))]));
}

function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const member of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[member];
  }
  return value;
}

function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value.slice(0, VALUES_MAX) : [value];
  return values.flatMap((each) => {
    const text = typeof each === 'number' || typeof each === 'boolean' ? String(each) : each;
    return typeof text === 'string' && text !== '' && text.length <= LENGTH_MAX ? [text] : [];
  });
}
