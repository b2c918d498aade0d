/** A member's name as it stands in a JSON pointer. (RFC 6901 §3) */
export function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** A JSON pointer behind `#`. */
export function pointer(path: readonly string[]): string {
  return ['#', ...path.map(escaped)].join('/');
}

/** The names in a reference of the form `#/components/schemas/Customer`; undefined when it has another form. */
export function namesIn(reference: string): string[] | undefined {
  const [before, ...names] = reference.slice(1).split('/').map(unescaped);
  if (!reference.startsWith('#') || before !== '') return undefined;
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** RFC 6901 §4 and §6; undefined when the percent-encoding is broken. */
function unescaped(name: string): string | undefined {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** The value that names lead to; undefined when there is none. */
export function valueAt(document: unknown, names: readonly string[]): unknown {
  let node = document;
  for (const name of names) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[name];
  }
  return node;
}
