import type { Transaction } from '../../infrastructure/database/change.ts';
import { copiedLines } from '../../infrastructure/database/copied-lines.ts';
import { isMarked, KEY_MARKS, type KeyMark, type PackedClient } from './client-page.ts';

/**
 * A client as it is read.
 *
 * A marked key replaces the client key for an API key, a client of an external issuer and a client certificate.
 */
export type ReadClient = readonly [catalogId: string, clientKey: string, packed: PackedClient];

/** Reading a page costs calls under way a few milliseconds. */
const PAGE = 500;

type Rows = {
  readonly table: 'Credential' | 'ApiKey' | 'ExternalClient' | 'ClientCertificate';
  /** Column that names them. */
  readonly column: string;
  /** Mark of its keys. Client keys have none. */
  readonly mark?: KeyMark;
  /** Columns that are packed before the application and behind it. */
  readonly before: string;
  readonly behind?: string;
};

/** A function, since the table of credentials needs it at once. */
function orNull(value: string): string {
  return `coalesce(${value}::text, 'null')`;
}

const CREDENTIALS: Rows = {
  table: 'Credential',
  column: 'r."clientKey"',
  before: `to_json(r."secretHash"), ',', ${orNull('to_json(r."previousSecretHash")')}, ',',
    ${orNull('floor(extract(epoch FROM r."previousSecretExpiresAt") * 1000)')}`,
  // Most secrets have no end, and none is packed for them.
  behind: `, ',' || floor(extract(epoch FROM r."secretExpiresAt") * 1000)`,
};
const API_KEYS: Rows = {
  table: 'ApiKey',
  column: 'r."keyHash"',
  mark: KEY_MARKS.apiKey,
  before: `'null,null,null'`,
  behind: `, ',', ${orNull('floor(extract(epoch FROM r."expiresAt") * 1000)')}`,
};

const EXTERNAL_CLIENTS: Rows = {
  table: 'ExternalClient',
  column: 'r."key"',
  mark: KEY_MARKS.externalClient,
  before: `'null,null,null'`,
};
const CERTIFICATES: Rows = {
  table: 'ClientCertificate',
  column: 'r."key"',
  mark: KEY_MARKS.certificate,
  before: `'null,null,null'`,
};
const TABLES = [CREDENTIALS, API_KEYS, EXTERNAL_CLIENTS, CERTIFICATES];

/** Subscriptions, with the plans that waves have moved them from. Nearly all are in no wave. */
const WITH_MOVES = '"Subscription" LEFT JOIN "ChangeWaveMove" m ON m."subscriptionId" = "id"';
/** The subscriptions `s`: found for each application `a`, or once for all of them. */
const SUBSCRIPTIONS = {
  each: `LATERAL (SELECT LIST FROM ${WITH_MOVES} WHERE "applicationId" = a."id") s ON true`,
  all: `(SELECT "applicationId", LIST FROM ${WITH_MOVES} GROUP BY 1) s ON s."applicationId" = a."id"`,
};
const LIST = `string_agg(concat('["', "id", '","', "catalogPlanId", '","', "state", '"',
  CASE WHEN "state" = 'REJECTED' THEN ',null,null,null,' || to_json("rejectionReason")::text ELSE concat(
    ',' || coalesce(("ownLimits" - 'reason')::text, CASE WHEN m."fromPlanId" IS NOT NULL THEN 'null' END),
    ',"' || m."fromPlanId" || '","' || m."changeRequestId" || '"') END, ']'), ',') AS "list"`;

/**
 * The order of the packed members is that of `Fields`. The JSON text is put together, which takes the database half the
 * time of building it. Ids and states need no escape.
 */
const clients = (rows: Rows, subscriptions: keyof typeof SUBSCRIPTIONS) => {
  const { table, column, mark, before, behind = '' } = rows;
  const key = mark === undefined ? column : `'${mark}' || ${column}`;
  return `
  SELECT o."catalogId", ${key} AS key, concat('[', to_json(${key}), ',"', r."id", '",', ${before},
    ',"', a."clientType", '",', to_json(coalesce(a."redirectUris", '{}')), ',"', a."id", '",', to_json(a."name"), ',', to_json(a."title"), ',',
    CASE a."state" WHEN 'SUSPENDED' THEN coalesce(to_json(a."suspensionReason")::text, 'true') ELSE 'false' END, ',', to_json(o."name"), ',', to_json(o."title"),
    ',[', s."list", ']'${behind}, ']') AS packed
  FROM "${table}" r JOIN "Application" a ON a."id" = r."applicationId"
    JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    LEFT JOIN ${SUBSCRIPTIONS[subscriptions].replace('LIST', LIST)}`;
};

/** Many clients make one row: a row for each costs several times as much. */
const PAGE_OF_CLIENTS = `coalesce(json_agg(json_build_array("catalogId", key, packed)), '[]')::text AS clients`;

const named = (rows: Rows) =>
  `SELECT ${PAGE_OF_CLIENTS} FROM (${clients(rows, 'each')} WHERE ${rows.column} = ANY ($1)) AS client`;

/** Characters of a catalog's id, which stands before its client. */
const ID_LENGTH = 36;

/** One plan joins whole tables. Pages that each look for their clients cost the database more than twice as much. */
const all = (rows: Rows) => `SELECT "catalogId" || packed FROM (${clients(rows, 'all')}) AS client`;

type Page = { readonly clients: string };

/** The keys of a table as it has them, without their mark. */
const keysOf = ({ mark }: Rows, keys: readonly string[]) =>
  mark === undefined
    ? keys.filter((key) => !isMarked(key))
    : keys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length));
const clientsIn = (pages: readonly Page[]): ReadClient[] => JSON.parse(pages[0]?.clients ?? '[]');

/** A client as it is read with all others, which names no key beside. */
export type PlacedClient = readonly [catalogId: string, packed: PackedClient];

/** Reads the clients of all catalogs, some at a time. */
export async function* readAllClients(transaction: Transaction): AsyncGenerator<PlacedClient[]> {
  for (const rows of TABLES)
    for await (const lines of copiedLines(transaction, all(rows)))
      yield lines.map((line) => [line.slice(0, ID_LENGTH), line.slice(ID_LENGTH)] as const);
}

/** Reads those of the keys of clients that there are, page by page. */
export async function* readClients(
  transaction: Transaction,
  keys: readonly string[],
): AsyncGenerator<ReadClient[]> {
  for (const rows of TABLES) {
    const own = keysOf(rows, keys);
    for (let at = 0; at < own.length; at += PAGE)
      yield clientsIn(await transaction.$queryRawUnsafe(named(rows), own.slice(at, at + PAGE)));
  }
}
