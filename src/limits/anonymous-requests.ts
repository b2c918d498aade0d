import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';

const REQUESTS_MAX = 600;
const WINDOW_MS = 60_000;
/** Of the networks that asked last: whoever comes from ever new ones takes no more memory. */
const NETWORKS_MAX = 100_000;

/** Counts the requests of callers who show no valid token. */
export type AnonymousRequests = {
  /** @throws RATE_LIMIT_EXCEEDED with Retry-After, where a network has sent too many */
  count(network: string): void;
};

/**
 * Six hundred a minute for each network, so that many may read a portal behind one address; in this process alone, whose
 * work it spares.
 */
export function createAnonymousRequests(clock: Clock): AnonymousRequests {
  const windows = new LRUCache<string, { requests: number; readonly endsAt: number }>({ max: NETWORKS_MAX });
  return {
    count(network) {
      const now = clock().getTime();
      const known = windows.get(network);
      const window = known && known.endsAt > now ? known : { requests: 0, endsAt: now + WINDOW_MS };
      window.requests += 1;
      windows.set(network, window);
      if (window.requests <= REQUESTS_MAX) return;
      const seconds = Math.ceil((window.endsAt - now) / 1000);
      refuse('RATE_LIMIT_EXCEEDED', {
        detail: `Your network sent more than ${REQUESTS_MAX} requests without a valid token within a minute: try again in ${seconds} seconds, or send a token.`,
        headers: { 'Retry-After': `${seconds}` },
      });
    },
  };
}
