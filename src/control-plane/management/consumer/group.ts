import { MAIL_DOMAINS_MAX, mailDomainsFrom } from '../../../domain/consumer/mail-domain.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { ConsumerGroup } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { refuseGroupInUse } from '../catalog/audience.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { hasText, searchDescription } from '../search.ts';
import { consumerOrgNamed } from './org.ts';

const texts = {
  title: 'What people call it.',
  consumerOrgs: 'The consumer orgs in it, by name.',
  mailDomains: `Domains of mail, for example \`example.com\`, at most ${MAIL_DOMAINS_MAX}: a member of any consumer org is in it whose verified email address ends with one. Domains below one are others.`,
};

builder.prismaObject('ConsumerGroup', {
  description: 'Consumer orgs, and people by the domains of their mail, under one name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the catalog.' }),
    title: t.exposeString('title', { description: texts.title }),
    mailDomains: t.exposeStringList('mailDomains', { description: texts.mailDomains }),
    consumerOrgs: t.relation('consumerOrgs', {
      description: 'The consumer orgs in it, by name.',
      args: partArgs,
      query: (part) => ({ orderBy: { name: 'asc' } as const, ...takeSkipOf(part) }),
    }),
    consumerOrgCount: t.relationCount('consumerOrgs', { description: 'How many consumer orgs are in it.' }),
  }),
});

builder.prismaObjectField('ConsumerOrg', 'groups', (t) =>
  t.relation('groups', {
    description: 'The groups that it is in, by name.',
    args: partArgs,
    query: (part) => ({ orderBy: { name: 'asc' } as const, ...takeSkipOf(part) }),
  }),
);

builder.prismaObjectField('Catalog', 'consumerGroups', (t) =>
  t.relation('consumerGroups', {
    description: 'Its groups of consumer orgs, by name.',
    args: { search: t.arg.string({ description: searchDescription }), ...partArgs },
    query: ({ search, ...part }) => ({
      where: hasText(search),
      orderBy: { name: 'asc' } as const,
      ...takeSkipOf(part),
    }),
  }),
);

builder.prismaObjectField('Catalog', 'consumerGroupCount', (t) =>
  t.relationCount('consumerGroups', {
    description: 'How many groups of consumer orgs it has.',
    args: { search: t.arg.string({ description: searchDescription }) },
    where: ({ search }) => hasText(search),
  }),
);

builder.queryField('consumerGroup', (t) =>
  t.prismaField({
    type: 'ConsumerGroup',
    nullable: true,
    description: 'One group of consumer orgs of a catalog.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      name: t.arg.string({ required: true, description: 'The name of the group.' }),
    },
    resolve: async (query, _root, { org, catalog, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.consumerGroup.findFirst({
        ...query,
        where: { name, catalog: { name: catalog, orgId } },
      });
    },
  }),
);

const CreateConsumerGroupInput = builder.inputType('CreateConsumerGroupInput', {
  description: 'A new group of consumer orgs.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog whose consumers are in it.' }),
    title: t.string({ required: true, description: texts.title }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    consumerOrgs: t.stringList({ description: texts.consumerOrgs }),
    mailDomains: t.stringList({ description: texts.mailDomains }),
  }),
});

const UpdateConsumerGroupInput = builder.inputType('UpdateConsumerGroupInput', {
  description: 'What is to be different about a group. What is left out stays.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'The name of the group.' }),
    title: t.string({ description: texts.title }),
    consumerOrgs: t.stringList({ description: `${texts.consumerOrgs} All others leave it.` }),
    mailDomains: t.stringList({ description: texts.mailDomains }),
  }),
});

const ConsumerGroupInput = builder.inputType('ConsumerGroupInput', {
  description: 'One group of consumer orgs of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'The name of the group.' }),
  }),
});

const ConsumerGroupMemberInput = builder.inputType('ConsumerGroupMemberInput', {
  description: 'A consumer org, and a group that it comes into or leaves.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    name: t.string({ required: true, description: 'The name of the group.' }),
    consumerOrg: t.string({ required: true, description: 'The name of the consumer org.' }),
  }),
});

type GroupAddress = { readonly orgId: string; readonly catalog: string; readonly name: string };

/** @throws NOT_FOUND when there is no such catalog or group */
async function groupNamed(
  transaction: Transaction,
  { orgId, catalog, name }: GroupAddress,
): Promise<ConsumerGroup> {
  const { id: catalogId } = await catalogNamed(transaction, {
    orgId,
    name: catalog,
    path: ['input', 'catalog'],
  });
  const row = await transaction.consumerGroup.findUnique({ where: { catalogId_name: { catalogId, name } } });
  return (
    row ??
    refuse('NOT_FOUND', {
      detail: `There is no consumer group ${name} in the catalog ${catalog}.`,
      path: ['input', 'name'],
    })
  );
}

type NamedOrgs = { readonly catalogId: string; readonly names: readonly string[]; readonly path: InputPath };

