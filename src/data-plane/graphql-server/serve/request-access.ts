import type { Access, AccessDecision, FieldCall } from '../../../domain/access-policy/access.ts';
import { REQUEST_STEPS } from '../../../domain/access-policy/condition.ts';
import { type CallingGateway, PolicyCaller } from '../../../domain/access-policy/policy-caller.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { CallerHeaders } from './caller-headers.ts';

/**
 * Asks the access policies about a field that a request uses.
 *
 * @throws POLICY_REFUSED, which tells nothing of the policy
 */
export type RequestAccess = (call: FieldCall) => void | Promise<void>;

type RequestCaller = {
  readonly headers: CallerHeaders;
  /** The API that the request came through. */
  readonly gateway: CallingGateway | null;
  /** Verifies the caller's token. */
  readonly claims: () => Promise<object>;
};

/**
 * The access of one request. Its caller is made out once, and only when a condition asks for it; so is the decision about
 * a field whatever its arguments are.
 */
export function requestAccess(access: Access, { headers, gateway, claims }: RequestCaller): RequestAccess {
  const budget = { steps: REQUEST_STEPS };
  const decisions = new Map<string, AccessDecision>();
  const unverified = once(() => new PolicyCaller({ headers, gateway }));
  const verified = once(async () => new PolicyCaller({ headers, gateway, claims: await claims() }));
  const check = (call: FieldCall, caller: () => PolicyCaller) => {
    const field = `${call.type}.${call.field}`;
    const decision = decisions.get(field) ?? access.decide(call, caller, budget);
    if (!access.reads(call).readsArguments) decisions.set(field, decision);
    refuseUnless(decision, field);
  };
  return (call) => {
    if (!access.reads(call).readsClaims) return check(call, unverified);
    return verified().then((caller) => check(call, () => caller));
  };
}

function refuseUnless({ isAllowed, fault }: AccessDecision, field: string): void {
  if (isAllowed) return;
  refuse('POLICY_REFUSED', {
    detail:
      fault === null
        ? `The access policy of this GraphQL server does not let you use ${field}.`
        : `The access policy of this GraphQL server could not be evaluated for ${field}, which is refused therefore.`,
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
