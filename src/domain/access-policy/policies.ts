import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { ConditionFault, compileCondition } from './condition.ts';

/** The root types that a policy can cover. */
export const rootTypes = ['Query', 'Mutation', 'Subscription'] as const;
type RootType = (typeof rootTypes)[number];

/**
 * A condition as it is stated: true, false, or a CEL expression. `true` admits everybody, `false` nobody. The
 * expression reads `caller` and `arguments`.
 */
export type StatedCondition = boolean | string;

type AccessRule = {
  /** The name that decisions show. It is unique within the policy. */
  readonly name: string;
  readonly condition: StatedCondition;
  /** The fields that this rule decides about. No other rule may name them. */
  readonly fields: readonly string[];
};

/**
 * The access policy of a root type. The default decides about fields that no rule names; without a default they are
 * refused.
 */
export type AccessPolicy = {
  readonly type: RootType;
  readonly policyDefault?: { readonly condition: StatedCondition };
  readonly rules?: readonly AccessRule[];
};

/**
 * The access policies of a GraphQL server, at most one per root type. The form is that of spec.md, "GraphQL server".
 */
export type AccessPolicies = { readonly access: { readonly policies: readonly AccessPolicy[] } };

const RULES_MAX = 100;
const NAME_MAX = 80;

/**
 * Reads access policies, for example `{access: {policies: [{type: 'Query', policyDefault: {condition: true}}]}}`.
 * Without policies, as with `{}`, every call is refused.
 *
 * Decision: a field is in one rule at most. One condition decides about it, and the order of rules has no meaning.
 *
 * @throws BAD_USER_INPUT with the path of the member at fault, and the line and column within an expression
 */
export function accessPolicies(value: unknown, path: InputPath): AccessPolicies {
  if (value == null) return { access: { policies: [] } };
  const { access } = members(value, ['access'], path);
  if (access === undefined) return { access: { policies: [] } };
  const { policies } = members(access, ['policies'], [...path, 'access']);
  const listPath = [...path, 'access', 'policies'];
  if (!Array.isArray(policies))
    return refuse('BAD_USER_INPUT', {
      detail: 'policies is a list, for example [{type: "Query", policyDefault: {condition: true}}].',
      path: listPath,
    });
  const read = policies.map((each, index) => accessPolicy(each, [...listPath, index]));
  const [twice] = repeated(read.map(({ type }) => type));
  if (twice)
    refuse('BAD_USER_INPUT', {
      detail: `There are two policies of type ${twice.value}: leave one out.`,
      path: [...listPath, twice.index, 'type'],
    });
  return { access: { policies: read } };
}

function accessPolicy(value: unknown, path: InputPath): AccessPolicy {
  const { type, policyDefault, rules } = members(value, ['type', 'policyDefault', 'rules'], path);
  const rootType = rootTypes.find((each) => each === type);
  if (!rootType)
    return refuse('BAD_USER_INPUT', {
      detail: `The type of a policy is one of ${rootTypes.join(', ')}.`,
      path: [...path, 'type'],
    });
  const hasRules = rules !== undefined;
  const read = hasRules ? accessRules(rules, [...path, 'rules']) : [];
  if (policyDefault === undefined && hasRules) return { type: rootType, rules: read };
  const defaultPath = [...path, 'policyDefault'];
  const stated = members(policyDefault, ['condition'], defaultPath);
  const condition = statedCondition(stated['condition'], [...defaultPath, 'condition']);
  return { type: rootType, policyDefault: { condition }, ...(hasRules && { rules: read }) };
}

function accessRules(value: unknown, path: InputPath): AccessRule[] {
  if (!Array.isArray(value) || value.length > RULES_MAX)
    return refuse('BAD_USER_INPUT', {
      detail: `rules is a list of at most ${RULES_MAX}, for example [{name: "members", condition: "has(caller.claims.sub)", fields: ["getCustomers"]}].`,
      path,
    });
  const rules = value.map((each, index) => accessRule(each, [...path, index]));
  const [sameName] = repeated(rules.map(({ name }) => name));
  if (sameName)
    refuse('BAD_USER_INPUT', {
      detail: `There are two rules ${JSON.stringify(sameName.value)}: give each a name of its own.`,
      path: [...path, sameName.index, 'name'],
    });
  const fields = rules.flatMap(({ fields: own }, rule) => own.map((field, at) => ({ field, rule, at })));
  const [sameField] = repeated(fields.map(({ field }) => field));
  const again = sameField && fields[sameField.index];
  if (again)
    refuse('BAD_USER_INPUT', {
      detail: `${again.field} is named twice, and one condition decides about a field: join them there with && or ||.`,
      path: [...path, again.rule, 'fields', again.at],
    });
  return rules;
}

function accessRule(value: unknown, path: InputPath): AccessRule {
  const { name, condition, fields } = members(value, ['name', 'condition', 'fields'], path);
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_MAX)
    return refuse('BAD_USER_INPUT', {
      detail: `Give the rule a name of at most ${NAME_MAX} characters: it is told where the rule decided.`,
      path: [...path, 'name'],
    });
  const stated = statedCondition(condition, [...path, 'condition']);
  if (!Array.isArray(fields) || fields.length === 0)
    return refuse('BAD_USER_INPUT', {
      detail: 'fields is a list of fields of the type, for example ["getCustomers"].',
      path: [...path, 'fields'],
    });
  return {
    name,
    condition: stated,
    fields: fields.map((each, at) => fieldName(each, [...path, 'fields', at])),
  };
}

/** Reads a field name. (GraphQL §2.1.9) Names that begin with two underscores are introspection. */
function fieldName(value: unknown, path: InputPath): string {
  if (typeof value === 'string' && /^(?!__)[A-Za-z_]\w*$/.test(value)) return value;
  return refuse('BAD_USER_INPUT', {
    detail: 'Give the name of a field of the type. Introspection is open to everybody and needs no rule.',
    path,
  });
}

function statedCondition(value: unknown, path: InputPath): StatedCondition {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string')
    return refuse('BAD_USER_INPUT', {
      detail: 'A condition is true, false or an expression, for example "has(caller.claims.sub)".',
      path,
    });
  try {
    compileCondition(value);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return refuse('BAD_USER_INPUT', { detail: `${positionIn(value, error.at)}: ${error.message}`, path });
  }
}

/** Returns `Line 1, column 8`, counted from 1. */
export function positionIn(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Lists the values that occur a second time, with their indexes. */
function repeated<T>(values: readonly T[]): { readonly value: T; readonly index: number }[] {
  const seen = new Set<T>();
  return values.flatMap((value, index) => {
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew ? [] : [{ value, index }];
  });
}

/** Reads an object that may have no other members than the known ones. */
function members(value: unknown, known: readonly string[], path: InputPath): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('BAD_USER_INPUT', { detail: `Give an object with ${known.join(' and ')}.`, path });
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return refuse('BAD_USER_INPUT', {
      detail: `There is no ${JSON.stringify(short(unknown))} here: only ${known.join(' and ')}.`,
      path: [...path, unknown],
    });
  return { ...value };
}
