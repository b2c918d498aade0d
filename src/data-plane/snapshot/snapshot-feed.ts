import type { Clock } from '../../foundation/clock.ts';
import { PUBLISHED, REVOKED } from '../../infrastructure/database/database.ts';
import { outOfReach } from '../../infrastructure/database/unreachable.ts';
import { waitForDatabase } from '../../infrastructure/database/wait-for-database.ts';
import { AnnouncedChanges } from './announced-changes.ts';
import type { SnapshotDisk } from './disk.ts';
import { Follower } from './follower.ts';
import { type Catalogs, createLoader, type LoadContext, type Loader } from './load.ts';
import { QuietTimer } from './quiet-timer.ts';
import { catalogsOf } from './records.ts';
import { announcedRevocation, RevocationMemory, revocationReader } from './revocations.ts';
import type { Snapshot } from './snapshot.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';

/** The snapshot as it stands, kept up with every committed change. */
export type SnapshotFeed = {
  current(): Snapshot;
  /** Start of the time without the database or its announcements. The snapshot may be out of date since then. */
  staleSince(): Date | undefined;
  /** Tells whether the snapshot is that of the disk. It is until the database answers. */
  isFromDisk(): boolean;
  /** Resolves when every change announced so far is in the snapshot. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export type SnapshotFeedOptions = LoadContext & {
  /** Decides when a revoked token has expired, and the revocation can be forgotten. */
  readonly clock: Clock;
  /** Told once when the snapshot becomes stale, not at each attempt to read. */
  readonly onFault?: (error: unknown) => void;
  /** Migrates the database before it is read. Done again until it succeeds. */
  readonly prepare?: () => Promise<unknown>;
  /** The disk that the snapshot is kept on. */
  readonly keepOn?: SnapshotDisk | undefined;
  /** The disk to start from when the database does not answer. */
  readonly startFrom?: SnapshotDisk | undefined;
  /** Time to wait for a silent database before that. One that is down is known at once. */
  readonly patienceMs?: number;
};

const PATIENCE_MS = 10_000;

/**
 * Opens the snapshot of all that is published, and follows its changes.
 *
 * @throws whatever stands in the way of the first reading but a database that is out of reach; UnsealError when the
 *   secret key is another one
 */
export async function openSnapshotFeed(options: SnapshotFeedOptions): Promise<SnapshotFeed> {
  const feed = new FollowedSnapshot(options);
  await feed.open();
  return feed;
}

/**
 * A feed that follows the database.
 *
 * It reads all that is published, then follows the changes: what is announced within a reading is read again after it.
 * Revocations come by themselves, each in its announcement; they are read at the start and when some may have been missed.
 * Without the database the last snapshot stays, and the feed says that it is stale. At the start the database is waited
 * for; where a snapshot is kept on the disk, that one is served meanwhile.
 */
class FollowedSnapshot implements SnapshotFeed {
  readonly #options: SnapshotFeedOptions;
  readonly #revocations: RevocationMemory;
  readonly #readRevocations: () => Promise<void>;
  readonly #load: Loader;
  readonly #follower: Follower;
  readonly #silence = new QuietTimer();
  #catalogs: Catalogs = new Map();
  #snapshot: Snapshot;
  readonly #announced = new AnnouncedChanges();
  /** The time of the snapshot on the disk, while that one is served. */
  #diskSince: Date | undefined;
  /** Has the first reading ended? */
  #isSettled = false;
  #isClosed = false;
  #keeping: SnapshotKeeper | undefined;

  constructor(options: SnapshotFeedOptions) {
    const { clock, onFault, database } = options;
    this.#options = options;
    this.#revocations = new RevocationMemory(clock);
    this.#readRevocations = revocationReader(database, { memory: this.#revocations, clock });
    this.#load = createLoader(options);
    this.#snapshot = { catalogs: this.#catalogs, revocations: this.#revocations };
    this.#follower = new Follower({ read: (orgId, onRead) => this.#read(orgId, onRead), onFault, clock });
  }

  current(): Snapshot {
    return this.#snapshot;
  }

