import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadContext, loadCatalogs } from './load.ts';
import type { CatalogSnapshot, Snapshot } from './snapshot.ts';

const RETRY_MS = 500;

/** The snapshot as it stands, kept up with every committed change. */
export type SnapshotFeed = {
  current(): Snapshot;
  /** Is the database out of reach, so that the snapshot may be out of date? */
  isStale(): boolean;
  /** Resolves when every change announced so far is in the snapshot. */
  settled(): Promise<void>;
  close(): void;
};

/**
 * Reads all that is published, then follows the changes: what is announced within a reading is read again after it.
 * Without the database the last snapshot stays, and the feed says that it is stale.
 */
export async function openSnapshotFeed(context: LoadContext): Promise<SnapshotFeed> {
  let snapshot: Snapshot = { catalogs: new Map() };
  let stale = false;
  let closed = false;
  const dirty = new Set<string | undefined>();
  let reading: Promise<void> | undefined;

  async function readDirty(): Promise<void> {
    while (dirty.size > 0 && !closed) {
      const orgs = dirty.has(undefined) ? [undefined] : [...dirty];
      dirty.clear();
      try {
        for (const orgId of orgs) snapshot = merged(snapshot, await loadCatalogs(context, orgId), orgId);
        stale = false;
      } catch {
        stale = true;
        for (const orgId of orgs) dirty.add(orgId);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    reading = undefined;
  }
  function onChange(orgId: string | undefined): void {
    dirty.add(orgId);
    reading ??= readDirty();
  }

  await context.database.listen(onChange);
  onChange(undefined);
  await reading;
  return {
    current: () => snapshot,
    isStale: () => stale,
    async settled() {
      await reading;
    },
    close() {
      closed = true;
    },
  };
}

/** The snapshot with an org's catalogs as they were just read; without an org, with all of them. */
function merged(old: Snapshot, read: readonly CatalogSnapshot[], orgId: string | undefined): Snapshot {
  const kept = orgId === undefined ? [] : [...old.catalogs].filter(([, each]) => each.orgId !== orgId);
  return {
    catalogs: new Map([...kept, ...read.map((each): [string, CatalogSnapshot] => [each.path, each])]),
  };
}
