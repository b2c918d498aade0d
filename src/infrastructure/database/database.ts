import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryConfig } from 'pg';
import { PrismaClient } from '../../../bundles/prisma.js';
import type { AuditSigner } from '../../domain/events/audit-chain.ts';
import { withLimitedNestedLists } from './nested-lists.ts';
import type { DatabaseServers } from './primary-server.ts';
import type { StatementNames } from './statement-names.ts';
import { isStorageFull, outOfReach } from './unreachable.ts';

/**
 * Time limits of transactions: the wait for their turn, and their length. The embedded database has one connection for
 * all.
 */
const TRANSACTION = { maxWait: 15_000, timeout: 30_000 };
/** The time limit of a statement on whole tables. They can have many millions of rows. */
export const LONG_MS = 10 * 60_000;
/** The time for which a full disk is told after a statement met it. */
const FULL_MS = 60_000;

/** The database, embedded or a server, with the same schema, adapter and errors. */
export type Database = {
  readonly kind: 'embedded' | 'server';
  readonly prisma: PrismaClient;
  /** The signer of its audit. Absent in tools that write none. */
  readonly auditSigner?: AuditSigner;
  /**
   * Runs a statement in a transaction of its own. A statement that reaches a hung server after its caller gave up is
   * rolled back, so a repeated request is not executed twice.
   */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs several statements in one message, and so in one transaction.
   *
   * @param timeoutMs their time limit, where it is longer than usual
   */
  execute(sql: string, timeoutMs?: number): Promise<void>;
  /**
   * Runs statements in one transaction on one connection, without Prisma. Each may take long. All are rolled back when
   * one fails.
   *
   * @param begin the statement that begins it: `BEGIN READ ONLY`
   */
  within<Result>(begin: string, work: (connection: Statements) => Promise<Result>): Promise<Result>;
  /**
   * Calls back with the org of each committed change, or the channel's other notices. Undefined means that notices may
   * have been missed, and everything has to be read again.
   */
  listen(onNotice: OnNotice, channel?: NotifyChannel): Promise<void>;
  /** Returns the time since which announcements may have been missed. Undefined while they are heard. */
  deafSince(): Date | undefined;
  /** Tells whether a statement of the last minute found the disk full. */
  isFull(): boolean;
  /** Tells whether the database is polled for changes, because its notices do not arrive. */
  polls(): boolean;
  /** Sends a notice and tells whether it arrived. */
  hearsNotices(): Promise<boolean>;
  /** Returns its servers as they were at the last look. There are no states of a single address. */
  servers(): DatabaseServers;
  close(): Promise<void>;
};

/** A connection that takes SQL statements. */
export type Statements = Pick<Database, 'query' | 'execute'>;

/** The channel on which a changed org is announced. */
export const CHANGED = 'gatehouse_changes';
/** The channel of revoked tokens. Each notice is complete, so that nothing has to be read for it. */
export const REVOKED = 'gatehouse_revocations';

/**
 * The channel of gateways, in the order of events. It carries JSON arrays of the keys of changed clients and products,
 * then, at the end of the change, the id of its org.
 */
export const PUBLISHED = 'gatehouse_published';

export type NotifyChannel = typeof CHANGED | typeof REVOKED | typeof PUBLISHED;
export type OnNotice = (notice: string | undefined) => void;

type DatabaseConnection = Pick<
  Database,
  'kind' | 'listen' | 'deafSince' | 'polls' | 'hearsNotices' | 'servers' | 'close'
> & {
  readonly pool: Pool;
  /** Names for statements that its sessions keep. Absent where a pooler may give each transaction another session. */
  readonly statementNames?: StatementNames;
};

export function databaseOver({ pool, close, statementNames, ...connection }: DatabaseConnection): Database {
  const adapter = new PrismaPg(pool, {
    ...(statementNames && { statementNameGenerator: ({ sql }) => statementNames.of(sql) }),
  });
  // Any other format takes a stack for each statement, to tell in an error where it was called.
  const client = new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions: TRANSACTION });
  let fullAt = Number.NEGATIVE_INFINITY;
  const onFault = (error: unknown) => {
    if (isStorageFull(error)) fullAt = performance.now();
  };
  const prisma = refusingWhileUnreachable(withLimitedNestedLists(client), onFault);
  return {
    ...connection,
    prisma,
    isFull: () => performance.now() - fullAt < FULL_MS,
    query: (sql, values) => transaction({ pool, begin: 'BEGIN' }, ({ query }) => query(sql, values)),
    async execute(sql, timeoutMs) {
      await pool.query(patiently({ text: sql }, timeoutMs));
    },
    within: (begin, work) => transaction({ pool, begin, timeoutMs: LONG_MS }, work),
    async close() {
      await prisma.$disconnect();
      await close();
    },
  };
}

type BeginTransactionInput = {
  readonly pool: Pool;
  readonly begin: string;
  /** The time limit of each statement, where it is longer than usual. */
  readonly timeoutMs?: number;
};

async function transaction<Result>(
  { pool, begin, timeoutMs }: BeginTransactionInput,
  work: (connection: Statements) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  const ask = (query: QueryConfig) => connection.query(patiently(query, timeoutMs));
  try {
    await connection.query(begin);
    const result = await work({
      query: async (text, values = []) => (await ask({ text, values: [...values] })).rows,
      async execute(text) {
        await ask({ text });
      },
    });
    await ask({ text: 'COMMIT' });
    connection.release();
    return result;
  } catch (error) {
    // The end of the connection is the end of its transaction.
    connection.release(true);
    throw error;
  }
}

/** Sets the time limit of a statement. Without one, the usual limit holds. */
const patiently = (query: QueryConfig, timeoutMs: number | undefined): QueryConfig =>
  ({ ...query, ...(timeoutMs && { query_timeout: timeoutMs }) }) as QueryConfig;

/** Returns a client that refuses with TEMPORARILY_UNAVAILABLE or STORAGE_FULL during an outage. */
function refusingWhileUnreachable(client: PrismaClient, onFault: (error: unknown) => void): PrismaClient {
  return client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          onFault(error);
          throw outOfReach(error) ?? error;
        }),
    },
  }) as unknown as PrismaClient;
}
