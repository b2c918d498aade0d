import type { NoticeSource } from '../database/notice-source.ts';
import { NatsLink, type NatsLinkOptions } from './nats-link.ts';
import { StreamedListener, type StreamedListenerOptions } from './streamed-listener.ts';

/** Opens a listener by NATS with a connection of its own, which ends with it. */
export function openStreamedListener(
  options: NatsLinkOptions & Omit<StreamedListenerOptions, 'link'>,
): NoticeSource {
  const link = new NatsLink(options);
  const listener = new StreamedListener({ ...options, link });
  const close = listener.close.bind(listener);
  return Object.assign(listener, {
    async close() {
      await close();
      await link.close();
    },
  });
}
