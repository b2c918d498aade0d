import { Prisma } from '../../../bundles/prisma.js';
import type { Transaction } from './change.ts';

// OpenAPI documents travel to and from the database as JSON text, without being parsed. As a JSON value, Prisma takes
// 0.4 s of the event loop per megabyte, as text a hundredth. Their columns are therefore `@ignore` in
// prisma/schema.prisma, so that nothing else can read or write them.

type DocumentReader = Pick<Transaction, '$queryRaw'>;
type DocumentWriter = Pick<Transaction, '$executeRaw'>;

/** The table of an API's document: its draft or its copy in a catalog. */
export type ApiTable = 'Api' | 'CatalogApi';

const names = { Api: Prisma.raw('"Api"'), CatalogApi: Prisma.raw('"CatalogApi"') };

/** The size of one read, in bytes as PostgreSQL compresses them. */
const BYTES_AT_ONCE = 1_000_000;

/**
 * Reads the document of an API. Null for a GraphQL API. Equal documents have equal text, because the database orders
 * members.
 */
export async function readOpenApi(
  database: DocumentReader,
  table: ApiTable,
  id: string,
): Promise<string | null> {
  const [row] = await database.$queryRaw<{ openapi: string | null }[]>`
    SELECT "openapi"::text AS "openapi" FROM ${names[table]} WHERE "id" = ${id}::uuid`;
  return row?.openapi ?? null;
}

/** Reads `info.version` of an API's document, without the rest. Null for a GraphQL API. */
export async function readDocumentVersion(
  database: DocumentReader,
  table: ApiTable,
  id: string,
): Promise<string | null> {
  const [row] = await database.$queryRaw<{ version: string | null }[]>`
    SELECT "openapi" #>> '{info,version}' AS "version" FROM ${names[table]} WHERE "id" = ${id}::uuid`;
  return row?.version ?? null;
}

/** The documents of an API. Where they do not fit into the first statement, it is their size alone. */
type FirstRead = ApiDocumentSize & ApiDocuments & { readonly isRead: boolean };

/** Reads documents of APIs by their ids. Small ones take one statement, others one for some megabytes. */
export async function readDocuments(
  database: DocumentReader,
  table: ApiTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApiDocuments>> {
  if (ids.length === 0) return new Map();
  const rows = await database.$queryRaw<FirstRead[]>`
    SELECT "id", "bytes"::int4, "isRead", CASE WHEN "isRead" THEN "openapi"::text END AS "openapi",
      CASE WHEN "isRead" THEN "sdl" END AS "sdl"
    FROM (
      SELECT *, sum("bytes") OVER (ORDER BY "id") <= ${BYTES_AT_ONCE} AS "isRead" FROM (
        SELECT "id", "openapi", "sdl", coalesce(pg_column_size("openapi"), 0) + coalesce(pg_column_size("sdl"), 0) AS "bytes"
        FROM ${names[table]} WHERE "id" = ANY (${[...ids]}::uuid[])) sized) summed`;
  const read = rows.filter(({ isRead }) => isRead);
  const large = await readApiDocuments(
    database,
    table,
    rows.filter(({ isRead }) => !isRead),
  );
  return new Map([...read.map(({ id, openapi, sdl }) => [id, { openapi, sdl }] as const), ...large]);
}

/** An API, and the bytes that PostgreSQL keeps of its documents. */
export type ApiDocumentSize = { readonly id: string; readonly bytes: number };

/** The document of a REST API, or the schema of a GraphQL API. */
export type ApiDocuments = { readonly openapi: string | null; readonly sdl: string | null };

/** Reads the documents of APIs by their ids, some megabytes per statement. The database reads the next ones meanwhile. */
export async function readApiDocuments(
  database: DocumentReader,
  table: ApiTable,
  sizes: readonly ApiDocumentSize[],
): Promise<ReadonlyMap<string, ApiDocuments>> {
  const documents = new Map<string, ApiDocuments>();
  let reading: Promise<(ApiDocuments & { readonly id: string })[]> = Promise.resolve([]);
  const take = async () => {
    for (const { id, openapi, sdl } of await reading) documents.set(id, { openapi, sdl });
  };
  for (const chunk of chunksOf(sizes)) {
    const next = database.$queryRaw<(ApiDocuments & { readonly id: string })[]>`
      SELECT "id", "openapi"::text AS "openapi", "sdl" FROM ${names[table]} WHERE "id" = ANY (${chunk}::uuid[])`;
    // One that fails before leaves it without a handler.
    next.catch(() => {});
    await take();
    reading = next;
  }
  await take();
  return documents;
}

function* chunksOf(sizes: readonly ApiDocumentSize[]): Generator<string[]> {
  let chunk: string[] = [];
  let sum = 0;
  for (const { id, bytes } of sizes) {
    if (chunk.length > 0 && sum + bytes > BYTES_AT_ONCE) {
      yield chunk;
      [chunk, sum] = [[], 0];
    }
    chunk.push(id);
    sum += bytes;
  }
  if (chunk.length > 0) yield chunk;
}

/** Adds documents and schemas to rows of APIs in catalogs that were read without them. */
export async function withDocuments<Row extends { readonly id: string }>(
  database: DocumentReader,
  rows: readonly Row[],
): Promise<(Row & ApiDocuments)[]> {
  const documents = await readDocuments(
    database,
    'CatalogApi',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(documents.get(row.id) ?? { openapi: null, sdl: null }) }));
}

