/** Reads the properties that the page gives this island. */
export function readProps<Props>(): Props {
  return JSON.parse(element('island-props').textContent ?? '');
}

/**
 * An element of the page, by its id.
 *
 * @throws Error when the page lacks it
 */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** A text with the values that its `{names}` stand for. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
