import { type InputPath, refuse } from '../../foundation/errors.ts';
import { DAY_MS, startOfDay } from './usage.ts';

/** Days for which usage is kept by default. */
export const USAGE_DAYS_MAX = 400;
/** Days that are looked at unless asked otherwise. */
export const USAGE_DAYS = 30;

type GivenDays = { readonly days: number | null | undefined; readonly path: InputPath };

/** Returns the beginning of the first of the last days (UTC). @throws BAD_USER_INPUT */
export function firstDayOf({ days: given, path }: GivenDays, now: Date): Date {
  const days = given ?? USAGE_DAYS;
  if (days < 1 || days > USAGE_DAYS_MAX)
    refuse('BAD_USER_INPUT', { detail: `${path.at(-1)} is ${days}: ask for 1 to ${USAGE_DAYS_MAX}.`, path });
  return new Date(startOfDay(now).getTime() - (days - 1) * DAY_MS);
}
