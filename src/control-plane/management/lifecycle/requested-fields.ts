import { BREAK, type GraphQLResolveInfo, visit } from 'graphql';

/**
 * Does a caller ask for a field, however deep? What costs much to answer is left out where nobody asks for it.
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
