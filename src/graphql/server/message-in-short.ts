const FRONT = 400;
const BACK = 200;

/**
 * Shortens a message of GraphQL.js about a value. The message repeats the value, which may be as large as the request.
 * The reason is at its end.
 */
export function messageInShort(message: string): string {
  return message.length <= FRONT + BACK ? message : `${message.slice(0, FRONT)} … ${message.slice(-BACK)}`;
}
