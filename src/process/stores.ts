import type { Clock } from '../foundation/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { NoticeSource } from '../infrastructure/database/notice-source.ts';
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

/**
 * Returns the way to hear changes by NATS, where it is set. Control processes listen to the database.
 *
 * They publish what gateways hear.
 */
async function changesByNats({ nats, roles }: Config, deps: Omit<StreamDeps, 'database'>) {
  if (!nats || roles.has('control')) return undefined;
  const { openStreamedListener } = await import('../infrastructure/nats/open-streamed-listener.ts');
  const options = { ...nats, ...deps, name: `gatehouse ${[...roles].join(' ')} changes` };
  return (direct: () => NoticeSource) => openStreamedListener({ ...options, direct });
}

/** Opens the server that the settings name, or the embedded database in the data directory. */
export async function openDatabase(config: Config, deps: Omit<StreamDeps, 'database'>): Promise<Database> {
  const {
    databaseUrl,
    databaseListenUrl: listenUrl,
    databaseConnections: connectionsMax,
    dataDir,
    roles,
  } = config;
  const name = `gatehouse ${[...roles].join(' ')}`;
  if (databaseUrl) {
    const hearBy = await changesByNats(config, deps);
    return openServer(databaseUrl, { name, listenUrl, hearBy, connectionsMax, clock: deps.clock });
  }
  const { openEmbedded } = await import('../infrastructure/database/embedded.ts');
  return openEmbedded({ dataDir });
}
