import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
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
const ID_OF_COPY = /^COPY [\s\S]* TO STDOUT \/\* ([-0-9a-f]{36}) \*\/$/;

/** Returns the copy that a statement begins. Undefined for every other statement. */
export function copyOf(query: unknown): Copy | undefined {
  if (copies.size === 0) return undefined;
  const text = typeof query === 'string' ? query : (query as pg.QueryConfig).text;
  return copies.get(ID_OF_COPY.exec(text)?.[1] ?? '');
}

/** A statement whose result PostgreSQL sends as lines of text. */
export class Copy {
  readonly text: string;
  readonly #id = randomUUID();
  readonly #stream: CopyToStreamQuery & { query_timeout?: number; callback?: () => void };
  #connection: CopyConnection | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(statement: string) {
    this.text = `COPY (${statement}) TO STDOUT /* ${this.#id} */`;
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

  async *lines(): AsyncGenerator<string[]> {
    const decoder = new StringDecoder();
    let begun = '';
    for await (const bytes of this.#stream as AsyncIterable<Buffer>) {
      this.#silence?.refresh();
      const lines = (begun + decoder.write(bytes)).split('\n');
      begun = lines.pop() ?? '';
      if (lines.length > 0) yield lines.map(unescaped);
    }
  }

  /** Ends its lines where the statement failed before it was sent. */
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

/**
 * Reads the rows of a statement as lines, some at a time.
 *
 * The statement has no parameters, and one column, a text that is never null. COPY takes PostgreSQL half the processor
 * time of rows that hold a page each, and begins before the statement has ended. A reader that gives up ends the
 * connection.
 */
export async function* copiedLines(
  transaction: Pick<Transaction, '$executeRawUnsafe'>,
  statement: string,
): AsyncGenerator<string[]> {
  const copy = new Copy(statement);
  const done = transaction.$executeRawUnsafe(copy.text);
  done.catch((error) => copy.fail(error));
  try {
    yield* copy.lines();
    await done;
  } finally {
    copy.close();
  }
}

/** Characters that COPY escapes by a letter. (PostgreSQL manual, "COPY", "Text Format") */
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const unescaped = (line: string): string =>
  line.includes('\\') ? line.replace(/\\(.)/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped) : line;
