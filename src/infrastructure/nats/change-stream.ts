import { DiscardPolicy, type JetStreamManager } from '@nats-io/jetstream';
import type { NotifyChannel } from '../database/database.ts';
import { CHANNELS } from '../database/notices.ts';
import { makeStream } from './make-stream.ts';

/** The stream of changes, and the subject that one control process publishes at. */
export const CHANGE_STREAM = 'GATEHOUSE_CHANGES';
export const CHANGE_SUBJECT = 'gatehouse.changes';
/** The time that publishers remember notices, for the one that takes over. The lease of a killed one is shorter. */
export const REMEMBERED_MS = 30_000;
/** The time that changes are kept: whoever was away for longer reads everything. */
const KEPT_NANOS = 600e9;
/** Bytes of changes that are kept at most. */
const BYTES_MAX = 64_000_000;

/** A notice of the database, and the channel that it came by. */
export type ChangeNotice = readonly [channel: NotifyChannel, notice: string];

/** A message of the stream. */
export type ChangeMessage = {
  /** Notices in the order of their commits. None is a sign of life. */
  readonly notices: readonly ChangeNotice[];
  /** Tells that notices before this message may have been missed. */
  readonly isGap?: boolean;
};

/** Makes the stream of changes. */
export const makeChangeStream = (manager: JetStreamManager, replicas = 1): Promise<void> =>
  makeStream(manager, {
    name: CHANGE_STREAM,
    subjects: [CHANGE_SUBJECT],
    num_replicas: replicas,
    discard: DiscardPolicy.Old,
    max_age: KEPT_NANOS,
    max_bytes: BYTES_MAX,
  });

export const encodeChanges = (message: ChangeMessage): string => JSON.stringify(message);

/** Reads a message. Others may publish at the subject: what is no message of ours may stand for anything, and is a gap. */
export function decodeChanges(text: string): ChangeMessage {
  try {
    const { notices, isGap = false } = JSON.parse(text) as ChangeMessage;
    if (notices.every(([channel, notice]) => CHANNELS.includes(channel) && typeof notice === 'string'))
      return { notices, isGap };
  } catch {
    // As for one that is readable, but not ours.
  }
  return { notices: [], isGap: true };
}
