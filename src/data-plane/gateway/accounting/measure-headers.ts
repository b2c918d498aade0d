import type { Call } from '../call.ts';

/** The headers of a measured document, in lower case: a back-end's own are replaced. */
export const measureHeaderNames: ReadonlySet<string> = new Set(['x-graphql-cost', 'x-graphql-depth']);

const NONE: readonly string[] = [];

/** Headers about a GraphQL document as a plan's limits count it. They are names and values in turn. */
export function measureHeaders({ document }: Call): readonly string[] {
  if (!document) return NONE;
  const { cost, depth } = document.measure;
  return ['X-GraphQL-Cost', `${cost}`, 'X-GraphQL-Depth', `${depth}`];
}
