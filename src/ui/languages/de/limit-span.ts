import type { LimitPeriod } from '../../../domain/plan/plan-limit.ts';
import { type limitSpan as english, zoneIn } from '../en/limit-span.ts';

const units = {
  SECOND: ['Sekunde', 'Sekunden'],
  MINUTE: ['Minute', 'Minuten'],
  HOUR: ['Stunde', 'Stunden'],
  DAY: ['Tag', 'Tagen'],
  WEEK: ['Woche', 'Wochen'],
  MONTH: ['Monat', 'Monaten'],
} as const satisfies Readonly<Record<LimitPeriod, readonly [string, string]>>;

/** The span in which a limit counts. */
export const limitSpan: typeof english = ({ per, every, timeZone, burst }, format) => {
  if (per === null) return 'gleichzeitig';
  const [one, many] = units[per];
  return `${every === 1 ? `pro ${one}` : `in ${format.number(every)} ${many}`}${zoneIn(timeZone)}${burst ? ` mit Spitzen von ${format.number(burst)}` : ''}`;
};
