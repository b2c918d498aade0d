import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsumerMessages, DeliverPolicy, type JsMsg, jetstream } from '@nats-io/jetstream';
import type { Clock } from '../../foundation/clock.ts';
import { CHANGED, type NotifyChannel, type OnNotice } from '../database/database.ts';
import type { NoticeSource } from '../database/notice-source.ts';
import { CHANNELS, Notices } from '../database/notices.ts';
import { CHANGE_STREAM, decodeChanges, REMEMBERED_MS } from './change-stream.ts';
import { ANSWER_MS, type NatsLink } from './nats-link.ts';

const LOOK_MS = 500;

/** Times of a listener, in milliseconds. Tests shorten them. */
const TIMES = {
  /** Wait for the first message at the start. Then it listens by itself. */
  firstMs: 3_000,
  /** Silence after which changes may have been missed. Signs of life come every second. */
  silenceMs: 5_000,
  /** Silence after which it listens by itself, and as much again at random. */
  fallbackMs: 15_000,
  /** Time in which all gateways read everything, each at a moment of its own. */
  spreadMs: 5_000,
  /** The longest time between two messages for which the next publisher still has all notices. */
  rememberedMs: REMEMBERED_MS - 10_000,
};

export type StreamedListenerOptions = {
  readonly link: Pick<NatsLink, 'connection' | 'connected' | 'lostSince'>;
  /** Opens a listener at the database, for the time without the stream. */
  readonly direct: () => NoticeSource;
  readonly clock: Clock;
  readonly times?: Partial<typeof TIMES>;
};

/**
 * Hears the notices of the database by a stream of NATS. It needs no connection to the database.
 *
 * A gap is reported at a random moment within seconds, so that not all gateways read everything at once. After a silence
 * it listens to the database by itself, until the stream speaks again.
 */
export class StreamedListener implements NoticeSource {
  readonly #options: StreamedListenerOptions;
  readonly #times: typeof TIMES;
  readonly #notices = new Notices();
  readonly #looking: NodeJS.Timeout;
  #begun: Promise<void> | undefined;
  /** Listens while the stream is silent. */
  #direct: NoticeSource | undefined;
  #isConnecting = false;
  #messages: ConsumerMessages | undefined;
  /** The message that was heard last, in the stream that it was of. */
  #last: { readonly sequence: number; readonly at: number } | undefined;
  #heardAt: Date;
  #heard = performance.now();
  /** Start of the last consumer that was begun for want of messages. */
  #askedAt = performance.now();
  #onFirst: () => void = () => {};
  #deafSince: Date | undefined;
  #gapTimer: NodeJS.Timeout | undefined;
  /** Was NATS out of reach at the last look? Its server may have forgotten the consumer. */
  #wasLost = false;
  readonly #fallbackMs: number;
  #isClosed = false;

  constructor(options: StreamedListenerOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#fallbackMs = this.#times.fallbackMs * (1 + Math.random());
    this.#heardAt = options.clock();
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get deafSince(): Date | undefined {
    return this.#direct ? this.#direct.deafSince : this.#deafSince;
  }

  get polls(): boolean {
    return this.#direct?.polls ?? false;
  }

  /** Tells whether it listens to the database by itself. */
  get isDirect(): boolean {
    return this.#direct !== undefined;
  }

  async listen(onNotice: OnNotice, channel: NotifyChannel = CHANGED): Promise<void> {
    this.#notices.add(channel, onNotice);
    this.#begun ??= this.#begin().catch((error) => {
      this.#begun = undefined;
      throw error;
    });
    await this.#begun;
  }

  async hears(): Promise<boolean> {
    await this.listen(() => {});
    return this.#direct ? this.#direct.hears() : this.#deafSince === undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#gapTimer);
    this.#messages?.stop();
    await this.#direct?.close();
  }

  /** Resolves when it hears, by the stream or by itself. Whoever listens reads everything then. */
  async #begin(): Promise<void> {
    const first = new Promise<true>((resolve) => {
      this.#onFirst = () => resolve(true);
    });
    if (!this.#messages) void this.#follow();
    const isHeard = await Promise.race([first, sleep(this.#times.firstMs, false, { ref: false })]);
    if (!isHeard) await this.#listenDirectly();
  }

  async #follow(): Promise<void> {
    await this.#options.link.connected();
    while (!this.#isClosed) {
      try {
        const from = this.#last && {
          deliver_policy: DeliverPolicy.StartSequence,
          opt_start_seq: this.#last.sequence + 1,
        };
        const client = jetstream(this.#options.link.connection(), { timeout: ANSWER_MS });
        const consumer = await client.consumers.get(
          CHANGE_STREAM,
          from ?? { deliver_policy: DeliverPolicy.New },
        );
        this.#messages = await consumer.consume();
        for await (const message of this.#messages) this.#take(message);
      } catch {
        // Out of reach, or no stream yet. The silence tells of it.
      }
      await sleep(LOOK_MS * (1 + Math.random()), undefined, { ref: false });
    }
  }

  #take({ seq, time, data }: JsMsg): void {
    const { notices, isGap } = decodeChanges(new TextDecoder().decode(data));
    const last = this.#last;
    const at = time.getTime();
    this.#last = { sequence: seq, at };
    this.#heardAt = this.#options.clock();
    this.#heard = performance.now();
    const isMissing =
      last !== undefined && (seq !== last.sequence + 1 || at - last.at > this.#times.rememberedMs);
    if (isGap || isMissing) this.#reportGap();
    else if (!this.#gapTimer) this.#deafSince = undefined;
    for (const [channel, notice] of notices) this.#notices.tell(channel, notice);
    this.#onFirst();
    this.#leaveDirect();
  }

  /** Reports a gap in a while. What was missed counts from the last message before it. */
  #reportGap(): void {
    this.#deafSince ??= this.#heardAt;
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = undefined;
      this.#deafSince = undefined;
      this.#notices.tellOfGap();
    }, this.#times.spreadMs * Math.random()).unref();
  }

  #look(): void {
    const isLost = this.#options.link.lostSince() !== undefined;
    if (this.#wasLost && !isLost) this.#messages?.stop();
    this.#wasLost = isLost;
    if (!this.#begun || this.#direct || this.#isConnecting) return;
    const silence = performance.now() - this.#heard;
    if (silence <= this.#times.silenceMs) return;
    this.#deafSince ??= this.#heardAt;
    this.#askAnew();
    if (silence > this.#fallbackMs)
      void this.#listenDirectly().then(
        () => this.#notices.tellOfGap(),
        () => {},
      );
  }

  /** Begins a new consumer, now and then. The old one may wait for a server that has forgotten it. */
  #askAnew(): void {
    const now = performance.now();
    if (now - this.#askedAt < this.#times.silenceMs) return;
    this.#askedAt = now;
    this.#messages?.stop();
  }

  async #listenDirectly(): Promise<void> {
    const direct = this.#options.direct();
    this.#isConnecting = true;
    try {
      for (const channel of CHANNELS)
        await direct.listen((notice) => this.#notices.tell(channel, notice), channel);
    } catch (error) {
      await direct.close();
      throw error;
    } finally {
      this.#isConnecting = false;
    }
    this.#direct = direct;
    this.#deafSince = undefined;
    // Its next message may be of a stream that was made anew, and counts from one again.
    this.#last = undefined;
    this.#messages?.stop();
  }

  /** Ends its own listening once the stream speaks. From here on it has every notice. */
  #leaveDirect(): void {
    const direct = this.#direct;
    if (!direct) return;
    this.#direct = undefined;
    void direct.close().catch(() => {});
  }
}
