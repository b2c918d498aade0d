import pg from 'pg';

/** Within a transaction a statement may wait for what others have locked, and so takes longer. */
const PATIENCE_WITHIN_TRANSACTION = 3;
/** To tell a server to stop what it does is waited for longer than others are: it is busy. */
const CANCELLING = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

/**
 * A connection that is asked one thing at a time. Prisma asks for the parts of a nested selection all at once, also
 * within a transaction, and so of one connection; pg queues that still, and version 9 will refuse it
 * (https://github.com/prisma/orm/pull/29979).
 *
 * One that does not answer within `query_timeout` is broken off, or it would go back to the pool with its question still
 * open: a server that hangs would be asked over it again and again.
 */
export class SerialClient extends pg.Client {
  readonly #answerMs: number | undefined;
  readonly #config: pg.ClientConfig | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(config?: pg.ClientConfig) {
    super(config);
    // Who asked it is told of what breaks it; without a listener it would end the process.
    this.on('error', () => {});
    this.#answerMs = config?.query_timeout;
    this.#config = config;
  }

  override query(...asked: unknown[]): never {
    // What the pool asks by itself is told to a function, and never overlaps; the pool breaks off what failed.
    if (asked.some((each) => typeof each === 'function') || isSubmittable(asked[0])) {
      const heard = asked.map((each) => (isCallback(each) ? this.#cancelling(each) : each));
      return Reflect.apply(super.query, this, heard) as never;
    }
    const answer = this.#last.then(() => this.#ask(asked));
    this.#last = answer.catch(() => {});
    return answer as never;
  }

  async #ask([query, ...values]: unknown[]): Promise<unknown> {
    try {
      return await Reflect.apply(super.query, this, [this.#withPatience(query), ...values]);
    } catch (error) {
      if (isTimeout(error)) {
        this.connection.stream.destroy();
        void this.#cancel();
      }
      throw error;
    }
  }

  #cancelling(callback: Callback): Callback {
    return (error, ...rest) => {
      if (isTimeout(error)) void this.#cancel();
      callback(error, ...rest);
    };
  }

  /** Nobody waits for the statement any more: a server that only works long, and does not hang, is told to stop. */
  async #cancel(): Promise<void> {
    const other = new pg.Client({ ...this.#config, ...CANCELLING });
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
const isCallback = (asked: unknown): asked is Callback => typeof asked === 'function';

function isSubmittable(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked;
}

/** pg has no code for it. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
