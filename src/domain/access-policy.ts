import { refuse } from '../errors.ts';

/** The root types that a policy can be of. */
const rootTypes = ['Query', 'Mutation', 'Subscription'] as const;
export type RootType = (typeof rootTypes)[number];

/** Who may use the fields of a root type: everybody, or nobody. */
export type AccessPolicy = {
  readonly type: RootType;
  readonly policyDefault: { readonly condition: boolean };
};

/** The access policies of a GraphQL server, in the form of spec.md, "GraphQL server": at most one of each root type. */
export type AccessPolicies = { readonly access: { readonly policies: readonly AccessPolicy[] } };

type Path = readonly (string | number)[];

/**
 * Reads access policies, for example `{access: {policies: [{type: 'Query', policyDefault: {condition: true}}]}}`.
 * Nothing, or `{}`, is no policy at all, and then every call is refused.
 *
 * Decision: a condition is true or false. An expression, or rules for single fields, are refused rather than kept and
 * not followed.
 *
 * @throws BAD_USER_INPUT with the path of the member at fault
 */
export function accessPolicies(value: unknown, path: Path): AccessPolicies {
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
  read.forEach(({ type }, index) => {
    if (read.findIndex((other) => other.type === type) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two policies of type ${type}: leave one out.`,
        path: [...listPath, index, 'type'],
      });
  });
  return { access: { policies: read } };
}

function accessPolicy(value: unknown, path: Path): AccessPolicy {
  const { type, policyDefault } = members(value, ['type', 'policyDefault'], path);
  const rootType = rootTypes.find((each) => each === type);
  if (!rootType)
    return refuse('BAD_USER_INPUT', {
      detail: `The type of a policy is one of ${rootTypes.join(', ')}.`,
      path: [...path, 'type'],
    });
  const { condition } = members(policyDefault, ['condition'], [...path, 'policyDefault']);
  if (typeof condition !== 'boolean')
    return refuse('BAD_USER_INPUT', {
      detail: 'A condition is true or false: expressions are not supported yet.',
      path: [...path, 'policyDefault', 'condition'],
    });
  return { type: rootType, policyDefault: { condition } };
}

/** The members of an object that has no others. */
function members(value: unknown, known: readonly string[], path: Path): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('BAD_USER_INPUT', { detail: `Give an object with ${known.join(' and ')}.`, path });
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return refuse('BAD_USER_INPUT', {
      detail: `There is no ${JSON.stringify(unknown.slice(0, 80))} here: only ${known.join(' and ')}.`,
      path: [...path, unknown],
    });
  return { ...value };
}

/**
 * May the fields of this root type be used? Without a policy for it, no.
 *
 * Decision: this is about the fields of a root type. Introspection (`__schema`, `__type`, `__typename`) is none of
 * them and needs no policy: it tells no data, and a caller has to know what a policy would let through.
 */
export function allowsAccess({ access }: AccessPolicies, rootType: string): boolean {
  return access.policies.some(({ type, policyDefault }) => type === rootType && policyDefault.condition);
}
