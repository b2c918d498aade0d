import { type Budget, type Condition, ConditionFault, compileCondition } from './condition.ts';
import type { AccessPolicies, AccessPolicy, StatedCondition } from './policies.ts';
import type { PolicyCaller } from './policy-caller.ts';

/** What decided about a field, and how. */
export type AccessDecision = {
  readonly isAllowed: boolean;
  /** A rule, by its name; the default of the policy; or that there is none of either. */
  readonly decidedBy: 'RULE' | 'DEFAULT' | 'NOTHING';
  readonly rule: string | null;
  /** The condition that was evaluated; null where there is none. */
  readonly condition: StatedCondition | null;
  /** Why it could not be evaluated, so that the field is refused. */
  readonly fault: string | null;
};

/** A field of a root type, asked with arguments. */
export type FieldCall = { readonly type: string; readonly field: string; readonly args: object };

export type ConditionReads = Pick<Condition, 'readsClaims' | 'readsArguments'>;
const nothingRead: ConditionReads = { readsClaims: false, readsArguments: false };

/** Access policies, made ready to decide. */
export type Access = {
  /** What the decision about a field rests on. */
  reads(call: Pick<FieldCall, 'type' | 'field'>): ConditionReads;
  /**
   * @param caller is asked for only where a condition has to be evaluated
   * @param budget what the conditions of the request may still cost; it is lowered
   */
  decide(call: FieldCall, caller: () => PolicyCaller, budget: Budget): AccessDecision;
};

type CompiledRule = Pick<AccessDecision, 'decidedBy' | 'rule' | 'condition'> & {
  readonly compiled: Condition | boolean;
};
const nothing: CompiledRule = { decidedBy: 'NOTHING', rule: null, condition: null, compiled: false };

/**
 * Decides by the policy of the root type: the rule that names the field, else the default, else no. A condition that
 * cannot be evaluated is not met.
 *
 * Decision: this is about the fields of a root type. Introspection (`__schema`, `__type`, `__typename`) is none of
 * them and needs no policy: it tells no data, and a caller has to know what a policy would let through.
 */
export function accessBy({ access }: AccessPolicies): Access {
  const byType = new Map<string, ReturnType<typeof ready>>(
    access.policies.map((policy) => [policy.type, ready(policy)]),
  );
  const decisive = (type: string, field: string): CompiledRule => {
    const policy = byType.get(type);
    return policy?.rules.get(field) ?? policy?.otherwise ?? nothing;
  };
  return {
    reads({ type, field }) {
      const { compiled } = decisive(type, field);
      return typeof compiled === 'boolean' ? nothingRead : compiled;
    },
    decide({ type, field, args }, caller, budget) {
      const { compiled, ...decided } = decisive(type, field);
      if (typeof compiled === 'boolean') return { ...decided, isAllowed: compiled, fault: null };
      try {
        return { ...decided, isAllowed: compiled.holds(caller(), args, budget), fault: null };
      } catch (error) {
        if (!(error instanceof ConditionFault)) throw error;
        return { ...decided, isAllowed: false, fault: error.message };
      }
    },
  };
}

function ready({ rules = [], policyDefault }: AccessPolicy) {
  const byField = rules.flatMap(({ name, condition, fields }) => {
    const rule: CompiledRule = { decidedBy: 'RULE', rule: name, condition, compiled: compiled(condition) };
    return fields.map((field) => [field, rule] as const);
  });
  const otherwise: CompiledRule | undefined = policyDefault && {
    ...{ decidedBy: 'DEFAULT', rule: null },
    condition: policyDefault.condition,
    compiled: compiled(policyDefault.condition),
  };
  return { rules: new Map(byField), otherwise };
}

const compiled = (condition: StatedCondition): Condition | boolean =>
  typeof condition === 'boolean' ? condition : compileCondition(condition);
