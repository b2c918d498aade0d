import { randomUUID } from 'node:crypto';
import type { EventType as EventTypeName } from '../../../domain/events/events.ts';
import { secretFault, type WebhookFormat } from '../../../domain/events/webhook-format.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkName } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Webhook } from '../../../infrastructure/database/generated/prisma/client.ts';
import { standardSecret } from '../../events/webhooks/webhook-signature.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { EventType } from '../events.ts';
import { refuseTaken } from '../name-input.ts';
import { notNull } from '../not-null.ts';
import { WebhookFormatRef } from './webhook.ts';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Where events of a catalog are to be sent.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'Its name in the catalog, for example `billing`.' }),
    url: t.field({ type: 'URL', required: true, description: 'Where events are sent.' }),
    types: t.field({
      type: [EventType],
      required: true,
      description: 'Which events it wants, at least one.',
    }),
    format: t.field({
      type: WebhookFormatRef,
      defaultValue: 'GATEHOUSE',
      description: 'How its deliveries are written and signed.',
    }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What to change of a webhook; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'Which webhook.' }),
    url: t.field({ type: 'URL', description: 'Where events are sent.' }),
    types: t.field({ type: [EventType], description: 'Which events it wants, at least one.' }),
    active: t.boolean({ description: 'Is it sent events?' }),
    format: t.field({
      type: WebhookFormatRef,
      description:
        'How its deliveries are written and signed, also those that wait. STANDARD needs a secret of Standard Webhooks: replace an older one first.',
    }),
  }),
});

const WebhookInput = builder.inputType('WebhookInput', {
  description: 'One webhook of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'Which webhook.' }),
  }),
});

const ResendWebhookDeliveryInput = builder.inputType('ResendWebhookDeliveryInput', {
  description: 'One delivery of an org.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Which delivery.' }),
  }),
});

type IssuedWebhook = { readonly webhook: Webhook; readonly secret: string };

const IssuedWebhookRef = builder.objectRef<IssuedWebhook>('IssuedWebhook').implement({
  description: 'A webhook with its new secret. This is the one time that the secret can be read.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: 'Webhook',
      description: 'The webhook as it can be read from now on.',
      resolve: (query, { webhook }, _args, { database }) =>
        database.prisma.webhook.findUniqueOrThrow({ ...query, where: { id: webhook.id } }),
    }),
    secret: t.exposeString('secret', {
      description: 'What its deliveries are signed with, `whsec_…`. It cannot be read again.',
    }),
  }),
});

/** Checks types of events and keeps each once. @throws BAD_USER_INPUT when there is none */
function checkedTypes(types: readonly EventTypeName[]): EventTypeName[] {
  if (types.length > 0) return [...new Set(types)];
  return refuse('BAD_USER_INPUT', {
    detail: 'Name at least one type of events.',
    path: ['input', 'types'],
  });
}

/** @throws BAD_USER_INPUT when a secret cannot sign in the format */
function checkSecret(secret: string, format: WebhookFormat): void {
  const fault = secretFault(secret, format);
  if (fault !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `${fault} That of this webhook is older: call replaceWebhookSecret, then choose the format.`,
      path: ['input', 'format'],
    });
}

type WebhookNamedInput = { readonly orgId: string; readonly catalog: string; readonly name: string };

/** @throws NOT_FOUND when there is no such catalog, or no such webhook in it */
async function webhookNamed(
  transaction: Transaction,
  { orgId, catalog, name }: WebhookNamedInput,
): Promise<Webhook> {
  const where = { orgId, name: catalog, path: ['input', 'catalog'] };
  const { id: catalogId } = await catalogNamed(transaction, where);
  const webhook = await transaction.webhook.findUnique({
    where: { catalogId_name: { catalogId, name }, consumerOrgId: null },
  });
  return (
    webhook ??
    refuse('NOT_FOUND', {
      detail: `There is no webhook ${name} in the catalog ${catalog}.`,
      path: ['input', 'name'],
    })
  );
}

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: IssuedWebhookRef,
    description:
      'Sends the events of a catalog to an address from now on. It must be one that may be called.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The new webhook.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name, url } = input;
      checkName(name, ['input', 'name']);
      const types = checkedTypes(input.types);
      await context.outbound.forOrg(orgId).check(url, ['input', 'url']);
      const id = randomUUID();
      const secret = standardSecret();
      const secretSealed = new Uint8Array(context.secrets.seal(secret, id));
      const format = input.format ?? 'GATEHOUSE';
      const request = {
        orgId,
        action: 'createWebhook',
        subject: `${catalog}/${name}`,
        detail: { url, types },
      };
      const webhook = await context.change(request, async (transaction) => {
        const where = { orgId, name: catalog, path: ['input', 'catalog'] };
        const { id: catalogId } = await catalogNamed(transaction, where);
        const existing = await transaction.webhook.findFirst({ where: { catalogId, name } });
        refuseTaken(existing, `a webhook ${name} of the catalog ${catalog}`);
        await checkQuota(transaction, { resource: 'WEBHOOKS', ownerId: catalogId, now: context.clock() });
        return transaction.webhook.create({
          data: { id, catalogId, name, url, types, format, secretSealed },
        });
      });
      return { webhook, secret };
    },
  }),
);

