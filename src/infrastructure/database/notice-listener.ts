import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { CHANGED, type NotifyChannel, type OnNotice } from './database.ts';
import { LISTEN_TO_ALL, Notices } from './notices.ts';

const CONNECT_MS = 10_000;
const RECONNECT_MS = 1_000;
/**
 * The interval and the time limit of a check on the connection. A connection that only listens does not notice a dead
 * line.
 */
const ASK_EVERY_MS = 5_000;

/**
 * Listens to a server on a connection of its own. A lost connection is replaced.
 *
 * Every gap is reported to the listeners twice: at once, and when it is over.
 */
export class NoticeListener {
  readonly #databaseUrl: string;
  readonly #clock: Clock;
  readonly #notices = new Notices();
  #client: pg.Client | undefined;
  /** The first connection. A failed one is forgotten, so that the next listener tries again. */
  #connected: Promise<void> | undefined;
  #isClosed = false;
  /** The time up to which every notice has arrived. */
  #heardAt: Date;
  #deafSince: Date | undefined;
  readonly #asking = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref();

  constructor(databaseUrl: string, clock: Clock) {
    this.#databaseUrl = databaseUrl;
    this.#clock = clock;
    this.#heardAt = clock();
  }

  /** The time since which notices may have been missed. Undefined while they are heard. */
  get deafSince(): Date | undefined {
    return this.#deafSince;
  }

  async listen(onNotice: OnNotice, channel: NotifyChannel = CHANGED): Promise<void> {
    this.#notices.add(channel, onNotice);
    this.#connected ??= this.#connect().catch((error) => {
      this.#connected = undefined;
      throw error;
    });
    await this.#connected;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#asking);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ASK_EVERY_MS,
    });
    this.#client = client;
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => this.#notices.tell(channel, payload));
    try {
      await client.connect();
      await client.query(LISTEN_TO_ALL);
    } catch (error) {
      await client.end();
      throw error;
    }
    this.#heardAt = this.#clock();
    this.#deafSince = undefined;
    client.once('end', () => void this.#reconnect());
  }

  /** Checks the connection. Notices before the check arrive before its answer. */
  async #ask(): Promise<void> {
    const client = this.#client;
    if (this.#deafSince || !client) return;
    const at = this.#clock();
    try {
      await client.query(LISTEN_TO_ALL);
      if (client === this.#client && !this.#deafSince) this.#heardAt = at;
    } catch {
      // Its end is handled like any other.
      await client.end();
    }
  }

  /** Reports the gap at once, and again when it is over. Readers then learn whether the database is lost. */
  async #reconnect(): Promise<void> {
    if (this.#isClosed) return;
    this.#deafSince ??= this.#heardAt;
    this.#notices.tellOfGap();
    while (!this.#isClosed) {
      try {
        await this.#connect();
        return this.#notices.tellOfGap();
      } catch {
        await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }
}
