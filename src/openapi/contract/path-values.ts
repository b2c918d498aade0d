/**
 * Returns the values of a template's parameters in a path that fits it. They are as the path has them. It takes time that
 * grows with the path alone.
 */
export function pathValues(template: string, path: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const sent = path.split('/');
  for (const [at, segment] of template.split('/').entries()) {
    const names = [...segment.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const [first = '', ...texts] = segment.split(/\{[^{}]*\}/);
    let rest = (sent[at] ?? '').slice(first.length);
    for (const [index, name] of names.entries()) {
      const text = texts[index] ?? '';
      const isLast = index === names.length - 1;
      const end = isLast ? rest.length - text.length : rest.indexOf(text, 1);
      values.set(name, rest.slice(0, Math.max(0, end)));
      rest = rest.slice(end + text.length);
    }
  }
  return values;
}
