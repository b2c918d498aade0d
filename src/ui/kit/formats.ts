import type { Language } from '../../foundation/text/languages.ts';

/** Formats of a language for numbers and instants. Instants are UTC, and say so. */
export type Formats = {
  number(value: number): string;
  /** Formats a number for an axis, for example `20K`. */
  shortNumber(value: number): string;
  /** Formats a share, for example `8.3%` of 0.083. */
  percent(share: number): string;
  /** Formats a decimal as money, with all its digits: `€49.00`, `€0.0002`. */
  money(amount: string, currency: string): string;
  /** Writes a decimal such as `0.05` with the mark of the language. */
  decimal(value: string): string;
  /** Reads a decimal with the mark of the language. Undefined is any other text, also one with separators of thousands. */
  readDecimal(text: string): string | undefined;
  date(instant: string): string;
  dateTime(instant: string): string;
  /** Formats an hour as a label, for example `14:00`. */
  hour(instant: string): string;
  /** Formats a day as a label, for example `21 Nov`. */
  day(instant: string): string;
  /** Formats a duration in a unit that it fills more than once: `7 seconds`, `90 seconds`. */
  duration(seconds: number): string;
  /** Formats the distance to another instant in words, for example `in 41 minutes`. */
  relative(instant: string, now: Date): string;
};

/** Digits after the point of the price of a unit. */
const MONEY_DIGITS_MAX = 10;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Converts seconds to the largest unit that they fill the wanted number of times. */
function inUnit(seconds: number, times = 1): { unit: (typeof UNITS)[number][0]; count: number } {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each * times) ?? ['second', 1];
  return { unit, count: Math.round(seconds / size) };
}

const formats: { [Tag in Language]?: Formats } = {};

/** Returns the formats of a language. They are made once, since that takes a third of a millisecond, and memory. */
export function formatsOf(language: Language): Formats {
  formats[language] ??= makeFormats(language);
  return formats[language];
}

function makeFormats(language: Language): Formats {
  // British English has the day before the month, as the rest of the world; the texts are the same.
  const locale = language === 'en' ? 'en-GB' : language;
  const number = new Intl.NumberFormat(locale);
  const mark = number.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const shortNumber = new Intl.NumberFormat(locale, { notation: 'compact' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const instantFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (instant: string) => {
      const written = format.format(new Date(instant));
      // The first of a month is an ordinal in French, which CLDR has no pattern for.
      return language === 'fr' ? written.replace(/^1(?= \p{L})/u, '1er') : written;
    };
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    shortNumber: (value) => shortNumber.format(value),
    percent: (share) => percent.format(share),
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        maximumFractionDigits: MONEY_DIGITS_MAX,
        // A text is formatted as the decimal that it is.
      }).format(amount as `${number}`),
    decimal: (value) => value.replace('.', mark),
    readDecimal(text) {
      const [whole = '', digits, ...more] = text.split(mark);
      const parts = digits === undefined ? [whole] : [whole, digits];
      return more.length === 0 && parts.every((part) => /^\d+$/.test(part)) ? parts.join('.') : undefined;
    },
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
    duration(seconds) {
      const { unit, count } = inUnit(seconds, 2);
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
    },
    relative(instant, now) {
      const { unit, count } = inUnit(Math.round((new Date(instant).getTime() - now.getTime()) / 1000));
      return relative.format(count, unit);
    },
  };
}
