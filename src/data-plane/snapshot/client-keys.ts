/** Prefixes of keys that are packed as client keys are. No client key begins so. */
export const KEY_MARKS = { apiKey: '#', externalClient: '@', certificate: '~' } as const;
export type KeyMark = (typeof KEY_MARKS)[keyof typeof KEY_MARKS];

const MARKS: ReadonlySet<string> = new Set(Object.values(KEY_MARKS));
/** Tells whether a key has a mark. */
export const isMarked = (key: string): boolean => MARKS.has(key.charAt(0));
