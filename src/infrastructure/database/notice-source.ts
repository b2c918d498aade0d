import type { NotifyChannel, OnNotice } from './database.ts';

/** A way by which a process hears the notices of the database. */
export type NoticeSource = {
  /** The time since which notices may have been missed. Undefined while they are heard, or polled for. */
  readonly deafSince: Date | undefined;
  /** Tells whether the database is polled, because its notices do not arrive. */
  readonly polls: boolean;
  /** Calls back with each notice of a channel. Undefined means that some may have been missed. */
  listen(onNotice: OnNotice, channel?: NotifyChannel): Promise<void>;
  /** Tells whether notices arrive. */
  hears(): Promise<boolean>;
  close(): Promise<void>;
};