  staleSince(): Date | undefined {
    return this.#diskSince ?? earlier(this.#follower.staleSince(), this.#options.database.deafSince());
  }

  isFromDisk(): boolean {
    return this.#diskSince !== undefined;
  }

  settled(): Promise<void> {
    return this.#follower.settled();
  }

  /** Resolves when a snapshot is served: the first reading, or the one on the disk. @throws as `openSnapshotFeed` */
  async open(): Promise<void> {
    const { startFrom, keepOn, patienceMs = PATIENCE_MS, clock, onFault } = this.#options;
    let tellOfFailure = () => {};
    const failure = new Promise<void>((resolve) => {
      tellOfFailure = resolve;
    });
    const begun = waitForDatabase(() => this.#begin(), {
      onWait(fault) {
        tellOfFailure();
        onFault?.(fault);
      },
      mayPass: (error) => this.isFromDisk() || outOfReach(error) !== undefined,
      isOver: () => this.#isClosed,
    }).finally(() => {
      this.#isSettled = true;
    });
    if (startFrom) {
      await Promise.race([begun, failure, this.#silence.lasts(patienceMs)]);
      if (!this.#isSettled)
        await this.#takeFromDisk(startFrom).catch((error) =>
          onFault?.(new Error('The snapshot on the disk is not served.', { cause: error })),
        );
    }
    if (!this.isFromDisk()) await begun;
    const state = () => ({
      catalogs: this.#catalogs,
      revocations: this.#revocations,
      staleSince: this.staleSince(),
    });
    this.#keeping = keepOn && new SnapshotKeeper({ disk: keepOn, state, clock, onFault });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#follower.close();
    await this.#keeping?.close();
  }

  async #begin(): Promise<void> {
    const { database, prepare } = this.#options;
    await prepare?.();
    await database.listen((notice) => this.#onPublished(notice), PUBLISHED);
    await database.listen((notice) => this.#onRevoked(notice), REVOKED);
    // By themselves at first: a million may take longer than a database that hangs is waited for.
    await this.#readRevocations();
    await this.#follower.start();
    this.#diskSince = undefined;
  }

  #onPublished(notice: string | undefined): void {
    if (notice?.startsWith('[')) this.#announced.add(JSON.parse(notice));
    else this.#follower.announce(notice);
  }

  #onRevoked(notice: string | undefined): void {
    if (notice !== undefined) this.#revocations.add(announcedRevocation(notice));
  }

  /** Reads one org, or all of them, and replaces the snapshot in one assignment. */
  async #read(orgId: string | undefined, onRead: () => void): Promise<void> {
    const goesOn = () => {
      this.#silence.broken();
      onRead();
    };
    await (orgId === undefined ? this.#readAll(goesOn) : this.#readChange(orgId, goesOn));
    this.#replace();
  }

  async #readAll(goesOn: () => void): Promise<void> {
    this.#announced.clear();
    await this.#readRevocations();
    this.#catalogs = await this.#load.all(this.#catalogs, goesOn);
  }

  async #readChange(orgId: string, goesOn: () => void): Promise<void> {
    const change = this.#announced.take(orgId, this.#catalogs);
    try {
      const { catalogs, early } = await this.#load.changed(this.#catalogs, change, goesOn);
      this.#catalogs = catalogs;
      this.#announced.add(early);
    } catch (error) {
      this.#announced.putBack(change);
      throw error;
    }
  }

  async #takeFromDisk(from: SnapshotDisk): Promise<void> {
    const kept = await from.read();
    if (!kept) return;
    const held = await catalogsOf(kept.records, {
      unpacked: this.#load.unpacked,
      revocations: this.#revocations,
    });
    if (this.#isSettled) return;
    this.#catalogs = held;
    this.#replace();
    this.#diskSince = kept.since;
    this.#options.onFault?.(
      new Error(`The snapshot on the disk is served; it is of ${kept.since.toISOString()}.`),
    );
  }

  #replace(): void {
    this.#snapshot = { catalogs: this.#catalogs, revocations: this.#revocations };
  }
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}
