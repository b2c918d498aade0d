import { type InputPath, refuse } from '../../foundation/errors.ts';
import { nearest } from '../../foundation/text/did-you-mean.ts';
import { listed } from '../../foundation/text/listed.ts';
import { compileCondition } from './condition.ts';
import { type AccessPolicies, type AccessPolicy, positionIn, type StatedCondition } from './policies.ts';

/** The fields of a schema's root types by name, with the names of their arguments. */
export type RootFields = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Checks that the fields and arguments that rules name exist. A misspelt name would leave a field to the default, or
 * refuse it for ever.
 *
 * @throws BAD_USER_INPUT with the path of the member at fault and the name that was probably meant
 */
export function checkRootFields({ access }: AccessPolicies, schema: RootFields, path: InputPath): void {
  access.policies.forEach((policy, index) => {
    checkPolicy(policy, schema.get(policy.type) ?? new Map(), [...path, 'access', 'policies', index]);
  });
}

type Fields = ReadonlyMap<string, readonly string[]>;

function checkPolicy(
  { type, policyDefault, rules = [] }: AccessPolicy,
  known: Fields,
  path: InputPath,
): void {
  const ruled = new Set(rules.flatMap(({ fields }) => fields));
  rules.forEach(({ condition, fields }, index) => {
    const rulePath = [...path, 'rules', index];
    fields.forEach((field, at) => {
      if (!known.has(field))
        refuse('BAD_USER_INPUT', {
          detail: `${type} has no field ${field}: ${suggestion(field, known.keys())}`,
          path: [...rulePath, 'fields', at],
        });
    });
    for (const field of fields)
      checkArguments(condition, known.get(field) ?? [], { of: field, path: rulePath });
  });
  if (!policyDefault) return;
  const others = [...known].filter(([field]) => !ruled.has(field)).flatMap(([, names]) => names);
  // A type that the schema does not have yet has no arguments to compare with.
  if (known.size > 0)
    checkArguments(policyDefault.condition, others, { of: 'any field', path: [...path, 'policyDefault'] });
}

function checkArguments(
  condition: StatedCondition,
  known: readonly string[],
  { of, path }: { readonly of: string; readonly path: InputPath },
): void {
  if (typeof condition === 'boolean') return;
  for (const { name, at } of compileCondition(condition).argumentNames)
    if (!known.includes(name))
      refuse('BAD_USER_INPUT', {
        detail: `${positionIn(condition, at)}: there is no argument ${name} of ${of}: ${suggestion(name, known)}`,
        path: [...path, 'condition'],
      });
}

function suggestion(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = nearest(name, names);
  if (meant) return `did you mean ${meant}?`;
  return names.length > 0 ? `there are ${listed(new Set(names), 'and')}.` : 'there are none.';
}
