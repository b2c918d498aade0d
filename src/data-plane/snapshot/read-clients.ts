import type { Transaction } from '../../infrastructure/database/change.ts';
import { type CopiedRows, copiedRows } from '../../infrastructure/database/copied-rows.ts';
import { isMarked, KEY_MARKS, type KeyMark } from './client-keys.ts';
import { bytesOfId, CellWriter, packed } from './packed-row.ts';
import { StoredSubscriptions } from './stored-subscriptions.ts';
import type { PackedClient } from './unpack-client.ts';

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
  readonly secretHash?: string;
  readonly previousSecretHash?: string;
  readonly previousSecretExpiresAt?: string;
  readonly endsAt?: string;
};

/** A function, since the table of credentials needs it at once. */
function milliseconds(column: string): string {
  return `floor(extract(epoch FROM ${column}) * 1000)::text`;
}

const CREDENTIALS: Rows = {
  table: 'Credential',
  column: 'r."clientKey"',
  secretHash: 'r."secretHash"',
  previousSecretHash: 'r."previousSecretHash"',
  previousSecretExpiresAt: milliseconds('r."previousSecretExpiresAt"'),
  endsAt: milliseconds('r."secretExpiresAt"'),
};
const API_KEYS: Rows = {
  table: 'ApiKey',
  column: 'r."keyHash"',
  mark: KEY_MARKS.apiKey,
  endsAt: milliseconds('r."expiresAt"'),
};
const EXTERNAL_CLIENTS: Rows = {
  table: 'ExternalClient',
  column: 'r."key"',
  mark: KEY_MARKS.externalClient,
};
const CERTIFICATES: Rows = { table: 'ClientCertificate', column: 'r."key"', mark: KEY_MARKS.certificate };
const TABLES = [CREDENTIALS, API_KEYS, EXTERNAL_CLIENTS, CERTIFICATES];

type Column = { readonly sql: string; readonly isId?: true };
const NONE: Column = { sql: 'NULL::text' };
const text = (sql: string | undefined): Column => (sql === undefined ? NONE : { sql });
const id = (sql: string): Column => ({ sql, isId: true });

const keyOf = ({ column, mark }: Rows) => (mark === undefined ? column : `'${mark}' || ${column}`);

/** The cells of clients, in the order of `Fields`. What nearly all have in common is null. */
const clientColumns = (rows: Rows): readonly Column[] => [
  text(keyOf(rows)),
  id('r."id"'),
  text(rows.secretHash),
  text(rows.previousSecretHash),
  text(rows.previousSecretExpiresAt),
  text(rows.endsAt),
  text(`nullif(a."clientType", 'CONFIDENTIAL')`),
  text(`CASE WHEN a."redirectUris" <> '{}' THEN to_json(a."redirectUris")::text END`),
  id('a."id"'),
  text('a."name"'),
  text('a."title"'),
  text(`CASE a."state" WHEN 'SUSPENDED' THEN coalesce(a."suspensionReason", '') END`),
  text('o."name"'),
  text('o."title"'),
];
const APPLICATION_AT = 8;

/** The cells of subscriptions. */
const SUBSCRIPTION_COLUMNS: readonly Column[] = [
  id('s."id"'),
  id('s."catalogPlanId"'),
  text(`nullif(s."state", 'ACTIVE')`),
  text(`CASE WHEN num_nonnulls(s."ownLimits", s."rejectionReason", m."changeRequestId") > 0 THEN json_build_array(
    s."ownLimits" - 'reason', m."fromPlanId", m."changeRequestId", s."rejectionReason")::text END`),
];

const listOf = (columns: readonly Column[]) => columns.map(({ sql }) => sql).join(', ');

/** Clients `r` with their applications `a` and consumer orgs `o`. */
const clientsFrom = ({ table }: Rows) => `FROM "${table}" r JOIN "Application" a ON a."id" = r."applicationId"
  JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"`;
/** Subscriptions, with the plans that waves have moved them from. Nearly all are in no wave. */
const SUBSCRIPTIONS_FROM =
  'FROM "Subscription" s LEFT JOIN "ChangeWaveMove" m ON m."subscriptionId" = s."id"';

type ReadAllOptions = {
  /**
   * Called with each client: the first bytes up to an end. The next one is written to the same bytes.
   *
   * @param catalog the bytes of its id, as `binaryId` returns them
   */
  take(catalog: string, bytes: Buffer, end: number): void;
  /** Called now and then. */
  goesOn(): void;
};

