import { createHash, randomUUID } from 'node:crypto';
import {
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { Clock } from '../../foundation/clock.ts';
import type { UsageLag } from '../usage/appended-batches.ts';
import {
  BatchMerger,
  type BatchMergerDeps,
  MERGED_TOGETHER,
  type WaitingPart,
} from '../usage/batch-merger.ts';
import { encodeBatch } from '../usage/encoded-batch.ts';
import type { UsageStore } from '../usage/store.ts';
import type { UsageBatch } from '../usage/usage-batch.ts';
import { makeStream } from './make-stream.ts';
import { ANSWER_MS, type NatsLink } from './nats-link.ts';

/** The stream of usage, and the subject that gateways publish at. */
export const USAGE_STREAM = 'GATEHOUSE_USAGE';
const SUBJECT = 'gatehouse.usage';
/** The window in which NATS itself drops what is published again. What comes later the merger knows. */
const DEDUPE_NANOS = 120e9;

export type UsageStreamSettings = {
  /** Bytes that the stream holds. A full one takes no more, and nothing of it is dropped. */
  readonly bytesMax: number;
  /** Servers of a cluster that each hold all of it. */
  readonly replicas: number;
};

type UsageStreamDeps = { readonly link: NatsLink; readonly stream: UsageStreamSettings };
type StreamedBatchesDeps = UsageStreamDeps & BatchMergerDeps & { readonly clock: Clock };

const makeUsageStream = (manager: JetStreamManager, settings: UsageStreamSettings): Promise<void> =>
  makeStream(manager, {
    name: USAGE_STREAM,
    subjects: [SUBJECT],
    max_bytes: settings.bytesMax,
    num_replicas: settings.replicas,
    discard: DiscardPolicy.New,
    duplicate_window: DEDUPE_NANOS,
  });

/**
 * Publishes batches to a stream of NATS, from which one process merges them.
 *
 * It resolves when the stream has the batch. A stream that is full or out of reach refuses it: counts then wait in the
 * gateway, which adds further ones to them.
 */
export class StreamedUsageStore implements UsageStore {
  readonly #deps: UsageStreamDeps;
  readonly #writer = randomUUID();
  #isMade = false;

  constructor(deps: UsageStreamDeps) {
    this.#deps = deps;
  }

  async write(batch: UsageBatch): Promise<void> {
    const { link, stream } = this.#deps;
    const connection = link.connection();
    try {
      if (!this.#isMade)
        await makeUsageStream(await jetstreamManager(connection, { timeout: ANSWER_MS }), stream);
      this.#isMade = true;
      const client = jetstream(connection);
      for (const { sequence, contents } of await encodeBatch(batch))
        await client.publish(SUBJECT, contents, {
          msgID: `${this.#writer}:${sequence}`,
          timeout: ANSWER_MS,
          expect: { streamName: USAGE_STREAM },
        });
    } catch (error) {
      this.#isMade = false;
      throw error;
    }
  }
}

/** The most bytes that are read together, and the longest wait for them. */
const TOGETHER = { max_bytes: MERGED_TOGETHER.bytes, expires: 1_000 };

/**
 * Merges the batches of the stream into the tables of usage.
 *
 * They are read in the order of the stream, from where this process has come, or from the beginning. A merged message is
 * removed as soon as every other durable consumer of the stream has acknowledged it. What is read twice is counted once:
 * the tables tell how far each gateway has come.
 */
export class StreamedBatches {
  readonly #deps: StreamedBatchesDeps;
  readonly #merger: BatchMerger;
  /** The number of the next message, in the stream that was made then. */
  #next = 1;
  #madeAt: string | undefined;
  #messages: ((options: typeof TOGETHER) => Promise<ConsumerMessages>) | undefined;

  constructor(deps: StreamedBatchesDeps) {
    this.#deps = deps;
    this.#merger = new BatchMerger(deps);
  }

  /** Merges the next batches. @returns whether there were any; false while NATS is out of reach */
  async mergeOldest(): Promise<boolean> {
    if (this.#deps.link.lostSince()) return false;
    try {
      const manager = await this.#manager();
      const known = await this.#info(manager);
      const messages = known.state.last_seq < this.#next ? [] : await this.#read();
      const last = messages.at(-1);
      if (!last) return false;
      const position = positionOf(known);
      await this.#merger.merge(messages.flatMap(partOf), async ({ query }, merged) => {
        await query(NOTE_POSITION, [position, merged.at(-1)?.place ?? last.seq]);
      });
      this.#next = last.seq + 1;
      await this.#removeMerged(manager);
      return true;
    } catch (error) {
      this.#messages = undefined;
      throw error;
    }
  }

  /** Parts that came again after they were merged. */
  repeated(): number {
    return this.#merger.repeated();
  }

  async lag(): Promise<UsageLag> {
    if (this.#deps.link.lostSince()) return { batches: 0, seconds: 0 };
    const manager = await this.#manager();
    const known = await this.#info(manager);
    const [row] = await this.#deps.database.query<{ sequence: number }>(POSITION, [positionOf(known)]);
    const first = Math.max((row?.sequence ?? 0) + 1, known.state.first_seq);
    const batches = Math.max(known.state.last_seq + 1 - first, 0);
    if (batches === 0) return { batches, seconds: 0 };
    const oldest = await manager.streams.getMessage(USAGE_STREAM, { seq: first });
    const seconds = oldest ? Math.max((this.#deps.clock().getTime() - oldest.time.getTime()) / 1000, 0) : 0;
    return { batches, seconds };
  }

  async #manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#deps.link.connection(), { timeout: ANSWER_MS });
  }

  /** Begins anew in a stream that was made anew, or restored from before. */
  async #info(manager: JetStreamManager): Promise<StreamInfo> {
    if (this.#madeAt === undefined) await makeUsageStream(manager, this.#deps.stream);
    const known = await manager.streams.info(USAGE_STREAM);
    if (known.created !== this.#madeAt || known.state.last_seq + 1 < this.#next) {
      this.#next = 1;
      this.#messages = undefined;
    }
    this.#madeAt = known.created;
    return known;
  }

  async #read(): Promise<JsMsg[]> {
    this.#messages ??= await this.#consumer();
    const read: JsMsg[] = [];
    for await (const message of await this.#messages(TOGETHER)) read.push(message);
    return read;
  }

  async #consumer() {
    const client = jetstream(this.#deps.link.connection(), { timeout: ANSWER_MS });
    const consumer = await client.consumers.get(USAGE_STREAM, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#next,
    });
    return (options: typeof TOGETHER) => consumer.fetch(options);
  }

  async #removeMerged(manager: JetStreamManager): Promise<void> {
    let next = this.#next;
    for await (const { config, ack_floor } of manager.consumers.list(USAGE_STREAM))
      if (config.durable_name !== undefined) next = Math.min(next, ack_floor.stream_seq + 1);
    if (next > 1) await manager.streams.purge(USAGE_STREAM, { seq: next });
  }
}

/** The position up to which the stream is merged. It stands among the writers, under a name of its own. */
const NOTE_POSITION = `
INSERT INTO "UsageWriter" AS known (id, sequence, at) VALUES ($1, $2, now())
ON CONFLICT (id) DO UPDATE SET sequence = GREATEST(known.sequence, EXCLUDED.sequence), at = now()`;
const POSITION = 'SELECT sequence::float8 FROM "UsageWriter" WHERE id = $1';

/** A stream that was made anew counts from one again. */
const positionOf = ({ created }: StreamInfo) =>
  createHash('sha256').update(`${USAGE_STREAM} ${created}`).digest('hex').slice(0, 32);

/** A part and its place in the stream. */
type StreamedPart = WaitingPart & { readonly place: number };

/** Others may publish at the subject. What has no id of ours is no batch. */
function partOf({ headers, data, seq }: JsMsg): StreamedPart[] {
  const [, writer, sequence] = /^([0-9a-f-]{36}):(\d{1,15})$/.exec(headers?.get('Nats-Msg-Id') ?? '') ?? [];
  return writer === undefined ? [] : [{ writer, sequence: Number(sequence), contents: data, place: seq }];
}
