import { securityTypeOf } from '../../../domain/api/security/types.ts';
import type { SecurityPart } from '../../../domain/api/security.ts';
import { type Refusal, type RefusalCode, refusal, refuse } from '../../../foundation/errors.ts';
import type { JsonObject } from '../../../foundation/json.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { subscriptionNow } from '../../snapshot/active-subscription.ts';
import type { Call } from '../call.ts';
import type { Candidate, ServedAlternative } from '../route/candidate.ts';
import { checkOf } from './security/checks.ts';
import { conditionRefusal } from './security/condition.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

/**
 * Refusals in the order of their precedence. Of several security alternatives, the one that got furthest counts, and of
 * the parts of one alternative the one that is furthest back.
 */
const FURTHEST_FIRST: readonly RefusalCode[] = [
  'CONDITION_UNMET',
  'SCOPE_MISSING',
  'TOKEN_INVALID',
  'PASSWORD_INVALID',
  'API_KEY_INVALID',
  'CERTIFICATE_INVALID',
  'CLIENT_SECRET_INVALID',
  'CLIENT_SECRET_MISSING',
  'TOKEN_MISSING',
  'PASSWORD_MISSING',
  'API_KEY_MISSING',
  'CERTIFICATE_MISSING',
  'CLIENT_ID_MISSING',
];

/**
 * Chooses the version that serves the call: the newest whose own security is met. When none is, the newest says what
 * it misses. (architecture.md, "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING, CLIENT_SECRET_MISSING, CLIENT_SECRET_INVALID, API_KEY_MISSING, API_KEY_INVALID, TOKEN_MISSING,
 *   TOKEN_INVALID, PASSWORD_MISSING, PASSWORD_INVALID, CERTIFICATE_MISSING, CERTIFICATE_INVALID, SCOPE_MISSING,
 *   CONDITION_UNMET; API_OFFLINE when the chosen one is offline
 */
export const security: Step = (call, deps) => {
  const [newest] = call.candidates;
  const chosen = call.candidates.find((candidate) => refusalBy(candidate, call, deps) === undefined);
  if (!chosen) throw (newest && refusalBy(newest, call, deps)) ?? refusal('SUBSCRIPTION_MISSING');
  call.chosen = chosen;
  if (!chosen.isOpen) call.subscription = subscriptionNow(call.client, chosen.api.product.id, deps.clock);
  if (!chosen.api.online) refuse('API_OFFLINE');
};

/** The refusal by a version's security. Undefined where one alternative is met or it is open. */
function refusalBy(candidate: Candidate, call: Call, deps: AdmissionDeps): Refusal | undefined {
  if (candidate.isOpen) return undefined;
  let furthest: Refusal | undefined;
  for (const { parts, condition } of candidate.security) {
    const refused = refusalByParts(parts, call, deps) ?? conditionRefusal(condition, candidate, call);
    if (!refused) return undefined;
    if (!furthest || distance(refused) < distance(furthest)) furthest = refused;
  }
  return furthest;
}

/** The refusal by an alternative. Undefined where each of its parts is met. */
export function refusalByParts(
  parts: readonly SecurityPart[],
  call: Call,
  deps: AdmissionDeps,
): Refusal | undefined {
  let furthestBack: Refusal | undefined;
  for (const part of parts) {
    const refused = checkOf(part.definition).refusal(part, call, deps);
    if (refused && (!furthestBack || distance(refused) > distance(furthestBack))) furthestBack = refused;
  }
  return furthestBack;
}

const distance = ({ code }: Refusal) => FURTHEST_FIRST.indexOf(code);

/** The versions that were looked at with their security, and the scopes of the token. */
export const securityFacts: StepFacts = ({ chosen, candidates, token }) => ({
  versions: (chosen ? [chosen] : candidates).map(({ api, security, securedOperation }) => ({
    api: versionedName(api),
    online: api.online,
    ...(securedOperation !== undefined && { operation: securedOperation }),
    waysIn: security.map(wayIn),
  })),
  ...(token && { scopes: [...token.scopes] }),
});

/** The facts of an alternative. Several parts are a list of them. */
function wayIn({ parts, condition }: ServedAlternative): JsonObject {
  const facts = parts.map(({ definition, scopes }) => securityTypeOf(definition).facts(definition, scopes));
  const [only] = facts;
  const all = only && facts.length === 1 ? only : { all: facts };
  return condition ? { ...all, underCondition: true } : all;
}
