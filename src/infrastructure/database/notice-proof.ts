import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** The longest time that a notice takes to arrive, on a busy machine too. */
const ARRIVES_MS = 3_000;

/**
 * Proves that notices arrive: sends one by another connection, and waits for it.
 *
 * A pooler that lends its connections to transactions accepts LISTEN, and swallows what comes of it. PgBouncer does so
 * where `pool_mode` is `transaction` (https://www.pgbouncer.org/features.html).
 */
export class NoticeProof {
  readonly #pool: Pick<Pool, 'query'>;
  /** A channel of this process, so that no other is sent the notice. */
  readonly #channel = `gatehouse_proof_${randomBytes(8).toString('hex')}`;
  readonly #awaited = new Map<string, () => void>();
  #sent = 0;

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  /** The statement by which a connection hears the proofs. */
  get listen(): string {
    return `LISTEN ${this.#channel}`;
  }

  /** Takes a notice that is a proof. @returns false for any other */
  takes(channel: string, payload: string | undefined): boolean {
    if (channel !== this.#channel) return false;
    this.#awaited.get(payload ?? '')?.();
    return true;
  }

  /** Sends a notice and tells whether it arrived. Undefined where it could not be sent. */
  async arrives(): Promise<boolean | undefined> {
    this.#sent += 1;
    const nonce = `${this.#sent}`;
    const arrived = new Promise<true>((resolve) => this.#awaited.set(nonce, () => resolve(true)));
    const late = new AbortController();
    try {
      await this.#pool.query('SELECT pg_notify($1, $2)', [this.#channel, nonce]);
      const { signal } = late;
      return await Promise.race([arrived, sleep(ARRIVES_MS, false, { ref: false, signal })]);
    } catch {
      return undefined;
    } finally {
      late.abort();
      this.#awaited.delete(nonce);
    }
  }
}
