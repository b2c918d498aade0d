import type { Clock } from '../../../foundation/clock.ts';
import type { CountBatch, LimitCountStore } from './limit-count-store.ts';

/** The points of one window that outlives this process. */
export class LimitCount {
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  /** Points of all processes, as the store last said. */
  saved = 0;
  /** Points of this process that the store may not know. Negative where more was given back than counted. */
  unsaved = 0;
  readonly #keeper: Pick<CountKeeper, 'changed' | 'refresh'>;

  constructor(key: string, endsAt: number, keeper: Pick<CountKeeper, 'changed' | 'refresh'>) {
    this.key = key;
    this.endsAt = endsAt;
    this.#keeper = keeper;
  }

  get points(): number {
    return this.saved + this.unsaved;
  }

  add(points: number): void {
    this.unsaved += points;
    this.#keeper.changed(this);
  }

  refresh(): Promise<void> {
    return this.#keeper.refresh(this);
  }
}

type CountKeeperDeps = {
  readonly store: LimitCountStore;
  readonly clock: Clock;
  /** Called once when the store is lost, not at each attempt. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Called before counts are saved. It never fails. */
  readonly beforeSave: () => Promise<void>;
};

type UnreadCount = {
  readonly count: LimitCount;
  readonly read: Promise<LimitCount>;
  readonly resolve: (count: LimitCount) => void;
};

type SentBatch = CountBatch & { readonly counts: readonly LimitCount[] };

/** The time for which a call waits for a count. After the first timeout no call waits until the store is back. */
const PATIENCE_MS = 250;
/** The time after which a lost store is read again. */
const READ_AGAIN_MS = 2_000;
const ROWS_MAX = 1_000;
const SAVE_EVERY_MS = { least: 2_000, most: 30_000 };
/** The largest share of the time that is spent on saving. */
const SHARE = 0.05;
/** Old counts that are checked for each new one. More than one, so that ended ones do not pile up. */
const LOOKED_AT = 2;

/**
 * Keeps the counts of windows that outlive this process. Each is read once, before its first call, and saved in batches.
 *
 * A process that is killed loses what it counted since the last batch: two seconds, or up to thirty where so many
 * windows change that saving them takes long.
 */
