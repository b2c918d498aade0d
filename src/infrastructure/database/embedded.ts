import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { closeDataDir } from '../../foundation/data-dir.ts';
import { CHANGED, type Database, databaseOver } from './database.ts';
import { EmbeddedUnusable } from './embedded-unusable.ts';
import { lockDataDir } from './lock.ts';
import { LISTEN_TO_ALL, Notices } from './notices.ts';
import { PGliteStream } from './pglite-stream.ts';
import { type DatabaseThreadOptions, PGliteThread } from './pglite-thread.ts';
import { SerialClient } from './serial-client.ts';
import { StatementNames } from './statement-names.ts';

type EmbeddedOptions = Pick<DatabaseThreadOptions, 'seed'> & {
  /** The data directory. Without it, the database is in memory. */
  readonly dataDir?: string | undefined;
};

/**
 * Opens the embedded PostgreSQL (PGlite). The adapter is that of a server, over a stream to PGlite's thread.
 *
 * @throws DataDirLocked when another process has it open; EmbeddedUnusable when it is damaged, or has no room
 */
export async function openEmbedded({ dataDir, seed }: EmbeddedOptions): Promise<Database> {
  if (dataDir === undefined) {
    const lite = await Lite.open({ seed });
    return databaseOverLite(lite, () => lite.close());
  }
  const release = lockDataDir(dataDir);
  try {
    const lite = await openFolder(dataDir, seed);
    // PGlite unpacks a new database with modes of its own.
    closeDataDir(dataDir);
    return databaseOverLite(lite, async () => {
      await lite.close();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
}

async function openFolder(dataDir: string, seed: Blob | undefined): Promise<Lite> {
  const folder = join(dataDir, 'database');
  try {
    if (!existsSync(folder)) await makeDatabase(folder, seed);
    return await Lite.open({ folder });
  } catch (error) {
    throw new EmbeddedUnusable(
      `The embedded database in ${dataDir} cannot be opened: ${reasonOf(error)}. Make room on its disk; where it is damaged, restore a backup into another DATA_DIR.`,
      { cause: error },
    );
  }
}

/** The number of ENOSPC in the file system of WASM. (Emscripten, `ERRNO_CODES`) */
const NO_SPACE = 51;

/** Returns the first line of an error. One of PGlite's file system has a number alone. */
function reasonOf(error: unknown): string {
  const { message, errno } = error as { readonly message?: string; readonly errno?: number };
  if (message === undefined) return errno === NO_SPACE ? 'no space is left' : `file system error ${errno}`;
  return message.replace(/\.?(?:\n[\s\S]*)?$/, '');
}

/**
 * Creates a new database on the disk in a thread that ends. The half gigabyte of memory that it takes is then freed.
 *
 * It has its name when it is whole. What an attempt has left that was cut off goes.
 */
async function makeDatabase(folder: string, seed: Blob | undefined): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const thread = new PGliteThread({ folder: unfinished, seed });
  await thread.opened;
  await thread.close();
  renameSync(unfinished, folder);
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
    const mayBegin = !this.#isClosed && this.#options.folder !== undefined;
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
      // The session may be the one that an earlier connection ended in.
      return connection.query(`DEALLOCATE ALL; ${LISTEN_TO_ALL}`);
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
    statementNames: new StatementNames(),
    async listen(onNotice, channel = CHANGED) {
      notices.add(channel, onNotice);
    },
    deafSince: () => undefined,
    polls: () => false,
    hearsNotices: async () => true,
    servers: () => ({ states: [], chosen: undefined, switches: 0 }),
    async close() {
      lite.onLoss = () => {};
      await pool.end();
      await onClose();
    },
  });
}
