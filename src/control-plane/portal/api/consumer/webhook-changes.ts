import { randomUUID } from 'node:crypto';
import { refuse } from '../../../../foundation/errors.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../../infrastructure/database/check-quota.ts';
import type { Webhook } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { standardSecret } from '../../../events/webhooks/webhook-signature.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext, type Viewer } from '../context.ts';
import { NoticeKindRef } from './notice.ts';
import { ownWebhook } from './own.ts';
import { checkedKinds, PortalWebhook, PortalWebhookDelivery, PortalWebhookFormat } from './webhook.ts';

const URL_MAX = 2_000;
const OVERLAP_SECONDS_MAX = 30 * 86_400;

type IssuedWebhook = { readonly webhook: Webhook; readonly secret: string };

const PortalIssuedWebhook = builder.objectRef<IssuedWebhook>('PortalIssuedWebhook').implement({
  description: 'The one time that the secret of a webhook can be read.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: PortalWebhook,
      description: 'The webhook as it can be read from now on.',
      resolve: (query, { webhook }, _args, { database }) =>
        database.prisma.webhook.findUniqueOrThrow({ ...query, where: { id: webhook.id } }),
    }),
    secret: t.exposeString('secret', {
      description: 'What its deliveries are signed with, `whsec_…`; keep it now, it is not shown again.',
    }),
  }),
});

/** Changes webhooks of the viewer's consumer org. */
function changeOwn<Result>(
  context: PortalContext,
  { action, id }: { readonly action: string; readonly id: string },
  work: (transaction: Transaction, viewer: Viewer) => Promise<Result>,
): Promise<Result> {
  const viewer = demandViewer(context);
  const { username, consumerOrg } = viewer;
  return context.change({ action, subject: `${consumerOrg.name}/${id}`, username }, (transaction) =>
    work(transaction, viewer),
  );
}

/** @throws BAD_USER_INPUT or TARGET_NOT_ALLOWED where it is no address that may be called */
async function checkUrl({ outbound, catalog }: PortalContext, url: string): Promise<void> {
  if (url.length > URL_MAX)
    refuse('BAD_USER_INPUT', { detail: `Give an address of at most ${URL_MAX} characters.`, path: ['url'] });
  await outbound.forConsumersOf(catalog.orgId).check(url, ['url']);
}

const whichArg = builder.args((t) => ({ id: t.id({ required: true, description: 'Which.' }) }));

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: PortalIssuedWebhook,
    description: 'Sends notices of your consumer organization to an address from now on. Only its owner may.',
    args: {
      url: t.arg({ type: 'URL', required: true, description: 'Where notices are sent.' }),
      kinds: t.arg({
        type: [NoticeKindRef],
        required: true,
        description: 'Which notices it is sent, at least one.',
      }),
      format: t.arg({
        type: PortalWebhookFormat,
        defaultValue: 'STANDARD',
        description: 'How they are written.',
      }),
    },
    resolve: async (_root, { url, kinds, format }, context) => {
      const noticeKinds = checkedKinds(kinds);
      await checkUrl(context, url);
      const id = randomUUID();
      const secret = standardSecret();
      const secretSealed = new Uint8Array(context.secrets.seal(secret, id));
      const webhook = await changeOwn(
        context,
        { action: 'createWebhook', id },
        async (transaction, viewer) => {
          const { id: consumerOrgId } = viewer.consumerOrg;
          await checkQuota(transaction, {
            resource: 'CONSUMER_WEBHOOKS',
            ownerId: consumerOrgId,
            now: context.clock(),
          });
          const { id: catalogId } = context.catalog;
          const data = { id, catalogId, consumerOrgId, name: id, url, noticeKinds, secretSealed };
          return transaction.webhook.create({ data: { ...data, format: format ?? 'STANDARD' } });
        },
      );
      return { webhook, secret };
    },
  }),
);

builder.mutationField('updateWebhook', (t) =>
  t.prismaField({
    type: PortalWebhook,
    description: 'Changes a webhook; what is left out stays. To activate it ends what it failed before.',
    args: {
      id: t.arg.id({ required: true, description: 'Which.' }),
      url: t.arg({ type: 'URL', description: 'Where notices are sent.' }),
      kinds: t.arg({ type: [NoticeKindRef], description: 'Which notices it is sent, at least one.' }),
      format: t.arg({ type: PortalWebhookFormat, description: 'How they are written.' }),
      active: t.arg.boolean({ description: 'Is it sent notices?' }),
    },
    resolve: async (query, _root, { id, url, kinds, format, active }, context) => {
      const noticeKinds = kinds == null ? undefined : checkedKinds(kinds);
      if (url != null) await checkUrl(context, url);
      const isAnew = url != null || active === true;
      return changeOwn(context, { action: 'updateWebhook', id }, async (transaction, viewer) => {
        await ownWebhook(transaction, viewer, id);
        return transaction.webhook.update({
          ...query,
          where: { id },
          data: {
            ...(url != null && { url }),
            ...(noticeKinds && { noticeKinds }),
            ...(format != null && { format }),
            ...(active != null && { active }),
            ...(isAnew && { failures: 0, failingSince: null, restsUntil: null }),
            ...(active === true && { disabledAt: null }),
          },
        });
      });
    },
  }),
);

