/** The length of a text within a message. Texts in a document can be longer. */
const TEXT_MAX = 60;
/** The number of items that a message names. */
export const LIST_MAX = 5;

/** Shortens a text of a document for a message. */
export function short(text: string, max = TEXT_MAX): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** Words before the last item, each with the word for items that are left out. */
const furtherOnes = { and: 'more', or: 'more', oder: 'weitere', ou: 'autres', und: 'weitere' } as const;

/**
 * Writes `a, b or c`, or the first few and the number of the rest.
 *
 * @param total their number, where not all are given
 */
export function listed(texts: Iterable<string>, last: keyof typeof furtherOnes, total = 0): string {
  const all = [...texts];
  const count = Math.max(total, all.length);
  const entries = all.slice(0, LIST_MAX).map((text) => short(text));
  if (count > entries.length)
    return `${entries.join(', ')} ${last} ${count - entries.length} ${furtherOnes[last]}`;
  return [entries.slice(0, -1).join(', '), ...entries.slice(-1)].filter(Boolean).join(` ${last} `);
}

/** Writes `1 call` or `2 calls`. */
export function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
