import type { Call } from '../call.ts';

/** Path at which a GraphQL API tells the cost of a document. */
const COST_PATH = '/graphql/cost';

/**
 * Tells whether a document is only to be measured.
 *
 * It is read and validated as in a call, and then neither limited nor counted.
 */
export function isCostQuestion({ route, rest }: Pick<Call, 'route' | 'rest'>): boolean {
  return route.kind === 'GRAPHQL' && rest === COST_PATH;
}
