import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../src/infrastructure/database/change.ts';
import { type CopiedRows, copiedRows } from '../../../src/infrastructure/database/copied-rows.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase, everyDatabase, type ServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/** The values of the first column, as texts. */
function textsOf(rows: CopiedRows): (string | null)[] {
  const texts: (string | null)[] = [];
  while (rows.next())
    texts.push(rows.isNull(0) ? null : rows.bytes.toString('utf8', rows.startOf(0), rows.endOf(0)));
  return texts;
}

/** Reads the first column of all rows in a transaction of its own. */
const allOf = (database: Database, statement: string) =>
  transact(database, async (transaction) => {
    const all: (string | null)[] = [];
    for await (const rows of copiedRows(transaction, statement)) all.push(...textsOf(rows));
    return all;
  });

/** Megabytes, which no connection takes at once. */
const MANY = `SELECT n || repeat('x', 1000) FROM generate_series(1, 5000) n ORDER BY n`;

for (const { name, open } of await everyDatabase())
  describe(`rows that are copied from ${name}`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());

    it('have texts as they are, whatever characters those have, and null', async () => {
      const texts = [
        '',
        'a\tb\nc\rd',
        '\\',
        '\\n',
        '\\\\N',
        '\b\f\v',
        '日本語 🙂',
        `${'é'.repeat(70_000)}\\`,
      ];
      const literals = texts.map((text, at) => `(${at}, convert_from('\\x${hexOf(text)}', 'UTF8'))`);
      const statement = `SELECT text FROM (VALUES ${literals.join(', ')}, (99, NULL)) AS t(at, text) ORDER BY at`;
      expect(await allOf(database, statement)).toEqual([...texts, null]);
    });

    it('are all of them, and none where a statement finds none', async () => {
      const all = await allOf(database, MANY);
      expect([all.length, all.at(0)?.slice(0, 2), all.at(-1)?.slice(0, 5)]).toEqual([5_000, '1x', '5000x']);
      expect(await allOf(database, `SELECT '' WHERE false`)).toEqual([]);
    });

    it('are read within the transaction, before and after its other statements', async () => {
      const seen = await transact(database, async (transaction) => {
        await transaction.$executeRaw`INSERT INTO "Org" ("id", "name", "title") VALUES (gen_random_uuid(), 'seen', 'Seen')`;
        const names: (string | null)[] = [];
        for await (const rows of copiedRows(transaction, `SELECT "name" FROM "Org"`))
          names.push(...textsOf(rows));
        const deleted = await transaction.$executeRaw`DELETE FROM "Org" WHERE "name" = 'seen'`;
        return { names, deleted };
      });
      expect(seen).toEqual({ names: ['seen'], deleted: 1 });
    });

    it('end with the fault of their statement, after which the database goes on', async () => {
      await expect(allOf(database, 'SELECT nothing')).rejects.toThrow('nothing');
      await expect(
        allOf(database, `SELECT (1 / (3 - n))::text FROM generate_series(1, 5) n`),
      ).rejects.toThrow('division by zero');
      expect(await allOf(database, `SELECT 'on'`)).toEqual(['on']);
    });

    it('leave no time limit behind, which would keep the process alive, however they end', async () => {
      const timers = async () => {
        await allOf(database, `SELECT 'on'`);
        return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
      };
      const before = await timers();
      await expect(allOf(database, 'SELECT nothing')).rejects.toThrow('nothing');
      const left = transact(database, async (transaction) => {
        for await (const _ of copiedRows(transaction, MANY)) throw new Error('left');
      });
      await expect(left).rejects.toThrow('left');
      // Timers of idle connections end by themselves within seconds; one that is left behind, after minutes.
      await expect.poll(timers).toBeLessThanOrEqual(before);
    });

    it('may be left by their reader, after which the database goes on', async () => {
      const left = transact(database, async (transaction) => {
        for await (const rows of copiedRows(transaction, MANY))
          throw new Error(`left at ${textsOf(rows)[0]?.[0]}`);
      });
      await expect(left).rejects.toThrow('left at 1');
      expect(await allOf(database, `SELECT 'on'`)).toEqual(['on']);
    });
  });

const hexOf = (text: string) => Buffer.from(text).toString('hex');

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a PostgreSQL server that stops in the middle of copied rows', () => {
  let own: ServerDatabase;
  let line: TcpProxy;
  let database: Database;
  beforeAll(async () => {
    own = await createServerDatabase(`${server}`);
    line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    database = await openServer(url.href, { answerMs: 500 });
  });
  afterAll(async () => {
    await database.close();
    await line.close();
    await own.drop();
  });

  it('is waited for only so long: TEMPORARILY_UNAVAILABLE, and the next rows come over another connection', async () => {
    const cut = transact(database, async (transaction) => {
      for await (const _ of copiedRows(transaction, MANY)) line.hang();
    });
    await expect(cut).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: 'This is temporarily unavailable.',
    });
    line.resume();
    expect(await allOf(database, `SELECT 'on'`)).toEqual(['on']);
  });
});
