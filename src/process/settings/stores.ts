import { z } from 'zod';
import { days, natsUrls, postgresUrl, redisUrl } from './types.ts';

/** Locations of data, and the keys that seal it. */
export const storeSettings = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe(
      'Folder of the embedded database and keys. A gateway on a database server keeps its last snapshot here.',
    ),
  DATABASE_URL: postgresUrl.optional().meta({
    description:
      'PostgreSQL, 15 or later. Several servers that replicate one another have commas between: `postgres://user:password@first:5432,second:5432/name`. The one that takes writes is used ([failover](../operate/postgresql.md)). Without it the platform uses an embedded database, which belongs to one process.',
    unset: 'embedded',
  }),
  DATABASE_LISTEN_URL: postgresUrl.optional().meta({
    description:
      'The same database past a pooler that swallows notices, as PgBouncer does with `pool_mode = transaction`. Each process keeps one connection there. It may name several servers too.',
    unset: '`DATABASE_URL`',
  }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).optional().meta({
    description:
      'The most connections to `DATABASE_URL` that a process, and each worker of a gateway, has at once. One more listens for changes.',
    unset: '10; 4 for a gateway alone in its process',
  }),
  REDIS_URL: redisUrl.optional().meta({
    description:
      'Shared counters of calls and of failed sign-ins. Needed as soon as more than one gateway runs. One server: `redis://` or `rediss://`. Nodes of a Redis Cluster: `redis+cluster://…`, with commas between. Sentinels and the name of the master: `redis+sentinel://[user:password@]host:port,host:port/name[/db]`, with `?sentinel_username=…&sentinel_password=…` if these want a password. `rediss` means TLS to all of them.',
    unset: 'in memory',
  }),
  NATS_URL: natsUrls.optional().meta({
    description:
      'NATS with JetStream, 2.9 or later, as the stream of usage between gateways and the database, and of changes to gateways: `nats://host:port` or `tls://host:port`, of a cluster with commas between, with `user:password@` or `token@` before the first host. For a platform of dozens of gateways.',
    unset: 'usage and changes go by the database',
  }),
  NATS_CREDENTIALS: z.string().min(1).optional().meta({
    description:
      'The contents of a file of credentials of NATS, with its JWT and seed. Set `NATS_CREDENTIALS_FILE` to the file.',
    unset: 'none',
  }),
  NATS_USAGE_MB: z.coerce
    .number()
    .int()
    .min(16)
    .max(1_000_000)
    .default(1_024)
    .describe(
      'Megabytes of usage that NATS holds until it is merged. Once they are full, usage waits in the memory of gateways.',
    ),
  NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Servers of a NATS cluster that each hold all usage that waits.'),
  SECRET_KEY: z.string().min(32, 'needs at least 32 characters').optional().meta({
    description:
      'At least 32 random characters. Secrets are hashed and signing keys are sealed under it. All processes on one database need the key of the first start; a process with another one does not start.',
    unset: 'made on the first start, in `DATA_DIR`',
  }),
  SECRET_KEY_OLD: z
    .string()
    .min(32, 'needs at least 32 characters')
    .optional()
    .describe(
      'The previous key, while `SECRET_KEY` is [rotated](../operate/runbook.md#rotate-keys). What is sealed under it can still be read.',
    ),
};

/** Retention of data, in days. */
export const retentionSettings = {
  USAGE_HOURLY_DAYS: days(2).default(35).describe('How many days usage is kept by the hour.'),
  USAGE_DAYS: days(2)
    .default(400)
    .describe('How many days usage is kept; older than `USAGE_HOURLY_DAYS` by the day (UTC).'),
  EVENT_DAYS: days(7).default(90).describe('How many days events and their webhook deliveries are kept.'),
  HISTORY_DAYS: days(1)
    .default(400)
    .describe(
      'How many days history is kept: the instants that `Catalog.asOf` and `exportManifest` can tell.',
    ),
  AUDIT_DAYS: days(1)
    .optional()
    .meta({ description: 'How many days audit events are kept.', unset: 'for ever' }),
};
