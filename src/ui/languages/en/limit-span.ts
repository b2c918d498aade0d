import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import type { Formats } from '../../kit/formats.ts';

type Span = Pick<PlanLimit, 'per' | 'every' | 'timeZone' | 'burst'>;
type Numbers = Pick<Formats, 'number'>;

/** The span in which a limit counts: `a second, up to 50 at once`, `every 3 months (Europe/Berlin)`. */
export function limitSpan({ per, every, timeZone, burst }: Span, format: Numbers): string {
  if (per === null) return 'at the same time';
  const unit = per.toLowerCase();
  const single = per === 'HOUR' ? 'an hour' : `a ${unit}`;
  return `${every === 1 ? single : `every ${format.number(every)} ${unit}s`}${zoneIn(timeZone)}${burst ? ` with bursts of ${format.number(burst)}` : ''}`;
}

/** The time zone of a span, in any language. */
export const zoneIn = (timeZone: string | null) => (timeZone === null ? '' : ` (${timeZone})`);
