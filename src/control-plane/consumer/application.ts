import {
  checkRedirectUris,
  FIRST_CREDENTIAL_TITLE,
  suspensionReasonAfter,
} from '../../domain/consumer/application.ts';
import type { ClientType } from '../../domain/oauth/oauth-provider.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { checkTitle, nameFor } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { Application } from '../../infrastructure/database/generated/prisma/client.ts';
import { countedStill } from '../../infrastructure/database/quota-counts.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { createCredential, type IssuedCredential } from './credential.ts';

export type NewApplication = {
  readonly consumerOrgId: string;
  readonly title: string;
  readonly name?: string | null | undefined;
  readonly clientType: ClientType;
  readonly redirectUris: readonly string[];
  /** Path of the input, for a refusal. */
  readonly path?: readonly string[];
};

/**
 * Creates an application with its first credential. (spec.md, Application: "issued at creation; shown once")
 *
 * Decision: a public application gets a secret as well, so that it can become confidential without a new client key. As
 * long as it is public nothing takes the secret: the OAuth endpoints refuse it, and the gateway asks for client keys and
 * access tokens alone.
 *
 * @throws BAD_USER_INPUT, NAME_TAKEN, QUOTA_EXCEEDED
 */
export async function createApplication(
  transaction: Transaction,
  { consumerOrgId, title, name: givenName, clientType, redirectUris, path = ['input'] }: NewApplication,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): Promise<IssuedCredential & { readonly application: Application }> {
  const name = nameFor({ title, name: givenName }, path);
  checkRedirectUris(redirectUris, [...path, 'redirectUris']);
  const existing = await transaction.application.findFirst({ where: { consumerOrgId, name } });
  if (existing)
    refuse('NAME_TAKEN', {
      detail: `The consumer org has an application ${name} already: choose another title or name.`,
      path: [...path, givenName == null ? 'title' : 'name'],
    });
  await checkQuota(transaction, { resource: 'APPLICATIONS', ownerId: consumerOrgId, now: clock() });
  const application = await transaction.application.create({
    data: { consumerOrgId, name, title, clientType, redirectUris: [...redirectUris] },
  });
  const issued = await createCredential(
    transaction,
    { applicationId: application.id, title: FIRST_CREDENTIAL_TITLE, expiresAt: null },
    { secrets, clock },
  );
  return { application, ...issued };
}

type ApplicationChanges = {
  readonly title?: string | null | undefined;
  readonly clientType?: ClientType | null | undefined;
  readonly redirectUris?: readonly string[] | null | undefined;
  readonly state?: Application['state'] | null | undefined;
  /** Undefined keeps it, null takes it away. */
  readonly suspensionReason?: string | null | undefined;
  readonly path?: readonly string[];
};

/** Changes what is given; redirect URIs replace the whole list. A suspended application is refused by the gateway. */
export async function updateApplication(
  transaction: Transaction,
  application: Application,
  { title, clientType, redirectUris, state, suspensionReason, path = ['input'] }: ApplicationChanges,
): Promise<Application> {
  if (title != null) checkTitle(title, [...path, 'title']);
  if (redirectUris != null) checkRedirectUris(redirectUris, [...path, 'redirectUris']);
  return transaction.application.update({
    where: { id: application.id },
    data: {
      ...(title != null && { title }),
      ...(clientType != null && { clientType }),
      ...(redirectUris != null && { redirectUris: [...redirectUris] }),
      ...(state != null && { state }),
      suspensionReason: suspensionReasonAfter(
        { state: state ?? application.state, present: application.suspensionReason, given: suspensionReason },
        [...path, 'suspensionReason'],
      ),
    },
  });
}

/** Deletes an application with its credentials and subscriptions. Among those of the consumer org it counts for a while. */
export async function deleteApplication(
  transaction: Transaction,
  { id: applicationId, consumerOrgId: id }: Application,
  now: Date,
): Promise<void> {
  await transaction.application.delete({ where: { id: applicationId } });
  const { applicationsEndedAt } = await transaction.consumerOrg.findUniqueOrThrow({ where: { id } });
  const endedAt = [...countedStill(applicationsEndedAt, now), now];
  await transaction.consumerOrg.update({ where: { id }, data: { applicationsEndedAt: endedAt } });
}
