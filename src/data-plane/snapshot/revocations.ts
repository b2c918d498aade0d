import type { Clock } from '../../foundation/clock.ts';
import { transact } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/**
 * Revocations that have not expired: of access tokens by `jti`, of families by `family_id`.
 *
 * A process has one of these. It is no part of an org's definition, so that its size affects nothing.
 */
export type Revocations = {
  has(id: string): boolean;
  /** Number that rises with each addition. An id that was not revoked at this revision is not revoked now. */
  readonly revision: number;
};

export type Revocation = {
  readonly id: string;
  /** Expiry of the last token that it could refuse, in milliseconds since 1970. */
  readonly expiresAt: number;
};

const HOUR_MS = 3_600_000;
const PAGE = 1_000;

/**
 * The memory of revocations.
 *
 * Those that expire in one hour are forgotten together, by dropping a set. None lives longer than 25 hours.
 */
export class RevocationMemory implements Revocations {
  readonly #clock: Clock;
  /** Ids by the hour that they expire in. */
  readonly #byHour = new Map<number, Set<string>>();
  #revision = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get revision(): number {
    return this.#revision;
  }

  has(id: string): boolean {
    for (const ids of this.#byHour.values()) if (ids.has(id)) return true;
    return false;
  }

  /** Adding one again changes nothing. */
  add({ id, expiresAt }: Revocation): void {
    if (this.has(id)) return;
    this.#setOf(Math.ceil(expiresAt / HOUR_MS)).add(id);
    this.#revision += 1;
  }

  /** All revocations in pages. An expiry may be given up to an hour late. */
  *pages(): Iterable<{ readonly ids: readonly string[]; readonly expiresAt: number }> {
    for (const [hour, all] of this.#byHour) {
      let ids: string[] = [];
      for (const id of all) {
        if (ids.push(id) < PAGE) continue;
        yield { ids, expiresAt: hour * HOUR_MS };
        ids = [];
      }
      yield { ids, expiresAt: hour * HOUR_MS };
    }
  }

  #setOf(hour: number): Set<string> {
    const known = this.#byHour.get(hour);
    if (known) return known;
    const now = this.#clock().getTime();
    for (const each of this.#byHour.keys()) if (each * HOUR_MS <= now) this.#byHour.delete(each);
    const ids = new Set<string>();
    this.#byHour.set(hour, ids);
    return ids;
  }
}

/** Parses an announcement by `revoke`. */
export function announcedRevocation(notice: string): Revocation {
  const space = notice.indexOf(' ');
  return { id: notice.slice(space + 1), expiresAt: Number(notice.slice(0, space)) };
}

/** `revokedAt` is when a transaction began: longer than any takes until it is seen. */
const OVERLAP_MS = 5 * 60_000;
/** A million are read in some seconds. */
const READING_MS = 5 * 60_000;

/**
 * Reads stored revocations: all the first time, then those since the last success.
 *
 * The newest come first, as those were missed while nothing could be heard.
 */
export function revocationReader(
  { prisma }: Pick<Database, 'prisma'>,
  { memory, clock }: { readonly memory: RevocationMemory; readonly clock: Clock },
): () => Promise<void> {
  let since = new Date(0);

  return async () => {
    const begun = await transact({ prisma, timeoutMs: READING_MS }, async (transaction) => {
      // Many ids make one row, by the hour that they expire in: a row for each costs twice as much in all.
      // By a cursor, so that it is sorted once at most, also where no statistics tell the planner of the index.
      await transaction.$executeRaw`
        DECLARE revocations NO SCROLL CURSOR FOR
        SELECT string_agg("id", ' ') AS ids, (extract(epoch FROM max("expiresAt")) * 1000)::float8 AS "expiresAt"
        FROM (
          SELECT "id", "expiresAt", row_number() OVER (ORDER BY "revokedAt" DESC) / 5000 AS part
          FROM "Revocation" WHERE "revokedAt" >= ${since} AND "expiresAt" > ${clock()}
        ) AS revoked
        GROUP BY part, ceil(extract(epoch FROM "expiresAt") / 3600) ORDER BY part`;
      let rows: { ids: string; expiresAt: number }[];
      do {
        rows = await transaction.$queryRaw<typeof rows>`FETCH 10 FROM revocations`;
        for (const { ids, expiresAt } of rows) for (const id of ids.split(' ')) memory.add({ id, expiresAt });
      } while (rows.length > 0);
      const [database] = await transaction.$queryRaw<{ now: Date }[]>`SELECT now()`;
      return database?.now;
    });
    if (begun) since = new Date(begun.getTime() - OVERLAP_MS);
  };
}