/** Finds consumer orgs by their names. @throws NOT_FOUND, with the first that there is not */
async function consumerOrgIds(
  transaction: Transaction,
  { catalogId, names, path }: NamedOrgs,
): Promise<{ readonly id: string }[]> {
  const rows = await transaction.consumerOrg.findMany({
    where: { catalogId, name: { in: [...names] } },
    select: { id: true, name: true },
  });
  const absent = names.findIndex((name) => !rows.some((row) => row.name === name));
  if (absent >= 0)
    refuse('NOT_FOUND', {
      detail: `There is no consumer org ${names[absent]} in the catalog.`,
      path: [...path, absent],
    });
  return rows.map(({ id }) => ({ id }));
}

builder.mutationField('createConsumerGroup', (t) =>
  t.prismaField({
    type: 'ConsumerGroup',
    description: 'Creates a group of consumer orgs in a catalog.',
    args: { input: t.arg({ type: CreateConsumerGroupInput, required: true, description: 'The new group.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { title } = input;
      const name = nameFor(input);
      const mailDomains = mailDomainsFrom(input.mailDomains ?? [], ['input', 'mailDomains']);
      const request = { orgId, action: 'createConsumerGroup', subject: `${input.catalog}/${name}` };
      return context.change(request, async (transaction) => {
        const path = ['input', 'catalog'];
        const { id: catalogId } = await catalogNamed(transaction, { orgId, name: input.catalog, path });
        if (await transaction.consumerGroup.findUnique({ where: { catalogId_name: { catalogId, name } } }))
          refuse('NAME_TAKEN', {
            detail: `The catalog has a consumer group ${name} already: choose another title or name.`,
            path: ['input', input.name == null ? 'title' : 'name'],
          });
        await checkQuota(transaction, {
          resource: 'CONSUMER_GROUPS',
          ownerId: catalogId,
          now: context.clock(),
        });
        const orgs = { catalogId, names: input.consumerOrgs ?? [], path: ['input', 'consumerOrgs'] };
        const connect = await consumerOrgIds(transaction, orgs);
        const data = { catalogId, name, title, mailDomains, consumerOrgs: { connect } };
        return transaction.consumerGroup.create({ ...query, data });
      });
    },
  }),
);

builder.mutationField('updateConsumerGroup', (t) =>
  t.prismaField({
    type: 'ConsumerGroup',
    description: 'Changes a group of consumer orgs. What is left out stays.',
    args: { input: t.arg({ type: UpdateConsumerGroupInput, required: true, description: 'The changes.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = checkedTitle(input.title, ['input', 'title']);
      const names = notNull(input.consumerOrgs, ['input', 'consumerOrgs']);
      const domains = notNull(input.mailDomains, ['input', 'mailDomains']);
      const mailDomains = domains && mailDomainsFrom(domains, ['input', 'mailDomains']);
      const request = { orgId, action: 'updateConsumerGroup', subject: `${input.catalog}/${input.name}` };
      return context.change(request, async (transaction) => {
        const { id, catalogId } = await groupNamed(transaction, { ...input, orgId });
        const path = ['input', 'consumerOrgs'];
        const set = names && (await consumerOrgIds(transaction, { catalogId, names, path }));
        const data = { title, mailDomains, ...(set && { consumerOrgs: { set } }) };
        return transaction.consumerGroup.update({ ...query, where: { id }, data });
      });
    },
  }),
);

builder.mutationField('deleteConsumerGroup', (t) =>
  t.boolean({
    description: 'Deletes a group that no audience names. The consumer orgs that were in it stay.',
    args: { input: t.arg({ type: ConsumerGroupInput, required: true, description: 'Which group.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const request = { orgId, action: 'deleteConsumerGroup', subject: `${input.catalog}/${input.name}` };
      await context.change(request, async (transaction) => {
        const group = await groupNamed(transaction, { ...input, orgId });
        await refuseGroupInUse(transaction, group);
        await transaction.consumerGroup.delete({ where: { id: group.id } });
      });
      return true;
    },
  }),
);

const memberChanges = {
  addToConsumerGroup: { way: 'connect', description: 'Takes a consumer org into a group.' },
  removeFromConsumerGroup: { way: 'disconnect', description: 'Takes a consumer org out of a group.' },
} as const;

for (const action of ['addToConsumerGroup', 'removeFromConsumerGroup'] as const) {
  const { way, description } = memberChanges[action];
  builder.mutationField(action, (t) =>
    t.prismaField({
      type: 'ConsumerGroup',
      description,
      args: {
        input: t.arg({ type: ConsumerGroupMemberInput, required: true, description: 'Which, and where.' }),
      },
      resolve: async (query, _root, { input }, context) => {
        const { id: orgId } = await context.org(input.org);
        const { catalog, name, consumerOrg } = input;
        const request = { orgId, action, subject: `${catalog}/${name}`, detail: { consumerOrg } };
        return context.change(request, async (transaction) => {
          const group = await groupNamed(transaction, { ...input, orgId });
          const { id } = await consumerOrgNamed(transaction, { orgId, catalog, consumerOrg });
          const data = { consumerOrgs: { [way]: { id } } };
          return transaction.consumerGroup.update({ ...query, where: { id: group.id }, data });
        });
      },
    }),
  );
}
