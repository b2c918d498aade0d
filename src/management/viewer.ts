import type { roles } from '../domain/roles.ts';
import { builder } from './builder.ts';
import type { Caller } from './context.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'The rights of a management token, each including those after it.',
  values: {
    ADMINISTRATOR: { description: 'Everything, access tokens and orgs included.' },
    DEVELOPER: { description: 'Every change within the org but access tokens.' },
    VIEWER: { description: 'Reads, changes nothing.' },
  } as const satisfies Record<(typeof roles)[number], object>,
});

const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'Who is asking: an access token, its rights and what it reaches.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the access token.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Its rights.' }),
    orgs: t.prismaField({
      type: ['Org'],
      description: 'The orgs that it reaches, by name.',
      resolve: (query, { orgId }, _args, { database }) =>
        database.prisma.org.findMany({
          ...query,
          where: orgId === null ? {} : { id: orgId },
          orderBy: { name: 'asc' },
        }),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who is asking, and with which rights.',
    resolve: (_root, _args, { caller }) => caller,
  }),
);
