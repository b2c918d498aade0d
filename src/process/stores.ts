import type { Clock } from '../foundation/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { openServer } from '../infrastructure/database/postgres-server.ts';
import type { OpenUsageStream } from '../infrastructure/nats/open-usage-stream.ts';
import type { Config } from './settings/config.ts';

type StreamDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Connects to NATS. Its packages are loaded only where it is set. */
export async function openUsageStream(
  { nats, roles }: Config,
  deps: StreamDeps,
): Promise<OpenUsageStream | undefined> {
  if (!nats || !(roles.has('gateway') || roles.has('control'))) return undefined;
  const { OpenUsageStream } = await import('../infrastructure/nats/open-usage-stream.ts');
  return new OpenUsageStream({ ...nats, ...deps, name: `gatehouse ${[...roles].join(' ')}` });
}

/** Opens the server that the settings name, or the embedded database in the data directory. */
export async function openDatabase(config: Config, clock: Clock): Promise<Database> {
  const {
    databaseUrl,
    databaseListenUrl: listenUrl,
    databaseConnections: connectionsMax,
    dataDir,
    roles,
  } = config;
  const name = `gatehouse ${[...roles].join(' ')}`;
  if (databaseUrl) return openServer(databaseUrl, { name, listenUrl, connectionsMax, clock });
  const { openEmbedded } = await import('../infrastructure/database/embedded.ts');
  return openEmbedded({ dataDir });
}
