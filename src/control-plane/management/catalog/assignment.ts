import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { refuseClosing } from '../lifecycle/product-prerequisites.ts';
import { oauthProviderNamed } from '../oauth/provider.ts';
import { userRegistryNamed } from '../oauth/user-registry.ts';
import { catalogNamed } from './catalog.ts';

/** Kinds that can be assigned to a catalog. Each has its look-up by name and the relation that holds it. */
const assignable = {
  userRegistry: { named: userRegistryNamed, relation: 'userRegistries', noun: 'UserRegistry' },
  oauthProvider: { named: oauthProviderNamed, relation: 'oauthProviders', noun: 'OAuthProvider' },
} as const;

type Assignment = {
  readonly verb: 'assign' | 'unassign';
  readonly member: keyof typeof assignable;
  readonly org: string | null | undefined;
  readonly catalog: string;
  /** The name of what is assigned. */
  readonly name: string;
};

/**
 * Assigns a registry or provider to a catalog, or removes it. An assignment that is there already changes nothing:
 * the revision stays.
 *
 * @returns the id of the catalog
 * @throws NOT_FOUND when there is no such catalog or thing; IN_USE when an API there would be closed without it
 */
async function assign(
  context: ManagementContext,
  { verb, member, org, catalog, name }: Assignment,
): Promise<string> {
  const { named, relation, noun } = assignable[member];
  const { id: orgId } = await context.org(org);
  const request = { orgId, action: `${verb}${noun}`, subject: name, detail: { catalog } };
  const { id } = await context.change(
    { ...request, isChange: ({ isNew }: AssignmentResult) => isNew },
    async (transaction): Promise<AssignmentResult> => {
      const path = ['input', member];
      const found = await catalogNamed(transaction, { orgId, name: catalog, path: ['input', 'catalog'] });
      const thing = await named(transaction, { orgId, name, path });
      const { id } = found;
      const where = { id, [relation]: { some: { id: thing.id } } };
      const isAssigned = (await transaction.catalog.count({ where })) > 0;
      const isLost = isAssigned && verb === 'unassign';
      const lost = { oauthProviders: [], userRegistries: [], ...(isLost && { [relation]: [name] }) };
      await refuseClosing(transaction, found, { lost, path });
      const how = verb === 'assign' ? 'connect' : 'disconnect';
      await transaction.catalog.update({ where: { id }, data: { [relation]: { [how]: { id: thing.id } } } });
      return { id, isNew: isAssigned !== (verb === 'assign') };
    },
  );
  return id;
}

/** The id of the catalog, and whether anything is other than before. */
type AssignmentResult = { readonly id: string; readonly isNew: boolean };

const AssignUserRegistryInput = builder.inputType('AssignUserRegistryInput', {
  description: 'A user registry and a catalog of the same org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The name of the catalog.' }),
    userRegistry: t.string({ required: true, description: 'The name of the user registry.' }),
  }),
});

const AssignOAuthProviderInput = builder.inputType('AssignOAuthProviderInput', {
  description: 'An OAuth provider and a catalog of the same org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The name of the catalog.' }),
    oauthProvider: t.string({ required: true, description: 'The name of the OAuth provider.' }),
  }),
});

const descriptions = {
  assignUserRegistry:
    'Assigns a user registry to a catalog: OAuth providers sign people in there with it from now on. Where it is assigned already nothing changes.',
  unassignUserRegistry:
    'Takes a user registry from a catalog: nobody signs in there with it any more, and tokens that were issued stay good. Where it is not assigned nothing changes. Refused with IN_USE while nobody could get a token for an API that is served there.',
  assignOAuthProvider: 'Assigns an OAuth provider to a catalog: it issues tokens there from now on.',
  unassignOAuthProvider:
    'Takes an OAuth provider from a catalog: its tokens are no longer valid there. Refused with IN_USE while an API that is served there is closed to everybody without them.',
} as const;

for (const verb of ['assign', 'unassign'] as const) {
  builder.mutationField(`${verb}UserRegistry`, (t) =>
    t.prismaField({
      type: 'Catalog',
      description: descriptions[`${verb}UserRegistry`],
      args: {
        input: t.arg({ type: AssignUserRegistryInput, required: true, description: 'Which, and where.' }),
      },
      resolve: async (query, _root, { input: { org, catalog, userRegistry } }, context) => {
        const member = 'userRegistry';
        const id = await assign(context, { verb, member, org, catalog, name: userRegistry });
        return context.database.prisma.catalog.findUniqueOrThrow({ ...query, where: { id } });
      },
    }),
  );
  builder.mutationField(`${verb}OAuthProvider`, (t) =>
    t.prismaField({
      type: 'Catalog',
      description: descriptions[`${verb}OAuthProvider`],
      args: {
        input: t.arg({ type: AssignOAuthProviderInput, required: true, description: 'Which, and where.' }),
      },
      resolve: async (query, _root, { input: { org, catalog, oauthProvider } }, context) => {
        const member = 'oauthProvider';
        const id = await assign(context, { verb, member, org, catalog, name: oauthProvider });
        return context.database.prisma.catalog.findUniqueOrThrow({ ...query, where: { id } });
      },
    }),
  );
}
