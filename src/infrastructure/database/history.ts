import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from './change.ts';
import { rowsOf } from './cursor.ts';
import type { ApiDocuments, ApiTable, SourceDocuments } from './documents.ts';

// Triggers keep each row as it was before a moment: a transaction that changed something of an org. A row that no moment
// has changed since is as it was then, so the past is read from the present and from what came after.

type HistoryReader = Pick<Transaction, '$queryRaw'>;

/** An org as it was before a moment, after all that came before that. */
export type Past = { readonly orgId: string; readonly moment: bigint };

/** An instant, and where it was asked for. */
export type InstantInput = { readonly orgId: string; readonly instant: Date; readonly path: InputPath };

/** The moment that the present is before. */
const NOW = 9_223_372_036_854_775_807n;

/** The present of an org, in the form of a past. */
export const presentOf = (orgId: string): Past => ({ orgId, moment: NOW });

/** Finds the past of an org at an instant. One to come is the present. Undefined where history begins later. */
export async function pastIfKept(
  database: HistoryReader,
  { orgId, instant }: Omit<InstantInput, 'path'>,
): Promise<Past | undefined> {
  const [row] = await database.$queryRaw<[{ since: Date | null; moment: bigint | null }]>`
    SELECT (SELECT max("since") FROM "HistoryStart") AS "since",
      (SELECT min("id") FROM "HistoryMoment" WHERE "orgId" = ${orgId}::uuid AND "at" > ${instant}) AS "moment"`;
  if (row.since && instant < row.since) return undefined;
  return { orgId, moment: row.moment ?? NOW };
}

/**
 * Finds what an org was at an instant.
 *
 * @throws HISTORY_NOT_KEPT where history begins later
 */
export async function pastAt(database: HistoryReader, input: InstantInput): Promise<Past> {
  return (await pastIfKept(database, input)) ?? refuseUnkept(database, input.path);
}

/** @throws HISTORY_NOT_KEPT, with the instant since when it is */
export async function refuseUnkept(database: HistoryReader, path: InputPath): Promise<never> {
  const since = await historySince(database);
  return refuse('HISTORY_NOT_KEPT', {
    detail: `History is kept since ${since?.toISOString()}: name that instant or a later one.`,
    path,
  });
}

/** Returns since when history is kept. Null where it always was. */
export async function historySince(database: HistoryReader): Promise<Date | null> {
  const [row] = await database.$queryRaw<[{ since: Date | null }]>`
    SELECT max("since") AS "since" FROM "HistoryStart"`;
  return row.since;
}

/**
 * Makes a statement read the past of an org. Tables that it names get the rows of then. Documents of APIs and GraphQL
 * servers, which can be large, are not among them. Without a past it stays as it is.
 */
export function inPast(past: Past | undefined, tables: readonly string[], statement: string): string {
  if (!past) return statement;
  const rows = tables.map((table) => `"${table}" AS MATERIALIZED (SELECT * FROM ${rowsAt(table, past)})`);
  return `WITH ${rows.join(', ')} ${statement}`;
}

const rowsAt = (table: string, { orgId, moment }: Past) =>
  `"rowsAt"(NULL::"${table}", '${orgId}'::uuid, ${moment}::bigint)`;

type CursorReader = Parameters<typeof rowsOf>[0];

/** Reads documents of APIs as they were, one after the other. */
export async function documentsAt(
  transaction: CursorReader,
  table: ApiTable,
  { ids, past: { moment } }: { readonly ids: readonly string[]; readonly past: Past },
): Promise<ReadonlyMap<string, ApiDocuments>> {
  const documents = new Map<string, ApiDocuments>();
  const rows = rowsOf<ApiDocuments & { readonly id: string }>(
    transaction,
    `SELECT k."id"::text AS "id", x."openapi"::text AS "openapi", x."sdl"
     FROM unnest($1::uuid[]) AS k("id"), LATERAL "rowAt"(NULL::"${table}", k."id", ${moment}::bigint) x`,
    ids,
  );
  for await (const { id, openapi, sdl } of rows) documents.set(id, { openapi, sdl });
  return documents;
}

/** Reads the documents of a GraphQL server as they were. */
export async function sourceDocumentsAt(
  database: HistoryReader,
  serverId: string,
  { moment }: Past,
): Promise<SourceDocuments> {
  const rows = await database.$queryRaw<{ name: string; text: string }[]>`
    SELECT source.key AS "name", source.value AS "text"
    FROM "rowAt"(NULL::"GraphQLServer", ${serverId}::uuid, ${moment}::bigint) server, jsonb_each_text(server."documents") source`;
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}
