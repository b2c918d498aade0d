import type { Transaction } from '../../infrastructure/database/change.ts';
import type { PublishedApiRow } from './published-apis.ts';
import { needsDocument } from './served-contract.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Reads the documents of the APIs whose calls need them, by their ids. Most APIs have no contract, and nothing is
 * asked for them.
 */
export async function readDocuments(
  database: Pick<Transaction, '$queryRaw'>,
  apis: readonly Pick<PublishedApiRow, 'id' | 'settings'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = apis.filter(({ settings }) => needsDocument(settings)).map(({ id }) => id);
  if (ids.length === 0) return NONE;
  const rows = await database.$queryRaw<{ id: string; document: string }[]>`
    SELECT "id", jsonb_build_object('openapi', "openapi" -> 'openapi', 'paths', "openapi" -> 'paths',
      'components', "openapi" -> 'components')::text AS "document"
    FROM "CatalogApi" WHERE "id" = ANY (${ids}::uuid[]) AND "openapi" IS NOT NULL`;
  return new Map(rows.map(({ id, document }) => [id, document]));
}
