import { BREAK, type GraphQLResolveInfo, visit } from 'graphql';

/**
 * Tells whether a caller requests a field, at any depth. Fields that cost much are left out unless requested.
 *
 * @returns true also where it may be skipped by a directive, or is of another type
 */
export function isRequested(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  field: string,
): boolean {
  let isFound = false;
  for (const node of [...fieldNodes, ...Object.values(fragments)])
    visit(node, {
      Field({ name }) {
        if (name.value !== field) return undefined;
        isFound = true;
        return BREAK;
      },
    });
  return isFound;
}
