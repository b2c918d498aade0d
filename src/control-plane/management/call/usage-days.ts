import { DAY_MS, startOfDay } from '../../../domain/call/usage.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';

/** Days for which usage is kept by default. */
export const DAYS_MAX = 400;
/** Days that are looked at unless asked otherwise. */
export const DAYS = 30;

type GivenDays = { readonly days: number | null | undefined; readonly path: InputPath };

/** Returns the beginning of the first of the last days (UTC). @throws BAD_USER_INPUT */
export function firstDayOf({ days: given, path }: GivenDays, now: Date): Date {
  const days = given ?? DAYS;
  if (days < 1 || days > DAYS_MAX)
    refuse('BAD_USER_INPUT', { detail: `${path.at(-1)} is ${days}: ask for 1 to ${DAYS_MAX}.`, path });
  return new Date(startOfDay(now).getTime() - (days - 1) * DAY_MS);
}
