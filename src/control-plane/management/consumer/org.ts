import { passwordLength } from '../../../domain/people/password.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { ConsumerOrg } from '../../../infrastructure/database/generated/prisma/client.ts';
import { createConsumerOrg, deleteConsumerOrg } from '../../consumer/consumer-org.ts';
import { withGeneratedName } from '../../consumer/generated-name.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { hasText, searchDescription } from '../search.ts';
import { firstPasswordHash } from './first-password.ts';

builder.prismaObject('ConsumerOrg', {
  description: 'Whoever consumes the APIs of a catalog.',
  select: { id: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the catalog.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    catalog: t.relation('catalog', { description: 'The catalog whose APIs it consumes.' }),
    members: t.stringList({
      description: 'The usernames of its people, its owner first.',
      args: partArgs,
      select: (part) => ({
        memberships: {
          orderBy: [{ role: 'asc' }, { createdAt: 'asc' }, { memberId: 'asc' }],
          select: { member: { select: { username: true } } },
          ...takeSkipOf(part),
        },
      }),
      resolve: ({ memberships }) => memberships.map(({ member }) => member.username),
    }),
    memberships: t.relation('memberships', {
      description: 'Its people with their roles, its owners first.',
      args: partArgs,
      query: (part) => ({
        orderBy: [{ role: 'asc' }, { createdAt: 'asc' }, { memberId: 'asc' }],
        ...takeSkipOf(part),
      }),
    }),
    applications: t.relation('applications', {
      description: 'Its applications, the oldest first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    applicationCount: t.relationCount('applications', { description: 'How many applications it has.' }),
  }),
});

builder.prismaObjectField('Catalog', 'consumerOrgs', (t) =>
  t.relation('consumerOrgs', {
    description: 'Whoever consumes its APIs, the oldest first.',
    args: {
      search: t.arg.string({ description: searchDescription }),
      ...partArgs,
    },
    query: ({ search, ...part }) => ({
      where: hasText(search),
      orderBy: { id: 'asc' } as const,
      ...takeSkipOf(part),
    }),
  }),
);

builder.prismaObjectField('Catalog', 'consumerOrgCount', (t) =>
  t.relationCount('consumerOrgs', {
    description: 'How many consume its APIs.',
    args: { search: t.arg.string({ description: searchDescription }) },
    where: ({ search }) => hasText(search),
  }),
);

builder.queryField('consumerOrg', (t) =>
  t.prismaField({
    type: 'ConsumerOrg',
    nullable: true,
    description: 'One consumer org of a catalog.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      name: t.arg.string({ required: true, description: 'The name of the consumer org.' }),
    },
    resolve: async (query, _root, { org, catalog, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.consumerOrg.findFirst({
        ...query,
        where: { name, catalog: { name: catalog, orgId } },
      });
    },
  }),
);

type ConsumerOrgOfInput = { readonly orgId: string; readonly catalog: string; readonly consumerOrg: string };

/**
 * @param field the input's field that names the consumer org, for the refusal
 * @throws NOT_FOUND when there is no such catalog or consumer org
 */
export async function consumerOrgNamed(
  transaction: Pick<Transaction, 'catalog' | 'consumerOrg'>,
  { orgId, catalog, consumerOrg }: ConsumerOrgOfInput,
  field = 'consumerOrg',
): Promise<ConsumerOrg> {
  const { id: catalogId } = await catalogNamed(transaction, {
    orgId,
    name: catalog,
    path: ['input', 'catalog'],
  });
  const row = await transaction.consumerOrg.findUnique({
    where: { catalogId_name: { catalogId, name: consumerOrg } },
  });
  return (
    row ??
    refuse('NOT_FOUND', {
      detail: `There is no consumer org ${consumerOrg} in the catalog ${catalog}.`,
      path: ['input', field],
    })
  );
}

const OwnerInput = builder.inputType('OwnerInput', {
  description: 'The person who owns a consumer org and signs in to the portal for it.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'What the person signs in with; once in a catalog.' }),
    password: t.string({
      description: `The password, ${passwordLength.min} to ${passwordLength.max} characters; kept hashed. Without one, the link of \`resetMemberPassword\` lets the person choose it.`,
    }),
    email: t.string({ description: 'Where mail reaches the person.' }),
  }),
});

const CreateConsumerOrgInput = builder.inputType('CreateConsumerOrgInput', {
  description: 'What a new consumer org is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog whose APIs it consumes.' }),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    owner: t.field({ type: OwnerInput, description: 'Its first member.' }),
  }),
});

const ConsumerOrgInput = builder.inputType('ConsumerOrgInput', {
  description: 'One consumer org of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'The name of the consumer org.' }),
  }),
});

async function hashedOwner(
  { password, ...owner }: typeof OwnerInput.$inferInput,
  context: ManagementContext,
  orgId: string,
) {
  const path = ['input', 'owner', 'password'];
  const emailVerifiedAt = context.clock();
  return {
    ...owner,
    emailVerifiedAt,
    passwordHash: await firstPasswordHash({ password }, { context, orgId, path }),
  };
}

builder.mutationField('createConsumerOrg', (t) =>
  t.prismaField({
    type: 'ConsumerOrg',
    description: 'Creates a consumer org in a catalog, with its owner.',
    args: {
      input: t.arg({ type: CreateConsumerOrgInput, required: true, description: 'The new consumer org.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { title, name } = withGeneratedName(input, 'organization');
      const subject = `${input.catalog}/${nameFor({ title, name })}`;
      const owner = input.owner && (await hashedOwner(input.owner, context, orgId));
      return context.change({ orgId, action: 'createConsumerOrg', subject }, async (transaction) => {
        const path = ['input', 'catalog'];
        const catalog = await catalogNamed(transaction, { orgId, name: input.catalog, path });
        const { id } = await createConsumerOrg(transaction, {
          catalogId: catalog.id,
          title,
          name,
          owner,
          now: context.clock(),
        });
        return transaction.consumerOrg.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
);

builder.mutationField('deleteConsumerOrg', (t) =>
  t.boolean({
    description:
      'Deletes a consumer org with its people, applications, their credentials and their subscriptions.',
    args: { input: t.arg({ type: ConsumerOrgInput, required: true, description: 'Which consumer org.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const subject = `${input.catalog}/${input.name}`;
      await context.change({ orgId, action: 'deleteConsumerOrg', subject }, async (transaction) => {
        const address = { orgId, catalog: input.catalog, consumerOrg: input.name };
        await deleteConsumerOrg(transaction, await consumerOrgNamed(transaction, address, 'name'));
      });
      return true;
    },
  }),
);
