const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

const language = () => document.documentElement.lang || 'en';

export const number = (value: number) => new Intl.NumberFormat(language()).format(value);

/** Formats a wait, for example "in 41 min.". It is rounded up, so that waiting so long is enough. */
export function whenIn(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language(), { style: 'short' }).format(
    Math.ceil(seconds / length),
    unit,
  );
}
