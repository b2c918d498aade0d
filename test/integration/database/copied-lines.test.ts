import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../src/infrastructure/database/change.ts';
import { copiedLines } from '../../../src/infrastructure/database/copied-lines.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase, everyDatabase, type ServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/** Reads all lines in a transaction of its own. */
const linesOf = (database: Database, statement: string) =>
  transact(database, async (transaction) => {
    const all: string[] = [];
    for await (const lines of copiedLines(transaction, statement)) all.push(...lines);
    return all;
  });

/** Megabytes, which no connection takes at once. */
const MANY = `SELECT n || repeat('x', 1000) FROM generate_series(1, 5000) n ORDER BY n`;

for (const { name, open } of await everyDatabase())
  describe(`lines that are copied from ${name}`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());

    it('are the texts as they are, whatever characters they have', async () => {
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
      const statement = `SELECT text FROM (VALUES ${literals.join(', ')}) AS t(at, text) ORDER BY at`;
      expect(await linesOf(database, statement)).toEqual(texts);
    });

    it('are all of them, and none where a statement finds none', async () => {
      const lines = await linesOf(database, MANY);
      expect([lines.length, lines.at(0)?.slice(0, 2), lines.at(-1)?.slice(0, 5)]).toEqual([
        5_000,
        '1x',
        '5000x',
      ]);
      expect(await linesOf(database, `SELECT '' WHERE false`)).toEqual([]);
    });

    it('are read within the transaction, before and after its other statements', async () => {
      const seen = await transact(database, async (transaction) => {
        await transaction.$executeRaw`INSERT INTO "Org" ("id", "name", "title") VALUES (gen_random_uuid(), 'seen', 'Seen')`;
        const lines: string[] = [];
        for await (const some of copiedLines(transaction, `SELECT "name" FROM "Org"`)) lines.push(...some);
        const deleted = await transaction.$executeRaw`DELETE FROM "Org" WHERE "name" = 'seen'`;
        return { lines, deleted };
      });
      expect(seen).toEqual({ lines: ['seen'], deleted: 1 });
    });

    it('end with the fault of their statement, after which the database goes on', async () => {
      await expect(linesOf(database, 'SELECT nothing')).rejects.toThrow('nothing');
      await expect(
        linesOf(database, `SELECT (1 / (3 - n))::text FROM generate_series(1, 5) n`),
      ).rejects.toThrow('division by zero');
      expect(await linesOf(database, `SELECT 'on'`)).toEqual(['on']);
    });

    it('leave no time limit behind, which would keep the process alive, however they end', async () => {
      const timers = async () => {
        await linesOf(database, `SELECT 'on'`);
        return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
      };
      const before = await timers();
      await expect(linesOf(database, 'SELECT nothing')).rejects.toThrow('nothing');
      const left = transact(database, async (transaction) => {
        for await (const _ of copiedLines(transaction, MANY)) throw new Error('left');
      });
      await expect(left).rejects.toThrow('left');
      // Timers of idle connections end by themselves within seconds; one that is left behind, after minutes.
      await expect.poll(timers).toBeLessThanOrEqual(before);
    });

    it('may be left by their reader, after which the database goes on', async () => {
      const left = transact(database, async (transaction) => {
        for await (const lines of copiedLines(transaction, MANY)) throw new Error(`left at ${lines[0]?.[0]}`);
      });
      await expect(left).rejects.toThrow('left at 1');
      expect(await linesOf(database, `SELECT 'on'`)).toEqual(['on']);
    });
  });

const hexOf = (text: string) => Buffer.from(text).toString('hex');

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a PostgreSQL server that stops in the middle of copied lines', () => {
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

  it('is waited for only so long: TEMPORARILY_UNAVAILABLE, and the next lines come over another connection', async () => {
    const cut = transact(database, async (transaction) => {
      for await (const _ of copiedLines(transaction, MANY)) line.hang();
    });
    await expect(cut).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: 'This is temporarily unavailable.',
    });
    line.resume();
    expect(await linesOf(database, `SELECT 'on'`)).toEqual(['on']);
  });
});
