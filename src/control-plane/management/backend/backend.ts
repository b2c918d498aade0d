import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { ApiRef } from '../api/api.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { type NamedInput, NameInput, refuseTaken } from '../name-input.ts';
import { backendNamed } from './backend-named.ts';

builder.prismaObject('Backend', {
  description:
    'What APIs call, by a name. Each catalog says where it is, so that one version of a product calls another back-end in each.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the org, for example `customers`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    org: t.relation('org', { description: 'The org that it belongs to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

builder.prismaObjectField('Org', 'backends', (t) =>
  t.relation('backends', {
    description: 'Its back-ends, the first created first.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

builder.objectField(ApiRef, 'backend', (t) =>
  t.prismaField({
    type: 'Backend',
    nullable: true,
    description:
      'The back-end that its calls are sent to, as each catalog has it; null for an API with an address of its own.',
    resolve: (query, { orgId, backend: name }, _args, { database: { prisma } }) =>
      name === null ? null : prisma.backend.findUnique({ ...query, where: { orgId_name: { orgId, name } } }),
  }),
);

builder.queryField('backend', (t) =>
  t.prismaField({
    type: 'Backend',
    nullable: true,
    description: 'One back-end of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the back-end.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.backend.findUnique({
        ...query,
        where: { orgId_name: { orgId, name } },
      });
    },
  }),
);

const CreateBackendInput = builder.inputType('CreateBackendInput', {
  description: 'What a new back-end is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ description: 'What people call it; its name unless given.' }),
    name: t.string({ description: 'Its name in the org; made from the title unless given.' }),
  }),
});

builder.mutationField('createBackend', (t) =>
  t.prismaField({
    type: 'Backend',
    description:
      'Creates a back-end, which APIs can name. `setBackend` says where it is in a catalog; until then its calls there are refused with BACKEND_MISSING.',
    args: { input: t.arg({ type: CreateBackendInput, required: true, description: 'The new back-end.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = input.title ?? input.name ?? '';
      const name = nameFor({ title, name: input.name });
      return context.change({ orgId, action: 'createBackend', subject: name }, async (transaction) => {
        const existing = await transaction.backend.findUnique({ where: { orgId_name: { orgId, name } } });
        refuseTaken(existing, `a back-end ${name}`);
        await checkQuota(transaction, { resource: 'BACKENDS', ownerId: orgId, now: context.clock() });
        return transaction.backend.create({ ...query, data: { orgId, name, title } });
      });
    },
  }),
);

builder.mutationField('deleteBackend', (t) =>
  t.boolean({
    description:
      'Deletes a back-end, with its settings in all catalogs; refused while an API names it, be it a draft or in a product that is not retired.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which back-end.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { name } = input;
      await context.change({ orgId, action: 'deleteBackend', subject: name }, (transaction) =>
        deleteBackend(transaction, { orgId, name, path: ['input', 'name'] }),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while an API names it */
export async function deleteBackend(transaction: Transaction, where: NamedInput): Promise<void> {
  const { orgId, name: backend, path } = where;
  const { id } = await backendNamed(transaction, where);
  const draft = await transaction.api.findFirst({ where: { orgId, backend } });
  const copy = await transaction.catalogApi.findFirst({
    where: {
      backend,
      catalogProduct: { catalog: { orgId }, state: { in: ['STAGED', 'PUBLISHED', 'DEPRECATED'] } },
    },
    include: {
      catalogProduct: { select: { name: true, version: true, catalog: { select: { name: true } } } },
    },
  });
  const caller = draft
    ? `The API ${versionedName(draft)}`
    : copy &&
      `The API ${versionedName(copy)} of ${versionedName(copy.catalogProduct)} in the catalog ${copy.catalogProduct.catalog.name}`;
  if (caller)
    refuse('IN_USE', { detail: `${caller} calls the back-end ${backend}: give it another one first.`, path });
  await transaction.backend.delete({ where: { id } });
}
