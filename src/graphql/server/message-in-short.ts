const FRONT = 400;
const BACK = 200;

/**
 * Shortens what GraphQL.js says of a value: it repeats the value, which may be as large as the request. What was wrong
 * stands at the end.
 */
export function messageInShort(message: string): string {
  return message.length <= FRONT + BACK ? message : `${message.slice(0, FRONT)} … ${message.slice(-BACK)}`;
}
