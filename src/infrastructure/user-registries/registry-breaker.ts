import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  type IPolicy,
  wrap,
} from 'cockatiel';
import { type AuthenticationAttempt, FailureDetector } from './failure-detector.ts';
import type { AuthenticationResult, RegistryType } from './registry-type.ts';

const AT_ONCE_MAX = 32;
const WAITING_MAX = 256;
const OPEN_SECONDS = 10;
const BUSY_SECONDS = 1;

/**
 * Guards one registry: it bounds concurrent requests, and sends none while the registry fails. It opens for ten seconds
 * when the registry is down. Then one probe decides. A slow or failing registry thus delays nobody who waits for
 * another, and nobody for long.
 */
export class RegistryBreaker {
  readonly #policy: IPolicy;

  constructor(type: RegistryType) {
    const detector = new FailureDetector(type);
    const breaker = circuitBreaker(
      handleWhenResult((result) => detector.isDown(result as AuthenticationAttempt)),
      // The detector has counted already: each failure that it reports opens the breaker at once.
      { halfOpenAfter: OPEN_SECONDS * 1000, breaker: new ConsecutiveBreaker(1) },
    );
    breaker.onHalfOpen(() => detector.forgetPersons());
    this.#policy = wrap(bulkhead(AT_ONCE_MAX, WAITING_MAX), breaker);
  }

  async ask(username: string, ask: () => Promise<AuthenticationResult>): Promise<AuthenticationResult> {
    try {
      const { result } = await this.#policy.execute(async () => ({ username, result: await ask() }));
      return result;
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        return notAsked('The registry failed repeatedly, and is left alone for a moment.', OPEN_SECONDS);
      if (error instanceof BulkheadRejectedError)
        return notAsked('The registry has more to answer than it may be asked at once.', BUSY_SECONDS);
      throw error;
    }
  }
}

const notAsked = (message: string, retryAfterSeconds: number): AuthenticationResult => ({
  answer: 'UNAVAILABLE',
  message,
  retryAfterSeconds,
  durationMs: 0,
});
