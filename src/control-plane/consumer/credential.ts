import { randomBytes } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Credential } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { credentialLife } from './credential-life.ts';

/** A credential with its secret. It is stored hashed, so it can be read only now. */
export type IssuedCredential = {
  readonly credential: Credential;
  readonly clientKey: string;
  /** Null is none: a public client can keep none, and nobody takes one from it. */
  readonly clientSecret: string | null;
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

type CredentialDeps = { readonly secrets: Secrets; readonly clock: Clock };

type NewCredential = {
  readonly applicationId: string;
  readonly title: string;
  /** The asked end of its secret. Where it is null the catalog's policy gives one, or there is none. */
  readonly expiresAt: Date | null;
  readonly path?: readonly string[];
};

/**
 * Gives an application one more client key, with a client secret unless it is public.
 *
 * The secret that is stored for a public client is known to nobody. Once its application is confidential, a reset gives
 * it one.
 *
 * @throws BAD_USER_INPUT when the secret would have ended already, or would end later than the catalog's policy allows,
 * or when a public client is to have one that ends
 */
export async function createCredential(
  transaction: Transaction,
  { applicationId, title, expiresAt, path = ['input'] }: NewCredential,
  { secrets, clock }: CredentialDeps,
): Promise<IssuedCredential> {
  checkTitle(title, [...path, 'title']);
  const isPublic = await isPublicClient(transaction, applicationId);
  if (isPublic && expiresAt !== null) refuseSecret([...path, 'expiresAt']);
  const life = isPublic
    ? { endsAt: null, noticeAt: null }
    : await credentialLife(transaction, { applicationId, expiresAt, path }, clock());
  const clientSecret = secrets.issue('cs_');
  const credential = await transaction.credential.create({
    data: {
      applicationId,
      title,
      clientKey: newClientKey(),
      secretHash: secrets.hash(clientSecret),
      secretExpiresAt: life.endsAt,
      noticeAt: life.noticeAt,
    },
  });
  return { credential, clientKey: credential.clientKey, clientSecret: isPublic ? null : clientSecret };
}

async function isPublicClient(transaction: Transaction, id: string): Promise<boolean> {
  const where = { id };
  const { clientType } = await transaction.application.findUniqueOrThrow({
    where,
    select: { clientType: true },
  });
  return clientType === 'PUBLIC';
}

function refuseSecret(path: readonly string[]): never {
  return refuse('BAD_USER_INPUT', {
    detail: 'The application is a public client, which has no secret: make it CONFIDENTIAL first.',
    path,
  });
}

type ResetSecretInput = {
  readonly credential: Credential;
  /** Seconds that the old secret stays valid: 0, for not at all, to 86400. */
  readonly overlapSeconds: number;
  /** The asked end of the new secret. Where it is null the catalog's policy gives one, or there is none. */
  readonly expiresAt: Date | null;
  readonly path?: readonly string[];
};

/**
 * Makes a new secret for a client key. Where the old one stays valid for a while, an application can change over
 * without a refused call; a third one ends at once. The overlap makes no life longer.
 *
 * @throws BAD_USER_INPUT when the overlap is negative or longer than a day, or the client is public; as
 * `createCredential`
 */
export async function resetClientSecret(
  transaction: Transaction,
  { credential, overlapSeconds, expiresAt, path = ['input'] }: ResetSecretInput,
  { secrets, clock }: CredentialDeps,
): Promise<IssuedCredential> {
  if (overlapSeconds < 0 || overlapSeconds > OVERLAP_SECONDS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `overlapSeconds is ${overlapSeconds}: give 0 to ${OVERLAP_SECONDS_MAX} seconds.`,
      path: [...path, 'overlapSeconds'],
    });
  const { id, applicationId } = credential;
  if (await isPublicClient(transaction, applicationId)) refuseSecret(path);
  const now = clock();
  const { endsAt, noticeAt } = await credentialLife(transaction, { applicationId, expiresAt, path }, now);
  const clientSecret = secrets.issue('cs_');
  const reset = await transaction.credential.update({
    where: { id },
    data: {
      secretHash: secrets.hash(clientSecret),
      secretLastUsedAt: null,
      secretExpiresAt: endsAt,
      noticeAt,
      noticedDays: null,
      ...overlapOf(credential, overlapSeconds, now),
    },
  });
  return { credential: reset, clientKey: reset.clientKey, clientSecret };
}

/** The old secret beside a new one. It ends with the overlap, or before by itself. */
function overlapOf(credential: Credential, overlapSeconds: number, now: Date) {
  if (overlapSeconds === 0) return NO_PREVIOUS_SECRET;
  const { secretHash, secretExpiresAt, secretLastUsedAt } = credential;
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return {
    previousSecretHash: secretHash,
    previousSecretExpiresAt: secretExpiresAt !== null && secretExpiresAt < end ? secretExpiresAt : end,
    previousSecretLastUsedAt: secretLastUsedAt,
  };
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
