import { randomUUID } from 'node:crypto';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells whether a text can be the id of a row. Any other is not looked up. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Makes the id of a row before the row is written: version 7. (RFC 9562 §5.7) */
export function newUuid(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
