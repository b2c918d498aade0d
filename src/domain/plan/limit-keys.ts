/**
 * The limit key of an application under a plan of a catalog. The subscription is no part of it: one that is ended and made
 * again, or moved to another plan and back, goes on in the window that is open. Publishing again keeps the plan's id.
 */
export function limitKeyOf(applicationId: string, planId: string): string {
  return `${applicationId}:${planId}`;
}

/** The key that the cost of GraphQL documents is counted under, of an application under a plan. */
export function costKeyOf(limitKey: string): string {
  return `${limitKey}:cost`;
}
