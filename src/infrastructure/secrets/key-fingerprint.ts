import type { Secrets } from './secrets.ts';

/**
 * Returns a fingerprint that identifies the secret key and reveals nothing of it. It is an HMAC under a derived key. It
 * is stored in the database and at the head of every backup. Existing backups fix its text.
 */
export const keyFingerprint = (secrets: Pick<Secrets, 'hash'>): string => secrets.hash('the key of a backup');
