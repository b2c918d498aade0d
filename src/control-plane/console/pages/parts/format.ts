import { allLimits, type PlanLimits } from '../../../../domain/plan/plan.ts';
import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { PagerProps } from '../../../../ui/components/pager.tsx';
import { formatsOf } from '../../../../ui/kit/formats.ts';

/** Formats of numbers and instants. The console is in English alone. */
export const format = formatsOf('en');

/** Writes a value of an enum for people: `SET_MIGRATION_TARGET` is `Set migration target`. */
export const enumLabel = (value: string) =>
  value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ');

/** Texts of a pager, for rows such as `products`. */
export const pagerText = (rows: string): PagerProps['text'] => ({
  label: `Pages of ${rows}`,
  previous: 'Previous',
  next: 'Next',
  range: (from, to, total) => `${from} to ${to} of ${total}`,
});

type Limited = PlanLimits & { readonly maxConcurrentCalls: number };

/** Limits of a plan in words, for example `500 calls an hour, 10 calls a second, 100 at the same time`. */
export function limitOf(plan: Limited): string {
  const atOnce = `${format.number(plan.maxConcurrentCalls)} at the same time`;
  const all = allLimits(plan).map(planLimitOf);
  return all.length === 0 ? `No limit but ${atOnce}` : [...all, atOnce].join(', ');
}

/** Limits on calls and on cost in words, for example `500 calls an hour, 10 calls a second`. */
export const limitsInWords = (limits: PlanLimits): string =>
  allLimits(limits).map(planLimitOf).join(', ') || 'No limit';

export function planLimitOf({ counts, limit, per, every, timeZone, operations, mode }: PlanLimit): string {
  const amount = counts === 'GRAPHQL_COST' ? 'of cost' : limit === 1 ? 'call' : 'calls';
  const unit = per.toLowerCase();
  const single = per === 'HOUR' ? 'an hour' : `a ${unit}`;
  const window = every === 1 ? single : `every ${format.number(every)} ${unit}s`;
  const zone = timeZone === null ? '' : ` (${timeZone})`;
  const of = operations.length === 0 ? '' : ` of ${operations.join(', ')}`;
  const measured = mode === 'MEASURE' ? 'measured: ' : '';
  return `${measured}${format.number(limit)} ${amount} ${window}${zone}${of}`;
}
