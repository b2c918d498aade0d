import { refusal, refuse } from '../../foundation/errors.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';
import { runInChild } from '../child-processes/run-in-child.ts';
import { httpPorts } from '../outbound/scheme-ports.ts';
import type { AuthenticationResult, RegistryAccess, RegistryType } from './registry-type.ts';
import type { ReturnedSignIn } from './saml-service.ts';

const NO_PASSWORDS =
  'People of this user registry sign in at their identity provider: it takes no username and password.';

/** An answer at its bounds takes half a second on a busy machine. */
const LIMITS = { timeMs: 5_000, memoryMb: 128 };
/** The nice value of a child that verifies an answer. People wait for it, as for a hash of a password. */
const NICE = 5;

/** Answers that are verified at a time: in all, and of one org. */
const [AT_ONCE_MAX, AT_ONCE_EACH] = [3, 1];
/** Answers that may wait: in all, per org, and per user registry. */
const WAITING_MAX = [400, 40, 20];
const turns = new TurnQueue({
  atOnceMax: AT_ONCE_MAX,
  atOnceEach: AT_ONCE_EACH,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many people sign in by this identity provider at this moment: try again.',
      headers: { 'Retry-After': '1' },
    }),
});

/** Reads the library at the first sign-in. Who uses no SAML has none of it in memory. */
const service = () => import('./saml-service.ts');

/** The user registry of type SAML. People are sent to its pages, and their browser posts a signed answer. */
export const saml: RegistryType = {
  title: 'SAML',
  description:
    'By the pages of a SAML 2.0 identity provider, which people are sent to and come back from with a signed assertion. For portals alone.',
  inShort: 'by the pages of a SAML identity provider',
  address: {
    label: 'Address for sign-in',
    hint: 'SingleSignOnService of its metadata, with the binding HTTP-Redirect.',
  },
  ports: httpPorts,
  redirect: {
    stateMember: 'RelayState',
    answersByPost: true,
    urlFor: async (registry, signIn) => (await service()).requestUrl(registry, signIn),
    finish,
    metadata: async (registry, redirectUrl) => (await service()).metadataOf(registry, redirectUrl),
  },
  personFault: () => NO_PASSWORDS,
  countedAs: (username) => username,
  authenticate: async () => ({ answer: 'REFUSED', message: NO_PASSWORDS, durationMs: 0 }),
  // Its answers are brought by browsers: they say nothing of its health.
  healthShownBy: () => 'WELL',
};

/**
 * Verifies an answer in a child process. Its signature is looked for in all that it holds, and anybody can bring one.
 *
 * A few are verified at a time. Orgs take turns, and so do the registries of one.
 *
 * @throws TEMPORARILY_UNAVAILABLE where the machine left the child too little time, or too many wait
 */
async function finish(
  { id, orgId, url, saml, claims }: RegistryAccess,
  signIn: ReturnedSignIn,
): Promise<AuthenticationResult> {
  const { answerOf } = await service();
  const verified = () =>
    runInChild({
      module: 'infrastructure/user-registries/saml-service',
      work: answerOf,
      input: { registry: { id, orgId, url, saml, claims }, signIn },
      limits: LIMITS,
      nice: NICE,
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', {
          detail: `The answer of the identity provider takes ${amount} to verify.`,
        }),
    });
  return turns.run([orgId, id], verified);
}
