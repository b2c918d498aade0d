import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { closeDataDir } from '../../foundation/data-dir.ts';
import { CHANGED, type Database, databaseOver } from './database.ts';
import { lockDataDir } from './lock.ts';
import { LISTEN_TO_ALL, Notices } from './notices.ts';
import { PGliteStream } from './pglite-stream.ts';
import { type DatabaseThreadOptions, PGliteThread } from './pglite-thread.ts';
import { SerialClient } from './serial-client.ts';

/**
 * Opens the embedded PostgreSQL (PGlite). The adapter is that of a server, over a stream to PGlite's thread.
 *
 * @throws DataDirLocked when another process has it open
 */
export async function openEmbedded(options: DatabaseThreadOptions): Promise<Database> {
  const { dataDir } = options;
  const release = dataDir === undefined ? () => {} : lockDataDir(dataDir);
  try {
    if (dataDir !== undefined && !existsSync(join(dataDir, 'database'))) await makeDatabase(options);
    const lite = await Lite.open(dataDir === undefined ? options : { dataDir });
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

/**
 * Creates a new database on the disk in a thread that ends. The half gigabyte of memory that it takes is then freed.
 */
async function makeDatabase(options: DatabaseThreadOptions): Promise<void> {
  const thread = new PGliteThread(options);
  await thread.opened;
  await thread.close();
}

/**
 * An embedded PostgreSQL that does not lock its directory. When its thread fails, the data on the disk is opened in
 * another one, as a server restarts. Data in memory is lost.
 */
export class Lite {
  readonly #options: DatabaseThreadOptions;
  #thread: PGliteThread;
  #isClosed = false;
  /** Called for each thread that is lost. */
  onLoss: () => void = () => {};

  private constructor(options: DatabaseThreadOptions) {
    this.#options = options;
    this.#thread = this.#begin();
  }

  /** @throws the reason that it cannot be opened */
  static async open(options: DatabaseThreadOptions): Promise<Lite> {
    const lite = new Lite(options);
    await lite.#thread.opened;
    return lite;
  }

  get thread(): PGliteThread {
    const mayBegin = !this.#isClosed && this.#options.dataDir !== undefined;
    if (this.#thread.isOver && mayBegin) this.#thread = this.#begin();
    return this.#thread;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }

  #begin(): PGliteThread {
    const thread = new PGliteThread(this.#options);
    void thread.ended.then(() => {
      if (thread.wasOpen && !this.#isClosed) this.onLoss();
    });
    return thread;
  }
}

/** Makes a database from a PGlite. When it is closed, `onClose` decides about the PGlite. */
export function databaseOverLite(lite: Lite, onClose: () => Promise<void>): Database {
  const notices = new Notices();
  let stream: PGliteStream | undefined;
  // PGlite has a single session.
  const pool = new pg.Pool({
    Client: SerialClient,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => {
      stream = new PGliteStream(lite.thread);
      return stream;
    },
    // Before all else: within a transaction it would be rolled back with it.
    onConnect(connection) {
      connection.on('notification', ({ channel, payload }) => notices.tell(channel, payload));
      return connection.query(LISTEN_TO_ALL);
    },
  });
  // Without a listener, an idle connection that is lost would end the process.
  pool.on('error', () => {});
  lite.onLoss = () => {
    stream?.destroy();
    notices.tellOfGap();
  };
  return databaseOver({
    kind: 'embedded',
    pool,
    async listen(onNotice, channel = CHANGED) {
      notices.add(channel, onNotice);
    },
    deafSince: () => undefined,
    polls: () => false,
    hearsNotices: async () => true,
    async close() {
      lite.onLoss = () => {};
      await pool.end();
      await onClose();
    },
  });
}
