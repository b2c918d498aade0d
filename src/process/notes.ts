import { openFiles } from '../foundation/open-files.ts';
import { severalPrimaries } from '../infrastructure/database/primary-server.ts';
import type { OpenUsageStream } from '../infrastructure/nats/open-usage-stream.ts';
import { holdsSnapshot, type Layers } from './layers.ts';
import type { Config } from './settings/config.ts';

/** The part of the open files from which on a process says so. */
const FILES_PART = 0.8;
const FULL = 'Its disk has no room left, so that nothing can be changed. Calls are answered. Make room.';
const POLLED =
  'Its notices do not arrive, so it is asked each second. Set DATABASE_LISTEN_URL to an address without the pooler.';

/** Returns the note on the database. A gateway that loses it goes on with its last snapshot. */
export function databaseNote(config: Config, { database, snapshots }: Layers): string | undefined {
  const since = snapshots.staleSince();
  if (database.isFull()) return FULL;
  if (!since) return severalPrimaries(database.servers()) ?? (database.polls() ? POLLED : undefined);
  // It may be there, and only take long to be read.
  if (snapshots.isFromDisk())
    return `not read yet; the snapshot on the disk is served, of ${since.toISOString()}`;
  const served = holdsSnapshot(config) ? '; the last snapshot is served' : '';
  return `out of reach since ${since.toISOString()}${served}`;
}

/** Returns the note on Redis. A process that loses it goes on with limits of its own. */
export function limitsNote({ limits }: Pick<Layers, 'limits'>): string | undefined {
  return limits.status().counting === 'LOST' ? 'Redis is out of reach; this process counts alone' : undefined;
}

/** Returns the note on open files. A process that can open hardly any more refuses connections. */
export function filesNote(): string | undefined {
  const { open, max } = openFiles() ?? { open: 0, max: 1 };
  if (open < max * FILES_PART) return undefined;
  return `${open} of ${max} files are open; raise the limit (ulimit -n)`;
}

/** Returns the note on NATS. A process that loses it keeps its usage in memory. */
export function natsNote(stream: Pick<OpenUsageStream, 'lostSince'>): string | undefined {
  const since = stream.lostSince();
  return since && `out of reach since ${since.toISOString()}; usage waits in memory`;
}
