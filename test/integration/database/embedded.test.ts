import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGED, type Database } from '../../../src/database/database.ts';
import { openEmbedded } from '../../../src/database/embedded.ts';
import { PGliteStream } from '../../../src/database/pglite-stream.ts';
import { emptyDatabase } from '../../support/database.ts';

describe('node-postgres over an embedded PGlite', () => {
  let lite: PGlite;
  let pool: pg.Pool;
  let stream: PGliteStream | undefined;
  const notes = async () =>
    (await pool.query('SELECT text FROM note ORDER BY text')).rows.map(({ text }) => text);

  beforeAll(async () => {
    lite = await PGlite.create();
    const open = () => {
      stream = new PGliteStream(lite);
      return stream;
    };
    pool = new pg.Pool({ user: 'postgres', max: 1, stream: open });
    pool.on('error', () => {});
    await pool.query('CREATE TABLE note (text text NOT NULL)');
  });
  beforeEach(() => pool.query('TRUNCATE note'));
  afterAll(async () => {
    await pool.end();
    await lite.close();
  });

  it('passes values of every size, both ways', async () => {
    for (const size of [0, 1, 65_535, 65_536, 3_000_000]) {
      const text = 'ü'.repeat(size);
      const { rows } = await pool.query('SELECT $1::text AS text', [text]);
      expect(rows[0].text === text).toBe(true);
    }
  });

  it('answers queries in their order, however many are waiting', async () => {
    const asked = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(
      asked.map((number) => pool.query('SELECT $1::int AS number', [number])),
    );
    expect(answers.map(({ rows }) => rows[0].number)).toEqual(asked);
  });

  it('goes on after an error, with its code', async () => {
    await expect(pool.query('SELECT * FROM nothing')).rejects.toMatchObject({ code: '42P01' });
    await expect(pool.query('INSERT INTO note VALUES ($1)', [null])).rejects.toMatchObject({ code: '23502' });
    expect(await notes()).toEqual([]);
  });

  it('takes several statements in one message as one transaction', async () => {
    await expect(pool.query("INSERT INTO note VALUES ('one'); SELECT 1/0")).rejects.toMatchObject({
      code: '22012',
    });
    expect(await notes()).toEqual([]);
  });

  it.each(['says goodbye', 'is cut off'])(
    'rolls back the transaction of a connection that %s, as a server does',
    async (way) => {
      const client = await pool.connect();
      client.on('error', () => {});
      await client.query('BEGIN');
      await client.query("INSERT INTO note VALUES ('half')");
      if (way === 'is cut off') stream?.destroy();
      client.release(true);
      await pool.query("INSERT INTO note VALUES ('whole')");
      expect(await notes()).toEqual(['whole']);
      const { rows } = await pool.query('SELECT pg_current_xact_id_if_assigned() AS transaction');
      expect(rows).toEqual([{ transaction: null }]);
    },
  );
});

describe('the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.close());

  it('hears changes though it began to listen within a transaction that was undone', async () => {
    const heard: (string | undefined)[] = [];
    let listening: Promise<void> | undefined;
    const undone = database.prisma.$transaction(async (transaction) => {
      await transaction.org.create({ data: { name: 'acme', title: 'Acme' } });
      listening = database.listen((orgId) => heard.push(orgId));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await listening;
    await database.execute(`NOTIFY ${CHANGED}, 'an-org'; NOTIFY another_channel, 'nobody'`);
    expect(heard).toEqual(['an-org']);
  });

  it('that cannot be opened leaves its directory free', async () => {
    const dataDir = '/dev/null/gatehouse';
    await expect(openEmbedded({ dataDir })).rejects.toThrow();
    await expect(openEmbedded({ dataDir })).rejects.not.toThrow(/in use/);
  });
});
