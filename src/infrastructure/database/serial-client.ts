import pg from 'pg';
import { type Copy, copyOf } from './copied-rows.ts';

/** Multiplies the time limit within a transaction. A statement may wait there for locks of others. */
const PATIENCE_WITHIN_TRANSACTION = 3;
/**
 * SQLSTATEs of a session that is over, or of a read-only server. (PostgreSQL manual, Appendix A: read_only_sql_transaction,
 * admin_shutdown, crash_shutdown, cannot_connect_now)
 */
const USELESS: ReadonlySet<unknown> = new Set(['25006', '57P01', '57P02', '57P03']);
/** Time limits for cancelling a statement. They are longer, because the server is busy. */
const CANCELLING = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

/**
 * A connection that sends one query at a time. Prisma sends the parts of a nested selection at once, also within a
 * transaction, and so on one connection. pg queues them still, and version 9 will refuse them
 * (https://github.com/prisma/orm/pull/29979).
 *
 * A connection without an answer within `query_timeout` is closed. It would otherwise return to the pool with its query
 * still open, and a server that hangs would be used again and again. So is one whose server takes no writes any more, at
 * the end of its transaction: its pool then connects to the server that does.
 */
export class SerialClient extends pg.Client {
  readonly #answerMs: number | undefined;
  readonly #config: pg.ClientConfig | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isUseless = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The caller of a query receives its error. Without a listener it would end the process.
    this.on('error', () => {});
    this.#answerMs = config?.query_timeout;
    this.#config = config;
  }

  override query(...args: unknown[]): never {
    // The pool's own queries use callbacks and never overlap; the pool closes connections that failed.
    if (args.some((each) => typeof each === 'function') || isSubmittable(args[0])) {
      const heard = args.map((each) => (isCallback(each) ? this.#noting(each) : each));
      return Reflect.apply(super.query, this, heard) as never;
    }
    const answer = this.#last.then(() => this.#ask(args));
    this.#last = answer.catch(() => {});
    return answer as never;
  }

  async #ask([query, ...values]: unknown[]): Promise<unknown> {
    try {
      const copy = copyOf(query);
      return await (copy
        ? this.#copied(copy)
        : Reflect.apply(super.query, this, [this.#withPatience(query), ...values]));
    } catch (error) {
      if (isTimeout(error)) this.abandon();
      this.#note(error);
      throw error;
    } finally {
      if (this.#isUseless && !this.#isInTransaction()) this.abandon();
    }
  }

  #copied(copy: Copy): Promise<unknown> {
    return copy.over({
      send: (stream) => super.query(stream),
      abandon: () => this.abandon(),
      silentMs: this.#answerMs && this.#answerMs * PATIENCE_WITHIN_TRANSACTION,
    });
  }

  /** Ends it at once, whatever is under way. */
  protected abandon(): void {
    this.connection.stream.destroy();
  }

  /** Called with each error of a query. */
  protected onFault(_error: unknown): void {}

  /** The settings of connections to its server. */
  protected get server(): pg.ClientConfig | undefined {
    return this.#config;
  }

  #noting(callback: Callback): Callback {
    return (error, ...rest) => {
      if (error) this.#note(error);
      callback(error, ...rest);
    };
  }

  #note(error: unknown): void {
    if (isTimeout(error)) void this.#cancel();
    if (USELESS.has((error as { readonly code?: unknown }).code)) this.#isUseless = true;
    this.onFault(error);
  }

  #isInTransaction(): boolean {
    const status = this.getTransactionStatus();
    return status === 'T' || status === 'E';
  }

  /** Cancels a statement that nobody waits for. A server that is slow but does not hang then stops it. */
  async #cancel(): Promise<void> {
    const other = new pg.Client({ ...this.server, ...CANCELLING });
    other.on('error', () => {});
    try {
      await other.connect();
      await other.query('SELECT pg_cancel_backend($1)', [
        (this as unknown as { readonly processID: number }).processID,
      ]);
    } catch {
      // It hangs, or has ended.
    } finally {
      await other.end().catch(() => {});
    }
  }

  #withPatience(query: unknown): unknown {
    if (this.#answerMs === undefined || this.getTransactionStatus() !== 'T') return query;
    const config = typeof query === 'string' ? { text: query } : (query as pg.QueryConfig);
    return { query_timeout: this.#answerMs * PATIENCE_WITHIN_TRANSACTION, ...config };
  }
}

type Callback = (error: unknown, ...rest: unknown[]) => void;
const isCallback = (value: unknown): value is Callback => typeof value === 'function';

function isSubmittable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'submit' in value;
}

/** Recognizes a timeout. pg has no code for it. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
