const TEXT_MAX = 72;
const ITEMS_MAX = 4;

/** A JSON value for people to read: few quotation marks, long lists and texts cut. */
export function inShort(value: unknown): string {
  if (typeof value === 'string') return textInShort(value);
  if (Array.isArray(value)) return `[${listInShort(value)}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${name}: ${inShort(member)}`)
      .join(', ')}}`;
  return String(value);
}

/** The first items of a list, and how many there are when that is not all. */
export function listInShort(list: readonly unknown[]): string {
  const shown = list.slice(0, ITEMS_MAX).map(inShort).join(', ');
  return list.length > ITEMS_MAX ? `${shown}, … ${list.length} in all` : shown;
}

function textInShort(text: string): string {
  const lines = text.trim().split('\n').length;
  if (lines > 1) return `a document of ${lines} lines`;
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
