import type { MovedSubscription } from '../../snapshot/served-waves.ts';
import type { CallingApplication } from '../../snapshot/snapshot.ts';
import { usageOutcomeOf } from '../accounting/usage-outcome.ts';
import type { Call } from '../call.ts';
import type { AdmissionDeps } from './step.ts';
import type { WaveBudget } from './wave-budgets.ts';

/** Outcomes that the budget of a wave is of. */
const FAILED: ReadonlySet<string | undefined> = new Set(['SERVER_ERROR', 'REFUSED', 'LIMITED']);

/**
 * Holds a call of moved subscriptions to the budgets of their waves. While the call is under way it holds one of the calls
 * that may fail. Where the gateway has none left, the call is served as if its subscription had not been moved.
 */
export function holdToBudget(
  call: Call,
  moved: readonly MovedSubscription[],
  { waveBudgets }: Pick<AdmissionDeps, 'waveBudgets'>,
): void {
  const { waves } = call.catalog;
  if (!waves) return;
  for (const each of moved) {
    const wave = waves.get(each.changeRequestId);
    if (!wave || !isServedAt(call, each)) continue;
    const budget = waveBudgets.of(wave);
    if (budget.take()) settleAtEnd(call, budget);
    else if (call.client) call.client = unmoved(call.client, each);
  }
}

function settleAtEnd(call: Call, budget: WaveBudget): void {
  const settle = () => budget.settle(FAILED.has(usageOutcomeOf(call)));
  // A caller may have gone while its token was verified.
  if (call.response.closed) settle();
  else call.response.once('close', settle);
}

/** Tells whether a product of the move is at the path of the call. */
const isServedAt = ({ candidates }: Call, { toProductId, fromProductId }: MovedSubscription): boolean =>
  candidates.some(({ api: { product } }) => product.id === toProductId || product.id === fromProductId);

/** The application as it was before a move. */
function unmoved(
  client: CallingApplication,
  { toProductId, fromProductId, before }: MovedSubscription,
): CallingApplication {
  const subscriptions = new Map(client.subscriptions);
  subscriptions.delete(toProductId);
  subscriptions.set(fromProductId, before);
  return { ...client, subscriptions };
}
