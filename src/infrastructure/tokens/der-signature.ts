/** Tags of ASN.1, in the distinguished encoding. (X.690 §8.3, §8.9) */
const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** The bytes of each number of a signature on P-256. */
const NUMBER_BYTES = 32;
/** The tag and length of the sequence, and those of its first number. */
const HEAD_BYTES = 4;

/**
 * Reads the numbers of an ECDSA signature, side by side as JWS writes them. (RFC 7518 §3.4)
 *
 * @param der the two in a sequence, as OpenSSL writes a signature on P-256 (RFC 3279 §2.2.3)
 */
export function numbersOf(der: Uint8Array): Buffer {
  const numbers = Buffer.alloc(2 * NUMBER_BYTES);
  const secondAt = HEAD_BYTES + (der[HEAD_BYTES - 1] ?? 0);
  place(der.subarray(HEAD_BYTES, secondAt), numbers.subarray(0, NUMBER_BYTES));
  place(der.subarray(secondAt + 2), numbers.subarray(NUMBER_BYTES));
  return numbers;
}

/** Copies a number to the end of its field. A first byte of zero only says that it is positive. */
function place(integer: Uint8Array, field: Uint8Array): void {
  const value = integer.length > NUMBER_BYTES ? integer.subarray(integer.length - NUMBER_BYTES) : integer;
  field.set(value, NUMBER_BYTES - value.length);
}

/** Writes an ECDSA signature of JWS as OpenSSL reads it. */
export function inDer(numbers: Uint8Array): Buffer {
  const [first, second] = [
    integerOf(numbers.subarray(0, NUMBER_BYTES)),
    integerOf(numbers.subarray(NUMBER_BYTES)),
  ];
  return Buffer.concat([Buffer.of(SEQUENCE, first.length + second.length), first, second]);
}

/** Writes a positive number. It has no leading zeros, but for one before a set bit. */
function integerOf(number: Uint8Array): Buffer {
  const start = Math.max(
    0,
    number.findIndex((byte) => byte !== 0),
  );
  const zeros = (number[start] ?? 0) > 0x7f ? 1 : 0;
  const integer = Buffer.alloc(2 + zeros + number.length - start);
  integer[0] = INTEGER;
  integer[1] = integer.length - 2;
  integer.set(number.subarray(start), 2 + zeros);
  return integer;
}
