import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { AuthenticationResult, RegistryType } from './registry-type.ts';

const FAILURES_MAX = 10;
const PERSONS_MIN = 3;

/** The result of a registry for a person. */
export type AuthenticationAttempt = { readonly username: string; readonly result: AuthenticationResult };

/**
 * Detects that a registry is down, by the failures since its last good answer.
 *
 * They are ten in a row, of three persons or more, so that one odd name shuts out nobody else. Ten missing answers in a
 * row are enough by themselves, so that an absent registry is noticed where a single person signs in.
 */
export class FailureDetector {
  readonly #healthShownBy: RegistryType['healthShownBy'];
  /** The memory of this process does not reveal who tried to sign in. */
  readonly #salt = createSecretKey(randomBytes(32));
  readonly #persons = new Set<string>();
  #failures = 0;
  #silences = 0;

  constructor({ healthShownBy }: Pick<RegistryType, 'healthShownBy'>) {
    this.#healthShownBy = healthShownBy;
  }

  /** Records an answer, and tells whether the registry is down by now. */
  isDown({ username, result }: AuthenticationAttempt): boolean {
    const health = this.#healthShownBy(result);
    if (health === 'WELL') {
      this.#failures = 0;
      this.#silences = 0;
      this.#persons.clear();
      return false;
    }
    this.#failures += 1;
    this.#silences = health === 'SILENT' ? this.#silences + 1 : 0;
    if (this.#persons.size < PERSONS_MIN)
      this.#persons.add(createHmac('sha256', this.#salt).update(username).digest('base64'));
    return (
      this.#silences >= FAILURES_MAX || (this.#failures >= FAILURES_MAX && this.#persons.size >= PERSONS_MIN)
    );
  }

  /** Forgets the persons of earlier failures. After a pause in calls, they prove nothing. */
  forgetPersons(): void {
    this.#persons.clear();
  }
}
