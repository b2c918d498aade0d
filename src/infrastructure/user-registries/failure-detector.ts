import { createHmac, randomBytes } from 'node:crypto';
import type { AuthenticationResult, RegistryType } from './registry-type.ts';

const FAILURES_MAX = 10;
const PERSONS_MIN = 3;

/** The result of a registry for a person. */
export type AuthenticationAttempt = { readonly username: string; readonly verdict: AuthenticationResult };

/** Detects that a registry is down, by the failures since its last good answer. */
export type FailureDetector = {
  /** Records an answer, and tells whether the registry is down by now. */
  isDown(attempt: AuthenticationAttempt): boolean;
  /** Forgets the persons of earlier failures. After a pause in calls, they prove nothing. */
  forgetPersons(): void;
};

/**
 * Detects ten failures in a row, of three persons or more. One odd name then shuts out nobody else. Ten missing answers
 * in a row are enough by themselves, so that an absent registry is noticed where a single person signs in.
 */
export function createFailureDetector({
  healthShownBy,
}: Pick<RegistryType, 'healthShownBy'>): FailureDetector {
  // The memory of this process does not reveal who tried to sign in.
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
