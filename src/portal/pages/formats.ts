/** How a language writes numbers and instants. Instants are UTC, and say so. */
export type Formats = {
  number(value: number): string;
  date(instant: string): string;
  dateTime(instant: string): string;
  /** For the label of an hour, for example `14:00`. */
  hour(instant: string): string;
  /** For the label of a day, for example `21 Nov`. */
  day(instant: string): string;
  /** How far an instant is from another one, in words, for example `in 41 minutes`. */
  relative(instant: string, now: Date): string;
};

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export function formatsOf(language: string): Formats {
  // British English has the day before the month, as the rest of the world; the texts are the same.
  const locale = language === 'en' ? 'en-GB' : language;
  const number = new Intl.NumberFormat(locale);
  const instantFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (instant: string) => format.format(new Date(instant));
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    date: instantFormat({ dateStyle: 'long' }),
    dateTime: instantFormat({
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
    hour: instantFormat({ hour: '2-digit', minute: '2-digit' }),
    day: instantFormat({ day: 'numeric', month: 'short' }),
    relative(instant, now) {
      const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000);
      const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
  };
}
