import { securityTypeOf } from '../../../domain/api/security/types.ts';
import { type Refusal, type RefusalCode, refusal, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Call } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import { checkOf } from './security/checks.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

/** Refusals in the order of their precedence. Of several security alternatives, the one that got furthest counts. */
const FURTHEST_FIRST: readonly RefusalCode[] = [
  'SCOPE_MISSING',
  'TOKEN_INVALID',
  'PASSWORD_INVALID',
  'API_KEY_INVALID',
  'CLIENT_SECRET_INVALID',
  'CLIENT_SECRET_MISSING',
  'TOKEN_MISSING',
  'PASSWORD_MISSING',
  'API_KEY_MISSING',
  'CLIENT_ID_MISSING',
];

/**
 * Chooses the version that serves the call: the newest whose own security is met. When none is, the newest says what
 * it misses. (architecture.md, "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING, CLIENT_SECRET_MISSING, CLIENT_SECRET_INVALID, API_KEY_MISSING, API_KEY_INVALID, TOKEN_MISSING,
 *   TOKEN_INVALID, PASSWORD_MISSING, PASSWORD_INVALID, SCOPE_MISSING; API_OFFLINE when the chosen one is offline
 */
export const security: Step = (call, deps) => {
  const [newest] = call.candidates;
  const chosen = call.candidates.find((candidate) => refusalBy(candidate, call, deps) === undefined);
  if (!chosen) throw (newest && refusalBy(newest, call, deps)) ?? refusal('SUBSCRIPTION_MISSING');
  call.chosen = chosen;
  call.subscription = chosen.isOpen ? undefined : call.client?.subscriptions.get(chosen.api.product.id);
  if (!chosen.api.online) refuse('API_OFFLINE');
};

/** The refusal by a version's security. Undefined where one alternative is met or it is open. */
function refusalBy({ api, isOpen }: Candidate, call: Call, deps: AdmissionDeps): Refusal | undefined {
  if (isOpen) return undefined;
  let refusal: Refusal | undefined;
  for (const entrance of api.security) {
    const refused = checkOf(entrance.definition).refusal(entrance, call, deps);
    if (!refused) return undefined;
    if (!refusal || FURTHEST_FIRST.indexOf(refused.code) < FURTHEST_FIRST.indexOf(refusal.code))
      refusal = refused;
  }
  return refusal;
}

/** The versions that were looked at with their security, and the scopes of the token. */
export const securityFacts: StepFacts = ({ chosen, candidates, token }) => ({
  versions: (chosen ? [chosen] : candidates).map(({ api }) => ({
    api: versionedName(api),
    online: api.online,
    waysIn: api.security.map(({ definition, scopes }) =>
      securityTypeOf(definition).facts(definition, scopes),
    ),
  })),
  ...(token && { scopes: [...token.scopes] }),
});
