import type { LimitPeriod } from '../../../domain/plan/plan-limit.ts';
import { type limitSpan as english, zoneIn } from '../en/limit-span.ts';

const units = {
  SECOND: ['seconde', 'secondes'],
  MINUTE: ['minute', 'minutes'],
  HOUR: ['heure', 'heures'],
  DAY: ['jour', 'jours'],
  WEEK: ['semaine', 'semaines'],
  MONTH: ['mois', 'mois'],
} as const satisfies Readonly<Record<LimitPeriod, readonly [string, string]>>;

/** The span in which a limit counts. */
export const limitSpan: typeof english = ({ per, every, timeZone, burst }, format) => {
  if (per === null) return 'en même temps';
  const [one, many] = units[per];
  return `${every === 1 ? `par ${one}` : `en ${format.number(every)} ${many}`}${zoneIn(timeZone)}${burst ? ` avec des pointes de ${format.number(burst)}` : ''}`;
};
