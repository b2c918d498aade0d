import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase, type ServerDatabase } from './database.ts';
import { seedFile } from './seed-file.ts';

/** The settings that name a database to a command. */
export type DatabaseSettings = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string };

/**
 * Databases for tests of commands, each of which opens its database itself.
 *
 * They are on the server of the run, where there is one: an embedded one takes a second to open.
 */
export type CommandDatabases = {
  /** Fills a migrated database. Each copy begins with what it holds. */
  fill(work: (database: Database) => Promise<unknown>): Promise<void>;
  copy(): Promise<DatabaseSettings>;
  /** Names a database that holds nothing, not even tables. */
  vacant(): Promise<DatabaseSettings>;
  remove(): Promise<void>;
};

export function openNamed(settings: DatabaseSettings): Promise<Database> {
  return 'DATA_DIR' in settings
    ? openEmbedded({ dataDir: settings.DATA_DIR })
    : openServer(settings.DATABASE_URL);
}

export function commandDatabases(): CommandDatabases {
  const server = process.env['DATABASE_URL_OF_RUN'];
  return server === undefined ? new EmbeddedDatabases() : new ServerDatabases(server);
}

class EmbeddedDatabases implements CommandDatabases {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  private readonly filled = join(this.folder, 'filled');
  private count = 0;

  async fill(work: (database: Database) => Promise<unknown>): Promise<void> {
    const seed = new Blob([readFileSync(seedFile())]);
    const database = await openEmbedded({ dataDir: this.filled, seed });
    await work(database).finally(() => database.close());
  }

  async copy(): Promise<DatabaseSettings> {
    const settings = await this.vacant();
    cpSync(this.filled, settings.DATA_DIR, { recursive: true });
    return settings;
  }

  async vacant(): Promise<{ DATA_DIR: string }> {
    this.count += 1;
    return { DATA_DIR: join(this.folder, `${this.count}`) };
  }

  async remove(): Promise<void> {
    rmSync(this.folder, { recursive: true });
  }
}

class ServerDatabases implements CommandDatabases {
  private readonly server: string;
  private readonly made: ServerDatabase[] = [];
  private filled = '';

  constructor(server: string) {
    this.server = server;
  }

  async fill(work: (database: Database) => Promise<unknown>): Promise<void> {
    const { DATABASE_URL } = await this.vacant();
    this.filled = new URL(DATABASE_URL).pathname.slice(1);
    const database = await openServer(DATABASE_URL);
    await migrate(database);
    await work(database).finally(() => database.close());
  }

  async copy(): Promise<DatabaseSettings> {
    return this.make(this.filled);
  }

  async vacant(): Promise<{ DATABASE_URL: string }> {
    return this.make();
  }

  async remove(): Promise<void> {
    for (const { drop } of this.made) await drop();
  }

  private async make(template?: string): Promise<{ DATABASE_URL: string }> {
    const database = await createServerDatabase(this.server, template);
    this.made.push(database);
    return { DATABASE_URL: database.url };
  }
}
