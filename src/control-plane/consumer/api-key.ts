import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ApiKey } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';

/** An API key in clear. It is stored hashed, so it can be read only now. */
export type IssuedApiKey = { readonly apiKey: ApiKey; readonly key: string };

/** The longest overlap of an old key with the one that replaces it: a month. */
const OVERLAP_SECONDS_MAX = 30 * 86_400;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text can be the id of an API key. Other text is not looked up. */
export const isApiKeyId = (id: string): boolean => ID.test(id);

type ApiKeyDeps = { readonly secrets: Secrets; readonly clock: Clock };

type NewApiKey = {
  readonly applicationId: string;
  readonly title: string;
  /** End of the key; null is never. */
  readonly expiresAt: Date | null;
  readonly path: InputPath;
};

/**
 * Makes an API key. It begins with `gk_` and eight digits by which people know it again; behind them are 256 random bits.
 *
 * @throws BAD_USER_INPUT when it would have ended already; QUOTA_EXCEEDED when the application has as many as it may
 */
export async function createApiKey(
  transaction: Transaction,
  { applicationId, title, expiresAt, path }: NewApiKey,
  { secrets, clock }: ApiKeyDeps,
): Promise<IssuedApiKey> {
  checkTitle(title, [...path, 'title']);
  if (expiresAt !== null && expiresAt <= clock())
    refuse('BAD_USER_INPUT', {
      detail: 'expiresAt has passed: give an instant to come, or none for a key without an end.',
      path: [...path, 'expiresAt'],
    });
  await checkQuota(transaction, { resource: 'API_KEYS', ownerId: applicationId, now: clock() });
  const prefix = `gk_${randomBytes(4).toString('hex')}`;
  const key = secrets.issue(`${prefix}_`);
  const apiKey = await transaction.apiKey.create({
    data: { applicationId, title, prefix, keyHash: secrets.hash(key), expiresAt },
  });
  return { apiKey, key };
}

type Replacement = {
  readonly apiKey: ApiKey;
  /** Seconds that the old key stays valid: 0, for not at all, to 30 days. */
  readonly overlapSeconds: number;
  readonly path: InputPath;
};

/**
 * Makes a key in place of another, with its title and its end. The old one ends after the overlap, or before where its end
 * comes before, so that an application can change over without a refused call.
 *
 * @throws BAD_USER_INPUT when the overlap is negative or longer than 30 days, or the key has ended
 */
export async function replaceApiKey(
  transaction: Transaction,
  { apiKey, overlapSeconds, path }: Replacement,
  deps: ApiKeyDeps,
): Promise<IssuedApiKey> {
  const { id, applicationId, title, expiresAt } = apiKey;
  const now = deps.clock();
  if (overlapSeconds < 0 || overlapSeconds > OVERLAP_SECONDS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `overlapSeconds is ${overlapSeconds}: give 0 to ${OVERLAP_SECONDS_MAX} seconds.`,
      path: [...path, 'overlapSeconds'],
    });
  if (expiresAt !== null && expiresAt <= now)
    refuse('BAD_USER_INPUT', {
      detail: 'The API key has ended: make a new one.',
      path: [...path, 'id'],
    });
  const issued = await createApiKey(transaction, { applicationId, title, expiresAt, path }, deps);
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  if (expiresAt === null || end < expiresAt)
    await transaction.apiKey.update({ where: { id }, data: { expiresAt: end } });
  return issued;
}

/** Ends an API key for good: every gateway refuses it with the next snapshot. */
export async function revokeApiKey(transaction: Transaction, { id }: ApiKey): Promise<void> {
  await transaction.apiKey.delete({ where: { id } });
}
