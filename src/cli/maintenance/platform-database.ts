import { existsSync } from 'node:fs';
import type { Clock } from '../../foundation/clock.ts';
import { type BackedUp, backUp } from '../../infrastructure/backup/backup.ts';
import { MaintenanceFault } from '../../infrastructure/backup/maintenance-fault.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { DataDirLocked } from '../../infrastructure/database/lock.ts';
import {
  appliedMigrations,
  knownMigrations,
  MigrationBlocked,
  migrate,
} from '../../infrastructure/database/migrate.ts';
import { openServer } from '../../infrastructure/database/postgres-server.ts';
import { outOfReach } from '../../infrastructure/database/unreachable.ts';
import { secretKeyOf } from '../../infrastructure/secrets/secret-key.ts';
import { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { Config } from '../../process/settings/config.ts';
import { type Restored, restore } from './restore.ts';
import { type OnProgress, type Rotated, rotateSecret } from './rotate-secret.ts';

/**
 * Does something with the database that the settings name. An embedded one belongs to one process: the platform must be
 * stopped.
 *
 * @param mayBeNew may an embedded database be made?
 * @throws DATABASE_MISSING, DataDirLocked
 */
export async function withDatabase<Result>(
  { databaseUrl, databaseListenUrl: listenUrl, databaseDir, dataDir }: Config,
  work: (database: Database) => Promise<Result>,
  { mayBeNew = false } = {},
): Promise<Result> {
  if (databaseUrl === undefined && !mayBeNew && !existsSync(databaseDir))
    throw new MaintenanceFault(
      'DATABASE_MISSING',
      `There is no database in ${dataDir}: set DATABASE_URL, or DATA_DIR to where the platform keeps its own.`,
    );
  const database = databaseUrl
    ? await openServer(databaseUrl, { listenUrl })
    : await (await import('../../infrastructure/database/embedded.ts')).openEmbedded({ dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export const secretsOf = ({ secretKey, secretKeyOld, dataDir }: Config): Secrets =>
  new Secrets(secretKey ?? secretKeyOf(dataDir), secretKeyOld);

/** @returns the names of the migrations that were missing. @throws DATABASE_NEWER, MigrationBlocked, and what `withDatabase` throws */
export function migrateDatabase(config: Config): Promise<string[]> {
  return withDatabase(
    config,
    async (database) => {
      const known = new Set(knownMigrations());
      const newer = (await appliedMigrations(database)).filter((name) => !known.has(name));
      if (newer.length > 0)
        throw new MaintenanceFault(
          'DATABASE_NEWER',
          `This database is that of a newer version of the platform (${newer.at(-1)}): use that one.`,
        );
      return migrate(database);
    },
    { mayBeNew: true },
  );
}

/**
 * Backs the database up. An embedded one that a platform has open is written by that platform.
 *
 * @throws what `backUp`, `backUpRunning` and `withDatabase` throw
 */
export async function backUpPlatform(config: Config, file: string, clock: Clock): Promise<BackedUp> {
  try {
    const deps = { secrets: secretsOf(config), clock };
    return await withDatabase(config, (database) => backUp({ ...deps, database }, file));
  } catch (error) {
    if (!isLocked(error)) throw error;
    const { backUpRunning } = await import('./running-platform.ts');
    const absent = new DataDirLocked(
      `${error.message} A platform that runs writes the backup itself where OPS_PORT and SECRET_KEY are those of its process.`,
    );
    return backUpRunning(config, file, { secrets: secretsOf(config), clock, absent });
  }
}

/** @throws what `rotateSecret` and `withDatabase` throw */
export function rotatePlatformSecret(config: Config, onProgress: OnProgress): Promise<Rotated> {
  return withDatabase(config, (database) =>
    rotateSecret({ database, secrets: secretsOf(config) }, onProgress),
  );
}

/** @throws what `restore` and `withDatabase` throw */
export function restorePlatform(
  config: Config,
  file: string,
  options: { readonly replace: boolean },
): Promise<Restored> {
  return withDatabase(
    config,
    (database) => restore({ database, secrets: secretsOf(config) }, file, options),
    { mayBeNew: true },
  );
}

export const isLocked = (error: unknown): error is DataDirLocked => error instanceof DataDirLocked;
export const isBlocked = (error: unknown): error is MigrationBlocked => error instanceof MigrationBlocked;
export const isOutOfReach = (error: unknown): boolean => outOfReach(error) !== undefined;
