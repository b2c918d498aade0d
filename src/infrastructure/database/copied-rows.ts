import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyToStreamQuery, to } from 'pg-copy-streams';
import type { Transaction } from './change.ts';
import { LONG_MS } from './database.ts';

/** The connection that a copy is read over. */
type CopyConnection = {
  send(copy: CopyToStreamQuery): void;
  /** Ends it at once. */
  abandon(): void;
  /** The time without a byte after which its server counts as hung. Undefined where it never does. */
  readonly silentMs: number | undefined;
};

/** Copies that have not ended. Prisma hands their statements to the connection of its transaction, which finds them here. */
const copies = new Map<string, Copy>();
const ID_OF_COPY = /^COPY [\s\S]* TO STDOUT \(FORMAT binary\) \/\* ([-0-9a-f]{36}) \*\/$/;

/** Returns the copy that a statement begins. Undefined for every other statement. */
export function copyOf(query: unknown): Copy | undefined {
  if (copies.size === 0) return undefined;
  const text = typeof query === 'string' ? query : (query as pg.QueryConfig).text;
  return copies.get(ID_OF_COPY.exec(text)?.[1] ?? '');
}

/** A statement whose rows PostgreSQL sends in its binary form. */
export class Copy {
  readonly text: string;
  readonly #id = randomUUID();
  readonly #stream: CopyToStreamQuery & { query_timeout?: number; callback?: () => void };
  #connection: CopyConnection | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(statement: string) {
    this.text = `COPY (${statement}) TO STDOUT (FORMAT binary) /* ${this.#id} */`;
    this.#stream = to(this.text);
    // The time limit of pg is for answers that are whole within seconds.
    this.#stream.query_timeout = LONG_MS;
    copies.set(this.#id, this);
  }

  /** Sends it, and waits until it is read. Returns what pg returns of a statement without rows. */
  async over(connection: CopyConnection): Promise<Pick<pg.QueryResult, 'rows' | 'fields' | 'rowCount'>> {
    this.#connection = connection;
    const { silentMs } = connection;
    if (silentMs !== undefined) this.#silence = setTimeout(() => connection.abandon(), silentMs);
    connection.send(this.#stream);
    try {
      await finished(this.#stream);
    } finally {
      // It stops the time limit, which pg does by itself for its own queries alone.
      this.#stream.callback?.();
    }
    return { rows: [], fields: [], rowCount: this.#stream.rowCount };
  }

  /** Yields its rows as they come. Those of one step are read before the next. */
  async *rows(): AsyncGenerator<CopiedRows> {
    let rest: Buffer = Buffer.alloc(0);
    let isBegun = false;
    for await (const bytes of this.#stream as AsyncIterable<Buffer>) {
      this.#silence?.refresh();
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      if (!isBegun && rest.length < HEADER_BYTES) continue;
      const rows = new CopiedRows(rest, isBegun ? 0 : HEADER_BYTES);
      isBegun = true;
      yield rows;
      rest = rows.rest();
    }
  }

  /** Ends its rows where the statement failed before it was sent. */
  fail(error: Error): void {
    this.#stream.destroy(error);
  }

  close(): void {
    clearTimeout(this.#silence);
    copies.delete(this.#id);
    // A server cannot be told to send no more.
    if (!this.#stream.readableEnded) this.#connection?.abandon();
  }
}

/** Bytes before the first row: signature, flags and extension area. (PostgreSQL manual, "COPY", "Binary Format") */
const HEADER_BYTES = 19;
/** The number of columns that ends the last row. */
const NO_MORE = -1;
const NULL = -1;

/**
 * Rows that have come, of which one is current. Nothing is made of a row but the places of its values.
 *
 * A million rows are read at a start, so that an object for each value would cost more than PostgreSQL computes.
 */
export class CopiedRows {
  /** Bytes with the values as PostgreSQL sends them. A uuid has 16 bytes, a text is in UTF-8. */
  readonly bytes: Buffer;
  #at: number;
  #starts: number[] = [];
  #ends: number[] = [];

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.#at = at;
  }

  /** Makes the next row the current one. Returns false where it has not come whole. */
  next(): boolean {
    const { bytes } = this;
    if (this.#at + 2 > bytes.length) return false;
    const columns = bytes.readInt16BE(this.#at);
    if (columns === NO_MORE) return false;
    let at = this.#at + 2;
    for (let column = 0; column < columns; column += 1) {
      if (at + 4 > bytes.length) return false;
      const length = bytes.readInt32BE(at);
      at += 4;
      this.#starts[column] = length === NULL ? NULL : at;
      if (length !== NULL) at += length;
      this.#ends[column] = at;
    }
    if (at > bytes.length) return false;
    this.#at = at;
    return true;
  }

  isNull(column: number): boolean {
    return this.#starts[column] === NULL;
  }

  /** The place in `bytes` at which a value that is not null begins. */
  startOf(column: number): number {
    return this.#starts[column] as number;
  }

  endOf(column: number): number {
    return this.#ends[column] as number;
  }

  /** The bytes of a value as a string of as many characters. It is made faster than a text. */
  binaryOf(column: number): string {
    return this.bytes.toString('latin1', this.startOf(column), this.endOf(column));
  }

  /** The bytes behind the current row. */
  rest(): Buffer {
    return this.bytes.subarray(this.#at);
  }
}

/**
 * Reads the rows of a statement without parameters, some at a time.
 *
 * COPY takes PostgreSQL half the processor time of rows that hold a page each, and begins before the statement has
 * ended. A reader that gives up ends the connection.
 */
export async function* copiedRows(
  transaction: Pick<Transaction, '$executeRawUnsafe'>,
  statement: string,
): AsyncGenerator<CopiedRows> {
  const copy = new Copy(statement);
  const done = transaction.$executeRawUnsafe(copy.text);
  done.catch((error) => copy.fail(error));
  try {
    yield* copy.rows();
    await done;
  } finally {
    copy.close();
  }
}
