import type { LimitPeriod, PlanLimit } from '../../domain/plan/plan-limit.ts';
import type { Language } from '../../foundation/text/languages.ts';
import type { Formats } from './formats.ts';

type Span = Pick<PlanLimit, 'per' | 'every' | 'timeZone' | 'burst'>;
type Numbers = Pick<Formats, 'number'>;

const germanUnits = {
  SECOND: ['Sekunde', 'Sekunden'],
  MINUTE: ['Minute', 'Minuten'],
  HOUR: ['Stunde', 'Stunden'],
  DAY: ['Tag', 'Tagen'],
  WEEK: ['Woche', 'Wochen'],
  MONTH: ['Monat', 'Monaten'],
} as const satisfies Readonly<Record<LimitPeriod, readonly [string, string]>>;

/** The span in which a limit counts, in each language: `a second, up to 50 at once`, `every 3 months (Europe/Berlin)`. */
export const limitSpans = {
  en({ per, every, timeZone, burst }: Span, format: Numbers): string {
    if (per === null) return 'at the same time';
    const unit = per.toLowerCase();
    const single = per === 'HOUR' ? 'an hour' : `a ${unit}`;
    return `${every === 1 ? single : `every ${format.number(every)} ${unit}s`}${zoneIn(timeZone)}${burst ? ` with bursts of ${format.number(burst)}` : ''}`;
  },
  de({ per, every, timeZone, burst }: Span, format: Numbers): string {
    if (per === null) return 'gleichzeitig';
    const [unit, units] = germanUnits[per];
    return `${every === 1 ? `pro ${unit}` : `in ${format.number(every)} ${units}`}${zoneIn(timeZone)}${burst ? ` mit Spitzen von ${format.number(burst)}` : ''}`;
  },
} satisfies Readonly<Record<Language, (span: Span, format: Numbers) => string>>;

const zoneIn = (timeZone: string | null) => (timeZone === null ? '' : ` (${timeZone})`);
