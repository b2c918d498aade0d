import {
  CALL_STEPS,
  type CallCondition,
  CalledOperation,
  CallingClient,
  type ConditionedCall,
} from '../../../../domain/access-policy/call-condition.ts';
import { ConditionFault } from '../../../../domain/access-policy/condition.ts';
import { conditionClaims } from '../../../../domain/access-policy/condition-claims.ts';
import { PolicyCaller } from '../../../../domain/access-policy/policy-caller.ts';
import { isNotFromCallers } from '../../../../domain/backend/gateway-headers.ts';
import { type Refusal, refusal } from '../../../../foundation/errors.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { methodsAt, operationBy } from '../../../../openapi/path-template.ts';
import type { Call } from '../../call.ts';
import type { AlternativeCondition } from '../../route/alternative-condition.ts';
import type { Candidate } from '../../route/candidate.ts';
import { hyphenated } from '../../route/own-headers.ts';
import type { CachedToken } from '../token-cache.ts';

/**
 * The refusal by the condition of an alternative. Undefined where it holds, or there is none.
 *
 * One that cannot be evaluated does not hold. The caller is not told its text, which is the provider's.
 */
export function conditionRefusal(
  condition: AlternativeCondition | undefined,
  candidate: Candidate,
  call: Call,
): Refusal | undefined {
  if (condition === undefined) return undefined;
  const held = holds(condition.compiled, candidate, call);
  return held === true
    ? undefined
    : refusal('CONDITION_UNMET', { facts: { rule: 'CONDITION_HOLDS', evaluated: held !== undefined } });
}

/** Undefined where it cannot be evaluated, or would take too long. */
function holds(condition: CallCondition | null, candidate: Candidate, call: Call): boolean | undefined {
  if (condition === null) return undefined;
  call.conditionBudget ??= { steps: CALL_STEPS };
  try {
    return condition.holds(conditioned(condition, candidate, call), call.conditionBudget);
  } catch (error) {
    if (error instanceof ConditionFault) return undefined;
    throw error;
  }
}

/** Returns the facts of a call that an expression sees. Others are not read. */
export function conditioned(
  { readsClaims, readsHeaders }: Pick<CallCondition, 'readsClaims' | 'readsHeaders'>,
  { api, operations }: Candidate,
  { client, token, person, request, rest, catalog, route }: Call,
): ConditionedCall {
  const [, org = ''] = catalog.path.split('/');
  const { method = '' } = request;
  const path = rest || '/';
  const methods = operations && methodsAt(operations, path);
  return {
    caller: new PolicyCaller({
      claims: (readsClaims && token && claimsOf(token)) || {},
      headers: readsHeaders ? headersOf(request.headers, route.keyLocations) : [],
      gateway: {
        org,
        api: versionedName(api),
        client: client?.clientKey ?? null,
        subject: person?.subject ?? null,
      },
    }),
    operation: new CalledOperation({ method, path, name: (methods && operationBy(methods, method)) ?? null }),
    client: new CallingClient({
      application: client?.application.name ?? '',
      consumerOrg: client?.application.consumerOrg ?? '',
      plan: client?.subscriptions.get(api.product.id)?.plan.name ?? '',
    }),
  };
}

/** Headers as a back-end would get them. What callers cannot send, and their keys, conditions do not see. */
function headersOf(
  headers: Call['request']['headers'],
  keyLocations: Call['route']['keyLocations'],
): [string, string][] {
  const isKey = (name: string) =>
    keyLocations.some((key) => key.location === 'HEADER' && hyphenated(key.name) === name);
  return Object.entries(headers).flatMap(([name, value]) => {
    const key = hyphenated(name);
    return typeof value !== 'string' || isNotFromCallers(key) || isKey(key) ? [] : [[name, value]];
  });
}

function claimsOf({ external, ...token }: CachedToken): object | null {
  const { issuer, subject, clientKey, scopes } = token;
  if (external) return conditionClaims(external.claims(), { issuer, subject, clientId: clientKey, scopes });
  return {
    iss: issuer,
    sub: subject,
    aud: token.audience,
    client_id: clientKey,
    exp: token.expiresAt / 1000,
    iat: token.issuedAt / 1000,
    jti: token.jti,
    scope: scopes.size > 0 ? [...scopes].join(' ') : undefined,
  };
}
