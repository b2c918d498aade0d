import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const LASTS_SECONDS = 10;
const RENEWED_AFTER_MS = 3_000;

const TAKE = `
  INSERT INTO "Lease" ("name", "holder", "endsAt") VALUES ($1, $2::uuid, now() + interval '${LASTS_SECONDS} s')
  ON CONFLICT ("name") DO UPDATE SET "holder" = excluded."holder", "endsAt" = excluded."endsAt"
    WHERE "Lease"."holder" = excluded."holder" OR "Lease"."endsAt" < now()
  RETURNING "name"`;
const GIVE_BACK = `DELETE FROM "Lease" WHERE "name" = $1 AND "holder" = $2::uuid`;

type LeaseDeps = { readonly database: Pick<Database, 'query'> };

/**
 * A lease on work that one process does for all.
 *
 * It lasts ten seconds and is renewed every three, by the database's clock. Another process takes it over where its
 * holder has ended. An advisory lock would need a connection of its own for as long as it is held.
 */
export class Lease {
  readonly #name: string;
  readonly #database: Pick<Database, 'query'>;
  readonly #holder = randomUUID();
  #isHeld = false;
  /** Time of the last answer, by a clock that nobody sets. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, { database }: LeaseDeps) {
    this.#name = name;
    this.#database = database;
  }

  /** Takes or renews the lease where it is time to. @returns whether this process holds it */
  async hold(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#askedAt < RENEWED_AFTER_MS) return this.#isHeld;
    this.#isHeld = false;
    const taken = await this.#database.query(TAKE, [this.#name, this.#holder]);
    this.#isHeld = taken.length > 0;
    this.#askedAt = now;
    return this.#isHeld;
  }

  /** Gives the lease back, so that another process need not wait for its end. */
  async release(): Promise<void> {
    if (this.#isHeld) await this.#database.query(GIVE_BACK, [this.#name, this.#holder]);
    this.#isHeld = false;
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }
}
