import {
  CAMPAIGN_TEXT_MAX,
  CAMPAIGN_TITLE_MAX,
  CAMPAIGNS_PER_HOUR,
  campaignFrom,
} from '../../../domain/events/campaign.ts';
import { refuse } from '../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Campaign, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { catalogProductNamed } from '../catalog/catalog-product.ts';
import { CampaignRef } from './campaign.ts';
import { countMessageMails } from './message-mails.ts';

const HOUR_MS = 3_600_000;

const NotifySubscribersInput = builder.inputType('NotifySubscribersInput', {
  description: 'A message to subscribers of a product.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Whose subscribers.' }),
    plan: t.string({ description: 'Only those of this plan; all unless given.' }),
    title: t.string({
      required: true,
      description: `Its title, of at most ${CAMPAIGN_TITLE_MAX} characters: the subject of its mails.`,
    }),
    text: t.string({
      required: true,
      description: `Its text, of at most ${CAMPAIGN_TEXT_MAX} characters, in Markdown. Mails have it as it is written.`,
    }),
    askAcknowledgement: t.boolean({
      defaultValue: false,
      description: 'Are consumer orgs asked to acknowledge it?',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say whom it would reach, and send nothing.' }),
  }),
});

/** Reach of a message. */
type Reach = {
  readonly consumerOrgs: readonly string[];
  readonly subscriptions: number;
  readonly members: number;
  readonly mails: number;
};
type Notified = Reach & { readonly dryRun: boolean; readonly campaign: Campaign | null };

const Payload = builder.objectRef<Notified>('NotifySubscribersPayload').implement({
  description: 'Whom a message reaches, and the message once it is sent.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was nothing sent?' }),
    consumerOrgs: t.exposeStringList('consumerOrgs', {
      description: 'The names of the consumer orgs that get it, at most 200.',
    }),
    subscriptions: t.exposeInt('subscriptions', { description: 'How many subscriptions it is about.' }),
    members: t.exposeInt('members', { description: 'How many people have it in their inbox.' }),
    mails: t.exposeInt('mails', { description: 'How many of them get it by mail.' }),
    campaign: t.field({
      type: CampaignRef,
      nullable: true,
      description: 'The message; null where nothing was sent.',
      resolve: ({ campaign }) => campaign,
    }),
  }),
});

const NAMED_MAX = 200;

async function reachOf(
  { prisma }: Pick<Database, 'prisma'>,
  { catalogId, ofMessage }: { catalogId: string; ofMessage: Prisma.SubscriptionWhereInput },
): Promise<Reach> {
  const reached = { applications: { some: { subscriptions: { some: ofMessage } } } };
  const { mail } = await prisma.catalog.findUniqueOrThrow({
    where: { id: catalogId },
    select: { mail: true },
  });
  const consumerOrgs = await prisma.consumerOrg.findMany({
    where: reached,
    select: { name: true },
    orderBy: { name: 'asc' },
    take: NAMED_MAX,
  });
  // As mayBeWrittenTo of domain/people/member.ts.
  const member: Prisma.MemberWhereInput = {
    email: { not: null },
    noticesByMail: true,
    OR: [{ emailVerifiedAt: { not: null } }, { emailNeedsProof: false }],
  };
  const byMail = { consumerOrg: reached, member };
  return {
    consumerOrgs: consumerOrgs.map(({ name }) => name),
    subscriptions: await prisma.subscription.count({ where: ofMessage }),
    members: await prisma.consumerMembership.count({ where: { consumerOrg: reached } }),
    mails: mail === null ? 0 : await prisma.consumerMembership.count({ where: byMail }),
  };
}

builder.mutationField('notifySubscribers', (t) =>
  t.field({
    type: Payload,
    description:
      'Writes to the subscribers of a product: into their inbox, and by mail where the catalog has mail. `campaign` tells who has read it, acknowledged it, moved, and still calls.',
    args: { input: t.arg({ type: NotifySubscribersInput, required: true, description: 'The message.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { product, plan = null } = input;
      const message = campaignFrom(input);
      const { prisma } = context.database;
      const catalogPath = ['input', 'catalog'];
      const catalog = await catalogNamed(prisma, { orgId, name: input.catalog, path: catalogPath });
      const { id: productId } = await catalogProductNamed(prisma, {
        catalog,
        product,
        path: ['input', 'product'],
      });
      await checkPlan(context.database, { productId, plan });
      const ofMessage: Prisma.SubscriptionWhereInput = {
        catalogProductId: productId,
        state: { not: 'REJECTED' },
        ...(plan !== null && { catalogPlan: { name: plan } }),
      };
      const reach = await reachOf(context.database, { catalogId: catalog.id, ofMessage });
      if (input.dryRun) return { ...reach, dryRun: true, campaign: null };
      if (reach.subscriptions === 0)
        refuse('BAD_USER_INPUT', {
          detail: `Nobody is subscribed to ${product}${plan === null ? '' : ` with the plan ${plan}`}: there is nobody to write to.`,
          path: ['input', 'product'],
        });
      const request = {
        orgId,
        action: 'notifySubscribers',
        subject: `${input.catalog}/${product}`,
        detail: { title: message.title, plan },
      };
      const row = {
        ...message,
        catalogId: catalog.id,
        productId,
        product: versionedName(readVersionedName(product)),
        plan,
        asksAcknowledgement: input.askAcknowledgement ?? false,
        sentBy: context.caller.actor,
        sentAt: context.clock(),
      };
      const campaign = await context.change(request, async (transaction) => {
        await countMessageMails(transaction, { orgId, mails: reach.mails, now: row.sentAt });
        return send(transaction, orgId, row);
      });
      return { ...reach, dryRun: false, campaign };
    },
  }),
);

/** Writes a message and its recipients. A trigger tells them. @throws QUOTA_EXCEEDED where the org has sent too many */
async function send(
  transaction: Transaction,
  orgId: string,
  data: Prisma.CampaignUncheckedCreateInput & { readonly sentAt: Date },
): Promise<Campaign> {
  const hour = { gt: new Date(data.sentAt.getTime() - HOUR_MS) };
  const recent = await transaction.campaign.count({ where: { catalog: { orgId }, sentAt: hour } });
  if (recent >= CAMPAIGNS_PER_HOUR)
    refuse('QUOTA_EXCEEDED', {
      detail: `An org sends at most ${CAMPAIGNS_PER_HOUR} messages in an hour: try again later.`,
    });
  const campaign = await transaction.campaign.create({ data });
  // One statement: the trigger writes one event with it.
  await transaction.$executeRaw`
    INSERT INTO "CampaignRecipient" ("campaignId", "subscriptionId", "consumerOrgId", "consumerOrg", "application", "plan")
    SELECT ${campaign.id}::uuid, s."id", u."id", u."name", a."name", l."name"
    FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
      JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
    WHERE s."catalogProductId" = ${campaign.productId}::uuid AND s."state" <> 'REJECTED'
      AND (${campaign.plan}::text IS NULL OR l."name" = ${campaign.plan})`;
  return campaign;
}

/** @throws NOT_FOUND where the product has no such plan */
async function checkPlan(
  { prisma }: Pick<Database, 'prisma'>,
  { productId, plan }: { productId: string; plan: string | null },
): Promise<void> {
  if (plan === null) return;
  const where = { catalogProductId: productId, name: plan };
  if ((await prisma.catalogPlan.count({ where })) === 0)
    refuse('NOT_FOUND', { detail: `The product has no plan ${plan}.`, path: ['input', 'plan'] });
}
