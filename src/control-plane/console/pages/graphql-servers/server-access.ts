import { isObject } from '../../../../foundation/json.ts';

/** The choices of the form: whom a new GraphQL server answers. */
export const accessChoices = ['read', 'scope', 'closed'] as const;
type AccessChoice = (typeof accessChoices)[number];

type Policies = { readonly access: { readonly policies: readonly object[] } };

/** Makes the access policy of a choice. */
export function policiesOf(choice: AccessChoice, scope: string): Policies {
  const all = (condition: boolean | string, ...types: string[]): Policies => ({
    access: { policies: types.map((type) => ({ type, policyDefault: { condition } })) },
  });
  switch (choice) {
    case 'read':
      return all(true, 'Query');
    case 'scope':
      return all(`${JSON.stringify(scope)} in caller.scopes`, 'Query', 'Mutation');
    case 'closed':
      return all(false, 'Query');
  }
}

/** Is true for policies that refuse every field: there is none, or each is false. */
export function isClosed(policies: unknown): boolean {
  const access = isObject(policies) ? policies['access'] : undefined;
  const list = isObject(access) && Array.isArray(access['policies']) ? access['policies'] : [];
  return list.every((policy) => {
    if (!isObject(policy)) return true;
    const rules = Array.isArray(policy['rules']) ? policy['rules'] : [];
    return [policy['policyDefault'], ...rules].every(
      (each) => !isObject(each) || each['condition'] === false || each['condition'] === undefined,
    );
  });
}
