import type { Role } from '../../../domain/people/roles.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkName } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';
import { tokenPrefix, unexpired } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { refuseTaken } from '../name-input.ts';
import { changeInScope, type OrgScopeInput, orgScopeArgs, orgScopeOf } from '../org-scope.ts';
import { administrator } from './first-administrator.ts';
import { RoleEnum } from './viewer.ts';

export type IssuedAccessToken = {
  readonly name: string;
  readonly role: Role;
  readonly token: string;
  readonly expiresAt: Date | null;
};

export const IssuedAccessTokenRef = builder.objectRef<IssuedAccessToken>('IssuedAccessToken').implement({
  description: 'A new access token: the one time that its value can be read.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which the audit shows.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Its rights.' }),
    token: t.exposeString('token', { description: 'Its value; send it as `Authorization: Bearer`.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
  }),
});

const AccessTokenRef = builder.prismaObject('AccessToken', {
  description: 'An access token for scripts, without its value.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which the audit shows.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Its rights, while its person has them.' }),
    person: t.string({
      nullable: true,
      description: 'The email address of the person whose token it is; null for one of the org itself.',
      select: { membership: { select: { user: { select: { email: true } } } } },
      resolve: ({ membership }) => membership?.user.email ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null for never.',
    }),
  }),
});

/** Filters of access tokens. */
const tokenFilterArgs = builder.args((t) => ({
  org: t.string(orgScopeArgs.org),
  everyOrg: t.boolean(orgScopeArgs.everyOrg),
}));

async function tokensOf(
  context: ManagementContext,
  reach: OrgScopeInput,
): Promise<Prisma.AccessTokenWhereInput> {
  return { orgId: await orgScopeOf(context, reach), ...unexpired(context.clock()) };
}

builder.queryField('accessTokens', (t) =>
  t.prismaField({
    type: [AccessTokenRef],
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'The access tokens of an org that have not ended, by name. Needs the role ADMINISTRATOR.',
    args: {
      ...tokenFilterArgs,
      ...partArgs,
    },
    resolve: async (query, _root, { first, offset, ...reach }, context) =>
      context.database.prisma.accessToken.findMany({
        ...query,
        where: await tokensOf(context, reach),
        orderBy: { name: 'asc' },
        ...takeSkipOf({ first, offset }),
      }),
  }),
);

builder.queryField('accessTokenCount', (t) =>
  t.int({
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'How many access tokens of an org have not ended. Needs the role ADMINISTRATOR.',
    args: tokenFilterArgs,
    resolve: async (_root, reach, context) =>
      context.database.prisma.accessToken.count({ where: await tokensOf(context, reach) }),
  }),
);

const CreateAccessTokenInput = builder.inputType('CreateAccessTokenInput', {
  description: 'What a new access token is made from.',
  fields: (t) => ({
    org: t.string(orgScopeArgs.org),
    everyOrg: t.boolean(orgScopeArgs.everyOrg),
    name: t.string({
      required: true,
      description: 'Its name, for example `ci`: lower case letters, digits and hyphens.',
    }),
    role: t.field({ type: RoleEnum, required: true, description: 'Its rights.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends; never unless given.' }),
  }),
});

const AccessTokenInput = builder.inputType('AccessTokenInput', {
  description: 'An access token of an org, or of every org, by its name.',
  fields: (t) => ({
    org: t.string(orgScopeArgs.org),
    everyOrg: t.boolean(orgScopeArgs.everyOrg),
    name: t.string({ required: true, description: 'The name of the token.' }),
  }),
});

builder.mutationField('createAccessToken', (t) =>
  t.field({
    type: IssuedAccessTokenRef,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      "Creates a token for scripts; its value is shown this once. One that a person creates never has more rights than she has, and ends when she is removed; one that a token of the org creates is the org's own. Needs the role ADMINISTRATOR.",
    args: { input: t.arg({ type: CreateAccessTokenInput, required: true, description: 'The new token.' }) },
    resolve: async (_root, { input }, context): Promise<IssuedAccessToken> => {
      const orgId = await orgScopeOf(context, input);
      const { name, role, expiresAt = null } = input;
      checkName(name, ['input', 'name']);
      if (expiresAt && expiresAt <= context.clock())
        refuse('BAD_USER_INPUT', {
          detail: 'expiresAt is in the past: give an instant to come.',
          path: ['input', 'expiresAt'],
        });
      const token = context.secrets.issue(tokenPrefix);
      const membershipId = context.caller.membershipId ?? null;
      const data = { orgId, membershipId, name, role, expiresAt, tokenHash: context.secrets.hash(token) };
      await changeInScope(
        context,
        { orgId, action: 'createAccessToken', subject: name, detail: { role } },
        async (transaction) => {
          const { accessToken } = transaction;
          // To a unique index no null is like another.
          refuseTaken(await accessToken.findFirst({ where: { orgId, name } }), `an access token ${name}`);
          if (orgId !== null)
            await checkQuota(transaction, {
              resource: 'ACCESS_TOKENS',
              ownerId: orgId,
              now: context.clock(),
            });
          await accessToken.create({ data });
        },
      );
      return { name, role, token, expiresAt };
    },
  }),
);

/** Tells whether a name means the token of the call. Then it may always be ended. */
async function isOwn(context: ManagementContext, name: string, reach: OrgScopeInput): Promise<boolean> {
  const { caller } = context;
  if (caller.tokenId === undefined || caller.sessionId !== undefined || caller.name !== name) return false;
  return caller.orgId === (await orgScopeOf(context, reach));
}

builder.mutationField('revokeAccessToken', (t) =>
  t.boolean({
    skipTypeScopes: true,
    authScopes: async (_root, { input: { name, ...reach } }, context) => ({
      role: (await isOwn(context, name, reach)) ? 'VIEWER' : 'ADMINISTRATOR',
    }),
    description:
      'Ends an access token at once, and the temporary tokens issued with it. Needs the role ADMINISTRATOR, but for the token that asks.',
    args: { input: t.arg({ type: AccessTokenInput, required: true, description: 'Which token.' }) },
    resolve: async (_root, { input: { name, ...reach } }, context) => {
      const orgId = await orgScopeOf(context, reach);
      if (orgId === null && name === administrator.name)
        refuse('TRANSITION_REFUSED', {
          detail: `${name} is the token that the platform begins with: a start with another ADMIN_TOKEN ends it.`,
          path: ['input', 'name'],
        });
      await changeInScope(
        context,
        { orgId, action: 'revokeAccessToken', subject: name },
        async ({ accessToken }) => {
          const { count } = await accessToken.deleteMany({ where: { orgId, name } });
          if (count === 0)
            refuse('NOT_FOUND', {
              detail: `There is no access token ${name} ${orgId === null ? 'that reaches every org' : 'in this org'}.`,
              path: ['input', 'name'],
            });
        },
      );
      return true;
    },
  }),
);
