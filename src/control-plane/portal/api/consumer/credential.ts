import { clientKeyInShort } from '../../../../domain/consumer/client-key.ts';
import { hasRight } from '../../../../domain/consumer/team.ts';
import { checkQuota } from '../../../../infrastructure/database/check-quota.ts';
import type { Credential } from '../../../../infrastructure/database/generated/prisma/client.ts';
import {
  createCredential,
  deleteCredential,
  type PreviousSecret,
  previousSecretOf,
  resetClientSecret,
  revokePreviousSecret,
} from '../../../consumer/credential.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext, type Viewer } from '../context.ts';
import { ownApplication, ownCredential } from './own.ts';

const PortalPreviousSecret = builder.objectRef<PreviousSecret>('PortalPreviousSecret').implement({
  description: 'A client secret that was replaced, and is admitted beside the new one for a while.',
  fields: (t) => ({
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is admitted no more.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last shown at an OAuth endpoint, to the minute; null if never.',
    }),
  }),
});

builder.prismaObject('Credential', {
  name: 'PortalCredential',
  description: 'A client key of an application. Its secret is not kept, and cannot be shown again.',
  select: { id: true },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What people call it.' }),
    clientKey: t.string({
      description:
        'Says who calls: the header X-Client-Id, or client_id. It may open an API alone, so the role VIEWER sees only how it begins.',
      select: { clientKey: true },
      resolve: ({ clientKey }, _args, { viewer }) =>
        hasRight(viewer?.role, 'DEVELOPER') ? clientKey : clientKeyInShort(clientKey),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    secretExpiresAt: t.expose('secretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its secret is admitted no more; null is never.',
    }),
    noticedDays: t.exposeInt('noticedDays', {
      nullable: true,
      description:
        'How many days before its end it was told last that its secret ends; 0 that it has ended, null nothing yet.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the client key was last used, with or without a secret; null if never.',
    }),
    secretLastUsedAt: t.expose('secretLastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its secret was last shown at an OAuth endpoint, to the minute; null if never.',
    }),
    previousSecret: t.field({
      type: PortalPreviousSecret,
      nullable: true,
      description: 'The secret before this one, as long as it is admitted too.',
      select: {
        previousSecretHash: true,
        previousSecretExpiresAt: true,
        previousSecretLastUsedAt: true,
      },
      resolve: (credential, _args, { clock }) => previousSecretOf(credential, clock()),
    }),
  }),
});

type Issued = {
  readonly credential: Pick<Credential, 'applicationId'>;
  readonly clientKey: string;
  readonly clientSecret: string | null;
};

export const PortalIssuedCredential = builder.objectRef<Issued>('PortalIssuedCredential').implement({
  description: 'The one time that a client secret can be read.',
  fields: (t) => ({
    application: t.prismaField({
      type: 'Application',
      description: 'The application that it was issued to.',
      resolve: (query, { credential }, _args, { database }) =>
        database.prisma.application.findUniqueOrThrow({ ...query, where: { id: credential.applicationId } }),
    }),
    clientKey: t.exposeString('clientKey', {
      description: 'Says who calls: the header X-Client-Id, or client_id.',
    }),
    clientSecret: t.string({
      description:
        'Proves it; keep it now, it is not shown again. Empty for a public client, which has none.',
      resolve: ({ clientSecret }) => clientSecret ?? '',
    }),
  }),
});

/** Names a client key in the audit, `consumers/app/ck_qAEh…`. Nobody can call with it. */
async function subjectOf({ database }: PortalContext, viewer: Viewer, clientKey: string): Promise<string> {
  const { application } = await ownCredential(database.prisma, viewer, clientKey);
  return `${viewer.consumerOrg.name}/${application.name}/${clientKeyInShort(clientKey)}`;
}

