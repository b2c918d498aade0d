/** A used share of a window, in percent. Provider and consumer are told of it once. */
export type AlertShare = 80 | 100;

/** Returns the used share of a window. Undefined is where there is nothing to tell. */
export function alertShare({
  limit,
  remaining,
}: {
  readonly limit: number;
  readonly remaining: number;
}): AlertShare | undefined {
  if (remaining <= 0) return 100;
  return remaining * 5 <= limit ? 80 : undefined;
}
