import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Credential } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';

/** A credential with its secret. It is stored hashed, so it can be read only now. */
export type IssuedCredential = {
  readonly credential: Credential;
  readonly clientKey: string;
  readonly clientSecret: string;
};

/** A secret that was replaced, and is admitted for a while all the same. */
export type PreviousSecret = {
  readonly hash: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Longest overlap of an old secret with the new one: a day. */
const OVERLAP_SECONDS_MAX = 86_400;

const NO_PREVIOUS_SECRET = {
  previousSecretHash: null,
  previousSecretExpiresAt: null,
  previousSecretLastUsedAt: null,
};

/** Makes a client key. It names the caller and is no secret: 128 random bits are enough to be unique. */
function newClientKey(): string {
  return `ck_${randomBytes(16).toString('base64url')}`;
}

/** Gives an application one more client key and client secret. */
export async function createCredential(
  transaction: Transaction,
  {
    applicationId,
    title,
    path = ['input'],
  }: { applicationId: string; title: string; path?: readonly string[] },
  secrets: Secrets,
): Promise<IssuedCredential> {
  checkTitle(title, [...path, 'title']);
  const clientSecret = secrets.issue('cs_');
  const credential = await transaction.credential.create({
    data: { applicationId, title, clientKey: newClientKey(), secretHash: secrets.hash(clientSecret) },
  });
  return { credential, clientKey: credential.clientKey, clientSecret };
}

type ResetSecretInput = {
  readonly credential: Credential;
  /** Seconds that the old secret stays valid: 0, for not at all, to 86400. */
  readonly overlapSeconds: number;
  readonly path?: readonly string[];
};

/**
 * Makes a new secret for a client key. Where the old one stays valid for a while, an application can change over
 * without a refused call; a third one ends at once.
 *
 * @throws BAD_USER_INPUT when the overlap is negative or longer than a day
 */
export async function resetClientSecret(
  transaction: Transaction,
  { credential, overlapSeconds, path = ['input'] }: ResetSecretInput,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): Promise<IssuedCredential> {
  if (overlapSeconds < 0 || overlapSeconds > OVERLAP_SECONDS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `overlapSeconds is ${overlapSeconds}: give 0 to ${OVERLAP_SECONDS_MAX} seconds.`,
      path: [...path, 'overlapSeconds'],
    });
  const clientSecret = secrets.issue('cs_');
  const overlap =
    overlapSeconds === 0
      ? NO_PREVIOUS_SECRET
      : {
          previousSecretHash: credential.secretHash,
          previousSecretExpiresAt: new Date(clock().getTime() + overlapSeconds * 1000),
          previousSecretLastUsedAt: credential.secretLastUsedAt,
        };
  const reset = await transaction.credential.update({
    where: { id: credential.id },
    data: { secretHash: secrets.hash(clientSecret), secretLastUsedAt: null, ...overlap },
  });
  return { credential: reset, clientKey: reset.clientKey, clientSecret };
}

/** Ends the overlap of a client key's old secret. Without one it does nothing. */
export async function revokePreviousSecret(transaction: Transaction, { id }: Credential): Promise<void> {
  await transaction.credential.update({ where: { id }, data: NO_PREVIOUS_SECRET });
}

/** The old secret of a client key during its overlap; null without one. */
export function previousSecretOf(
  credential: Pick<Credential, keyof typeof NO_PREVIOUS_SECRET>,
  now: Date,
): PreviousSecret | null {
  const { previousSecretHash: hash, previousSecretExpiresAt: expiresAt } = credential;
  if (hash === null || expiresAt === null || expiresAt <= now) return null;
  return { hash, expiresAt, lastUsedAt: credential.previousSecretLastUsedAt };
}

/**
 * Withdraws a client key and its secret.
 *
 * Decision: the last one may go too. A leaked key is withdrawn at once that way; the application and its
 * subscriptions stay, and `createCredential` gives it a new key.
 */
export async function deleteCredential(transaction: Transaction, credential: Credential): Promise<void> {
  await transaction.credential.delete({ where: { id: credential.id } });
}
