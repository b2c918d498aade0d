import { nameFor } from '../domain/name.ts';
import { builder } from './builder.ts';

builder.prismaObject('Org', {
  description: 'A tenant: whoever provides APIs. Everything else belongs to an org.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `acme`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    revision: t.exposeInt('revision', {
      description: 'Rises by one with every change; `applyManifest` can require it.',
    }),
  }),
});

builder.queryField('org', (t) =>
  t.prismaField({
    type: 'Org',
    nullable: true,
    description: 'One org.',
    args: { name: t.arg.string({ description: 'Which; may be left out by a caller of one org.' }) },
    resolve: async (query, _root, { name }, context) => {
      const { id } = await context.org(name);
      return context.database.prisma.org.findUnique({ ...query, where: { id } });
    },
  }),
);

const CreateOrgInput = builder.inputType('CreateOrgInput', {
  description: 'What a new org is made from.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its path segment; made from the title unless given.' }),
  }),
});

builder.mutationField('createOrg', (t) =>
  t.prismaField({
    type: 'Org',
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'Creates an org. Needs an administrator of the platform.',
    args: { input: t.arg({ type: CreateOrgInput, required: true, description: 'The new org.' }) },
    resolve: async (query, _root, { input }, { database }) =>
      database.prisma.org.create({ ...query, data: { name: nameFor(input), title: input.title } }),
  }),
);
