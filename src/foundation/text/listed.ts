/** Names and values in a document can be of any length; a sentence cannot. */
const TEXT_MAX = 60;
/** How many of a list a sentence names. */
export const LIST_MAX = 5;

/** A text of a document as it stands in a sentence. */
export function short(text: string, max = TEXT_MAX): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/**
 * `a, b or c`; of many the first few, and how many more.
 *
 * @param total how many there are, where not all are given
 */
export function listed(texts: Iterable<string>, last: 'and' | 'or', total = 0): string {
  const all = [...texts];
  const count = Math.max(total, all.length);
  const shown = all.slice(0, LIST_MAX).map((text) => short(text));
  if (count > shown.length) return `${shown.join(', ')} ${last} ${count - shown.length} more`;
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(` ${last} `);
}

/** `1 call`, `2 calls` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
