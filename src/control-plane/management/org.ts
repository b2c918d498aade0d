import { isControlRoot } from '../../domain/org/control-paths.ts';
import { refuse } from '../../foundation/errors.ts';
import { nameFor } from '../../foundation/text/name.ts';
import { versionedName } from '../../foundation/text/version.ts';
import { takeSkipOf } from '../../graphql/server/take-skip.ts';
import { appendAudit } from '../../infrastructure/database/audit-chain.ts';
import { announce, lockOrg, type Transaction, transact } from '../../infrastructure/database/change.ts';
import { consoleParty } from '../passkeys/passkey-party.ts';
import { builder, inOrg, partArgs } from './builder.ts';
import { demandStillValid } from './caller.ts';
import type { ManagementContext } from './context.ts';
import { refuseTaken } from './name-input.ts';
import { dropUnusedSecondFactors } from './people/second-factor.ts';

builder.prismaObject('Org', {
  description: 'A tenant: whoever provides APIs. Everything else belongs to an org.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `acme`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    catalogs: t.relation('catalogs', {
      description: 'The places that it publishes to, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    userRegistries: t.relation('userRegistries', {
      description: 'Who knows its people, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    userRegistryCount: t.relationCount('userRegistries', { description: 'How many user registries it has.' }),
    oauthProviders: t.relation('oauthProviders', {
      description: 'Who issues access tokens for its APIs, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    oauthProviderCount: t.relationCount('oauthProviders', {
      description: 'How many OAuth providers it has.',
    }),
    graphqlServers: t.relation('graphqlServers', {
      description: 'The GraphQL servers made from its REST back-ends, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    requiresSecondFactor: t.exposeBoolean('requiresSecondFactor', {
      description:
        'Must its people show a passkey, or a recovery code, when they enter it in the console? Access tokens need none.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Rises by one with every change; `applyManifest` can require it.',
    }),
  }),
});

builder.queryField('orgs', (t) =>
  t.prismaField({
    type: ['Org'],
    description: 'The orgs that the caller reaches, by name.',
    args: partArgs,
    resolve: (query, _root, part, { database, caller: { orgId } }) =>
      database.prisma.org.findMany({
        ...query,
        where: orgId === null ? {} : { id: orgId },
        orderBy: { name: 'asc' },
        ...takeSkipOf(part),
      }),
  }),
);

builder.queryField('org', (t) =>
  t.prismaField({
    type: 'Org',
    nullable: true,
    description: 'One org.',
    args: { name: t.arg.string({ description: 'Which; may be left out by a caller of one org.' }) },
    resolve: async (query, _root, { name }, context) => {
      const { id } = await context.org(name, ['name']);
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

const UpdateOrgInput = builder.inputType('UpdateOrgInput', {
  description: 'What is changed of an org; what is left out stays.',
  fields: (t) => ({
    org: t.string(inOrg),
    requiresSecondFactor: t.boolean({
      description:
        'Must its people show a passkey, or a recovery code, when they enter it in the console? Who has none registers one before she sees anything of it; sessions that are open wait for that, too.',
    }),
  }),
});

const DeleteOrgInput = builder.inputType('DeleteOrgInput', {
  description: 'Which org to delete.',
  fields: (t) => ({ name: t.string({ required: true, description: 'The name of the org.' }) }),
});

builder.mutationField('createOrg', (t) =>
  t.prismaField({
    type: 'Org',
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'Creates an org, without a catalog. Needs an administrator of the platform, not of one org.',
    args: { input: t.arg({ type: CreateOrgInput, required: true, description: 'The new org.' }) },
    resolve: (query, _root, { input }, { caller, database, address, clock }) => {
      if (caller.orgId !== null)
        refuse('FORBIDDEN', { detail: 'Orgs are created by an administrator of the platform.' });
      const name = nameFor(input);
      if (isControlRoot(name))
        refuse('BAD_USER_INPUT', {
          detail: `${name} is an address of the platform itself: give the org another name.`,
          path: ['input', 'name'],
        });
      const event = { actor: caller.actor, action: 'createOrg', subject: name, address };
      return transact(database, async (transaction) => {
        await demandStillValid(caller, { database: { prisma: transaction }, clock });
        refuseTaken(await transaction.org.findUnique({ where: { name } }), `an org ${name}`);
        const org = await transaction.org.create({ data: { name, title: input.title } });
        await appendAudit(transaction, [org.id], event);
        return transaction.org.findUniqueOrThrow({ ...query, where: { id: org.id } });
      });
    },
  }),
);

builder.mutationField('updateOrg', (t) =>
  t.prismaField({
    type: 'Org',
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'Changes what an org asks of its people. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: UpdateOrgInput, required: true, description: 'What changes.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id, name, requiresSecondFactor: before } = await context.org(input.org);
      const requiresSecondFactor = input.requiresSecondFactor ?? before;
      if (requiresSecondFactor) consoleParty(context.urls.console);
      return context.change(
        { orgId: id, action: 'updateOrg', subject: name, detail: { requiresSecondFactor } },
        ({ org }) => org.update({ ...query, where: { id }, data: { requiresSecondFactor } }),
      );
    },
  }),
);

builder.mutationField('deleteOrg', (t) =>
  t.boolean({
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'Deletes an org with all that it holds, its audit too; refused while a product of its catalogs has subscriptions. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: DeleteOrgInput, required: true, description: 'Which org.' }) },
    resolve: async (_root, { input }, context) => {
      await deleteOrg(context, input.name);
      return true;
    },
  }),
);

/** Deletes an org. Its audit goes with it, so this is no `change`. */
async function deleteOrg({ database, caller, clock }: ManagementContext, name: string): Promise<void> {
  await transact(database, async (transaction) => {
    const org = await transaction.org.findFirst({
      where: { name, ...(caller.orgId !== null && { id: caller.orgId }) },
      select: { id: true },
    });
    if (!org) refuse('NOT_FOUND', { detail: `There is no org ${name}.`, path: ['input', 'name'] });
    const where = { orgId: org.id };
    await lockOrg(transaction, org.id);
    await demandStillValid(caller, { database: { prisma: transaction }, clock });
    await refuseSubscribed(transaction, { catalog: where });
    // What refers to a registry or to an API goes first: the database deletes in no order of its own.
    await transaction.oAuthProvider.deleteMany({ where });
    await transaction.product.deleteMany({ where });
    await transaction.org.delete({ where: { id: org.id } });
    await dropUnusedSecondFactors(transaction);
    await transaction.user.deleteMany({ where: { memberships: { none: {} } } });
    await announce({ prisma: transaction }, org.id);
  });
}

/**
 * Refuses to delete products with subscriptions: consumers keep what they subscribed to.
 *
 * @param products whose products
 * @throws IN_USE when one of them has a subscription, in whatever state
 */
export async function refuseSubscribed(
  transaction: Transaction,
  products: NonNullable<Parameters<Transaction['catalogProduct']['findFirst']>[0]>['where'],
): Promise<void> {
  const product = await transaction.catalogProduct.findFirst({
    where: { ...products, subscriptions: { some: {} } },
    select: { name: true, version: true, catalog: { select: { name: true } } },
  });
  if (!product) return;
  refuse('IN_USE', {
    detail: `The product ${versionedName(product)} in the catalog ${product.catalog.name} has subscriptions: delete them first.`,
    path: ['input', 'name'],
  });
}
