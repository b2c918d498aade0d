/** The share of letters that may differ, of the longer name. */
const SHARE_MAX = 1 / 4;

/** Returns the name that was probably meant, if one is similar. Of equals it is the first. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const most = Math.round(SHARE_MAX * Math.max(name.length, written.length));
    if (Math.abs(name.length - written.length) > most) continue;
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance <= most && (!best || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** Returns the end of a sentence that refuses a name. It is ` Did you mean "getCustomer"?` or empty. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const meant = nearest(written, names);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}

/** Counts the letters that have to be inserted, removed or changed. (Wagner and Fischer, 1974) */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= to.length; other += 1) {
      const changed = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
