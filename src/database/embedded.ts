import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { closeDataDir } from '../data-dir.ts';
import { Client } from './client.ts';
import { CHANGED, type Database, databaseOver } from './database.ts';
import { lockDataDir } from './lock.ts';
import { PGliteStream } from './pglite-stream.ts';

/** It replaces the whole postgresql.conf; 16 MB instead of 128 saves 150 MB of resident memory. */
const CONFIGURATION = ['shared_buffers = 16MB'];

export type EmbeddedOptions = {
  /** Where it is kept; without it, in memory. */
  readonly dataDir?: string | undefined;
  /** A dumped database to begin with: saves the seconds that creating one takes. */
  readonly seed?: Blob | undefined;
};

/**
 * Opens the embedded PostgreSQL (PGlite), driven through the same adapter as a server, over an in-process stream.
 *
 * @throws DataDirLocked when another process has it open
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir } = options;
  const release = dataDir === undefined ? () => {} : lockDataDir(dataDir);
  try {
    const lite = await startLite(options);
    // PGlite unpacks a new database with modes of its own.
    if (dataDir !== undefined) closeDataDir(dataDir);
    return databaseOverLite(lite, async () => {
      await lite.close();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts a PGlite, whose directory nobody locks. */
export function startLite({ dataDir, seed }: EmbeddedOptions): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir: `${dataDir}/database` }),
    ...(seed && { loadDataDir: seed }),
    postgresqlconf: CONFIGURATION,
  });
}

/** The database in a PGlite; when it is closed, `onClose` decides what becomes of that. */
export function databaseOverLite(lite: PGlite, onClose: () => Promise<void>): Database {
  // One session is all that PGlite has.
  const pool = new pg.Pool({
    Client,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new PGliteStream(lite),
  });
  const listeners: (() => void)[] = [];
  return databaseOver({
    kind: 'embedded',
    pool,
    async listen(onNotice, channel = CHANGED) {
      const stop = lite.onNotification((told, notice) => {
        if (told === channel) onNotice(notice);
      });
      listeners.push(stop);
      // Through the pool, in turn: within somebody's transaction it would be undone with that one.
      await pool.query(`LISTEN ${channel}`);
    },
    deafSince: () => undefined,
    async close() {
      await pool.end();
      for (const stop of listeners) stop();
      await onClose();
    },
  });
}

/**
 * Dumps an empty, migrated database, to be given as `seed` later. It is a third of what one is on a disk, since opening
 * a dump takes as long as it is large: log segments of 1 MB, and no templates to make further databases of.
 */
export async function dumpEmbedded(prepare: (database: Database) => Promise<unknown>): Promise<Blob> {
  const lite = await PGlite.create({
    postgresqlconf: CONFIGURATION,
    initDbStartParams: ['--wal-segsize=1'],
  });
  const database = databaseOverLite(lite, () => lite.close());
  await prepare(database);
  await lite.exec('UPDATE pg_database SET datistemplate = false');
  for (const template of ['template0', 'template1']) await lite.exec(`DROP DATABASE ${template}`);
  const dump = await lite.dumpDataDir('none');
  await database.close();
  return dump;
}
