import { type Budget, type Condition, ConditionFault, compileCondition } from './condition.ts';
import type { AccessPolicies, AccessPolicy, StatedCondition } from './policies.ts';
import type { PolicyCaller } from './policy-caller.ts';

/** The decision about a field and its reason. */
export type AccessDecision = {
  readonly isAllowed: boolean;
  /** The rule by its name, the default of the policy, or neither. */
  readonly decidedBy: 'RULE' | 'DEFAULT' | 'NOTHING';
  readonly rule: string | null;
  /** The condition that was evaluated. Null when none was. */
  readonly condition: StatedCondition | null;
  /** The reason that the condition could not be evaluated. The field is then refused. */
  readonly fault: string | null;
};

/** A call of a field of a root type with its arguments. */
export type FieldCall = { readonly type: string; readonly field: string; readonly args: object };

type ConditionReads = Pick<Condition, 'readsClaims' | 'readsArguments'>;
const nothingRead: ConditionReads = { readsClaims: false, readsArguments: false };

/** Access policies, compiled and ready to decide. */
export type Access = {
  /** Tells which inputs the decision about a field reads. */
  reads(call: Pick<FieldCall, 'type' | 'field'>): ConditionReads;
  /**
   * @param caller is called only where a condition has to be evaluated
   * @param budget steps that the conditions of the request may still cost; `decide` lowers it
   */
  decide(call: FieldCall, caller: () => PolicyCaller, budget: Budget): AccessDecision;
};

type CompiledRule = Pick<AccessDecision, 'decidedBy' | 'rule' | 'condition'> & {
  readonly compiled: Condition | boolean;
};
const nothing: CompiledRule = { decidedBy: 'NOTHING', rule: null, condition: null, compiled: false };

/**
 * Decides by the rule that names the field, else by the default, else refuses. A condition that cannot be evaluated is
 * not met.
 *
 * Decision: policies cover the fields of root types only. Introspection (`__schema`, `__type`, `__typename`) needs no
 * policy: it reveals no data, and a caller has to know which fields a policy would allow.
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

/** Tells whether policies admit nobody to anything, as those of a new server do. */
export function admitsNobody({ access }: AccessPolicies): boolean {
  const mayAdmit = (condition: StatedCondition | undefined) => condition !== undefined && condition !== false;
  return !access.policies.some(
    ({ rules = [], policyDefault }) =>
      mayAdmit(policyDefault?.condition) || rules.some(({ condition }) => mayAdmit(condition)),
  );
}

function ready({ rules = [], policyDefault }: AccessPolicy) {
  const byField = rules.flatMap(({ name, condition, fields }) => {
    const rule: CompiledRule = { decidedBy: 'RULE', rule: name, condition, compiled: compiled(condition) };
    return fields.map((field) => [field, rule] as const);
  });
  const otherwise: CompiledRule | undefined = policyDefault && {
    decidedBy: 'DEFAULT',
    rule: null,
    condition: policyDefault.condition,
    compiled: compiled(policyDefault.condition),
  };
  return { rules: new Map(byField), otherwise };
}

const compiled = (condition: StatedCondition): Condition | boolean =>
  typeof condition === 'boolean' ? condition : compileCondition(condition);
