import { Temporal } from 'temporal-polyfill';

/** The units of windows that follow the calendar of a time zone. */
export const calendarUnits = ['DAY', 'WEEK', 'MONTH'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** The windows of a calendar: how long each is, and where its days begin. */
export type CalendarWindows = {
  readonly per: CalendarUnit;
  /** Months that a window lasts, at most a year. It is 1 for days and weeks. */
  readonly every: number;
  /** The IANA name of the time zone, for example `Europe/Berlin`. */
  readonly timeZone: string;
};

/** A window of a calendar, in milliseconds since 1970. Its end belongs to the next one. */
export type CalendarPeriod = { readonly startsAt: number; readonly endsAt: number };

/**
 * Returns the window of an instant. Days begin at midnight, or where the clocks skip that, after it. Weeks begin on
 * Monday. (ISO 8601) Windows of several months begin with the year.
 */
export function periodAt({ per, every, timeZone }: CalendarWindows, at: number): CalendarPeriod {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const [first, length] =
    per === 'MONTH'
      ? [today.with({ day: 1 }).subtract({ months: (today.month - 1) % every }), { months: every }]
      : per === 'WEEK'
        ? [today.subtract({ days: today.dayOfWeek - 1 }), { days: 7 }]
        : [today, { days: 1 }];
  return {
    startsAt: first.toZonedDateTime(timeZone).epochMilliseconds,
    endsAt: first.add(length).toZonedDateTime(timeZone).epochMilliseconds,
  };
}

/** Tells whether the IANA database has a time zone of this name. Offsets such as `+02:00` are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The calendar of a limit. It remembers the current window, since each call asks for it. */
export class Calendar {
  readonly #windows: CalendarWindows;
  #current: CalendarPeriod = { startsAt: 0, endsAt: 0 };

  constructor(windows: CalendarWindows) {
    this.#windows = windows;
  }

  at(now: number): CalendarPeriod {
    if (now < this.#current.startsAt || now >= this.#current.endsAt)
      this.#current = periodAt(this.#windows, now);
    return this.#current;
  }
}
