/** A client as JSON text, as `readClients` writes it: a fifth of the memory that it takes unpacked. */
export type PackedClient = string;

/**
 * Some clients side by side, in memory that is not V8's: a million of them as strings cost every collection of garbage, also
 * that of the young alone, which looks at each page of the old, and calls the caches of the processor.
 *
 * How many there are (4 bytes); of each its hash and where it ends (4 bytes each); then their texts in UTF-8.
 */
export type ClientPage = Buffer;

const ENTRY = 8;
const entry = (at: number) => 4 + ENTRY * at;

/** How the packed client of a key begins. */
export const prefixOf = (clientKey: string): string => `[${JSON.stringify(clientKey)},`;

/** Of a packed client, or of its prefix: FNV-1a of the key up to its first quotation mark. */
export function hashOf(packed: PackedClient): number {
  let hash = 0x811c9dc5;
  for (let at = 2; at < packed.length; at += 1) {
    const code = packed.charCodeAt(at);
    if (code === 34) break;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function pageOf(packed: readonly PackedClient[]): ClientPage {
  const bytes = packed.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  let end = entry(packed.length);
  // Not of the pool, which would keep 8 KB for each.
  const page = Buffer.allocUnsafeSlow(end + bytes);
  page.writeUInt32LE(packed.length);
  for (const [at, each] of packed.entries()) {
    end += page.write(each, end);
    page.writeUInt32LE(hashOf(each), entry(at));
    page.writeUInt32LE(end, entry(at) + 4);
  }
  return page;
}

export const countIn = (page: ClientPage): number => page.readUInt32LE();

const startOf = (page: ClientPage, at: number): number =>
  at === 0 ? entry(countIn(page)) : page.readUInt32LE(entry(at - 1) + 4);

const textAt = (page: ClientPage, at: number): PackedClient =>
  page.toString('utf8', startOf(page, at), page.readUInt32LE(entry(at) + 4));

/** @param prefix of the client that is looked for */
export function findIn(page: ClientPage, prefix: string): PackedClient | undefined {
  const hash = hashOf(prefix);
  const count = countIn(page);
  for (let at = 0; at < count; at += 1) {
    if (page.readUInt32LE(entry(at)) !== hash) continue;
    const packed = textAt(page, at);
    if (packed.startsWith(prefix)) return packed;
  }
  return undefined;
}

export const packedIn = (page: ClientPage): PackedClient[] =>
  Array.from({ length: countIn(page) }, (_, at) => textAt(page, at));
