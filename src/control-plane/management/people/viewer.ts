import type { roles } from '../../../domain/people/roles.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Membership, Prisma, User } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';
import type { Caller } from '../caller.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'The rights of whoever manages, a person or a token, each including those after it.',
  values: {
    ADMINISTRATOR: { description: 'Everything, access tokens and orgs included.' },
    DEVELOPER: { description: 'Every change within the org but access tokens.' },
    VIEWER: { description: 'Reads, changes nothing.' },
  } as const satisfies Record<(typeof roles)[number], object>,
});

type SignInWay = Pick<Membership, 'state' | 'passwordHash'> & { readonly user: Pick<User, 'issuer'> };

/** The issuer that signs a person in; null with a password, and before acceptance. */
export const issuerOf = ({ state, passwordHash, user }: SignInWay): string | null =>
  state === 'INVITED' || passwordHash !== null ? null : user.issuer;

type EnteredMembership = Prisma.MembershipGetPayload<{ include: { org: true } }> & {
  readonly isCurrent: boolean;
};

const MembershipRef = builder.objectRef<EnteredMembership>('Membership').implement({
  description: 'A place where a person manages. Her session is in one at a time, and sees no other.',
  fields: (t) => ({
    org: t.string({
      nullable: true,
      description: 'The name of the org; null for every org.',
      resolve: ({ org }) => org?.name ?? null,
    }),
    title: t.string({
      nullable: true,
      description: 'What people call the org; null for every org.',
      resolve: ({ org }) => org?.title ?? null,
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Her rights there.' }),
    current: t.exposeBoolean('isCurrent', { description: 'Is the session in it?' }),
  }),
});

export const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'Who is asking: a person or an access token, with which rights and what they reach.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: "The person's email address, or the name of the access token.",
    }),
    role: t.expose('role', { type: RoleEnum, description: 'The rights.' }),
    everyOrg: t.boolean({
      description: 'Do they reach every org, those to come too? Else one.',
      resolve: ({ orgId }) => orgId === null,
    }),
    identityProvider: t.field({
      type: 'URL',
      nullable: true,
      description:
        'The OpenID Connect issuer that signs the person in; null where a password does, or a token asks.',
      resolve: async ({ userId, membershipId }, _args, { database }) => {
        if (userId === undefined || membershipId == null) return null;
        const entered = await database.prisma.membership.findUnique({
          where: { id: membershipId },
          include: { user: true },
        });
        return entered && issuerOf(entered);
      },
    }),
    memberships: t.field({
      type: [MembershipRef],
      description:
        'Where the person manages by what she signed in with, every org first; none where a token asks. An org that another password opens is none of them.',
      args: partArgs,
      resolve: async ({ opens, membershipId }, part, { database }) => {
        if (opens === undefined) return cut([], part);
        const memberships = await database.prisma.membership.findMany({
          where: { id: { in: opens }, state: 'ENABLED' },
          include: { org: true },
          orderBy: { org: { name: 'asc' } },
        });
        const entered = memberships
          .map((each) => ({ ...each, isCurrent: each.id === membershipId }))
          .toSorted((one, other) => Number(other.orgId === null) - Number(one.orgId === null));
        return cut(entered, part);
      },
    }),
    orgs: t.prismaField({
      type: ['Org'],
      description: 'The orgs that they reach, by name.',
      args: partArgs,
      resolve: (query, { orgId }, part, { database }) =>
        database.prisma.org.findMany({
          ...query,
          where: orgId === null ? {} : { id: orgId },
          orderBy: { name: 'asc' },
          ...takeSkipOf(part),
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
