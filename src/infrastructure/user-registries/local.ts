import { usernameKey } from '../../domain/people/member.ts';
import { Refusal } from '../../foundation/errors.ts';
import type {
  AuthenticationResult,
  RegistryAccess,
  RegistryDeps,
  RegistryPerson,
  RegistryType,
} from './registry-type.ts';

/** The user registry of type LOCAL. The platform keeps its people, with their passwords hashed. */
export const local: RegistryType = {
  title: 'Local users',
  description: 'By the platform itself, which keeps usernames and hashed passwords of people.',
  inShort: 'by the platform itself, which keeps its people',
  address: undefined,
  // Its one address is no server: see LOCAL_USERS_URL.
  ports: { local: 0 },
  personFault,
  countedAs: usernameKey,
  authenticate,
  healthShownBy: ({ answer, health = 'SILENT' }) => (answer === 'UNAVAILABLE' ? health : 'WELL'),
};

/** PostgreSQL cannot hold every control character, and nobody has one in their username. */
function personFault({ username }: RegistryPerson): string | undefined {
  return /\p{Cc}/u.test(username) ? 'A username has no control characters.' : undefined;
}

async function authenticate(
  registry: RegistryAccess,
  person: RegistryPerson,
  { localUsers }: RegistryDeps,
): Promise<AuthenticationResult> {
  const started = performance.now();
  const fault = personFault(person);
  const outcome: Outcome =
    fault === undefined
      ? await localUsers.authenticate(registry, person).then(answered, notAnswered)
      : { answer: 'REFUSED', message: fault };
  return { ...outcome, durationMs: performance.now() - started };
}

type Outcome = Omit<AuthenticationResult, 'durationMs'>;

const answered = (subject: string | undefined): Outcome =>
  subject === undefined
    ? { answer: 'REFUSED', message: 'The registry refuses this username and password.' }
    : { answer: 'ACCEPTED', subject, message: 'The registry accepts this username and password.' };

/** A full queue of passwords is no sign that the database is down. */
const notAnswered = (error: unknown): Outcome =>
  error instanceof Refusal
    ? { answer: 'UNAVAILABLE', message: 'Too many passwords wait to be checked.', health: 'WELL' }
    : { answer: 'UNAVAILABLE', message: 'The database of the platform cannot be reached.' };
