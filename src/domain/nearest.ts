/** What somebody may have meant: the nearest name by the letters to change, if no more than a quarter of them are. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let [found, least]: [string | undefined, number] = [undefined, written.length / 4];
  for (const name of names) {
    if (Math.abs(name.length - written.length) > least) continue;
    const distance = lettersToChange(written.toLowerCase(), name.toLowerCase());
    if (distance <= least && (found === undefined || distance < least)) [found, least] = [name, distance];
  }
  return found;
}

/** The end of a sentence that refuses a name: ` Did you mean "getCustomer"?`, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const meant = nearest(written, names);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}

/** Levenshtein's distance. */
function lettersToChange(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= to.length; other += 1) {
      const replaced = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
