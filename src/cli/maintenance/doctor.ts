import type { Clock } from '../../foundation/clock.ts';
import { MaintenanceFault } from '../../infrastructure/backup/maintenance-fault.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { EmbeddedUnusable } from '../../infrastructure/database/embedded-unusable.ts';
import { appliedMigrations, knownMigrations } from '../../infrastructure/database/migrate.ts';
import { type Config, ConfigError, readConfig } from '../../process/settings/config.ts';
import { audit } from './checks/audit.ts';
import { certificates } from './checks/certificates.ts';
import { type Check, type CheckContext, type Finding, sentenceOf } from './checks/check.ts';
import { connectivity } from './checks/connectivity.ts';
import { database } from './checks/database.ts';
import { disk } from './checks/disk.ts';
import { files } from './checks/files.ts';
import { keys } from './checks/keys.ts';
import { mail } from './checks/mail.ts';
import { nats } from './checks/nats.ts';
import { ports } from './checks/ports.ts';
import { redis } from './checks/redis.ts';
import { isLocked, withDatabase } from './platform-database.ts';

/** The checks in the order of their report. */
const checks: readonly Check[] = [
  disk,
  files,
  certificates,
  database,
  keys,
  audit,
  redis,
  nats,
  mail,
  ports,
  connectivity,
];

/** Checks everything that a platform process with these settings depends on. Changes nothing. */
export async function examine(env: NodeJS.ProcessEnv, clock: Clock): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: 'settings', state: 'fail', message: error.message, remedy: 'Mend the environment.' }];
  }
  const settings: Finding = {
    check: 'settings',
    state: 'ok',
    message: `for ${[...config.roles].join(', ')}`,
  };
  let isThere = false;
  const all = (database?: Database, current?: Database) => everyCheck({ config, clock, database, current });
  try {
    return await withDatabase(config, async (database) => {
      const isCurrent = `${await appliedMigrations(database)}` === `${knownMigrations()}`;
      isThere = true;
      return [settings, ...(await all(database, isCurrent ? database : undefined))];
    });
  } catch (error) {
    if (isThere) throw error;
    return [settings, databaseFinding(error), ...(await all())];
  }
}

async function everyCheck(examined: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await check(examined)));
  return findings;
}

function databaseFinding(error: unknown): Finding {
  const check = 'database';
  if (isLocked(error))
    return {
      check,
      state: 'ok',
      message: 'the platform has its embedded database open; stop it to look inside',
    };
  if (error instanceof MaintenanceFault)
    return { check, state: 'ok', message: 'there is none yet: the first start makes it' };
  if (error instanceof EmbeddedUnusable)
    return {
      check,
      state: 'fail',
      message: error.message,
      remedy: 'Do so, or set DATABASE_URL to a server.',
    };
  return {
    check,
    state: 'fail',
    message: `it does not answer: ${sentenceOf(error)}`,
    remedy: 'Mend DATABASE_URL, or start the server. A gateway goes on with its last snapshot meanwhile.',
  };
}
