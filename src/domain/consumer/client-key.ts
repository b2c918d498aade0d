/** As much of a client key as tells it from the others of an application, and opens nothing. */
const TOLD = 7;

/** How a client key is told to those who may not call by it, and in what is kept: `ck_qAEh…`. */
export const clientKeyInShort = (clientKey: string): string => `${clientKey.slice(0, TOLD)}…`;
