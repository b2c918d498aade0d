import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse } from '../../../foundation/errors.ts';

const FREE = 100;
const SECONDS = 60;
/** Senders that are remembered, the latest ones. Each takes a thousand bytes, and anybody may have millions of networks. */
const SENDERS_MAX = 20_000;

/** The sender of tokens: a network, at the APIs of one org. */
type TokenSender = { readonly orgId: string; readonly network: string };

/**
 * Keeps out networks that send one invalid access token after another. Refusing one costs as much as serving a call. A
 * hundred a minute are free. It counts in this process alone, because it saves this process work.
 *
 * Each org is counted by itself. Many callers may stand behind one address, and the expired tokens of a client of one
 * org would keep out those of all others.
 */
export class FailedTokens {
  readonly #failures = new RateLimiterMemory({ keyPrefix: '', points: FREE, duration: SECONDS });
  readonly #latest: LRUCache<string, true>;

  constructor(sendersMax = SENDERS_MAX) {
    this.#latest = new LRUCache({
      maxSize: sendersMax,
      sizeCalculation: () => 1,
      dispose: (_noted, key, reason) => {
        if (reason === 'evict') void this.#failures.delete(key);
      },
    });
  }

  /** @throws TOO_MANY_ATTEMPTS with Retry-After, while a network has sent too many */
  async check(sender: TokenSender): Promise<void> {
    const counted = await this.#failures.get(keyOf(sender));
    if (!counted || counted.consumedPoints < FREE) return;
    const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
    refuse('TOO_MANY_ATTEMPTS', {
      detail: `Too many access tokens from your network were not valid: try again in ${seconds} seconds.`,
      facts: {
        failures: counted.consumedPoints,
        max: FREE,
        windowSeconds: SECONDS,
        resetsInSeconds: seconds,
      },
      headers: { 'Retry-After': `${seconds}` },
    });
  }

  async note(sender: TokenSender): Promise<void> {
    const key = keyOf(sender);
    this.#latest.set(key, true);
    await this.#failures.penalty(key);
  }
}

const keyOf = ({ orgId, network }: TokenSender) => `${orgId} ${network}`;
