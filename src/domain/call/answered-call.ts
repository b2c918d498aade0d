/**
 * Bounds of the sample of answered calls.
 *
 * Each catalog has its own, so that a busy one takes no room of others. It shows present traffic; usage counts all.
 */
export const answeredCallsKept = {
  /** Calls of a catalog that one gateway process adds in a second. */
  perCatalogAndSecond: 10,
  /** The newest calls of a catalog. */
  perCatalog: 500,
  /** An hour. */
  milliseconds: 3_600_000,
} as const;
