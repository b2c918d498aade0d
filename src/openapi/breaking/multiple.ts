/**
 * Tells whether one number is a multiple of another in decimal. In floating point, 0.3 is no multiple of 0.1. (JSON
 * Schema Validation §6.2.1)
 */
export function isMultiple(number: number, step: number): boolean {
  const [a, b] = [decimalOf(number), decimalOf(step)];
  const exponent = Math.min(a.exponent, b.exponent);
  const [whole, part] = [a, b].map((each) => each.digits * 10n ** BigInt(each.exponent - exponent)) as [
    bigint,
    bigint,
  ];
  return part !== 0n && whole % part === 0n;
}

/** Converts a number to decimal digits: `-1.25e-7` is -125 × 10⁻⁹. */
function decimalOf(number: number): { readonly digits: bigint; readonly exponent: number } {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  return { digits: BigInt(`${sign}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
