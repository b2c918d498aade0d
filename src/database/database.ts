import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';
import { outOfReach } from './out-of-reach.ts';

/** How long a transaction waits for its turn, and may take: the embedded database has one connection for all. */
const TRANSACTION = { maxWait: 15_000, timeout: 30_000 };

/** The database, embedded or a server: the same schema, adapter and errors in both. */
export type Database = {
  readonly kind: 'embedded' | 'server';
  readonly prisma: PrismaClient;
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements in one message, and so in one transaction. */
  execute(sql: string): Promise<void>;
  /**
   * Calls back with the org of each committed change, or with what else the channel tells; with undefined where
   * something may have been missed, so that everything has to be read again.
   */
  listen(onNotice: OnNotice, channel?: Channel): Promise<void>;
  /** Since when announcements may have been missed; undefined while they are heard. */
  deafSince(): Date | undefined;
  close(): Promise<void>;
};

/** The channel on which a changed org is announced. */
export const CHANGED = 'gatehouse_changes';
/** The channel on which each revoked token is told, so that nothing has to be read for it. */
export const REVOKED = 'gatehouse_revocations';

/**
 * The channel of gateways, in the order of what happened: the client keys that changed, as a JSON array, again and again;
 * then, at the end of the change, the id of its org.
 */
export const PUBLISHED = 'gatehouse_published';

export type Channel = typeof CHANGED | typeof REVOKED | typeof PUBLISHED;
export type OnNotice = (notice: string | undefined) => void;

export type Connection = {
  readonly kind: Database['kind'];
  readonly pool: Pool;
  readonly listen: Database['listen'];
  readonly deafSince: Database['deafSince'];
  readonly close: () => Promise<void>;
};

export function databaseOver({ kind, pool, listen, deafSince, close }: Connection): Database {
  const client = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION });
  const prisma = refusing(client);
  return {
    kind,
    prisma,
    listen,
    deafSince,
    query: async (sql, values) => (await pool.query(sql, values as unknown[])).rows,
    async execute(sql) {
      await pool.query(sql);
    },
    async close() {
      await prisma.$disconnect();
      await close();
    },
  };
}

/** The same client, whose every operation refuses with TEMPORARILY_UNAVAILABLE while the database is out of reach. */
function refusing(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw outOfReach(error) ?? error;
        }),
    },
  }) as unknown as PrismaClient;
}
