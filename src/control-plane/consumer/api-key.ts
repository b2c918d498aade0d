import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ApiKey } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { credentialLife, credentialPolicyOf } from './credential-life.ts';

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
  /** The asked end. Where it is null the catalog's policy gives one, or there is none. */
  readonly expiresAt: Date | null;
  readonly path: InputPath;
};

/**
 * Makes an API key. It begins with `gk_` and eight digits by which people know it again; behind them are 256 random bits.
 *
 * @throws BAD_USER_INPUT when it would have ended already, or would end later than the catalog's policy allows;
 *   QUOTA_EXCEEDED when the application has as many as it may
 */
export async function createApiKey(
  transaction: Transaction,
  { applicationId, title, expiresAt, path }: NewApiKey,
  { secrets, clock }: ApiKeyDeps,
): Promise<IssuedApiKey> {
  checkTitle(title, [...path, 'title']);
  const { endsAt, noticeAt } = await credentialLife(transaction, { applicationId, expiresAt, path }, clock());
  await checkQuota(transaction, { resource: 'API_KEYS', ownerId: applicationId, now: clock() });
  const prefix = `gk_${randomBytes(4).toString('hex')}`;
  const key = secrets.issue(`${prefix}_`);
  const apiKey = await transaction.apiKey.create({
    data: { applicationId, title, prefix, keyHash: secrets.hash(key), expiresAt: endsAt, noticeAt },
  });
  return { apiKey, key };
}

type Replacement = {
  readonly apiKey: ApiKey;
  /** Seconds that the old key stays valid: 0, for not at all, to 30 days. */
  readonly overlapSeconds: number;
  /** The asked end of the new key. Where it is null the catalog's policy gives one, or the old key. */
  readonly expiresAt: Date | null;
  readonly path: InputPath;
};

/**
 * Makes a key in place of another, with its title. The old one ends after the overlap, or before where its end comes
 * before, so that an application can change over without a refused call. Nobody is told of that end.
 *
 * @throws BAD_USER_INPUT when the overlap is negative or longer than 30 days, or the new key would have ended
 */
export async function replaceApiKey(
  transaction: Transaction,
  { apiKey, overlapSeconds, expiresAt: asked, path }: Replacement,
  deps: ApiKeyDeps,
): Promise<IssuedApiKey> {
  const { id, applicationId, title, expiresAt } = apiKey;
  const now = deps.clock();
  if (overlapSeconds < 0 || overlapSeconds > OVERLAP_SECONDS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `overlapSeconds is ${overlapSeconds}: give 0 to ${OVERLAP_SECONDS_MAX} seconds.`,
      path: [...path, 'overlapSeconds'],
    });
  const policy = await credentialPolicyOf(transaction, applicationId);
  const next = asked ?? (policy ? null : expiresAt);
  if (asked === null && next !== null && next <= now)
    refuse('BAD_USER_INPUT', {
      detail: 'The API key has ended: make a new one, or say when the one in its place ends.',
      path: [...path, 'id'],
    });
  const issued = await createApiKey(transaction, { applicationId, title, expiresAt: next, path }, deps);
  const overlapEnd = new Date(now.getTime() + overlapSeconds * 1000);
  const end = expiresAt !== null && expiresAt < overlapEnd ? expiresAt : overlapEnd;
  const data = { expiresAt: end, noticeAt: null, noticedDays: null };
  await transaction.apiKey.update({ where: { id }, data });
  return issued;
}

/** Ends an API key for good: every gateway refuses it with the next snapshot. */
export async function revokeApiKey(transaction: Transaction, { id }: ApiKey): Promise<void> {
  await transaction.apiKey.delete({ where: { id } });
}
