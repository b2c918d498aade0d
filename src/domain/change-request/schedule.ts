import { Temporal } from 'temporal-polyfill';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isTimeZone } from '../plan/calendar.ts';

/** The time at which a change request is committed by itself. */
export type Schedule = {
  readonly at: Date;
  readonly timeZone: string;
  /** Minutes after `at` within which it may still be committed. */
  readonly lateMinutes: number;
};

/** A schedule as the management API takes it. */
export type ScheduleDraft = {
  /** The local time in the time zone, for example `2027-01-10T02:00`. */
  readonly at: string;
  readonly timeZone?: string | null | undefined;
  readonly lateMinutes?: number | null | undefined;
};

const LATE_MINUTES_DEFAULT = 60;
const LATE_MINUTES_MAX = 7 * 24 * 60;
/** A time on a wall clock, to the minute or the second. */
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** @throws BAD_USER_INPUT where it is no IANA name */
export function checkTimeZone(name: string, path: InputPath): string {
  if (name.length <= 64 && isTimeZone(name)) return name;
  return refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(name.slice(0, 64))} is no time zone: give an IANA name, for example "Europe/Berlin".`,
    path,
  });
}

/** Reads a time on a wall clock. @throws BAD_USER_INPUT */
export function localTime(text: string, path: InputPath): Temporal.PlainDateTime {
  try {
    if (LOCAL.test(text)) return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(text.slice(0, 40))} is no time: write the local time, for example "2027-01-10T02:00". The time zone is a member of its own.`,
    path,
  });
}

/**
 * Checks a schedule. A time that the clocks skip is refused, and one that they show twice too: nobody can tell which is
 * meant.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function scheduleFrom(draft: ScheduleDraft, now: Date, path: InputPath): Schedule {
  const timeZone = checkTimeZone(draft.timeZone ?? 'UTC', [...path, 'timeZone']);
  const lateMinutes = draft.lateMinutes ?? LATE_MINUTES_DEFAULT;
  if (lateMinutes < 1 || lateMinutes > LATE_MINUTES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `lateMinutes is ${lateMinutes}: give 1 to ${LATE_MINUTES_MAX}.`,
      path: [...path, 'lateMinutes'],
    });
  const local = localTime(draft.at, [...path, 'at']);
  const at = instantOf(local, timeZone, [...path, 'at']);
  if (at <= now)
    refuse('BAD_USER_INPUT', { detail: `${draft.at} (${timeZone}) is past.`, path: [...path, 'at'] });
  return { at, timeZone, lateMinutes };
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string, path: InputPath): Date {
  try {
    return new Date(local.toZonedDateTime(timeZone, { disambiguation: 'reject' }).epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('BAD_USER_INPUT', {
      detail: `The clocks of ${timeZone} are changed at ${String(local)}: give a time that they show once.`,
      path,
    });
  }
}

type Due = { readonly scheduledAt: Date; readonly lateMinutes: number };

/** Tells whether the time of a schedule is over, lateness included. */
export const isMissed = ({ scheduledAt, lateMinutes }: Due, now: Date): boolean =>
  now.getTime() > scheduledAt.getTime() + lateMinutes * 60_000;
