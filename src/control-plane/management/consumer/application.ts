import { SUSPENSION_REASON_LENGTH_MAX } from '../../../domain/consumer/application.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Application } from '../../../infrastructure/database/generated/prisma/client.ts';
import { createApplication, deleteApplication, updateApplication } from '../../consumer/application.ts';
import { withGeneratedName } from '../../consumer/generated-name.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { notNull } from '../not-null.ts';
import { ClientType } from '../oauth/provider.ts';
import { IssuedCredentialRef } from './issued-credential.ts';
import { consumerOrgNamed } from './org.ts';

const ApplicationState = builder.enumType('ApplicationState', {
  description: 'May an application call APIs?',
  values: {
    ENABLED: { description: 'Yes.' },
    SUSPENDED: { description: 'No: its calls are refused with APPLICATION_SUSPENDED.' },
  } as const,
});

builder.prismaObject('Application', {
  description: 'What a consumer org calls APIs with: it has credentials and subscriptions.',
  select: { id: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the consumer org.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    consumerOrg: t.relation('consumerOrg', { description: 'Whose application it is.' }),
    state: t.expose('state', { type: ApplicationState, description: 'May it call APIs?' }),
    suspensionReason: t.exposeString('suspensionReason', {
      nullable: true,
      description: 'Why it is suspended; null where nothing is said.',
    }),
    clientType: t.expose('clientType', {
      type: ClientType,
      description:
        'Can it keep its client secret? Only then the OAuth providers take the secret, and ask for it.',
    }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'Where its authorization codes may be sent.',
    }),
    credentials: t.relation('credentials', {
      description: 'Its client keys, the oldest first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    subscriptions: t.relation('subscriptions', {
      description: 'The plans that it is subscribed to, the oldest first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
  }),
});

builder.queryField('application', (t) =>
  t.prismaField({
    type: 'Application',
    nullable: true,
    description: 'One application of a consumer org.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      consumerOrg: t.arg.string({ required: true, description: 'The consumer org.' }),
      name: t.arg.string({ required: true, description: 'The name of the application.' }),
    },
    resolve: async (query, _root, { org, catalog, consumerOrg, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.application.findFirst({
        ...query,
        where: { name, consumerOrg: { name: consumerOrg, catalog: { name: catalog, orgId } } },
      });
    },
  }),
);

builder.queryField('suspendedApplications', (t) =>
  t.prismaField({
    type: ['Application'],
    description:
      'The applications of an org that are suspended, and admitted nowhere; the first created first.',
    args: {
      org: t.arg.string(inOrg),
      ...partArgs,
    },
    resolve: async (query, _root, { org, ...part }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.application.findMany({
        ...query,
        ...takeSkipOf(part),
        where: { state: 'SUSPENDED', consumerOrg: { catalog: { orgId } } },
        orderBy: { id: 'asc' },
      });
    },
  }),
);

type ApplicationOfInput = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly name: string;
};

/**
 * @param field the input's field that names the application, for the refusal
 * @throws NOT_FOUND when there is no such catalog, consumer org or application
 */
export async function applicationNamed(
  transaction: Pick<Transaction, 'catalog' | 'consumerOrg' | 'application'>,
  { name, ...owner }: ApplicationOfInput,
  field = 'application',
): Promise<Application> {
  const { id: consumerOrgId } = await consumerOrgNamed(transaction, owner);
  const row = await transaction.application.findUnique({
    where: { consumerOrgId_name: { consumerOrgId, name } },
  });
  return (
    row ??
    refuse('NOT_FOUND', {
      detail: `The consumer org ${owner.consumerOrg} has no application ${name}.`,
      path: ['input', field],
    })
  );
}

const CreateApplicationInput = builder.inputType('CreateApplicationInput', {
  description: 'What a new application is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    clientType: t.field({
      type: ClientType,
      defaultValue: 'CONFIDENTIAL',
      description: 'Can it keep its client secret?',
    }),
    redirectUris: t.stringList({
      defaultValue: [],
      description:
        'Where its authorization codes may be sent: https, http on localhost, or a private-use scheme; without a fragment.',
    }),
  }),
});

const UpdateApplicationInput = builder.inputType('UpdateApplicationInput', {
  description: 'What to change of an application; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    name: t.string({ required: true, description: 'Which application.' }),
    title: t.string({ description: 'What people call it.' }),
    clientType: t.field({ type: ClientType, description: 'Can it keep its client secret?' }),
    redirectUris: t.stringList({
      description: 'Where its authorization codes may be sent; replaces the whole list.',
    }),
    state: t.field({ type: ApplicationState, description: 'May it call APIs?' }),
    suspensionReason: t.string({
      description: `Why it is suspended, in one line of at most ${SUSPENSION_REASON_LENGTH_MAX} characters; its consumer reads it, also in refused calls. Null takes it away.`,
    }),
  }),
});

const ApplicationInput = builder.inputType('ApplicationInput', {
  description: 'One application of a consumer org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    name: t.string({ required: true, description: 'The name of the application.' }),
  }),
});

builder.mutationField('createApplication', (t) =>
  t.field({
    type: IssuedCredentialRef,
    description: 'Creates an application with its first client key and client secret.',
    args: {
      input: t.arg({ type: CreateApplicationInput, required: true, description: 'The new application.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, consumerOrg } = input;
      const { title, name } = withGeneratedName(input, 'application');
      const clientType = input.clientType ?? 'CONFIDENTIAL';
      const redirectUris = input.redirectUris ?? [];
      const subject = `${catalog}/${consumerOrg}/${nameFor({ title, name })}`;
      return context.change({ orgId, action: 'createApplication', subject }, async (transaction) => {
        const { id } = await consumerOrgNamed(transaction, { orgId, catalog, consumerOrg });
        const application = { consumerOrgId: id, title, name, clientType, redirectUris };
        return createApplication(transaction, application, context);
      });
    },
  }),
);

builder.mutationField('updateApplication', (t) =>
  t.prismaField({
    type: 'Application',
    description: 'Changes an application; suspended, its calls are refused until it is enabled again.',
    args: { input: t.arg({ type: UpdateApplicationInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const changes = {
        title: notNull(input.title, ['input', 'title']),
        clientType: notNull(input.clientType, ['input', 'clientType']),
        redirectUris: notNull(input.redirectUris, ['input', 'redirectUris']),
        state: notNull(input.state, ['input', 'state']),
        suspensionReason: input.suspensionReason,
      };
      const subject = `${input.catalog}/${input.consumerOrg}/${input.name}`;
      return context.change({ orgId, action: 'updateApplication', subject }, async (transaction) => {
        const application = await applicationNamed(transaction, { ...input, orgId }, 'name');
        const { id } = await updateApplication(transaction, application, changes);
        return transaction.application.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
);

builder.mutationField('deleteApplication', (t) =>
  t.boolean({
    description: 'Deletes an application with its credentials and subscriptions.',
    args: { input: t.arg({ type: ApplicationInput, required: true, description: 'Which application.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const subject = `${input.catalog}/${input.consumerOrg}/${input.name}`;
      await context.change({ orgId, action: 'deleteApplication', subject }, async (transaction) => {
        await deleteApplication(
          transaction,
          await applicationNamed(transaction, { ...input, orgId }, 'name'),
          context.clock(),
        );
      });
      return true;
    },
  }),
);
