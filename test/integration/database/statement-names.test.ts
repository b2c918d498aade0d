import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../src/infrastructure/database/change.ts';
import { copiedRows } from '../../../src/infrastructure/database/copied-rows.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase, everyDatabase, type ServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

const KEPT = 'SELECT count(*)::int AS "kept" FROM pg_prepared_statements';
const keptBy = async (database: Database) => (await database.query<{ kept: number }>(KEPT))[0]?.kept;

describe('the statements that an embedded database keeps', () => {
  let database: Database;
  afterEach(() => database.close());
  const embedded = async () => {
    const [first] = await everyDatabase();
    if (!first) throw new Error('There is no embedded database.');
    database = await first.open();
  };

  it('are those that were used again, each parsed and planned once', async () => {
    await embedded();
    const before = (await keptBy(database)) ?? 0;
    await database.prisma.$queryRaw`SELECT ${1}::int AS "once"`;
    expect(await keptBy(database)).toBe(before);
    for (const value of [1, 2, 3, 4])
      expect(await database.prisma.$queryRaw`SELECT ${value}::int AS "again"`).toEqual([{ again: value }]);
    expect(await keptBy(database)).toBe(before + 1);
  });

  it('are no more than 500', async () => {
    await embedded();
    for (let number = 0; number < 600; number += 1)
      for (const _ of ['once', 'again'])
        await database.prisma.$queryRawUnsafe(`SELECT ${number} AS "number"`);
    expect(await keptBy(database)).toBe(500);
  });

  it('are named anew over the next connection', async () => {
    await embedded();
    const ask = () => database.prisma.$queryRaw`SELECT ${7}::int AS "seven"`;
    for (const _ of ['once', 'again']) await ask();
    const left = transact(database, async (transaction) => {
      for await (const _ of copiedRows(transaction, `SELECT repeat('x', 100) FROM generate_series(1, 9000)`))
        throw new Error('left');
    });
    await expect(left).rejects.toThrow('left');
    for (const _ of ['once', 'again']) expect(await ask()).toEqual([{ seven: 7 }]);
  });
});

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a PostgreSQL server, which may be a pooler', () => {
  let own: ServerDatabase;
  let database: Database;
  beforeAll(async () => {
    own = await createServerDatabase(`${server}`);
    database = await openServer(own.url, { connectionsMax: 1 });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  it('keeps no statement', async () => {
    for (const value of [1, 2, 3]) await database.prisma.$queryRaw`SELECT ${value}::int AS "again"`;
    expect(await keptBy(database)).toBe(0);
  });
});
