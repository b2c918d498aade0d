import { isName, nameFor } from '../../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { createApplication, deleteApplication, updateApplication } from '../../../consumer/application.ts';
import { withGeneratedName } from '../../../consumer/generated-name.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { toServing } from '../product/visibility.ts';
import { PortalClientType } from './client-type.ts';
import { PortalIssuedCredential } from './credential.ts';
import { ownApplication } from './own.ts';

const PortalApplicationState = builder.enumType('PortalApplicationState', {
  description: 'May an application call APIs?',
  values: {
    ENABLED: { description: 'It may.' },
    SUSPENDED: {
      description:
        'It may not: its provider has suspended it, and its calls are refused with APPLICATION_SUSPENDED.',
    },
  } as const,
});

/** Secrets and API keys whose end was told. */
const told = { noticedDays: { not: null } };

builder.prismaObject('Application', {
  name: 'PortalApplication',
  description: 'What calls the APIs: it has client keys, and subscriptions to plans of products.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name within the consumer organization, made from its first title.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    state: t.expose('state', { type: PortalApplicationState, description: 'May it call APIs?' }),
    suspensionReason: t.exposeString('suspensionReason', {
      nullable: true,
      description: 'Why it is suspended, as the provider says; null where nothing is said.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    clientType: t.expose('clientType', {
      type: PortalClientType,
      description: 'Can it keep its client secret?',
    }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'Where authorization codes may be sent.',
    }),
    credentials: t.relation('credentials', {
      description: 'Its client keys, the oldest first.',
      args: partArgs,
      query: (part) => ({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], ...takeSkipOf(part) }),
    }),
    subscriptions: t.relation('subscriptions', {
      description: 'Its subscriptions, the oldest first.',
      args: partArgs,
      query: (part) => ({
        where: toServing,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        ...takeSkipOf(part),
      }),
    }),
    endingCount: t.int({
      description:
        'How many of its secrets and API keys end soon or have ended, as it was told, and are not replaced.',
      select: { _count: { select: { credentials: { where: told }, apiKeys: { where: told } } } },
      resolve: ({ _count: { credentials, apiKeys } }) => credentials + apiKeys,
    }),
    subscriptionCount: t.relationCount('subscriptions', {
      description: 'How many subscriptions it has.',
      where: toServing,
    }),
  }),
});

builder.queryField('application', (t) =>
  t.prismaField({
    type: 'Application',
    nullable: true,
    description: "One application of the viewer's consumer organization.",
    args: { name: t.arg.string({ required: true, description: 'Which: its name.' }) },
    resolve: (query, _root, { name }, context) => {
      const consumerOrgId = demandViewer(context).consumerOrg.id;
      if (!isName(name)) return null;
      return context.database.prisma.application.findFirst({ ...query, where: { name, consumerOrgId } });
    },
  }),
);

builder.mutationField('createApplication', (t) =>
  t.field({
    type: PortalIssuedCredential,
    description: 'Creates an application with a client key and a client secret, which is shown this once.',
    args: {
      title: t.arg.string({ required: true, description: 'What people call it; its name is made from it.' }),
      clientType: t.arg({
        type: PortalClientType,
        defaultValue: 'CONFIDENTIAL',
        description: 'Can it keep its client secret?',
      }),
      redirectUris: t.arg.stringList({
        defaultValue: [],
        description: 'Where authorization codes may be sent: https, or http on localhost.',
      }),
    },
    resolve: (_root, { title, clientType, redirectUris }, context) => {
      const { username, consumerOrg } = demandViewer(context);
      const created = withGeneratedName({ title }, 'application');
      const subject = `${consumerOrg.name}/${nameFor(created, [])}`;
      const application = {
        ...created,
        consumerOrgId: consumerOrg.id,
        clientType: clientType ?? 'CONFIDENTIAL',
        redirectUris: redirectUris ?? [],
        path: [],
      };
      return context.change({ action: 'createApplication', subject, username }, (transaction) =>
        createApplication(transaction, application, context),
      );
    },
  }),
);

builder.mutationField('updateApplication', (t) =>
  t.prismaField({
    type: 'Application',
    description: 'Changes an application; what is left out stays as it is. Its name stays in any case.',
    args: {
      name: t.arg.string({ required: true, description: 'Which: its name.' }),
      title: t.arg.string({ description: 'What people call it.' }),
      clientType: t.arg({ type: PortalClientType, description: 'Can it keep its client secret?' }),
      redirectUris: t.arg.stringList({
        description:
          'Where authorization codes may be sent: https, or http on localhost. Replaces the whole list.',
      }),
    },
    resolve: (query, _root, { name, ...changes }, context) => {
      const viewer = demandViewer(context);
      const subject = `${viewer.consumerOrg.name}/${name}`;
      const { username } = viewer;
      return context.change({ action: 'updateApplication', subject, username }, async (transaction) => {
        const application = await ownApplication(transaction, viewer, { name, argument: 'name' });
        const { id } = await updateApplication(transaction, application, { ...changes, path: [] });
        return transaction.application.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
);

builder.mutationField('deleteApplication', (t) =>
  t.boolean({
    description: 'Deletes an application with its client keys and subscriptions.',
    args: { name: t.arg.string({ required: true, description: 'Which: its name.' }) },
    resolve: (_root, { name }, context) => {
      const viewer = demandViewer(context);
      const subject = `${viewer.consumerOrg.name}/${name}`;
      const { username } = viewer;
      return context.change({ action: 'deleteApplication', subject, username }, async (transaction) => {
        await deleteApplication(
          transaction,
          await ownApplication(transaction, viewer, { name, argument: 'name' }),
          context.clock(),
        );
        return true;
      });
    },
  }),
);
