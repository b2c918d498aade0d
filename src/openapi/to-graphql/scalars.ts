/**
 * Scalars besides GraphQL's own, with their descriptions. All but BigInt, JSON and Byte are texts that pass unchanged.
 */
export const scalars = {
  BigInt:
    'A whole number of any size. Where a number of JSON would lose digits (beyond 2^53) it is a text of digits; both are taken.',
  JSON: 'Any value of JSON.',
  Byte: 'Bytes, for example of a file, as base64 (RFC 4648 §4).',
  DateTime: 'An instant, RFC 3339, as the back-end writes it.',
  Date: 'A day, RFC 3339 full-date, as the back-end writes it.',
  Time: 'A time of day, RFC 3339, as the back-end writes it.',
  EmailAddress: 'An email address.',
  URL: 'An address, RFC 3986.',
} as const satisfies Record<string, string>;

/** Scalars of texts by format. A text of any other format is a String. */
export const textFormats = new Map<unknown, string>([
  ...['id', 'uuid', 'guid'].map((format): [string, string] => [format, 'ID']),
  ['date-time', 'DateTime'],
  ['date', 'Date'],
  ['time', 'Time'],
  ['email', 'EmailAddress'],
  ['uri', 'URL'],
  ['url', 'URL'],
  ['binary', 'Byte'],
]);

const BIG_FORMATS = new Set<unknown>(['int64', 'uint64', 'uint32', 'long', 'bigint', 'unix-time']);
const INT_MAX = 2_147_483_647;

/** Is true for a whole number that needs more than GraphQL's 32-bit Int. Its format or bounds tell. */
export function isBig({ format, maximum, minimum }: Readonly<Record<string, unknown>>): boolean {
  return BIG_FORMATS.has(format) || Number(maximum ?? 0) > INT_MAX || Number(minimum ?? 0) < -INT_MAX - 1;
}
