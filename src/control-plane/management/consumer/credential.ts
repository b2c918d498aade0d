import { clientKeyInShort } from '../../../domain/consumer/client-key.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { createCredential, deleteCredential, resetClientSecret } from '../../consumer/credential.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { applicationNamed } from './application.ts';
import { IssuedCredentialRef } from './issued-credential.ts';

const CreateCredentialInput = builder.inputType('CreateCredentialInput', {
  description: 'One more client key for an application.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    title: t.string({ required: true, description: 'What people call the credential.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: "When its secret is taken no more; by the catalog's credential policy unless given.",
    }),
  }),
});

const CredentialInput = builder.inputType('CredentialInput', {
  description: 'One client key of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    clientKey: t.string({ required: true, description: 'Which client key.' }),
  }),
});

const ResetClientSecretInput = builder.inputType('ResetClientSecretInput', {
  description: 'Which client key gets a new secret, and for how long the old one stays valid.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    clientKey: t.string({ required: true, description: 'Which client key.' }),
    overlapSeconds: t.int({
      defaultValue: 0,
      description: 'How many seconds the old secret stays valid, 0 to 86400, at most until its end.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: "When the new secret is taken no more; by the catalog's credential policy unless given.",
    }),
  }),
});

type CredentialOfInput = { readonly orgId: string; readonly catalog: string; readonly clientKey: string };

const withOwner = { application: { include: { consumerOrg: true } } } satisfies Prisma.CredentialInclude;
type CredentialWithOwner = Prisma.CredentialGetPayload<{ include: typeof withOwner }>;

/** @throws NOT_FOUND when there is no such catalog, or no such client key in it */
async function credentialOf(
  transaction: Transaction,
  { orgId, catalog, clientKey }: CredentialOfInput,
): Promise<CredentialWithOwner> {
  const { id } = await catalogNamed(transaction, { orgId, name: catalog, path: ['input', 'catalog'] });
  const credential = await transaction.credential.findFirst({
    where: { clientKey, application: { consumerOrg: { catalogId: id } } },
    include: withOwner,
  });
  return (
    credential ??
    refuse('NOT_FOUND', {
      detail: `There is no such client key in the catalog ${catalog}.`,
      path: ['input', 'clientKey'],
    })
  );
}

/** Names a client key in the audit, `sandbox/consumers/app/ck_qAEh…`. Nobody can call with it. */
async function subjectOf({ database }: ManagementContext, address: CredentialOfInput): Promise<string> {
  const { clientKey, application } = await credentialOf(database.prisma, address);
  return `${address.catalog}/${application.consumerOrg.name}/${application.name}/${clientKeyInShort(clientKey)}`;
}

builder.mutationField('createCredential', (t) =>
  t.field({
    type: IssuedCredentialRef,
    description: 'Gives an application one more client key and client secret.',
    args: {
      input: t.arg({ type: CreateCredentialInput, required: true, description: 'The new credential.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, consumerOrg, application: name, title, expiresAt = null } = input;
      const subject = `${catalog}/${consumerOrg}/${name}`;
      return context.change({ orgId, action: 'createCredential', subject }, async (transaction) => {
        const application = await applicationNamed(transaction, { orgId, catalog, consumerOrg, name });
        const now = context.clock();
        await checkQuota(transaction, { resource: 'CREDENTIALS', ownerId: application.id, now });
        return createCredential(transaction, { applicationId: application.id, title, expiresAt }, context);
      });
    },
  }),
);

builder.mutationField('resetClientSecret', (t) =>
  t.field({
    type: IssuedCredentialRef,
    description: 'Makes a new secret for a client key; the old one stays valid for `overlapSeconds`.',
    args: {
      input: t.arg({ type: ResetClientSecretInput, required: true, description: 'Which client key.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const address = { orgId, catalog: input.catalog, clientKey: input.clientKey };
      const { expiresAt = null } = input;
      const overlapSeconds = input.overlapSeconds ?? 0;
      const subject = await subjectOf(context, address);
      const request = { orgId, action: 'resetClientSecret', subject, detail: { overlapSeconds } };
      return context.change(request, async (transaction) => {
        const credential = await credentialOf(transaction, address);
        return resetClientSecret(transaction, { credential, overlapSeconds, expiresAt }, context);
      });
    },
  }),
);

builder.mutationField('deleteCredential', (t) =>
  t.boolean({
    description:
      'Withdraws a client key and its secret, also the last one; the application and its subscriptions stay.',
    args: { input: t.arg({ type: CredentialInput, required: true, description: 'Which client key.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const address = { orgId, catalog: input.catalog, clientKey: input.clientKey };
      const subject = await subjectOf(context, address);
      await context.change({ orgId, action: 'deleteCredential', subject }, async (transaction) => {
        await deleteCredential(transaction, await credentialOf(transaction, address));
      });
      return true;
    },
  }),
);
