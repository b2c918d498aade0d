import { refuse } from '../../foundation/errors.ts';
import type { AttemptInput, Attempts } from '../limits/guesses/attempts.ts';
import type { AuthenticationResult } from './registry-type.ts';

/**
 * Asks a user registry, where the attempt limit allows it.
 *
 * A registry that cannot say it, or a person who declines, makes neither a right attempt nor a wrong one.
 *
 * @throws TOO_MANY_ATTEMPTS with Retry-After
 */
export async function authenticateWithLimit(
  attempt: AttemptInput,
  ask: () => Promise<AuthenticationResult>,
  attempts: Pick<Attempts, 'attempt'>,
): Promise<AuthenticationResult> {
  let result: AuthenticationResult | undefined;
  await attempts.attempt(attempt, async () => {
    result = await ask();
    return result.answer === 'UNAVAILABLE' || result.isDeclined ? undefined : result.answer === 'ACCEPTED';
  });
  return result ?? refuse('INTERNAL');
}
