import { createHash } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { ContractSide } from '../../openapi/contract/schema-bundle.ts';
import type { FoundShape } from '../../openapi/shape/sampled-shapes.ts';

/** A shape that a sampled call had. */
export type CalledShape = FoundShape & {
  readonly orgId: string;
  readonly api: VersionedName;
  readonly side: ContractSide;
  readonly operation: string;
};

type Gathered = Omit<CalledShape, 'api'> & {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
  calls: number;
  readonly firstAt: string;
  lastAt: string;
};
type RecordedShapesDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** Shapes that wait for the database: in all, and of an org. */
const GATHERED_MAX = 1_000;
const GATHERED_MAX_OF_ORG = 200;
const OPERATION_MAX = 300;
/** Shapes that are kept of an API, and of one side of an operation. */
export const SHAPES_MAX = 500;
export const SHAPES_OF_OPERATION_MAX = 20;

/** A shape is counted on where it is known, and kept where there is room. It belongs to the draft of its API. */
const WRITE = `
WITH given AS (
  SELECT a.id AS "apiId", g.*, EXISTS (SELECT FROM "RecordedShape" k WHERE k."apiId" = a.id AND k.hash = g.hash) AS known
  FROM jsonb_to_recordset($1::jsonb) AS g("orgId" uuid, name text, version text, hash text, side text, operation text,
    status text, shape jsonb, calls bigint, "firstAt" timestamptz, "lastAt" timestamptz)
  JOIN "Api" a ON a."orgId" = g."orgId" AND a.name = g.name AND a.version = g.version
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY "apiId", known ORDER BY hash) AS nth,
    row_number() OVER (PARTITION BY "apiId", known, side, operation ORDER BY hash) AS "nthOfOperation" FROM given
)
INSERT INTO "RecordedShape" AS s ("apiId", hash, side, operation, status, shape, calls, "firstAt", "lastAt")
SELECT "apiId", hash, side, operation, status, shape, calls, "firstAt", "lastAt" FROM placed p
WHERE known OR (nth <= ${SHAPES_MAX} - (SELECT count(*) FROM "RecordedShape" k WHERE k."apiId" = p."apiId")
  AND "nthOfOperation" <= ${SHAPES_OF_OPERATION_MAX} - (SELECT count(*) FROM "RecordedShape" k
    WHERE k."apiId" = p."apiId" AND k.side = p.side AND k.operation = p.operation))
ORDER BY "apiId", hash
ON CONFLICT ("apiId", hash) DO UPDATE SET
  calls = s.calls + EXCLUDED.calls, "lastAt" = greatest(s."lastAt", EXCLUDED."lastAt")`;

/** The shapes of sampled calls. They are gathered in memory, and written later. */
export class RecordedShapes {
  readonly #deps: RecordedShapesDeps;
  #gathered = new Map<string, Gathered>();
  /** Counts of those that wait, by org. */
  #ofOrg = new Map<string, number>();

  constructor(deps: RecordedShapesDeps) {
    this.#deps = deps;
  }

  note({ api, orgId, side, operation, status, shape }: CalledShape): void {
    const hash = hashOf([side, operation, status, shape]);
    const key = `${orgId} ${versionedName(api)} ${hash}`;
    const now = this.#deps.clock().toISOString();
    const known = this.#gathered.get(key);
    if (known) {
      known.calls += 1;
      known.lastAt = now;
    } else if (this.#hasRoom(orgId) && operation.length <= OPERATION_MAX) {
      this.#ofOrg.set(orgId, (this.#ofOrg.get(orgId) ?? 0) + 1);
      const { name, version } = api;
      const own = { orgId, name, version, side, operation, status, shape, hash };
      this.#gathered.set(key, { ...own, calls: 1, firstAt: now, lastAt: now });
    }
  }

  #hasRoom(orgId: string): boolean {
    return this.#gathered.size < GATHERED_MAX && (this.#ofOrg.get(orgId) ?? 0) < GATHERED_MAX_OF_ORG;
  }

  /** @throws what the database throws. What was gathered is lost then: calls have the same shapes again */
  async write(): Promise<void> {
    if (this.#gathered.size === 0) return;
    const rows = [...this.#gathered.values()].map((each) => ({
      ...each,
      shape: JSON.parse(each.shape) as unknown,
    }));
    this.#gathered = new Map();
    this.#ofOrg = new Map();
    await this.#deps.database.query(WRITE, [storableJson(rows)]);
  }
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
