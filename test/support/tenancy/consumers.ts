import { randomUUID } from 'node:crypto';
import { selfSigned } from '../certificates.ts';
import type { ManagementWorld } from '../management.ts';
import type { Issued } from './world.ts';

export const passwordOf = (word: string) => `${word}-password-of-a-person`;

type CatalogAddress = { readonly org: string; readonly catalog: string };
/** Values that the platform issues to consumer orgs, which do not choose them. */
export type IssuedToConsumers = Pick<
  Issued,
  | 'clientKey'
  | 'clientSecret'
  | 'member'
  | 'subscription'
  | 'pending'
  | 'apiKey'
  | 'invitation'
  | 'thumbprint'
  | 'requestId'
  | 'notice'
  | 'consumerWebhook'
  | 'consumerDelivery'
  | 'campaign'
>;

/**
 * Makes a consumer org with one of everything that it can have.
 *
 * @param word is in each of its names
 */
export async function furnishConsumers(
  world: ManagementWorld,
  { org, catalog }: CatalogAddress,
  word: string,
): Promise<IssuedToConsumers> {
  const { prisma } = world.database;
  const address = { org, catalog };
  const consumers = { ...address, consumerOrg: `${word}-consumers` };
  await world.mutate('createConsumerOrg', {
    ...address,
    title: `${word} consumers`,
    owner: { username: `${word}-member`, password: passwordOf(word) },
  });
  await world.mutate('addMember', {
    ...consumers,
    username: `${word}-colleague`,
    password: passwordOf(word),
  });
  await world.mutate('createConsumerGroup', {
    ...address,
    title: `${word} group`,
    consumerOrgs: [`${word}-consumers`],
    mailDomains: [`${word}.example`],
  });
  const application = (title: string) =>
    world.mutate<{ clientKey: string; clientSecret: string }>(
      'createApplication',
      { ...consumers, title },
      '{ clientKey clientSecret }',
    );
  const subscribe = (name: string) =>
    world.mutate<{ id: string }>(
      'createSubscription',
      { ...consumers, application: name, product: `${org}-product:1.0.0`, plan: `${org}-plan` },
      '{ id }',
    );
  const { clientKey, clientSecret } = await application(`${word} application`);
  await application(`${word} waiting`);
  const subscription = await subscribe(`${word}-application`);
  const pending = await subscribe(`${word}-waiting`);
  const { apiKey } = await world.mutate<{ apiKey: { id: string } }>(
    'createApiKey',
    { ...consumers, application: `${word}-application`, title: `${word} key` },
    '{ apiKey { id } }',
  );
  const { invitation } = await world.mutate<{ invitation: { id: string } }>(
    'inviteMember',
    { ...consumers, role: 'VIEWER', email: `guest@${word}.example` },
    '{ invitation { id } }',
  );
  const { thumbprint } = await world.mutate<{ thumbprint: string }>(
    'addClientCertificate',
    { ...consumers, application: `${word}-application`, certificate: selfSigned(word).cert },
    '{ thumbprint }',
  );
  await prisma.subscription.update({ where: { id: pending.id }, data: { state: 'PENDING_APPROVAL' } });
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: catalog } });
  const stored = await prisma.application.findFirstOrThrow({ where: { name: `${word}-application` } });
  const member = await prisma.member.findFirstOrThrow({ where: { consumerOrgId: stored.consumerOrgId } });
  const { requestId } = await prisma.refusedCall.create({
    data: {
      requestId: randomUUID(),
      requestIdIsOwn: true,
      at: world.deps.clock(),
      catalogId,
      applicationId: stored.id,
      subscriptionId: subscription.id,
      method: 'GET',
      path: `/${word}`,
      api: `${org}-api:1.0.0`,
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: `Too many of ${word}.`,
      decision: [],
    },
  });
  const campaign = await prisma.campaign.create({
    data: {
      catalogId,
      productId: randomUUID(),
      product: `${org}-product:1.0.0`,
      title: `${word} message`,
      text: `Of ${word}.`,
      asksAcknowledgement: true,
      sentBy: `token:${word}-token`,
      sentAt: world.deps.clock(),
    },
  });
  const notice = await prisma.notice.create({
    data: {
      id: BigInt(800_000 + (await prisma.notice.count())),
      campaignId: campaign.id,
      eventId: -BigInt(await prisma.notice.count()),
      catalogId,
      consumerOrgId: stored.consumerOrgId,
      kind: 'LIMIT_ALERT',
      subject: `${word}-consumers/${word}-application`,
      detail: {
        share: 80,
        limit: 'daily',
        endsAt: world.deps.clock().toISOString(),
        product: word,
        plan: word,
      },
      at: world.deps.clock(),
    },
  });
  return {
    clientKey,
    clientSecret,
    requestId,
    notice: `${notice.id}`,
    ...(await furnishWebhook(world, { word, catalogId, consumerOrgId: stored.consumerOrgId, notice })),
    campaign: campaign.id,
    subscription: subscription.id,
    pending: pending.id,
    member: member.id,
    apiKey: apiKey.id,
    invitation: invitation.id,
    thumbprint,
  };
}

type Furnished = {
  readonly word: string;
  readonly catalogId: string;
  readonly consumerOrgId: string;
  readonly notice: { readonly id: bigint };
};

/** A webhook of the consumer org, with a delivery. */
async function furnishWebhook(
  { database: { prisma }, deps }: ManagementWorld,
  { word, catalogId, consumerOrgId, notice }: Furnished,
): Promise<Pick<IssuedToConsumers, 'consumerWebhook' | 'consumerDelivery'>> {
  const id = randomUUID();
  const secretSealed = new Uint8Array(deps.secrets.seal('whsec_c2VjcmV0', id));
  const url = `https://${word}.example/hook`;
  await prisma.webhook.create({
    data: { id, name: id, catalogId, consumerOrgId, url, secretSealed, format: 'STANDARD' },
  });
  const lastError = `${word} does not answer`;
  const delivery = await prisma.webhookDelivery.create({
    data: { id: notice.id - 200_000n, webhookId: id, noticeId: notice.id, attempts: 1, lastError },
  });
  return { consumerWebhook: id, consumerDelivery: `${delivery.id}` };
}
