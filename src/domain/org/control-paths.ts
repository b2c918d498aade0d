/**
 * The first segments of the addresses that the control plane has for itself. The pages of OAuth providers lie beside
 * them, below the names of their orgs: no org has such a name.
 */
const ROOTS: ReadonlySet<string> = new Set(['assets', 'console', 'graphql', 'management', 'portal']);

export function isControlRoot(name: string): boolean {
  return ROOTS.has(name);
}
