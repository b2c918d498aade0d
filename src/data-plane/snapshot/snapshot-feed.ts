import type { Clock } from '../../foundation/clock.ts';
import { PUBLISHED, REVOKED } from '../../infrastructure/database/database.ts';
import { outOfReach } from '../../infrastructure/database/unreachable.ts';
import { waitForDatabase } from '../../infrastructure/database/wait-for-database.ts';
import type { SnapshotDisk } from './disk.ts';
import { createFollower } from './follower.ts';
import { keepOnDisk } from './keep-on-disk.ts';
import { type Catalogs, createLoader, type LoadContext } from './load.ts';
import { createQuietTimer } from './quiet-timer.ts';
import { catalogsOf } from './records.ts';
import { announcedRevocation, createRevocations, revocationReader } from './revocations.ts';
import type { Snapshot } from './snapshot.ts';

/** The snapshot as it stands, kept up with every committed change. */
export type SnapshotFeed = {
  current(): Snapshot;
  /** Since when the database is out of reach, or its announcements are, so that the snapshot may be out of date. */
  staleSince(): Date | undefined;
  /** Is it the one that was kept on the disk, since the database has not answered after the start? */
  isFromDisk(): boolean;
  /** Resolves when every change announced so far is in the snapshot. */
  settled(): Promise<void>;
  close(): void;
};

export type SnapshotFeedOptions = LoadContext & {
  /** Decides when a revoked token has expired, and the revocation can be forgotten. */
  readonly clock: Clock;
  /** Told once when the snapshot becomes stale, not at each attempt to read. */
  readonly onFault?: (error: unknown) => void;
  /** What must be done before the database can be read: its migrations. Done again until it succeeds. */
  readonly prepare?: () => Promise<unknown>;
  /** Where the snapshot is kept. */
  readonly keepOn?: SnapshotDisk | undefined;
  /** Whose snapshot is served after a start at which the database does not answer. */
  readonly startFrom?: SnapshotDisk | undefined;
  /** How long a database that is silent is waited for before that; one that is down is known at once. */
  readonly patienceMs?: number;
};

const PATIENCE_MS = 10_000;

/**
 * Reads all that is published, then follows the changes: what is announced within a reading is read again after it.
 * Revocations come by themselves, each in its announcement; they are read at the start and when some may have been missed.
 * Without the database the last snapshot stays, and the feed says that it is stale. At the start the database is waited
 * for; where a snapshot is kept on the disk, that one is served meanwhile.
 *
 * @throws whatever stands in the way of the first reading but a database that is out of reach; UnsealError when the
 *   secret key is another one
 */
export async function openSnapshotFeed({
  onFault,
  clock,
  prepare = async () => {},
  keepOn,
  startFrom,
  patienceMs = PATIENCE_MS,
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
  const silence = createQuietTimer();
  const follower = createFollower({
    async read(orgId, told) {
      const goesOn = () => {
        silence.broken();
        told();
      };
      await (orgId === undefined ? readAll(goesOn) : readChange(orgId, goesOn));
      snapshot = { catalogs, revocations };
    },
    onFault,
    clock,
  });
  function onPublished(notice: string | undefined): void {
    if (notice?.startsWith('[')) for (const clientKey of JSON.parse(notice)) changedClients.add(clientKey);
    else follower.announce(notice);
  }
  function onRevoked(notice: string | undefined): void {
    if (notice !== undefined) revocations.add(announcedRevocation(notice));
  }
  let isClosed = false;
  let isSettled = false;
  let diskSince: Date | undefined;
  let tellOfFailure = () => {};
  const failure = new Promise<void>((resolve) => {
    tellOfFailure = resolve;
  });

  async function begin(): Promise<void> {
    await prepare();
    await context.database.listen(onPublished, PUBLISHED);
    await context.database.listen(onRevoked, REVOKED);
    // By themselves at first: a million may take longer than a database that hangs is waited for.
    await readRevocations();
    await follower.start();
    diskSince = undefined;
  }
  async function takeFromDisk(from: SnapshotDisk): Promise<void> {
    const kept = await from.read();
    if (!kept) return;
    const held = await catalogsOf(kept.records, { unpacked: load.unpacked, revocations });
    if (isSettled) return;
    catalogs = held;
    snapshot = { catalogs, revocations };
    diskSince = kept.since;
    onFault?.(new Error(`The snapshot on the disk is served; it is of ${diskSince.toISOString()}.`));
  }
  const begun = waitForDatabase(begin, {
    onWait(fault) {
      tellOfFailure();
      onFault?.(fault);
    },
    mayPass: (error) => diskSince !== undefined || outOfReach(error) !== undefined,
    isOver: () => isClosed,
  }).finally(() => {
    isSettled = true;
  });
  if (startFrom) {
    await Promise.race([begun, failure, silence.lasts(patienceMs)]);
    if (!isSettled)
      await takeFromDisk(startFrom).catch((error) =>
        onFault?.(new Error('The snapshot on the disk is not served.', { cause: error })),
      );
  }
  if (!diskSince) await begun;
  const staleSince = () => diskSince ?? earlier(follower.staleSince(), context.database.deafSince());
  const state = () => ({ catalogs, revocations, staleSince: staleSince() });
  const keeping = keepOn && keepOnDisk({ disk: keepOn, state, clock, onFault });
  return {
    current: () => snapshot,
    staleSince,
    isFromDisk: () => diskSince !== undefined,
    settled: follower.settled,
    close() {
      isClosed = true;
      keeping?.close();
      follower.close();
    },
  };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}
