import type { UsageOutcome } from '../../../domain/call/usage.ts';
import { catalogue, type RefusalCode } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { isCostQuestion } from '../route/cost-question.ts';

const limiting: ReadonlySet<RefusalCode> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'GRAPHQL_COST_LIMIT_EXCEEDED',
  'USAGE_LIMIT_EXCEEDED',
  'VALIDATION_BUDGET_EXCEEDED',
]);

/**
 * The outcome that an ended call is counted as.
 *
 * It is undefined where the caller left before the decision, or only asked for a cost.
 *
 * Decision: a caller that leaves an admitted call before its answer begins has failed by itself, as nginx's 499 says.
 * An answer that a back-end breaks off is the back-end's failure, whatever its status was.
 */
export function usageOutcomeOf(call: Call): UsageOutcome | undefined {
  const { refusedWith, stage, response } = call;
  if (refusedWith && limiting.has(refusedWith)) return 'LIMITED';
  if (refusedWith) return catalogue[refusedWith][0] >= 500 ? 'SERVER_ERROR' : 'REFUSED';
  if (stage !== 'forward' || isCostQuestion(call)) return undefined;
  if (!response.headersSent) return 'CLIENT_ERROR';
  return outcomeOfStatus(response.statusCode);
}

function outcomeOfStatus(status: number): UsageOutcome {
  if (status >= 500) return 'SERVER_ERROR';
  return status >= 400 ? 'CLIENT_ERROR' : 'ANSWERED';
}
