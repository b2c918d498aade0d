/** A client as JSON text, as `readClients` writes it. Unpacked it takes five times the memory. */
export type PackedClient = string;

/**
 * Packed clients side by side, in memory outside of V8.
 *
 * A million of them as strings cost every collection of garbage. Also a collection of the young alone looks at each
 * page of the old, and evicts the caches of the processor that calls use.
 *
 * A page has its number of clients (4 bytes), for each its hash and its end (4 bytes each), then their texts in UTF-8.
 */
export type ClientPage = Buffer;

const ENTRY = 8;
const entry = (at: number) => 4 + ENTRY * at;

/** Prefixes of keys that are packed as client keys are. No client key begins so. */
export const KEY_MARKS = { apiKey: '#', externalClient: '@', certificate: '~' } as const;
export type KeyMark = (typeof KEY_MARKS)[keyof typeof KEY_MARKS];

const MARKS: ReadonlySet<string> = new Set(Object.values(KEY_MARKS));
/** Tells whether a key has a mark. */
export const isMarked = (key: string): boolean => MARKS.has(key.charAt(0));

/** The beginning of a key's packed client. */
export const prefixOf = (clientKey: string): string => `[${JSON.stringify(clientKey)},`;

/** Hashes a packed client or its prefix by FNV-1a. The key is hashed up to the first quotation mark. */
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

/**
 * Frees the memory of a page that nobody reads any more. It moves to a young object, which the next collection of the
 * young frees; a page waits for a collection of everything. (Node 20 lacks `ArrayBuffer.prototype.transfer`.)
 */
export function freeSoon(page: ClientPage): void {
  structuredClone(page.buffer, { transfer: [page.buffer as ArrayBuffer] });
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

/** Returns the place in a page of just this text, or -1. */
export function placeIn(page: ClientPage, packed: PackedClient): number {
  const hash = hashOf(packed);
  const count = countIn(page);
  for (let at = 0; at < count; at += 1)
    if (page.readUInt32LE(entry(at)) === hash && textAt(page, at) === packed) return at;
  return -1;
}

export const packedIn = (page: ClientPage): PackedClient[] =>
  Array.from({ length: countIn(page) }, (_, at) => textAt(page, at));
