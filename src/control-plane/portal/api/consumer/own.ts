import { isSubscriptionId } from '../../../../domain/consumer/subscription.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { isName } from '../../../../foundation/text/name.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type {
  ApiKey,
  Application,
  Credential,
  Subscription,
  Webhook,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { isApiKeyId } from '../../../consumer/api-key.ts';
import type { Viewer } from '../context.ts';

/**
 * Finds an application of the viewer's consumer org. For the viewer another's does not exist. Text that cannot be a
 * name, key or id is not looked up.
 *
 * @throws NOT_FOUND
 */
export async function ownApplication(
  transaction: Transaction,
  { consumerOrg }: Viewer,
  { name, argument }: { name: string; argument: string },
): Promise<Application> {
  const application = isName(name)
    ? await transaction.application.findFirst({ where: { name, consumerOrgId: consumerOrg.id } })
    : null;
  if (application) return application;
  return refuse('NOT_FOUND', {
    detail: 'Your consumer organization has no application of that name.',
    path: [argument],
  });
}

/** @throws NOT_FOUND */
export async function ownCredential(
  transaction: Transaction,
  { consumerOrg }: Viewer,
  clientKey: string,
): Promise<Credential & { readonly application: Application }> {
  const credential = clientKey.includes('\0')
    ? null
    : await transaction.credential.findFirst({
        where: { clientKey, application: { consumerOrgId: consumerOrg.id } },
        include: { application: true },
      });
  if (credential) return credential;
  return refuse('NOT_FOUND', {
    detail: 'No application of your consumer organization has that client key.',
    path: ['clientKey'],
  });
}

/** @throws NOT_FOUND */
export async function ownApiKey(
  transaction: Transaction,
  { consumerOrg }: Viewer,
  id: string,
): Promise<ApiKey> {
  const apiKey = isApiKeyId(id)
    ? await transaction.apiKey.findFirst({ where: { id, application: { consumerOrgId: consumerOrg.id } } })
    : null;
  if (apiKey) return apiKey;
  return refuse('NOT_FOUND', {
    detail: 'No application of your consumer organization has that API key.',
    path: ['id'],
  });
}

/** @throws NOT_FOUND */
export async function ownWebhook(
  transaction: Transaction,
  { consumerOrg }: Viewer,
  id: string,
): Promise<Webhook> {
  const webhook = isWebhookId(id)
    ? await transaction.webhook.findFirst({ where: { id, consumerOrgId: consumerOrg.id } })
    : null;
  return (
    webhook ??
    refuse('NOT_FOUND', { detail: 'Your consumer organization has no such webhook.', path: ['id'] })
  );
}
export const isWebhookId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** @throws NOT_FOUND */
export async function ownSubscription(
  transaction: Transaction,
  { consumerOrg }: Viewer,
  id: string,
): Promise<Subscription> {
  const subscription = isSubscriptionId(id)
    ? await transaction.subscription.findFirst({
        where: { id, application: { consumerOrgId: consumerOrg.id } },
      })
    : null;
  if (subscription) return subscription;
  return refuse('NOT_FOUND', {
    detail: 'No application of your consumer organization has that subscription.',
    path: ['id'],
  });
}
