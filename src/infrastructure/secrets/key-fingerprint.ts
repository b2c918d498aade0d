import type { Secrets } from './secrets.ts';

/**
 * Tells the secret key from others, and tells nothing of it: an HMAC under what is derived from it. It stands in the database
 * and at the head of every backup, of which those that exist have fixed its text.
 */
export const keyFingerprint = ({ hash }: Pick<Secrets, 'hash'>): string => hash('the key of a backup');
