import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { openServer } from './database/server.ts';
import { createEventFeed, type EventFeed } from './events/feed.ts';
import { type Attempts, createAttempts } from './limits/attempts.ts';
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts';
import { createOutbound, type Outbound } from './outbound/outbound.ts';
import { createRegistries, type Registries } from './registries/registry.ts';
import { createPasswords, type Passwords } from './secrets/passwords.ts';
import { secretKeyOf } from './secrets/secret-key.ts';
import { createSecrets, type Secrets } from './secrets/secrets.ts';
import { openSnapshotFeed, type SnapshotFeed } from './snapshot/feed.ts';

/** What the parts of a process share. */
export type Layers = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly outbound: Outbound;
  readonly registries: Registries;
  readonly limits: RateLimits;
  readonly attempts: Attempts;
  readonly snapshots: SnapshotFeed;
  readonly events: EventFeed;
  readonly clock: Clock;
  readonly urls: Config['urls'];
  /** Tells the operator of a fault that a caller is not told. */
  readonly onFault: (error: unknown) => void;
  close(): Promise<void>;
};

/**
 * Opens the shared layers: the database is migrated, the snapshot is read.
 *
 * @throws DataDirLocked when another process uses the data directory, UnsealError when the secret key is another one
 */
export async function openLayers(
  config: Config,
  { log, clock }: { log: Logger; clock: Clock },
): Promise<Layers> {
  const database = config.databaseUrl
    ? await openServer(config.databaseUrl)
    : await openEmbedded({ dataDir: config.dataDir });
  await migrate(database);
  const secrets = createSecrets(config.secretKey ?? secretKeyOf(config.dataDir));
  const outbound = createOutbound({ allowlist: config.targetAllowlist });
  const onFault = (error: unknown) => log.error({ err: error }, 'fault');
  const limits = createRateLimits({ redisUrl: config.redisUrl, onFault });
  const attempts = createAttempts({ clock, redisUrl: config.redisUrl, onFault });
  const snapshots = await openSnapshotFeed({ database, secrets, gatewayUrl: config.urls.gateway, onFault });
  return {
    database,
    secrets,
    passwords: createPasswords(),
    outbound,
    registries: createRegistries(outbound),
    limits,
    attempts,
    snapshots,
    events: createEventFeed(database),
    clock,
    urls: config.urls,
    onFault,
    async close() {
      snapshots.close();
      attempts.close();
      await Promise.all([limits.close(), outbound.close()]);
      await database.close();
    },
  };
}
