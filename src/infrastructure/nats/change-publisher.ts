import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Database } from '../database/database.ts';
import { Lease } from '../database/lease.ts';
import { CHANNELS } from '../database/notices.ts';
import {
  CHANGE_STREAM,
  CHANGE_SUBJECT,
  type ChangeMessage,
  type ChangeNotice,
  encodeChanges,
  makeChangeStream,
  REMEMBERED_MS,
} from './change-stream.ts';
import { ANSWER_MS, type NatsLink } from './nats-link.ts';

/** The interval of signs of life. */
const ALIVE_MS = 1_000;
/** Notices that are remembered, or wait for NATS. More than these are a gap. */
const NOTICES_MAX = 20_000;
/** The longest time for NATS to take a message: it is sent again. */
const TAKEN_MS = 2_000;
/** Bytes of a message, well below the megabyte that NATS takes by default. */
const MESSAGE_BYTES = 500_000;

type ChangePublisherDeps = {
  readonly link: NatsLink;
  readonly database: Pick<Database, 'listen' | 'deafSince' | 'query'>;
  readonly replicas?: number;
  readonly onFault: (error: unknown) => void;
};

/**
 * Publishes the notices of the database to NATS. Gateways need no connection that listens then.
 *
 * One control process does so for all, by a lease. The others remember the notices of the last half minute, and the one
 * that takes over publishes them again: what is announced twice is read twice, and nothing is lost. One that has not
 * listened for so long, or that has missed notices, publishes a gap, for which everything is read.
 */
export class ChangePublisher {
  readonly #deps: ChangePublisherDeps;
  readonly #lease: Lease;
  readonly #job: BackgroundJob;
  readonly #listening: Promise<void>;
  /** The notices of the last half minute, the oldest first. */
  #recent: { readonly at: number; readonly notice: ChangeNotice }[] = [];
  /** The notices that are not published yet. */
  #waiting: ChangeNotice[] = [];
  #hasGap = false;
  /** Start of the time from which on every notice is remembered. */
  #knowsSince = Number.POSITIVE_INFINITY;
  #isPublishing = false;
  #isDue = false;
  #isMade = false;

  constructor(deps: ChangePublisherDeps) {
    this.#deps = deps;
    this.#lease = new Lease('changes', deps);
    this.#listening = this.#listen();
    this.#listening.catch(deps.onFault);
    this.#job = startBackgroundJob(() => this.#look(), { everyMs: ALIVE_MS, onFault: deps.onFault });
  }

  /** Gives its work to another process. */
  async close(): Promise<void> {
    await this.#job.close();
    if (this.#isPublishing) await this.#send().catch(this.#deps.onFault);
    await this.#lease.release().catch(this.#deps.onFault);
  }

  async #listen(): Promise<void> {
    const { database } = this.#deps;
    for (const channel of CHANNELS)
      await database.listen((notice) => {
        if (notice === undefined) this.#miss();
        else this.#hear([channel, notice]);
      }, channel);
    this.#knowsSince = performance.now();
  }

  #miss(): void {
    this.#recent = [];
    this.#waiting = [];
    this.#hasGap = true;
    this.#knowsSince = performance.now();
    this.#pump();
  }

  #hear(notice: ChangeNotice): void {
    this.#recent.push({ at: performance.now(), notice });
    if (this.#recent.length > NOTICES_MAX) this.#knowsSince = this.#recent.shift()?.at ?? 0;
    if (!this.#isPublishing) return;
    this.#waiting.push(notice);
    if (this.#waiting.length > NOTICES_MAX) this.#miss();
    else this.#pump();
  }

  #pump(): void {
    if (!this.#isPublishing || this.#isDue) return;
    this.#isDue = true;
    void this.#job.look();
  }

  async #look(): Promise<void> {
    const { database, link } = this.#deps;
    this.#isDue = false;
    await this.#listening;
    this.#forget();
    // One that does not hear the database, or that does not reach NATS, lets others publish.
    if (database.deafSince() || link.lostSince()) {
      if (this.#isPublishing) await this.#lease.release();
      this.#isPublishing = false;
      return;
    }
    const holds = await this.#lease.hold();
    if (holds && !this.#isPublishing) this.#takeOver();
    this.#isPublishing = holds;
    if (holds) await this.#send();
  }

  #forget(): void {
    const from = performance.now() - REMEMBERED_MS;
    while ((this.#recent[0]?.at ?? from) < from) this.#recent.shift();
  }

  #takeOver(): void {
    if (performance.now() - this.#knowsSince < REMEMBERED_MS) this.#hasGap = true;
    this.#waiting = this.#recent.map(({ notice }) => notice);
  }

  /** Publishes what waits, in its order, or a sign of life. What is not taken waits on. */
  async #send(): Promise<void> {
    do {
      const isGap = this.#hasGap;
      const notices = headOf(this.#waiting);
      this.#hasGap = false;
      this.#waiting = this.#waiting.slice(notices.length);
      try {
        await this.#publish({ notices, ...(isGap && { isGap }) });
      } catch (error) {
        this.#hasGap ||= isGap;
        this.#waiting = [...notices, ...this.#waiting];
        throw error;
      }
    } while (this.#waiting.length > 0);
  }

  async #publish(message: ChangeMessage): Promise<void> {
    const { link, replicas } = this.#deps;
    const connection = link.connection();
    try {
      if (!this.#isMade)
        await makeChangeStream(await jetstreamManager(connection, { timeout: ANSWER_MS }), replicas);
      this.#isMade = true;
      const expect = { streamName: CHANGE_STREAM };
      await jetstream(connection).publish(CHANGE_SUBJECT, encodeChanges(message), {
        timeout: TAKEN_MS,
        expect,
      });
    } catch (error) {
      this.#isMade = false;
      throw error;
    }
  }
}

/** As many notices as fit in a message. */
function headOf(notices: readonly ChangeNotice[]): readonly ChangeNotice[] {
  let bytes = 0;
  const end = notices.findIndex(([, notice]) => {
    bytes += 2 * notice.length + 40;
    return bytes > MESSAGE_BYTES;
  });
  return end === -1 ? notices : notices.slice(0, Math.max(end, 1));
}
