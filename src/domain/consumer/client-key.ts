/** Characters that tell an application's client keys apart and admit nobody. */
const TOLD = 7;

/** Shortens a client key to `ck_qAEh…`. Logs, and people who may not call with it, see this form. */
export const clientKeyInShort = (clientKey: string): string => `${clientKey.slice(0, TOLD)}…`;