builder.mutationField('updateWebhook', (t) =>
  t.prismaField({
    type: 'Webhook',
    description: 'Changes a webhook. Its secret stays.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name } = input;
      const url = notNull(input.url, ['input', 'url']);
      const eventTypes = notNull(input.types, ['input', 'types']);
      const active = notNull(input.active, ['input', 'active']);
      const format = notNull(input.format, ['input', 'format']);
      const types = eventTypes && checkedTypes(eventTypes);
      if (url !== undefined) await context.outbound.forOrg(orgId).check(url, ['input', 'url']);
      const request = {
        orgId,
        action: 'updateWebhook',
        subject: `${catalog}/${name}`,
        ...(url && { detail: { url } }),
      };
      return context.change(request, async (transaction) => {
        const { id, secretSealed } = await webhookNamed(transaction, { orgId, catalog, name });
        if (format !== undefined) checkSecret(context.secrets.unseal(secretSealed, id), format);
        const rested = url === undefined ? {} : { failures: 0, restsUntil: null };
        return transaction.webhook.update({
          ...query,
          where: { id },
          data: { url, types, active, format, ...rested },
        });
      });
    },
  }),
);

builder.mutationField('replaceWebhookSecret', (t) =>
  t.field({
    type: IssuedWebhookRef,
    description:
      'Gives a webhook another secret, which its deliveries are signed with from now on; also those that are sent again.',
    args: { input: t.arg({ type: WebhookInput, required: true, description: 'Which webhook.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name } = input;
      const secret = standardSecret();
      const request = { orgId, action: 'replaceWebhookSecret', subject: `${catalog}/${name}` };
      const webhook = await context.change(request, async (transaction) => {
        const { id } = await webhookNamed(transaction, { orgId, catalog, name });
        const secretSealed = new Uint8Array(context.secrets.seal(secret, id));
        return transaction.webhook.update({ where: { id }, data: { secretSealed } });
      });
      return { webhook, secret };
    },
  }),
);

builder.mutationField('deleteWebhook', (t) =>
  t.boolean({
    description: 'Deletes a webhook with its deliveries; what was not delivered yet never is.',
    args: { input: t.arg({ type: WebhookInput, required: true, description: 'Which webhook.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, name } = input;
      const request = { orgId, action: 'deleteWebhook', subject: `${catalog}/${name}` };
      await context.change(request, async (transaction) => {
        const { id } = await webhookNamed(transaction, { orgId, catalog, name });
        await transaction.webhook.delete({ where: { id } });
      });
      return true;
    },
  }),
);

builder.mutationField('resendWebhookDelivery', (t) =>
  t.prismaField({
    type: 'WebhookDelivery',
    description:
      'Sends a delivery again at once, whatever became of it, and as often as a new one if it fails.',
    args: {
      input: t.arg({ type: ResendWebhookDeliveryInput, required: true, description: 'Which delivery.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const id = /^\d{1,18}$/.test(input.id) ? BigInt(input.id) : -1n;
      const request = { orgId, action: 'resendWebhookDelivery', subject: input.id };
      return context.change(request, async (transaction) => {
        const where = { id, webhook: { consumerOrgId: null, catalog: { orgId } } };
        const delivery = await transaction.webhookDelivery.findFirst({ where });
        if (!delivery)
          refuse('NOT_FOUND', {
            detail: `There is no delivery ${input.id} in this org.`,
            path: ['input', 'id'],
          });
        await transaction.webhook.update({ where: { id: delivery.webhookId }, data: { restsUntil: null } });
        const data = { attempts: 0, nextAttemptAt: context.clock(), deliveredAt: null };
        return transaction.webhookDelivery.update({ ...query, where: { id }, data });
      });
    },
  }),
);
