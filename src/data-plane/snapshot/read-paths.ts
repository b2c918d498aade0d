import type { Transaction } from '../../infrastructure/database/change.ts';
import { METHODS } from '../../openapi/path-template.ts';

/**
 * Reads of the documents of catalog APIs what `readOperations` of openapi/path-template.ts needs, by their ids. The
 * database makes it, for the rest of a document may be a hundred times as large.
 */
export async function readPaths(
  database: Pick<Transaction, '$queryRaw'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.$queryRaw<{ id: string; paths: string }[]>`
    SELECT "id", (SELECT coalesce(jsonb_object_agg(path.key, (
        SELECT coalesce(jsonb_object_agg(member, '{}'::jsonb), '{}') FROM jsonb_object_keys(path.value) member
        WHERE member = ANY (${['$ref', ...METHODS]}::text[]))), '{}')
      FROM jsonb_each("openapi" -> 'paths') path
      WHERE starts_with(path.key, '/') AND jsonb_typeof(path.value) = 'object')::text AS "paths"
    FROM "CatalogApi" WHERE "id" = ANY (${[...ids]}::uuid[]) AND jsonb_typeof("openapi" -> 'paths') = 'object'`;
  return new Map(rows.map(({ id, paths }) => [id, paths]));
}
