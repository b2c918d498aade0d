import type { Clock } from '../clock.ts';
import { PUBLISHED, REVOKED } from '../database/database.ts';
import { createFollower } from './follower.ts';
import { type Catalogs, createLoader, type LoadContext } from './load.ts';
import { announcedRevocation, createRevocations, revocationReader } from './revocations.ts';
import type { Snapshot } from './snapshot.ts';

/** The snapshot as it stands, kept up with every committed change. */
export type SnapshotFeed = {
  current(): Snapshot;
  /** Since when the database is out of reach, or its announcements are, so that the snapshot may be out of date. */
  staleSince(): Date | undefined;
  /** Resolves when every change announced so far is in the snapshot. */
  settled(): Promise<void>;
  close(): void;
};

export type SnapshotFeedOptions = LoadContext & {
  /** Decides when a revoked token has expired, and the revocation can be forgotten. */
  readonly clock: Clock;
  /** Told once when the snapshot becomes stale, not at each attempt to read. */
  readonly onFault?: (error: unknown) => void;
};

/**
 * Reads all that is published, then follows the changes: what is announced within a reading is read again after it.
 * Revocations come by themselves, each in its announcement; they are read at the start and when some may have been missed.
 * Without the database the last snapshot stays, and the feed says that it is stale.
 *
 * @throws whatever stands in the way of the first reading; UnsealError when the secret key is another one
 */
export async function openSnapshotFeed({
  onFault,
  clock,
  ...context
}: SnapshotFeedOptions): Promise<SnapshotFeed> {
  const revocations = createRevocations(clock);
  const readRevocations = revocationReader(context.database, { memory: revocations, clock });
  const load = createLoader(context);
  let catalogs: Catalogs = new Map();
  let snapshot: Snapshot = { catalogs, revocations };
  /** Client keys that were told, and whose clients are not read yet. */
  const changedClients = new Set<string>();

  async function readAll(goesOn: () => void): Promise<void> {
    changedClients.clear();
    await readRevocations();
    catalogs = await load.all(catalogs, goesOn);
  }
  async function readChange(orgId: string, goesOn: () => void): Promise<void> {
    const clientKeys = [...changedClients];
    changedClients.clear();
    try {
      const read = await load.changed(catalogs, { orgId, clientKeys }, goesOn);
      catalogs = read.catalogs;
      for (const each of read.early) changedClients.add(each);
    } catch (error) {
      for (const each of clientKeys) changedClients.add(each);
      throw error;
    }
  }
  const follower = createFollower({
    async read(orgId, goesOn) {
      await (orgId === undefined ? readAll(goesOn) : readChange(orgId, goesOn));
      snapshot = { catalogs, revocations };
    },
    onFault,
    clock,
  });
  await context.database.listen((notice) => {
    if (notice?.startsWith('[')) for (const clientKey of JSON.parse(notice)) changedClients.add(clientKey);
    else follower.announce(notice);
  }, PUBLISHED);
  await context.database.listen((notice) => {
    if (notice !== undefined) revocations.add(announcedRevocation(notice));
  }, REVOKED);
  // By themselves at first: a million may take longer than a database that hangs is waited for.
  await readRevocations();
  await follower.start();
  return {
    current: () => snapshot,
    staleSince: () => earlier(follower.staleSince(), context.database.deafSince()),
    settled: follower.settled,
    close: follower.close,
  };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}