builder.mutationField('replaceWebhookSecret', (t) =>
  t.field({
    type: PortalIssuedWebhook,
    description: 'Gives a webhook another secret, which is shown this once.',
    args: {
      id: t.arg.id({ required: true, description: 'Which.' }),
      overlapSeconds: t.arg.int({
        defaultValue: 0,
        description: 'How long the old secret signs beside the new one, in seconds: at most 30 days.',
      }),
    },
    resolve: async (_root, { id, overlapSeconds }, context) => {
      const overlap = overlapSeconds ?? 0;
      if (overlap < 0 || overlap > OVERLAP_SECONDS_MAX)
        refuse('BAD_USER_INPUT', {
          detail: `Give seconds from 0 to ${OVERLAP_SECONDS_MAX}.`,
          path: ['overlapSeconds'],
        });
      const secret = standardSecret();
      const change = { action: 'replaceWebhookSecret', id };
      const webhook = await changeOwn(context, change, async (transaction, viewer) => {
        const { secretSealed } = await ownWebhook(transaction, viewer, id);
        const previous =
          overlap === 0
            ? { previousSecretSealed: null, previousSecretExpiresAt: null }
            : {
                previousSecretSealed: secretSealed,
                previousSecretExpiresAt: new Date(context.clock().getTime() + overlap * 1000),
              };
        return transaction.webhook.update({
          where: { id },
          data: { secretSealed: new Uint8Array(context.secrets.seal(secret, id)), ...previous },
        });
      });
      return { webhook, secret };
    },
  }),
);

builder.mutationField('deleteWebhook', (t) =>
  t.boolean({
    description: 'Deletes a webhook with its deliveries; what was not delivered yet never is.',
    args: whichArg,
    resolve: (_root, { id }, context) =>
      changeOwn(context, { action: 'deleteWebhook', id }, async (transaction, viewer) => {
        await ownWebhook(transaction, viewer, id);
        await transaction.webhook.delete({ where: { id } });
        return true;
      }),
  }),
);

builder.mutationField('testWebhook', (t) =>
  t.prismaField({
    type: PortalWebhookDelivery,
    description: 'Sends a test of the type `TEST` to an active webhook. The last test is kept, alone.',
    args: whichArg,
    resolve: (query, _root, { id }, context) =>
      changeOwn(context, { action: 'testWebhook', id }, async (transaction, viewer) => {
        const { active } = await ownWebhook(transaction, viewer, id);
        if (!active)
          refuse('BAD_USER_INPUT', {
            detail: 'The webhook is switched off: activate it, then send a test.',
            path: ['id'],
          });
        const of = { webhookId: id, eventId: null, noticeId: null };
        await transaction.webhookDelivery.deleteMany({ where: of });
        await transaction.webhook.update({ where: { id }, data: { restsUntil: null } });
        const now = context.clock();
        return transaction.webhookDelivery.create({
          ...query,
          data: { webhookId: id, createdAt: now, nextAttemptAt: now },
        });
      }),
  }),
);

builder.mutationField('resendWebhookDelivery', (t) =>
  t.prismaField({
    type: PortalWebhookDelivery,
    description: 'Sends a delivery again at once, and as often as a new one if it fails.',
    args: { id: t.arg.id({ required: true, description: 'Which delivery.' }) },
    resolve: (query, _root, { id: text }, context) =>
      changeOwn(context, { action: 'resendWebhookDelivery', id: text }, async (transaction, viewer) => {
        const id = /^\d{1,18}$/.test(text) ? BigInt(text) : -1n;
        const where = { id, webhook: { consumerOrgId: viewer.consumerOrg.id } };
        const delivery = await transaction.webhookDelivery.findFirst({ where });
        if (!delivery)
          return refuse('NOT_FOUND', {
            detail: 'No webhook of your consumer organization has that delivery.',
            path: ['id'],
          });
        await transaction.webhook.update({ where: { id: delivery.webhookId }, data: { restsUntil: null } });
        const data = { attempts: 0, nextAttemptAt: context.clock(), deliveredAt: null };
        return transaction.webhookDelivery.update({ ...query, where: { id }, data });
      }),
  }),
);
