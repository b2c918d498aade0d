/** Ids of one statement. PostgreSQL's protocol allows 65,535 parameters. */
const CHUNK = 5_000;

/**
 * Runs an action on many ids, some thousands at a time. It returns all results in order.
 *
 * @param size of a chunk, where what is read of each id is large: others get their turn between chunks
 */
export async function inChunks<Item, Result>(
  items: readonly Item[],
  work: (chunk: Item[]) => Promise<readonly Result[]>,
  size = CHUNK,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size)
    for (const result of await work(items.slice(start, start + size))) results.push(result);
  return results;
}
