import { createFollower } from './follower.ts';
import { type LoadContext, loadCatalogs } from './load.ts';
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
  /** Told once when the snapshot becomes stale, not at each attempt to read. */
  readonly onFault?: (error: unknown) => void;
};

/**
 * Reads all that is published, then follows the changes: what is announced within a reading is read again after it.
 * Without the database the last snapshot stays, and the feed says that it is stale.
 *
 * @throws whatever stands in the way of the first reading; UnsealError when the secret key is another one
 */
export async function openSnapshotFeed({ onFault, ...context }: SnapshotFeedOptions): Promise<SnapshotFeed> {
  let snapshot: Snapshot = { catalogs: new Map() };
  const follower = createFollower({
    async read(orgId) {
      snapshot = merged(snapshot, await loadCatalogs(context, orgId), orgId);
    },
    onFault,
  });
  await context.database.listen(follower.announce);
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
    catalogs: new Map([...kept, ...read.map((each): [string, CatalogSnapshot] => [each.path, each])]),
  };
}
