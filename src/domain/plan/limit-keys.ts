/**
 * Returns the limit key of an application under a plan of a catalog. The subscription is no part of it: one that is
 * ended and made again, or moved to another plan and back, stays in the open window. Publishing again keeps the plan's
 * id.
 */
export function limitKeyOf(applicationId: string, planId: string): string {
  return `${applicationId}:${planId}`;
}

/** Returns the key that counts the cost of GraphQL documents. */
export function costKeyOf(limitKey: string): string {
  return `${limitKey}:cost`;
}
