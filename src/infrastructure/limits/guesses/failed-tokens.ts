import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse } from '../../../foundation/errors.ts';

const FREE = 100;
const SECONDS = 60;

/**
 * Keeps out networks that send one invalid access token after another. Refusing one costs as much as serving a call. A
 * hundred a minute are free. It counts in this process alone, because it saves this process work.
 */
export class FailedTokens {
  readonly #failures = new RateLimiterMemory({ keyPrefix: '', points: FREE, duration: SECONDS });

  /** @throws TOO_MANY_ATTEMPTS with Retry-After, while a network has sent too many */
  async check(network: string): Promise<void> {
    const counted = await this.#failures.get(network);
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

  async note(network: string): Promise<void> {
    await this.#failures.penalty(network);
  }
}
