import { randomFillSync, randomUUID } from 'node:crypto';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells whether a text can be the id of a row. Any other is not looked up. */
export const isUuid = (text: string): boolean => UUID.test(text);

const BYTES = 16;
/** Ids that are drawn at once, as crypto.randomUUID does. One draw costs the same. */
const AT_ONCE = 128;
const drawn = Buffer.allocUnsafeSlow(BYTES * AT_ONCE);
let next = drawn.length;

const DIGITS = Buffer.from('0123456789abcdef');
/** The place of each byte's digits in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const text = Buffer.from('00000000-0000-0000-0000-000000000000');

/**
 * Makes a random id: version 4. (RFC 9562 §5.4)
 *
 * Its text is one piece. That of crypto.randomUUID is of twenty, and costs more where it becomes part of several others.
 */
export function randomId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  drawn[next + 6] = ((drawn[next + 6] ?? 0) & 0x0f) | 0x40;
  drawn[next + 8] = ((drawn[next + 8] ?? 0) & 0x3f) | 0x80;
  for (const place of PLACES) {
    const byte = drawn[next] ?? 0;
    text[place] = DIGITS[byte >> 4] ?? 0;
    text[place + 1] = DIGITS[byte & 0x0f] ?? 0;
    next += 1;
  }
  return text.toString('latin1');
}

/** Makes the id of a row before the row is written: version 7. (RFC 9562 §5.7) */
export function newUuid(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
