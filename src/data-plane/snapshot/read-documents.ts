import type { Transaction } from '../../infrastructure/database/change.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** Reads the documents of APIs whose calls need them, by their ids. Most APIs need none, and nothing is asked for them. */
export async function readDocuments(
  database: Pick<Transaction, '$queryRaw'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return NONE;
  const rows = await database.$queryRaw<{ id: string; document: string }[]>`
    SELECT "id", jsonb_build_object('openapi', "openapi" -> 'openapi', 'paths', "openapi" -> 'paths',
      'components', "openapi" -> 'components')::text AS "document"
    FROM "CatalogApi" WHERE "id" = ANY (${ids}::uuid[]) AND "openapi" IS NOT NULL`;
  return new Map(rows.map(({ id, document }) => [id, document]));
}
