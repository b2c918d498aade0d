import type { Clock } from '../clock.ts';
import { REVOKED } from '../database/database.ts';
import { createFollower } from './follower.ts';
import { type LoadContext, loadCatalogs } from './load.ts';
import { announcedRevocation, createRevocations, revocationReader } from './revocations.ts';
import type { CatalogSnapshot, Snapshot } from './snapshot.ts';

/** The snapshot as it stands, kept up with every committed change. */
export type SnapshotFeed = {
  current(): Snapshot;
  /** Is the database out of reach, so that the snapshot may be out of date? */
  isStale(): boolean;
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
  let snapshot: Snapshot = { catalogs: new Map(), revocations };
  const follower = createFollower({
    async read(orgId) {
      if (orgId === undefined) await readRevocations();
      snapshot = merged(snapshot, await loadCatalogs(context, orgId), orgId);
    },
    onFault,
  });
  await context.database.listen(follower.announce);
  await context.database.listen((notice) => {
    if (notice !== undefined) revocations.add(announcedRevocation(notice));
  }, REVOKED);
  // By themselves at first: a million may take longer than a database that hangs is waited for.
  await readRevocations();
  await follower.start();
  return {
    current: () => snapshot,
    isStale: follower.isStale,
    settled: follower.settled,
    close: follower.close,
  };
}

/** The snapshot with an org's catalogs as they were just read; without an org, with all of them. */
function merged(old: Snapshot, read: readonly CatalogSnapshot[], orgId: string | undefined): Snapshot {
  const kept = orgId === undefined ? [] : [...old.catalogs].filter(([, each]) => each.orgId !== orgId);
  return {
    ...old,
    catalogs: new Map([...kept, ...read.map((each): [string, CatalogSnapshot] => [each.path, each])]),
  };
}
