/** The calls of a target within a window. */
type TargetCalls = { readonly calls: number; readonly failures: number };

/** The least calls in a window by which a target is judged. */
const CALLS_MIN = 10;
const FAILED_SHARE = 0.5;

/**
 * Tells whether a target fails where others of its back-end answer.
 *
 * An outlier fails half of its calls, and twice the share of the others. Where all fail alike, the fault is behind them,
 * and fewer calls to some of them would help nobody.
 */
export function isOutlier({ calls, failures }: TargetCalls, others: readonly TargetCalls[]): boolean {
  if (calls < CALLS_MIN || failures < calls * FAILED_SHARE) return false;
  let [theirCalls, theirFailures] = [0, 0];
  for (const each of others) {
    theirCalls += each.calls;
    theirFailures += each.failures;
  }
  return theirFailures === 0 || failures / calls >= (2 * theirFailures) / theirCalls;
}
