import type { Database } from '../../infrastructure/database/database.ts';

/** The newest event of an org that is committed. */
type NewestId = {
  readonly id: bigint;
  /** True where no older event can be committed behind it. */
  readonly isSettled: boolean;
  /** The revision of the org. Another one tells that the change which ran before has ended. */
  readonly revision: number;
};

/**
 * Newest ids of orgs, each read once for all who ask before.
 *
 * An event gets its id when it is written, and is seen when it is committed: after a long change behind later ones, such
 * as those of gateways, which wait for no change.
 */
export class NewestIds {
  readonly #database: Pick<Database, 'query'>;
  /** The reading that has begun last, and the one that begins behind it, by org. */
  readonly #begun = new Map<string, Promise<NewestId>>();
  readonly #next = new Map<string, Promise<NewestId>>();

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Returns the newest id of an org, as it is after this is called. */
  of(orgId: string): Promise<NewestId> {
    const known = this.#next.get(orgId);
    if (known) return known;
    const next = this.#readAfter(this.#begun.get(orgId), orgId);
    this.#next.set(orgId, next);
    return next;
  }

  async #readAfter(before: Promise<unknown> | undefined, orgId: string): Promise<NewestId> {
    // One that failed is told to those who asked for it.
    await before?.catch(() => {});
    this.#next.delete(orgId);
    const reading = this.#read(orgId);
    this.#begun.set(orgId, reading);
    try {
      return await reading;
    } finally {
      if (this.#begun.get(orgId) === reading) this.#begun.delete(orgId);
    }
  }

  /**
   * Reads an id, and then whether anybody writes.
   *
   * Whoever writes an event holds the row of its org, by a change or by the foreign key. Only a lock for an update tells
   * both. Followers that each took one would be in each other's way.
   */
  async #read(orgId: string): Promise<NewestId> {
    const [newest] = await this.#database.query<Omit<NewestId, 'id'> & { readonly id: string }>(
      `WITH free AS MATERIALIZED (SELECT FROM "Org" WHERE "id" = $1::uuid FOR UPDATE SKIP LOCKED)
      SELECT "revision", EXISTS (SELECT FROM free) AS "isSettled",
        (SELECT coalesce(max("id"), 0) FROM "Event" WHERE "orgId" = $1::uuid)::text AS "id"
      FROM "Org" WHERE "id" = $1::uuid`,
      [orgId],
    );
    return newest ? { ...newest, id: BigInt(newest.id) } : { id: 0n, isSettled: true, revision: 0 };
  }
}
