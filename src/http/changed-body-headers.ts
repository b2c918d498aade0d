/** Headers that describe a body to the byte, and are wrong once its bytes change. */
const OF_THE_BYTES: ReadonlySet<string> = new Set([
  'content-length',
  'etag',
  'content-md5',
  'content-digest',
  'repr-digest',
]);

/**
 * The headers of a message whose body is changed, as names and values in turn.
 *
 * @param length of the changed body in bytes; undefined where it is not known yet
 * @param also further headers, in lower case, that are not true any more
 */
export function headersOfChanged(
  headers: readonly string[],
  length: number | undefined,
  also: readonly string[] = [],
): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const key = name.toLowerCase();
    if (!OF_THE_BYTES.has(key) && !also.includes(key)) kept.push(name, headers[at + 1] ?? '');
  }
  return length === undefined ? kept : [...kept, 'Content-Length', `${length}`];
}
