import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../foundation/clock.ts';
import type { Attempts } from '../../../infrastructure/limits/guesses/attempts.ts';
import { authenticateWithLimit } from '../../../infrastructure/user-registries/limited-authentication.ts';
import type { IdentifiedRegistry, Registries } from '../../../infrastructure/user-registries/registries.ts';
import type {
  AuthenticationResult,
  RegistryPerson,
} from '../../../infrastructure/user-registries/registry-type.ts';
import { userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';

/** Time for which a right answer holds. A changed password admits nobody for longer. */
const REMEMBERED_MS = 60_000;
const ORGS_MAX = 1_000;
const PERSONS_OF_ORG_MAX = 2_000;

export type KnownPersonsDeps = {
  readonly registries: Pick<Registries, 'authenticate'>;
  readonly attempts: Pick<Attempts, 'attempt'>;
  readonly clock: Clock;
};

/** A person at a registry, and the network that the call came from. */
export type PersonQuestion = {
  readonly registry: IdentifiedRegistry;
  readonly person: RegistryPerson;
  readonly network: string;
};

type Remembered = { readonly proof: string; readonly subject: string; readonly askedAt: number };

/**
 * Asks user registries about the persons of calls, and remembers right answers for a minute.
 *
 * Wrong answers are slowed as sign-ins are, by person and network. An answer is remembered for the network that got it,
 * and forgotten at the first other password from there: who guesses beside somebody who calls would else learn the right
 * one without being slowed. Of what callers send a keyed hash is kept, and of the answer the name of the person.
 */
export class KnownPersons {
  readonly #deps: KnownPersonsDeps;
  readonly #hashKey = createSecretKey(randomBytes(32));
  /** Persons by org. Those of one displace nobody's of another. */
  readonly #orgs = new LRUCache<string, LRUCache<string, Remembered>>({ max: ORGS_MAX });
  /** Questions that wait for their answer. The same one is asked once. */
  readonly #underWay = new Map<string, Promise<AuthenticationResult>>();

  constructor({ registries, attempts, clock }: KnownPersonsDeps) {
    this.#deps = { registries, attempts, clock };
  }

  /** Returns the person, as the registry names them, who was right within the last minute. */
  recall(question: PersonQuestion): string | undefined {
    const persons = this.#orgs.get(question.registry.orgId);
    if (!persons) return undefined;
    const key = this.#keyOf(question);
    const known = persons.get(key);
    if (!known) return undefined;
    const age = this.#deps.clock().getTime() - known.askedAt;
    if (known.proof === this.#proofOf(question) && age >= 0 && age < REMEMBERED_MS) return known.subject;
    persons.delete(key);
    return undefined;
  }

  /**
   * Asks the registry, whatever is remembered.
   *
   * @throws TOO_MANY_ATTEMPTS with Retry-After when too many were wrong before
   */
  ask(question: PersonQuestion): Promise<AuthenticationResult> {
    const proof = this.#proofOf(question);
    const known = this.#underWay.get(proof);
    if (known) return known;
    const asking = this.#askRegistry(question, proof).finally(() => this.#underWay.delete(proof));
    this.#underWay.set(proof, asking);
    return asking;
  }

  async #askRegistry(question: PersonQuestion, proof: string): Promise<AuthenticationResult> {
    const { registries, attempts, clock } = this.#deps;
    const { registry, person, network } = question;
    const askedAt = clock().getTime();
    const target = [registry.id, userRegistryTypes[registry.type].countedAs(person.username)];
    const attempt = { target, source: [registry.id, 'address', network] };
    const ask = () => registries.authenticate(registry, person);
    const result = await authenticateWithLimit(attempt, ask, attempts);
    if (result.answer === 'ACCEPTED') {
      const { subject = person.username } = result;
      this.#personsOf(registry.orgId).set(this.#keyOf(question), { proof, subject, askedAt });
    }
    return result;
  }

  #personsOf(orgId: string): LRUCache<string, Remembered> {
    const persons = this.#orgs.get(orgId) ?? new LRUCache<string, Remembered>({ max: PERSONS_OF_ORG_MAX });
    this.#orgs.set(orgId, persons);
    return persons;
  }

  #keyOf({ registry, person, network }: PersonQuestion): string {
    return this.#hash([...partsOf(registry), network, person.username]);
  }

  #proofOf({ registry, person, network }: PersonQuestion): string {
    return this.#hash([...partsOf(registry), network, person.username, person.password]);
  }

  #hash(parts: readonly string[]): string {
    return createHmac('sha256', this.#hashKey).update(JSON.stringify(parts)).digest('base64');
  }
}

/** Returns what tells registries apart. One with another address, or that searches elsewhere, is another one. */
const partsOf = ({ id, type, url, ldap }: IdentifiedRegistry): readonly string[] => [
  id,
  type,
  url,
  ldap?.baseDn ?? '',
  ldap?.scope ?? '',
  ldap?.userFilter ?? '',
];
