import { randomBytes } from 'node:crypto';

/** Makes ten characters that nobody else has at the end of a name. */
export const randomText = (): string => randomBytes(5).toString('hex');
