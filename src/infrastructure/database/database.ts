import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryConfig } from 'pg';
import type { AuditSigner } from '../../domain/events/audit-chain.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { withLimitedNestedLists } from './nested-lists.ts';
import { outOfReach } from './unreachable.ts';

/** How long a transaction waits for its turn, and may take: the embedded database has one connection for all. */
const TRANSACTION = { maxWait: 15_000, timeout: 30_000 };
/** What a statement may take that reads or writes whole tables, of many millions of rows perhaps. */
export const LONG_MS = 10 * 60_000;

/** The database, embedded or a server: the same schema, adapter and errors in both. */
export type Database = {
  readonly kind: 'embedded' | 'server';
  readonly prisma: PrismaClient;
  /** What chains its audit; nothing where it is opened for what writes none. */
  readonly auditSigner?: AuditSigner;
  /**
   * A statement in a transaction of its own: what a server that hung gets to when nobody waits for it any more is undone,
   * so that who then asks again has not asked twice.
   */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Several statements in one message, and so in one transaction.
   *
   * @param timeoutMs how long they may take, where that is longer than others do
   */
  execute(sql: string, timeoutMs?: number): Promise<void>;
  /**
   * Several statements in one transaction, on one connection, where Prisma has no part in it; each may take long, and
   * the whole is undone where one fails.
   *
   * @param begin how it begins: `BEGIN READ ONLY`
   */
  within<Result>(begin: string, work: (connection: Statements) => Promise<Result>): Promise<Result>;
  /**
   * Calls back with the org of each committed change, or with what else the channel tells; with undefined where
   * something may have been missed, so that everything has to be read again.
   */
  listen(onNotice: OnNotice, channel?: NotifyChannel): Promise<void>;
  /** Since when announcements may have been missed; undefined while they are heard. */
  deafSince(): Date | undefined;
  close(): Promise<void>;
};

/** What takes statements as they are. */
export type Statements = Pick<Database, 'query' | 'execute'>;

/** The channel on which a changed org is announced. */
export const CHANGED = 'gatehouse_changes';
/** The channel on which each revoked token is told, so that nothing has to be read for it. */
export const REVOKED = 'gatehouse_revocations';

/**
 * The channel of gateways, in the order of what happened: the client keys that changed, as a JSON array, again and again;
 * then, at the end of the change, the id of its org.
 */
export const PUBLISHED = 'gatehouse_published';

export type NotifyChannel = typeof CHANGED | typeof REVOKED | typeof PUBLISHED;
export type OnNotice = (notice: string | undefined) => void;

export type DatabaseConnection = {
  readonly kind: Database['kind'];
  readonly pool: Pool;
  readonly listen: Database['listen'];
  readonly deafSince: Database['deafSince'];
  readonly close: () => Promise<void>;
};

export function databaseOver({ kind, pool, listen, deafSince, close }: DatabaseConnection): Database {
  const client = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION });
  const prisma = refusingWhileUnreachable(withLimitedNestedLists(client));
  return {
    kind,
    prisma,
    listen,
    deafSince,
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
  /** How long each statement may take, where that is longer than others do. */
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

/** A statement that is waited for so long; as long as others where nothing is said. */
const patiently = (query: QueryConfig, timeoutMs: number | undefined): QueryConfig =>
  ({ ...query, ...(timeoutMs && { query_timeout: timeoutMs }) }) as QueryConfig;

/** The same client, whose every operation refuses with TEMPORARILY_UNAVAILABLE while the database is out of reach. */
function refusingWhileUnreachable(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw outOfReach(error) ?? error;
        }),
    },
  }) as unknown as PrismaClient;
}
