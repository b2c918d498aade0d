import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { ConditionFault, compileCondition } from './condition.ts';

/** The root types that a policy can be of. */
export const rootTypes = ['Query', 'Mutation', 'Subscription'] as const;
type RootType = (typeof rootTypes)[number];

/** True for everybody, false for nobody, or an expression of CEL over `caller` and `arguments`. */
export type StatedCondition = boolean | string;

type AccessRule = {
  /** What it is called where it decided; its own within the policy. */
  readonly name: string;
  readonly condition: StatedCondition;
  /** The fields that it decides about, and no other rule does. */
  readonly fields: readonly string[];
};

/** Who may use the fields of a root type. Fields that no rule names are decided by the default, and without it refused. */
export type AccessPolicy = {
  readonly type: RootType;
  readonly policyDefault?: { readonly condition: StatedCondition };
  readonly rules?: readonly AccessRule[];
};

/** The access policies of a GraphQL server, in the form of spec.md, "GraphQL server": at most one of each root type. */
export type AccessPolicies = { readonly access: { readonly policies: readonly AccessPolicy[] } };

const RULES_MAX = 100;
const NAME_MAX = 80;

/**
 * Reads access policies, for example `{access: {policies: [{type: 'Query', policyDefault: {condition: true}}]}}`.
 * Nothing, or `{}`, is no policy at all, and then every call is refused.
 *
 * Decision: a field stands in one rule at most, so that one condition decides about it and their order says nothing.
 *
 * @throws BAD_USER_INPUT with the path of the member at fault, and in an expression its line and column
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

/** GraphQL §2.1.9; what begins with two underscores is introspection. */
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

/** `Line 1, column 8`, counted from 1. */
export function positionIn(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** What stands in a list for the second time, and where. */
function repeated<T>(values: readonly T[]): { readonly value: T; readonly index: number }[] {
  const seen = new Set<T>();
  return values.flatMap((value, index) => {
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew ? [] : [{ value, index }];
  });
}

/** The members of an object that has no others. */
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