type ApiDocumentKey = { readonly table: ApiTable; readonly id: string };

/**
 * Writes the document of an API, as JSON text.
 * @returns true when it differs from the one before
 */
export async function writeOpenApi(
  transaction: DocumentWriter,
  { table, id }: ApiDocumentKey,
  text: string | null,
): Promise<boolean> {
  const changed = await transaction.$executeRaw`
    WITH given AS (SELECT ${text}::jsonb AS "openapi")
    UPDATE ${names[table]} kept SET "openapi" = given."openapi" FROM given
    WHERE kept."id" = ${id}::uuid AND kept."openapi" IS DISTINCT FROM given."openapi"`;
  return changed > 0;
}

/** The draft of an API, and the row that gets its document. */
type DocumentCopy = { readonly from: string; readonly to: string };

/** Copies documents of drafts into other drafts or copies. The database does it without sending them. */
export async function copyOpenApis(
  transaction: DocumentWriter,
  table: ApiTable,
  copies: readonly DocumentCopy[],
): Promise<void> {
  if (copies.length === 0) return;
  await transaction.$executeRaw`
    UPDATE ${names[table]} kept SET "openapi" = draft."openapi"
    FROM unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[]) AS copy("from", "to")
      JOIN "Api" draft ON draft."id" = copy."from"
    WHERE kept."id" = copy."to" AND kept."openapi" IS DISTINCT FROM draft."openapi"`;
}

/** Returns a document as the database writes it, for comparison with stored ones. */
export async function storedForm(database: DocumentReader, text: string): Promise<string> {
  const [row] = await database.$queryRaw<[{ text: string }]>`SELECT (${text}::jsonb)::text AS "text"`;
  return row.text;
}

/** JSON texts by the names of the sources of a GraphQL server. */
export type SourceDocuments = Readonly<Record<string, string>>;

/** Reads the documents of a GraphQL server. The server of .meshrc.yaml has none. */
export async function readSourceDocuments(
  database: DocumentReader,
  serverId: string,
): Promise<SourceDocuments> {
  const rows = await database.$queryRaw<{ name: string; text: string }[]>`
    SELECT source.key AS "name", source.value AS "text" FROM "GraphQLServer" server, jsonb_each_text(server."documents") source
    WHERE server."id" = ${serverId}::uuid`;
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

export async function writeSourceDocuments(
  transaction: DocumentWriter,
  serverId: string,
  documents: SourceDocuments,
): Promise<void> {
  const members = Object.entries(documents).flatMap(([name, text]) => [
    Prisma.sql`${name}::text`,
    Prisma.sql`${text}::text`,
  ]);
  const made =
    members.length === 0 ? Prisma.sql`NULL` : Prisma.sql`jsonb_build_object(${Prisma.join(members)})`;
  await transaction.$executeRaw`
    UPDATE "GraphQLServer" SET "documents" = ${made} WHERE "id" = ${serverId}::uuid`;
}
