import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGED, type Database } from '../../../src/infrastructure/database/database.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { PGliteStream } from '../../../src/infrastructure/database/pglite-stream.ts';
import { PGliteThread } from '../../../src/infrastructure/database/pglite-thread.ts';
import { everyDatabase } from '../../support/database.ts';
import { seedFile } from '../../support/seed-file.ts';

describe('node-postgres over an embedded PGlite', () => {
  let thread: PGliteThread;
  let pool: pg.Pool;
  let stream: PGliteStream | undefined;
  const notes = async () =>
    (await pool.query('SELECT text FROM note ORDER BY text')).rows.map(({ text }) => text);

  beforeAll(async () => {
    thread = new PGliteThread({});
    await thread.opened;
    const open = () => {
      stream = new PGliteStream(thread);
      return stream;
    };
    pool = new pg.Pool({ user: 'postgres', max: 1, stream: open });
    pool.on('error', () => {});
    await pool.query('CREATE TABLE note (text text NOT NULL)');
  });
  beforeEach(() => pool.query('TRUNCATE note'));
  afterAll(async () => {
    await pool.end();
    await thread.close();
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
    const [embedded] = await everyDatabase();
    database = (await embedded?.open()) as Database;
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

  it('works in a thread of its own: while it does, this one has turns without number', async () => {
    let turns = 0;
    let isAnswered = false;
    const count = () => {
      turns += 1;
      if (!isAnswered) setImmediate(count);
    };
    setImmediate(count);
    const [row] = await database.query<{ many: string }>(
      'SELECT count(*) AS many FROM generate_series(1, 1000000)',
    );
    isAnswered = true;
    expect(row?.many).toBe('1000000');
    expect(turns).toBeGreaterThan(100);
  });

  it('that cannot be opened leaves its directory free', async () => {
    const dataDir = '/dev/null/gatehouse';
    await expect(openEmbedded({ dataDir })).rejects.toThrow();
    await expect(openEmbedded({ dataDir })).rejects.not.toThrow(/in use/);
  });

  it('that is damaged is refused in a sentence, again and again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-damaged-'));
    mkdirSync(join(dataDir, 'database'));
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), 'not a version');
    for (const _attempt of [1, 2])
      await expect(openEmbedded({ dataDir })).rejects.toThrow(
        /^The embedded database in \S+ cannot be opened: [^\n]+\. Make room on its disk; where it is damaged, restore a backup into another DATA_DIR\.$/,
      );
    rmSync(dataDir, { recursive: true });
  });

  it('whose creation was cut off is created anew', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-unfinished-'));
    mkdirSync(join(dataDir, 'database.unfinished'));
    writeFileSync(join(dataDir, 'database.unfinished', 'PG_VERSION'), '1');
    const database = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
    expect(await database.prisma.org.count()).toBe(0);
    await database.close();
    expect(readdirSync(dataDir)).not.toContain('database.unfinished');
    rmSync(dataDir, { recursive: true });
  });
});

describe('the embedded database whose thread ends by a fault', () => {
  let dataDir: string;
  let worker: Worker | undefined;
  const meet = (begun: Worker) => {
    worker = begun;
  };
  const seed = () => new Blob([readFileSync(seedFile())]);
  const away = { code: 'TEMPORARILY_UNAVAILABLE' };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-embedded-'));
    process.on('worker', meet);
  });
  afterEach(() => {
    process.off('worker', meet);
    rmSync(dataDir, { recursive: true });
  });

  it('is out of reach for who waits, and then there again with all that was committed', async () => {
    const database = await openEmbedded({ dataDir, seed: seed() });
    const heard: (string | undefined)[] = [];
    await database.listen((orgId) => heard.push(orgId));
    const { prisma } = database;
    await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
    heard.length = 0;
    const half = prisma.$transaction(async (transaction) => {
      await transaction.org.update({ where: { name: 'acme' }, data: { title: 'Half' } });
      const answer = transaction.org.findMany();
      void worker?.terminate();
      return answer;
    });
    await expect(half).rejects.toMatchObject(away);
    expect(await prisma.org.findMany({ select: { title: true } })).toEqual([{ title: 'Acme' }]);
    expect(heard).toEqual([undefined]);
    await database.execute(`NOTIFY ${CHANGED}, 'an-org'`);
    expect(heard).toEqual([undefined, 'an-org']);
    await database.close();
  });

  it('is there again when it ends while nobody asks', async () => {
    const database = await openEmbedded({ dataDir, seed: seed() });
    await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
    await worker?.terminate();
    expect(await database.prisma.org.count()).toBe(1);
    await database.close();
  });

  it('stays out of reach where it was in memory alone: it would be another one, and empty', async () => {
    const database = await openEmbedded({ seed: seed() });
    expect(await database.prisma.org.count()).toBe(0);
    await worker?.terminate();
    await expect(database.prisma.org.count()).rejects.toMatchObject(away);
    await expect(database.prisma.org.count()).rejects.toMatchObject(away);
    await database.close();
  });
});
