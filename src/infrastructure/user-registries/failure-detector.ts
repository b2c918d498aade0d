import { createHmac, randomBytes } from 'node:crypto';
import type { AuthenticationResult, RegistryType } from './registry-type.ts';

const FAILURES_MAX = 10;
const PERSONS_MIN = 3;

/** What a registry said of a person. */
export type AuthenticationAttempt = { readonly username: string; readonly verdict: AuthenticationResult };

/** What speaks for a registry being down: the failures since its last sound answer. */
export type FailureDetector = {
  /** Takes note of an answer: is the registry down by now? */
  isDown(asked: AuthenticationAttempt): boolean;
  /** It has been left alone for a while: whose names it failed at before, says nothing of now. */
  forgetPersons(): void;
};

/**
 * Ten failures in a row, of three persons or more: what one odd name provokes shuts out nobody else. Ten times no answer
 * at all are enough by themselves, so that what is really gone is seen where a single person signs in.
 */
export function createFailureDetector({
  healthShownBy,
}: Pick<RegistryType, 'healthShownBy'>): FailureDetector {
  // Nobody who reads the memory of this process learns who tried to sign in.
  const salt = randomBytes(32);
  const persons = new Set<string>();
  let failures = 0;
  let silences = 0;
  return {
    isDown({ username, verdict }) {
      const health = healthShownBy(verdict);
      if (health === 'WELL') {
        failures = 0;
        silences = 0;
        persons.clear();
        return false;
      }
      failures += 1;
      silences = health === 'SILENT' ? silences + 1 : 0;
      if (persons.size < PERSONS_MIN)
        persons.add(createHmac('sha256', salt).update(username).digest('base64'));
      return silences >= FAILURES_MAX || (failures >= FAILURES_MAX && persons.size >= PERSONS_MIN);
    },
    forgetPersons: () => persons.clear(),
  };
}
