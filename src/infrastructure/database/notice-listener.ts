import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { CHANGED, type NotifyChannel, type OnNotice } from './database.ts';
import { NoticePoll } from './notice-poll.ts';
import { NoticeProof } from './notice-proof.ts';
import type { NoticeSource } from './notice-source.ts';
import { LISTEN_TO_ALL, Notices } from './notices.ts';
import type { PrimaryServer } from './primary-server.ts';

const CONNECT_MS = 10_000;
/** The wait before it connects again, half of it to one and a half. All processes lost the database at once. */
const RECONNECT_MS = 1_000;
/**
 * The interval and the time limit of a check on the connection. A connection that only listens does not notice a dead
 * line.
 */
const ASK_EVERY_MS = 5_000;
/** Every so many checks it is proved that notices arrive. Each proof wakes all processes that listen. */
const ASKS_A_PROOF = 6;

type NoticeListenerOptions = {
  /** The server to listen at. A pooler there must keep the connection for the listener alone. */
  readonly primary: PrimaryServer;
  /** The name of the connection in pg_stat_activity. */
  readonly name: string;
  /** Runs statements beside the connection that listens. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly clock: Clock;
};

/**
 * Listens to a server on a connection of its own. A lost connection is replaced.
 *
 * Every gap is reported to the listeners twice: at once, and when it is over. Behind a pooler that swallows notices, the
 * database is polled, and every change is reported as a gap.
 */
export class NoticeListener implements NoticeSource {
  readonly #options: NoticeListenerOptions;
  readonly #notices = new Notices();
  readonly #proof: NoticeProof;
  readonly #poll: NoticePoll;
  #client: pg.Client | undefined;
  /** The first connection. A failed one is forgotten, so that the next listener tries again. */
  #connected: Promise<void> | undefined;
  #isClosed = false;
  /** The time up to which every notice has arrived. */
  #heardAt: Date;
  #deafSince: Date | undefined;
  #asked = 0;
  readonly #asking = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref();

  constructor(options: NoticeListenerOptions) {
    const { pool, clock } = options;
    this.#options = options;
    this.#heardAt = clock();
    this.#proof = new NoticeProof(pool);
    this.#poll = new NoticePoll({ pool, clock, onChange: () => this.#notices.tellOfGap() });
  }

  get deafSince(): Date | undefined {
    return this.#deafSince ?? this.#poll.failsSince;
  }

  get polls(): boolean {
    return this.#poll.isRunning;
  }

  async listen(onNotice: OnNotice, channel: NotifyChannel = CHANGED): Promise<void> {
    this.#notices.add(channel, onNotice);
    this.#connected ??= this.#connect().catch((error) => {
      this.#connected = undefined;
      throw error;
    });
    await this.#connected;
  }

  /** Sends a notice and tells whether it arrived. */
  async hears(): Promise<boolean> {
    await this.listen(() => {});
    return (await this.#proof.arrives()) !== false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#asking);
    this.#poll.stop();
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const { primary, name, clock } = this.#options;
    const address = await primary.choose();
    const client = new pg.Client({
      connectionString: address.url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ASK_EVERY_MS,
    });
    this.#client = client;
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      if (!this.#proof.takes(channel, payload)) this.#notices.tell(channel, payload);
    });
    try {
      await client.connect();
      await client.query(`${LISTEN_TO_ALL}; ${this.#proof.listen}`);
    } catch (error) {
      primary.doubt(address);
      await client.end();
      throw error;
    }
    const forget = primary.hold(() => client.connection.stream.destroy(), address);
    this.#heardAt = clock();
    this.#deafSince = undefined;
    client.once('end', () => {
      forget();
      primary.doubt(address);
      void this.#reconnect();
    });
    void this.#prove();
  }

  /** Checks the connection. Notices before the check arrive before its answer. */
  async #ask(): Promise<void> {
    const client = this.#client;
    if (this.#deafSince || !client) return;
    const at = this.#options.clock();
    try {
      await client.query(LISTEN_TO_ALL);
      if (client === this.#client && !this.#deafSince) this.#heardAt = at;
      this.#asked += 1;
      if (this.polls || this.#asked % ASKS_A_PROOF === 0) await this.#prove();
    } catch {
      // Its end is handled like any other.
      await client.end();
    }
  }

  /** Polls from when a notice has not arrived, until one arrives again. */
  async #prove(): Promise<void> {
    const arrives = await this.#proof.arrives();
    if (arrives === undefined || this.#isClosed || this.#deafSince) return;
    if (arrives) this.#poll.stop();
    else this.#poll.start();
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
        await sleep(RECONNECT_MS * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }
}
