import {
  certificateKey,
  registeredCertificate,
  thumbprintFrom,
} from '../../domain/consumer/client-certificate.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ClientCertificate } from '../../infrastructure/database/generated/prisma/client.ts';

type CertificateOwner = { readonly catalogId: string; readonly applicationId: string };

type NewCertificate = CertificateOwner & {
  /** The certificate as PEM. */
  readonly certificate: string;
  readonly now: Date;
  readonly path: InputPath;
};

/**
 * Registers a client certificate with an application.
 *
 * Calls with it are the application's from then on.
 *
 * @throws BAD_USER_INPUT for what is no certificate, or one that has ended; NAME_TAKEN when it is registered already;
 *   QUOTA_EXCEEDED
 */
export async function addClientCertificate(
  transaction: Transaction,
  { catalogId, applicationId, certificate, now, path }: NewCertificate,
): Promise<ClientCertificate> {
  const facts = registeredCertificate(certificate, now, [...path, 'certificate']);
  const { thumbprint, subject } = facts;
  const key = certificateKey({ catalogId, thumbprint });
  if (await transaction.clientCertificate.findUnique({ where: { key } }))
    refuse('NAME_TAKEN', {
      detail: `The certificate ${thumbprint} is registered with an application of this catalog already.`,
      path: [...path, 'certificate'],
    });
  await checkQuota(transaction, { resource: 'CLIENT_CERTIFICATES', ownerId: applicationId, now });
  const [notBefore, notAfter] = [new Date(facts.notBefore), new Date(facts.notAfter)];
  return transaction.clientCertificate.create({
    data: { applicationId, thumbprint, key, subject, notBefore, notAfter },
  });
}

type RegisteredCertificate = CertificateOwner & { readonly thumbprint: string; readonly path: InputPath };

/** @throws NOT_FOUND when the application has no such certificate */
export async function removeClientCertificate(
  transaction: Transaction,
  { catalogId, applicationId, thumbprint, path }: RegisteredCertificate,
): Promise<void> {
  const key = certificateKey({ catalogId, thumbprint: thumbprintFrom(thumbprint) });
  const found = key.includes('\0') ? 0 : await deleted(transaction, { key, applicationId });
  if (found === 0)
    refuse('NOT_FOUND', {
      detail: 'The application has no client certificate with that thumbprint.',
      path: [...path, 'thumbprint'],
    });
}

async function deleted(
  transaction: Transaction,
  where: { readonly key: string; readonly applicationId: string },
): Promise<number> {
  const { count } = await transaction.clientCertificate.deleteMany({ where });
  return count;
}
