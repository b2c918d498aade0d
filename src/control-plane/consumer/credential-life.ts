import {
  type CredentialPolicy,
  credentialEnd,
  firstNotice,
  NOTICE_DAYS_DEFAULT,
} from '../../domain/consumer/credential-policy.ts';
import type { InputPath } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';

/** The end of a secret or an API key, and when it is told first. Null is never. */
type CredentialLife = { readonly endsAt: Date | null; readonly noticeAt: Date | null };

type Made = {
  readonly applicationId: string;
  /** The end that was asked for; null is none. */
  readonly expiresAt: Date | null;
  readonly path: InputPath;
};

/** The policy of an application's catalog; null is none. */
export async function credentialPolicyOf(
  transaction: Transaction,
  applicationId: string,
): Promise<CredentialPolicy | null> {
  const { consumerOrg } = await transaction.application.findUniqueOrThrow({
    where: { id: applicationId },
    relationLoadStrategy: 'join',
    select: { consumerOrg: { select: { catalog: { select: { credentialPolicy: true } } } } },
  });
  return stored<CredentialPolicy | null>(consumerOrg.catalog.credentialPolicy);
}

/**
 * Returns the life of a secret or an API key that is made now.
 *
 * @throws BAD_USER_INPUT when the asked end has passed, or is later than the catalog's policy allows
 */
export async function credentialLife(
  transaction: Transaction,
  { applicationId, expiresAt, path }: Made,
  now: Date,
): Promise<CredentialLife> {
  const policy = await credentialPolicyOf(transaction, applicationId);
  const endsAt = credentialEnd({ policy, expiresAt, now, path });
  const noticeDays = policy?.noticeDays ?? NOTICE_DAYS_DEFAULT;
  return { endsAt, noticeAt: endsAt && firstNotice({ endsAt, noticeDays, now }) };
}
