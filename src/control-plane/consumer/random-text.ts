import { randomBytes } from 'node:crypto';

/** Makes forty random bits as text, for the end of a name that nobody has. */
export const randomText = (): string => randomBytes(5).toString('hex');
