import type { Clock } from '../../foundation/clock.ts';
import { SharedRoom } from '../../foundation/shared-room.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** A way in which a call broke the document of its API. */
export type ContractDrift = {
  readonly orgId: string;
  readonly catalogId: string;
  /** `customerdb:1.0.0` */
  readonly api: string;
  readonly side: 'REQUEST' | 'ANSWER';
  readonly operation: string;
  readonly pointer: string;
  /** The keyword of the schema. */
  readonly keyword: string;
};

type Gathered = Omit<ContractDrift, 'orgId'> & { calls: number; firstAt: string; lastAt: string };
type ContractDriftsDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** Ways that wait for the database. An org has half of the room at most. */
const GATHERED_MAX = 4_000;
/** Characters of an operation and of a pointer, which are part of a key. */
const TEXT_MAX = 300;
/** Ways that are kept of an API in a catalog. */
const DRIFTS_MAX = 200;

/**
 * A way is counted on where it is known, and kept where there is room. It is told of once in a day: the trigger of the
 * table writes the event.
 */
const WRITE = `
INSERT INTO "ContractDrift" AS d
  ("catalogId", api, side, operation, pointer, keyword, calls, "firstAt", "lastAt", "toldAt")
SELECT given."catalogId", given.api, given.side, given.operation, given.pointer, given.keyword, given.calls,
    given."firstAt", given."lastAt", given."lastAt"
  FROM jsonb_to_recordset($1::jsonb) AS given("catalogId" uuid, api text, side text, operation text, pointer text,
    keyword text, calls bigint, "firstAt" timestamptz, "lastAt" timestamptz)
  JOIN "Catalog" c ON c.id = given."catalogId"
  WHERE EXISTS (SELECT FROM "ContractDrift" k WHERE k."catalogId" = given."catalogId" AND k.api = given.api
      AND k.side = given.side AND k.operation = given.operation AND k.pointer = given.pointer
      AND k.keyword = given.keyword)
    OR (SELECT count(*) FROM "ContractDrift" k WHERE k."catalogId" = given."catalogId" AND k.api = given.api)
      < ${DRIFTS_MAX}
ORDER BY 1, 2, 3, 4, 5, 6
ON CONFLICT ("catalogId", api, side, operation, pointer, keyword) DO UPDATE SET
  calls = d.calls + EXCLUDED.calls, "lastAt" = greatest(d."lastAt", EXCLUDED."lastAt"),
  "toldAt" = CASE WHEN d."toldAt" <= EXCLUDED."lastAt" - interval '1 day' THEN EXCLUDED."lastAt" ELSE d."toldAt" END`;

/** The ways in which calls broke documents. They are gathered in memory, and written later. */
export class ContractDrifts {
  readonly #deps: ContractDriftsDeps;
  #gathered = new Map<string, Gathered>();
  #room = new SharedRoom(GATHERED_MAX);

  constructor(deps: ContractDriftsDeps) {
    this.#deps = deps;
  }

  note({ orgId, catalogId, api, side, keyword, ...where }: ContractDrift): void {
    const pointer = where.pointer.slice(0, TEXT_MAX).toWellFormed();
    const operation = where.operation.slice(0, TEXT_MAX).toWellFormed();
    const drift = { catalogId, api, side, operation, pointer, keyword };
    const key = [catalogId, api, side, operation, pointer, keyword].join('\n');
    const now = this.#deps.clock().toISOString();
    const known = this.#gathered.get(key);
    if (known) {
      known.calls += 1;
      known.lastAt = now;
    } else if (this.#room.take(orgId))
      this.#gathered.set(key, { ...drift, calls: 1, firstAt: now, lastAt: now });
  }

  /** @throws what the database throws; what was gathered is then kept for the next write */
  async write(): Promise<void> {
    if (this.#gathered.size === 0) return;
    const [gathered, room] = [this.#gathered, this.#room];
    this.#gathered = new Map();
    this.#room = new SharedRoom(GATHERED_MAX);
    try {
      await this.#deps.database.query(WRITE, [storableJson([...gathered.values()])]);
    } catch (error) {
      for (const [key, each] of this.#gathered) {
        const earlier = gathered.get(key);
        if (earlier) Object.assign(earlier, { calls: earlier.calls + each.calls, lastAt: each.lastAt });
        else gathered.set(key, each);
      }
      this.#gathered = gathered;
      this.#room = room;
      throw error;
    }
  }
}
