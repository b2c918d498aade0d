import { CHANGED, type NotifyChannel, type OnNotice, PUBLISHED, REVOKED } from './database.ts';

/** Every channel of the database. */
export const CHANNELS = [CHANGED, REVOKED, PUBLISHED] as const;
/** The statement by which a connection hears every channel. */
export const LISTEN_TO_ALL = CHANNELS.map((channel) => `LISTEN ${channel}`).join('; ');

/** The listeners of each channel. */
export class Notices {
  readonly #callbacks: Record<NotifyChannel, Set<OnNotice>> = {
    [CHANGED]: new Set(),
    [REVOKED]: new Set(),
    [PUBLISHED]: new Set(),
  };

  add(channel: NotifyChannel, onNotice: OnNotice): void {
    this.#callbacks[channel].add(onNotice);
  }

  /** Passes on a notice of a connection. */
  tell(channel: string, notice: string | undefined): void {
    for (const onNotice of this.#callbacks[channel as NotifyChannel]) onNotice(notice);
  }

  /** Informs every listener that notices may have been missed. */
  tellOfGap(): void {
    for (const channel of CHANNELS) this.tell(channel, undefined);
  }
}
