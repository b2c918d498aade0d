import { networkOf } from '../../../domain/addresses/network.ts';
import type { SecurityPart } from '../../../domain/api/security.ts';
import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { RegistryPerson } from '../../../infrastructure/user-registries/registry-type.ts';
import type { Call } from '../call.ts';
import type { ServedAlternative } from '../route/candidate.ts';
import { clientIdHeader } from '../route/client-key.ts';
import type { PersonQuestion } from './known-persons.ts';
import { showsClientId } from './security/api-key.ts';
import { basicCredentialsOf } from './security/basic-credentials.ts';
import { conditionRefusal } from './security/condition.ts';
import { refusalByParts } from './security.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Asks the user registries that the API names about the person of HTTP Basic.
 *
 * Only an application with a subscription gets so far, and no registry is asked where the call meets another
 * alternative: the header may then be meant for the back-end.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when no registry accepts and one cannot say it; TOO_MANY_ATTEMPTS
 */
export const person: Step = (call, deps) => {
  if (!call.route.takesBasic || !showsClientId(call, clientIdHeader)) return undefined;
  const names = registriesToAsk(call, deps);
  const shown = names.length > 0 ? basicCredentialsOf(call.request.headers.authorization) : undefined;
  if (!shown) return undefined;
  if (!shown.person) {
    call.person = { acceptedBy: undefined, subject: undefined, fault: shown.fault };
    return undefined;
  }
  const questions = names.map((name) => ({ name, question: questionOf(name, shown.person, call) }));
  for (const { name, question } of questions) {
    const subject = question && deps.knownPersons.recall(question);
    if (subject === undefined) continue;
    call.person = { acceptedBy: name, subject, fault: undefined };
    return undefined;
  }
  call.person = { acceptedBy: undefined, subject: undefined, fault: undefined };
  return ask(questions, call, deps);
};

/**
 * Names of registries, the newest version's first. The versions behind one that is met are not reached, and no registry
 * is asked where another part of the alternative is not met.
 */
function registriesToAsk(call: Call, deps: AdmissionDeps): string[] {
  const names = new Set<string>();
  for (const candidate of call.candidates) {
    const { isOpen, security } = candidate;
    const possible = security.filter(
      ({ parts }) => refusalByParts(parts.filter(isOfNoPerson), call, deps) === undefined,
    );
    const isMet = ({ parts, condition }: ServedAlternative) =>
      parts.every(isOfNoPerson) && conditionRefusal(condition, candidate, call) === undefined;
    if (isOpen || possible.some(isMet)) break;
    for (const { definition } of possible.flatMap(({ parts }) => parts))
      if (definition.type === 'HTTP_BASIC') names.add(definition.userRegistry);
  }
  return [...names];
}

const isOfNoPerson = ({ definition }: SecurityPart) => definition.type !== 'HTTP_BASIC';

/** The question to a registry; undefined where the catalog has none of that name. */
function questionOf(name: string, person: RegistryPerson, call: Call): PersonQuestion | undefined {
  const registry = call.catalog.registries.get(name);
  const [address = ''] = call.way.addresses;
  return registry && { registry, person, network: networkOf(address) };
}

type NamedQuestion = { readonly name: string; readonly question: PersonQuestion | undefined };

async function ask(
  questions: readonly NamedQuestion[],
  call: Call,
  { knownPersons }: AdmissionDeps,
): Promise<void> {
  let unavailable: Refusal | undefined;
  for (const { name, question } of questions) {
    if (!question) {
      unavailable ??= unassigned(name);
      continue;
    }
    const { username } = question.person;
    const asked = await knownPersons.ask(question);
    const { answer, subject = username, retryAfterSeconds = RETRY_AFTER_SECONDS } = asked;
    if (answer === 'ACCEPTED') {
      call.person = { acceptedBy: name, subject, fault: undefined };
      return;
    }
    if (answer === 'UNAVAILABLE') unavailable ??= silent(retryAfterSeconds);
  }
  if (unavailable) throw unavailable;
}

/** The refusal where the registry is not assigned to the catalog, as for OAuth providers. */
const unassigned = (name: string) =>
  refusal('TEMPORARILY_UNAVAILABLE', {
    detail: `The user registry ${name} of this API is not assigned to this catalog: the provider assigns it with assignUserRegistry.`,
  });

const silent = (retryAfterSeconds: number) =>
  refusal('TEMPORARILY_UNAVAILABLE', {
    detail: 'The user registry cannot say whether the username and password are right.',
    headers: { 'Retry-After': `${retryAfterSeconds}` },
  });

/** Tells whether a person was shown, and which registry knows them. The username is the caller's own text. */
export const personFacts: StepFacts = ({ route, person: shown }) =>
  route.takesBasic
    ? { personSent: shown !== undefined, ...(shown?.acceptedBy && { userRegistry: shown.acceptedBy }) }
    : {};
