/** Digits after the point that decimals are computed with. */
export const DECIMAL_PLACES = 10;
const SCALE = 10n ** BigInt(DECIMAL_PLACES);
const DECIMAL = new RegExp(`^(\\d{1,18})(?:\\.(\\d{1,${DECIMAL_PLACES}}))?$`);

/** An exact number: so many 10^-10. Money is never a number of JavaScript, which has no 0.1. */
export type Decimal = bigint;

/** An exact quotient. `over` is greater than 0. */
export type Fraction = { readonly of: bigint; readonly over: bigint };

/** Reads a decimal that is not negative; undefined for any other text. */
export function readDecimal(text: string): Decimal | undefined {
  const [, whole, digits = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * SCALE + BigInt(digits.padEnd(DECIMAL_PLACES, '0'));
}

/** Writes a decimal with its digits after the point, and at least `places` of them. */
export function writeDecimal(value: Decimal, places = 0): string {
  const digits = (value % SCALE)
    .toString()
    .padStart(DECIMAL_PLACES, '0')
    .replace(/0+$/, '')
    .padEnd(places, '0');
  return digits === '' ? `${value / SCALE}` : `${value / SCALE}.${digits}`;
}

/** Tells whether a decimal needs no more than so many digits after the point. */
export const fitsPlaces = (value: Decimal, places: number): boolean =>
  value % 10n ** BigInt(DECIMAL_PLACES - places) === 0n;

/** Rounds a quotient of decimals to so many digits after the point, a half upwards. */
export function roundHalfUp({ of, over }: Fraction, places: number): Decimal {
  const unit = 10n ** BigInt(DECIMAL_PLACES - places);
  const step = over * unit;
  return ((2n * of + step) / (2n * step)) * unit;
}

/** Adds quotients. */
export const sumOf = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce((sum, { of, over }) => ({ of: sum.of * over + of * sum.over, over: sum.over * over }), {
    of: 0n,
    over: 1n,
  });
