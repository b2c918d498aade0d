import type { Transaction } from '../../infrastructure/database/change.ts';
import type { PackedClient } from './client-page.ts';

/** A client as it is read. For an API key, the mark `#` and its hash replace the client key. */
export type ReadClient = readonly [catalogId: string, clientKey: string, packed: PackedClient];

/** Reading a page costs calls under way a few milliseconds. */
const PAGE = 500;

type Rows = {
  readonly table: 'Credential' | 'ApiKey';
  /** Column that orders and names them. */
  readonly column: string;
  /** Key that takes its place. */
  readonly key: string;
  /** Columns that are packed before the application and behind it. */
  readonly before: string;
  readonly behind?: string;
};

const CREDENTIALS: Rows = {
  table: 'Credential',
  column: 'r."clientKey"',
  key: 'r."clientKey"',
  before: `r."secretHash", r."previousSecretHash", floor(extract(epoch FROM r."previousSecretExpiresAt") * 1000)`,
};
const API_KEYS: Rows = {
  table: 'ApiKey',
  column: 'r."keyHash"',
  key: `'#' || r."keyHash"`,
  before: 'NULL, NULL, NULL',
  behind: ', floor(extract(epoch FROM r."expiresAt") * 1000)',
};

/** Many clients make one row: a row for each costs several times as much. The order of the members is that of `Fields`. */
const clientsWhere = ({ table, column, key, before, behind = '' }: Rows, condition: string) => `
  SELECT coalesce(json_agg(json_build_array("catalogId", key, packed::text) ORDER BY "column"), '[]')::text AS clients
  FROM (
    SELECT o."catalogId", ${key} AS key, ${column} AS "column", json_build_array(
      ${key}, r."id", ${before}, a."clientType", a."redirectUris",
      a."id", a."name", a."title", a."state" = 'SUSPENDED', o."name", o."title",
      (SELECT coalesce(json_agg(json_build_array(s."id", s."catalogPlanId", s."state")), '[]')
        FROM "Subscription" s WHERE s."applicationId" = a."id")${behind}) AS packed
    FROM "${table}" r JOIN "Application" a ON a."id" = r."applicationId"
      JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    WHERE ${column} ${condition} ORDER BY ${column} LIMIT ${PAGE}
  ) AS page`;
const after = (rows: Rows) => clientsWhere(rows, '> $1');
const named = (rows: Rows) => clientsWhere(rows, '= ANY ($1)');
const AFTER = { credentials: after(CREDENTIALS), apiKeys: after(API_KEYS) };
const NAMED = { credentials: named(CREDENTIALS), apiKeys: named(API_KEYS) };

const isOfApiKey = (key: string) => key.startsWith('#');
const inTable = (key: string) => (isOfApiKey(key) ? key.slice(1) : key);

async function page(transaction: Transaction, sql: string, value: unknown): Promise<ReadClient[]> {
  const [row] = await transaction.$queryRawUnsafe<{ clients: string }[]>(sql, value);
  return JSON.parse(row?.clients ?? '[]');
}

/** Reads the clients and API keys of all catalogs, page by page. */
export async function* readAllClients(transaction: Transaction): AsyncGenerator<ReadClient[]> {
  for (const sql of Object.values(AFTER))
    for (let last: string | undefined = ''; last !== undefined; ) {
      const clients: ReadClient[] = await page(transaction, sql, last);
      yield clients;
      const [, key] = clients.at(-1) ?? [];
      last = key === undefined ? undefined : inTable(key);
    }
}

/** Reads those of the client keys and API keys that there are, page by page. */
export async function* readClients(
  transaction: Transaction,
  keys: readonly string[],
): AsyncGenerator<ReadClient[]> {
  const tables = [
    [NAMED.credentials, keys.filter((key) => !isOfApiKey(key))],
    [NAMED.apiKeys, keys.filter(isOfApiKey).map(inTable)],
  ] as const;
  for (const [sql, own] of tables)
    for (let at = 0; at < own.length; at += PAGE)
      yield await page(transaction, sql, own.slice(at, at + PAGE));
}
