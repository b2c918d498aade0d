import { createCredential, deleteCredential, resetClientSecret } from '../../consumers/credential.ts';
import type { Transaction } from '../../database/change.ts';
import type { Credential } from '../../database/generated/prisma/client.ts';
import { checkQuota } from '../../database/quota.ts';
import { refuse } from '../../errors.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
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
      description: 'How many seconds the old secret stays valid, 0 to 86400.',
    }),
  }),
});

type Place = { readonly orgId: string; readonly catalog: string; readonly clientKey: string };

/** @throws NOT_FOUND when there is no such catalog, or no such client key in it */
async function credentialOf(
  transaction: Transaction,
  { orgId, catalog, clientKey }: Place,
): Promise<Credential> {
  const { id } = await catalogNamed(transaction, { orgId, name: catalog, path: ['input', 'catalog'] });
  const credential = await transaction.credential.findFirst({
    where: { clientKey, application: { consumerOrg: { catalogId: id } } },
  });
  return (
    credential ??
    refuse('NOT_FOUND', {
      detail: `There is no such client key in the catalog ${catalog}.`,
      path: ['input', 'clientKey'],
    })
  );
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
      const { catalog, consumerOrg, application: name, title } = input;
      const subject = `${catalog}/${consumerOrg}/${name}`;
      return context.change({ orgId, action: 'createCredential', subject }, async (transaction) => {
        const application = await applicationNamed(transaction, { orgId, catalog, consumerOrg, name });
        const now = context.clock();
        await checkQuota(transaction, { resource: 'CREDENTIALS', ownerId: application.id, now });
        return createCredential(transaction, { applicationId: application.id, title }, context.secrets);
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
      const { catalog, clientKey } = input;
      const overlapSeconds = input.overlapSeconds ?? 0;
      const detail = { clientKey, overlapSeconds };
      return context.change(
        { orgId, action: 'resetClientSecret', subject: `${catalog}/${clientKey}`, detail },
        async (transaction) => {
          const credential = await credentialOf(transaction, { orgId, catalog, clientKey });
          return resetClientSecret(transaction, { credential, overlapSeconds }, context);
        },
      );
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
      const { catalog, clientKey } = input;
      const subject = `${catalog}/${clientKey}`;
      await context.change({ orgId, action: 'deleteCredential', subject }, async (transaction) => {
        await deleteCredential(transaction, await credentialOf(transaction, { orgId, catalog, clientKey }));
      });
      return true;
    },
  }),
);
