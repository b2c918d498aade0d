/**
 * Splits a text into words in lower case, without accents.
 *
 * Letters and digits of any script make a word; everything else parts two. `Kündigung` is `kundigung`, `ß` is `ss`.
 */
export function searchTokens(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/**
 * Counts the edits that make a word the beginning of another one.
 *
 * An edit adds a letter, leaves one out, changes one, or swaps two.
 *
 * @param max more than these are not counted on
 */
export function editsToBeginning(typed: string, word: string, max: number): number {
  const width = Math.min(word.length, typed.length + max);
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const [above = 0, beside = 0, diagonal = 0] = [last[column], line[column - 1], last[column - 1]];
      let edits = Math.min(above + 1, beside + 1, diagonal + (isSame ? 0 : 1));
      if (typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        edits = Math.min(edits, (beforeLast[column - 2] ?? edits) + 1);
      line.push(edits);
    }
    if (Math.min(...line) > max) return max + 1;
    [beforeLast, last] = [last, line];
  }
  return Math.min(...last);
}
