/**
 * First path segments that the control plane reserves for itself. The pages of OAuth providers are next to them, below
 * the names of their orgs. No org may have such a name.
 */
const ROOTS: ReadonlySet<string> = new Set(['assets', 'console', 'graphql', 'management', 'portal']);

export function isControlRoot(name: string): boolean {
  return ROOTS.has(name);
}
