/** Escapes a member's name for a JSON pointer. (RFC 6901 §3) */
export function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** Writes a JSON pointer behind `#`. */
export function pointer(path: readonly string[]): string {
  return ['#', ...path.map(escaped)].join('/');
}

/** Returns the names in a reference such as `#/components/schemas/Customer`. Undefined when it has another form. */
export function namesIn(reference: string): string[] | undefined {
  const [before, ...names] = reference.slice(1).split('/').map(unescaped);
  if (!reference.startsWith('#') || before !== '') return undefined;
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Returns the names in a JSON pointer. (RFC 6901 §4) */
export const namesOf = (pointer: string): string[] => pointer.split('/').slice(1).map(withoutEscapes);

const withoutEscapes = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** Unescapes a name. (RFC 6901 §4 and §6) Undefined when the percent-encoding is invalid. */
function unescaped(name: string): string | undefined {
  try {
    return withoutEscapes(decodeURIComponent(name));
  } catch {
    return undefined;
  }
}

/** Returns the value that names lead to. Undefined when there is none. */
export function valueAt(document: unknown, names: readonly string[]): unknown {
  let node = document;
  for (const name of names) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[name];
  }
  return node;
}