/**
 * Reads the clients of all catalogs.
 *
 * PostgreSQL sends bytes, of which rows are made without a string or an object for each. Subscriptions are joined to
 * their clients here: PostgreSQL takes three times as long where it does that, too.
 */
export async function readAllClients(
  transaction: Transaction,
  { take, goesOn }: ReadAllOptions,
): Promise<void> {
  const subscriptions = await readSubscriptions(transaction, goesOn);
  const writer = new CellWriter();
  for (const rows of TABLES) {
    const columns = clientColumns(rows);
    const statement = `SELECT o."catalogId", ${listOf(columns)} ${clientsFrom(rows)}`;
    for await (const copied of copiedRows(transaction, statement)) {
      while (copied.next()) {
        writer.begin();
        for (let at = 1; at <= columns.length; at += 1) addCell(writer, copied, at);
        subscriptions.write(writer, copied.bytes, copied.startOf(1 + APPLICATION_AT));
        take(copied.binaryOf(0), writer.bytes, writer.end);
      }
      goesOn();
    }
  }
  subscriptions.free();
}

async function readSubscriptions(transaction: Transaction, goesOn: () => void): Promise<StoredSubscriptions> {
  const subscriptions = new StoredSubscriptions();
  const writer = new CellWriter();
  const statement = `SELECT s."applicationId", ${listOf(SUBSCRIPTION_COLUMNS)} ${SUBSCRIPTIONS_FROM}`;
  for await (const copied of copiedRows(transaction, statement)) {
    while (copied.next()) {
      writer.begin();
      for (let at = 0; at <= SUBSCRIPTION_COLUMNS.length; at += 1) addCell(writer, copied, at);
      subscriptions.add(writer.bytes, writer.end);
    }
    goesOn();
  }
  return subscriptions;
}

/** Adds a cell with the value of a column of the current row. */
function addCell(writer: CellWriter, copied: CopiedRows, column: number): void {
  if (copied.isNull(column)) writer.addNull();
  else writer.add(copied.bytes, copied.startOf(column), copied.endOf(column));
}

type Values = readonly (string | null)[];
type NamedClient = readonly [
  catalogId: string,
  key: string,
  client: Values,
  subscriptions: readonly Values[],
];

/** Many clients make one row: a row for each costs several times as much. */
const named = (rows: Rows) => `
  SELECT coalesce(json_agg(json_build_array(o."catalogId", ${keyOf(rows)}, json_build_array(${listOf(clientColumns(rows))}),
    (SELECT coalesce(json_agg(json_build_array(${listOf(SUBSCRIPTION_COLUMNS)})), '[]') ${SUBSCRIPTIONS_FROM}
      WHERE s."applicationId" = a."id"))), '[]')::text AS clients
  ${clientsFrom(rows)} WHERE ${rows.column} = ANY ($1)`;

/** Reads those of the keys of clients that there are, page by page. */
export async function* readClients(
  transaction: Transaction,
  keys: readonly string[],
): AsyncGenerator<ReadClient[]> {
  for (const rows of TABLES) {
    const own = keysOf(rows, keys);
    const columns = clientColumns(rows);
    for (let at = 0; at < own.length; at += PAGE) {
      const [page] = await transaction.$queryRawUnsafe<{ readonly clients: string }[]>(
        named(rows),
        own.slice(at, at + PAGE),
      );
      yield (JSON.parse(page?.clients ?? '[]') as NamedClient[]).map(
        ([catalogId, key, client, subscriptions]) => [
          catalogId,
          key,
          packed([
            ...bytesOf(client, columns),
            ...subscriptions.flatMap((each) => bytesOf(each, SUBSCRIPTION_COLUMNS)),
          ]),
        ],
      );
    }
  }
}

/** The keys of a table as it has them, without their mark. */
const keysOf = ({ mark }: Rows, keys: readonly string[]) =>
  mark === undefined
    ? keys.filter((key) => !isMarked(key))
    : keys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length));

/** The values of columns as PostgreSQL sends them in its binary form. */
const bytesOf = (values: Values, columns: readonly Column[]): (Buffer | null)[] =>
  values.map((value, at) => {
    if (value === null) return null;
    return columns[at]?.isId ? bytesOfId(value) : Buffer.from(value);
  });