export class CountKeeper {
  readonly #deps: CountKeeperDeps;
  readonly #known = new Map<string, LimitCount>();
  /** Counts whose calls wait until they are read. */
  readonly #unread = new Map<string, UnreadCount>();
  readonly #changed = new Set<LimitCount>();
  /** The batch that is sent, or could not be saved. */
  #sent: SentBatch | undefined;
  #sequence = 0;
  /** Is true from a fault of the store until it answers. */
  #isLost = false;
  /** The time before which a lost store is not read. */
  #readAgainAt = 0;
  #isReading = false;
  #timer: NodeJS.Timeout | undefined;
  /** The last save. Saves follow one another. */
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: CountKeeperDeps) {
    this.#deps = deps;
  }

  /** Returns a count that was read before. */
  known(key: string): LimitCount | undefined {
    return this.#known.get(key);
  }

  /** Reads a count before its first call. Without the store it begins at nothing, and is read when that is back. */
  read(key: string, endsAt: number): Promise<LimitCount> {
    const waited = this.#unread.get(key);
    if (waited) return waited.read;
    const count = new LimitCount(key, endsAt, this);
    if (this.#isAway()) {
      this.changed(this.#remember(count));
      return Promise.resolve(count);
    }
    const unread = unreadCount(count);
    this.#unread.set(key, unread);
    if (!this.#isReading) void this.#readAll();
    return unread.read;
  }

  /** Returns the counts of windows that this process may never count in, with one statement. */
  async peekAll(asked: readonly Pick<LimitCount, 'key' | 'endsAt'>[]): Promise<readonly LimitCount[]> {
    const counts = asked.map(({ key, endsAt }) => this.#known.get(key) ?? new LimitCount(key, endsAt, this));
    const unknown = counts.filter(({ key }) => !this.#known.has(key));
    const saved = unknown.length > 0 ? await this.#readSoon(unknown.map(({ key }) => key)) : undefined;
    if (saved) for (const count of unknown) count.saved = saved.get(count.key) ?? 0;
    return counts;
  }

  /** Saves a count with the next batch. */
  changed(count: LimitCount): void {
    this.#changed.add(count);
    this.#timer ??= setTimeout(() => void this.#saveInTime(), SAVE_EVERY_MS.least).unref();
  }

  /** Reads a count again. It stays as it is where the store does not answer. */
  async refresh(count: LimitCount): Promise<void> {
    const saved = await this.#readSoon([count.key]);
    if (saved) count.saved = saved.get(count.key) ?? 0;
  }

  /** Saves all that is unsaved now. It never fails: what stands in the way is told, and tried again. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveAll());
    return this.#saving;
  }

  async close(): Promise<void> {
    await this.save();
    clearTimeout(this.#timer);
  }

  #remember(count: LimitCount): LimitCount {
    this.#dropSome();
    this.#known.set(count.key, count);
    return count;
  }

  #dropSome(): void {
    const now = this.#deps.clock().getTime();
    let looks = LOOKED_AT;
    for (const [key, count] of this.#known) {
      if (looks === 0) return;
      looks -= 1;
      this.#known.delete(key);
      if (count.endsAt > now || this.#changed.has(count)) this.#known.set(key, count);
    }
  }

  /** Reads what calls wait for. Those that come meanwhile share the next statement. */
  async #readAll(): Promise<void> {
    this.#isReading = true;
    // Calls of the same moment share a statement.
    await Promise.resolve();
    while (this.#unread.size > 0) {
      const batch = [...this.#unread.values()].slice(0, ROWS_MAX);
      const saved = await this.#readSoon(batch.map(({ count }) => count.key));
      for (const { count, resolve } of batch) {
        this.#unread.delete(count.key);
        this.#remember(count);
        if (saved) count.saved = saved.get(count.key) ?? 0;
        else this.changed(count);
        resolve(count);
      }
    }
    this.#isReading = false;
  }

  /** @returns undefined when the store does not answer in time */
  async #readSoon(keys: readonly string[]): Promise<ReadonlyMap<string, number> | undefined> {
    if (this.#isAway()) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const tooLate = () => reject(new Error(`The counts of limits were not read within ${PATIENCE_MS} ms.`));
      timer = setTimeout(tooLate, PATIENCE_MS);
    });
    try {
      const saved = await Promise.race([this.#deps.store.read(keys), late]);
      this.#isLost = false;
      return saved;
    } catch (error) {
      this.#lose(error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Tells whether nobody is to wait for the store. */
  #isAway(): boolean {
    return this.#isLost && performance.now() < this.#readAgainAt;
  }

  #lose(error: unknown): void {
    this.#readAgainAt = performance.now() + READ_AGAIN_MS;
    if (this.#isLost) return;
    this.#isLost = true;
    this.#deps.onFault?.(error);
  }

  async #saveInTime(): Promise<void> {
    const begun = performance.now();
    await this.save();
    const took = performance.now() - begun;
    this.#timer = undefined;
    if (this.#changed.size === 0 && !this.#sent) return;
    const pauseMs = Math.min(Math.max(SAVE_EVERY_MS.least, took / SHARE), SAVE_EVERY_MS.most);
    this.#timer = setTimeout(() => void this.#saveInTime(), pauseMs).unref();
  }

  /** Saves what has changed until now. What changes meanwhile is for the next time. */
  async #saveAll(): Promise<void> {
    await this.#deps.beforeSave();
    const due = [...this.#changed];
    try {
      if (this.#sent) await this.#send(this.#sent);
      for (let from = 0; from < due.length; from += ROWS_MAX)
        await this.#send(this.#batchOf(due.slice(from, from + ROWS_MAX)));
    } catch (error) {
      this.#lose(error);
    }
  }

  #batchOf(counts: readonly LimitCount[]): SentBatch {
    for (const count of counts) this.#changed.delete(count);
    this.#sequence += 1;
    const changes = counts.map(({ key, unsaved, endsAt }) => ({ key, points: unsaved, endsAt }));
    return { sequence: this.#sequence, at: this.#deps.clock(), changes, counts };
  }

  async #send(batch: SentBatch): Promise<void> {
    this.#sent = batch;
    const saved = await this.#deps.store.add(batch);
    this.#sent = undefined;
    this.#isLost = false;
    for (const [at, count] of batch.counts.entries()) {
      const { points } = batch.changes[at] ?? { points: 0 };
      count.unsaved -= points;
      count.saved = saved.get(count.key) ?? count.saved + points;
    }
  }
}

function unreadCount(count: LimitCount): UnreadCount {
  let resolve: UnreadCount['resolve'] = () => {};
  const read = new Promise<LimitCount>((done) => {
    resolve = done;
  });
  return { count, read, resolve };
}
