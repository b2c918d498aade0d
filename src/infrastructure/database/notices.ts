import { CHANGED, type NotifyChannel, type OnNotice, PUBLISHED, REVOKED } from './database.ts';

const CHANNELS = [CHANGED, REVOKED, PUBLISHED] as const;
/** What a connection says to hear them all. */
export const LISTEN_TO_ALL = CHANNELS.map((channel) => `LISTEN ${channel}`).join('; ');

/** Who is told of what channel. */
export class Notices {
  readonly #callbacks: Record<NotifyChannel, Set<OnNotice>> = {
    [CHANGED]: new Set(),
    [REVOKED]: new Set(),
    [PUBLISHED]: new Set(),
  };

  add(channel: NotifyChannel, onNotice: OnNotice): void {
    this.#callbacks[channel].add(onNotice);
  }

  /** Tells what came in over a connection. */
  tell(channel: string, notice: string | undefined): void {
    for (const onNotice of this.#callbacks[channel as NotifyChannel]) onNotice(notice);
  }

  /** Tells everybody that something may have been missed. */
  tellOfGap(): void {
    for (const channel of CHANNELS) this.tell(channel, undefined);
  }
}