builder.mutationField('createCredential', (t) =>
  t.field({
    type: PortalIssuedCredential,
    description:
      'Gives an application one more client key with its secret. Both keys call until one is withdrawn, so that an application changes over without a refused call.',
    args: {
      application: t.arg.string({ required: true, description: 'Which application: its name.' }),
      title: t.arg.string({ required: true, description: 'What people call the client key.' }),
      expiresAt: t.arg({
        type: 'DateTime',
        description: "When its secret is admitted no more; by the catalog's policy unless given.",
      }),
    },
    resolve: (_root, { application: name, title, expiresAt = null }, context) => {
      const viewer = demandViewer(context);
      const subject = `${viewer.consumerOrg.name}/${name}`;
      const request = { action: 'createCredential', subject, username: viewer.username };
      return context.change(request, async (transaction) => {
        const { id: applicationId } = await ownApplication(transaction, viewer, {
          name,
          argument: 'application',
        });
        await checkQuota(transaction, {
          resource: 'CREDENTIALS',
          ownerId: applicationId,
          now: context.clock(),
        });
        return createCredential(transaction, { applicationId, title, expiresAt, path: [] }, context);
      });
    },
  }),
);

builder.mutationField('deleteCredential', (t) =>
  t.boolean({
    description:
      'Withdraws a client key and its secret, also the last one. Calls with them are refused from then on; the application and its subscriptions stay.',
    args: { clientKey: t.arg.string({ required: true, description: 'Which.' }) },
    resolve: async (_root, { clientKey }, context) => {
      const viewer = demandViewer(context);
      const subject = await subjectOf(context, viewer, clientKey);
      const request = { action: 'deleteCredential', subject, username: viewer.username };
      return context.change(request, async (transaction) => {
        await deleteCredential(transaction, await ownCredential(transaction, viewer, clientKey));
        return true;
      });
    },
  }),
);

builder.mutationField('resetClientSecret', (t) =>
  t.field({
    type: PortalIssuedCredential,
    description: 'Replaces the secret of a client key; the key stays.',
    args: {
      clientKey: t.arg.string({ required: true, description: 'Which.' }),
      overlapSeconds: t.arg.int({
        defaultValue: 0,
        description: 'How long the old secret stays valid beside the new one, in seconds: at most a day.',
      }),
      expiresAt: t.arg({
        type: 'DateTime',
        description: "When the new secret is admitted no more; by the catalog's policy unless given.",
      }),
    },
    resolve: async (_root, { clientKey, overlapSeconds, expiresAt = null }, context) => {
      const viewer = demandViewer(context);
      const subject = await subjectOf(context, viewer, clientKey);
      const request = { action: 'resetClientSecret', subject, username: viewer.username };
      return context.change(request, async (transaction) => {
        const credential = await ownCredential(transaction, viewer, clientKey);
        const reset = { credential, overlapSeconds: overlapSeconds ?? 0, expiresAt, path: [] };
        return resetClientSecret(transaction, reset, context);
      });
    },
  }),
);

builder.mutationField('revokePreviousSecret', (t) =>
  t.boolean({
    description:
      'Ends at once the time in which the replaced secret of a client key is admitted beside the new one.',
    args: { clientKey: t.arg.string({ required: true, description: 'Which.' }) },
    resolve: async (_root, { clientKey }, context) => {
      const viewer = demandViewer(context);
      const subject = await subjectOf(context, viewer, clientKey);
      const request = { action: 'revokePreviousSecret', subject, username: viewer.username };
      return context.change(request, async (transaction) => {
        await revokePreviousSecret(transaction, await ownCredential(transaction, viewer, clientKey));
        return true;
      });
    },
  }),
);

builder.mutationField('verifyClientSecret', (t) =>
  t.boolean({
    description: 'Is this the secret of the client key? Wrong guesses are bounded.',
    args: {
      clientKey: t.arg.string({ required: true, description: 'Which.' }),
      clientSecret: t.arg.string({ required: true, description: 'What may be its secret.' }),
    },
    resolve: async (_root, { clientKey, clientSecret }, context) => {
      const credential = await ownCredential(context.database.prisma, demandViewer(context), clientKey);
      const isRight = await context.attempts.attempt({ target: ['secret', credential.id] }, async () =>
        isSecretOf(credential, clientSecret, context),
      );
      return isRight === true;
    },
  }),
);

/** Tells whether a secret is the credential's, and is admitted. A replaced secret counts for its time. */
function isSecretOf(credential: Credential, secret: string, { secrets, clock }: PortalContext): boolean {
  const now = clock();
  const { secretHash, secretExpiresAt } = credential;
  if (secrets.matches(secret, secretHash)) return secretExpiresAt === null || now < secretExpiresAt;
  const previous = previousSecretOf(credential, now);
  return previous !== null && secrets.matches(secret, previous.hash);
}
