import type { LdapSettings } from '../../../domain/oauth/ldap-settings.ts';
import { LOCAL_USERS_URL } from '../../../domain/oauth/local-user.ts';
import { defaultUserRegistryType } from '../../../domain/oauth/oauth-provider.ts';
import type { OpenIdRegistrySettings } from '../../../domain/oauth/open-id-settings.ts';
import type { SamlSettings } from '../../../domain/oauth/saml-settings.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkTitle, nameFor } from '../../../foundation/text/name.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { userRegistryTypeNames, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { type NamedInput, NameInput, refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { catalogWithProvider } from './catalog-with-provider.ts';
import { LdapInput, LdapSettingsRef } from './ldap-input.ts';
import { OpenIdInput, OpenIdSettingsRef } from './open-id-input.ts';
import { addressFrom, checkAddress } from './registry-address.ts';
import { changedSettings, keepSecret, newSettings, settingsColumns } from './registry-settings.ts';
import { SamlInput, SamlSettingsRef } from './saml-input.ts';
import { apiWithRegistry } from './secured-by.ts';

const UserRegistryType = builder.enumType('UserRegistryType', {
  description: 'How a user registry is asked.',
  values: describedValues(userRegistryTypeNames, (name) => userRegistryTypes[name].description),
});

builder.prismaObject('UserRegistry', {
  description: 'Who knows people: by username and password, or at pages of its own.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, for example `sample-users`.' }),
    title: t.exposeString('title', { description: 'What administrators call it.' }),
    displayName: t.exposeString('displayName', { description: 'What the people in it are shown.' }),
    type: t.expose('type', { type: UserRegistryType, description: 'How it is asked.' }),
    url: t.expose('url', {
      type: 'URL',
      description: `The address that is called to validate a username and password; of type OPENID_CONNECT the issuer; of type SAML the address that people are sent to; \`${LOCAL_USERS_URL}\` for type LOCAL, which calls none.`,
    }),
    ldap: t.field({
      type: LdapSettingsRef,
      nullable: true,
      description: 'How people are found in a directory; null for another type.',
      resolve: ({ ldap }) => stored<LdapSettings | null>(ldap),
    }),
    openId: t.field({
      type: OpenIdSettingsRef,
      nullable: true,
      description: 'How people sign in with an OpenID provider; null for another type.',
      resolve: ({ openId, url, orgId }) =>
        openId === null ? null : { ...stored<OpenIdRegistrySettings>(openId), url, orgId },
    }),
    saml: t.field({
      type: SamlSettingsRef,
      nullable: true,
      description: 'How people sign in with a SAML identity provider; null for another type.',
      resolve: ({ saml }) => stored<SamlSettings | null>(saml),
    }),
    catalogs: t.relation('catalogs', {
      description: 'The catalogs that it is assigned to, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    oauthProviders: t.relation('oauthProviders', {
      description: 'Those that authenticate people with it, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
  }),
});

/**
 * The user registry that an input names.
 *
 * @param where the org, the registry, and where the input says so
 * @throws NOT_FOUND when the org has no such registry
 */
export async function userRegistryNamed(
  transaction: Pick<Transaction, 'userRegistry'>,
  { orgId, name, path }: NamedInput,
) {
  const registry = await transaction.userRegistry.findUnique({ where: { orgId_name: { orgId, name } } });
  return registry ?? refuse('NOT_FOUND', { detail: `There is no user registry ${name} in this org.`, path });
}

builder.queryField('userRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    nullable: true,
    description: 'One user registry of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the registry.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.userRegistry.findUnique({
        ...query,
        where: { orgId_name: { orgId, name } },
      });
    },
  }),
);

const CreateUserRegistryInput = builder.inputType('CreateUserRegistryInput', {
  description: 'What a new user registry is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What administrators call it.' }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    displayName: t.string({ required: true, description: 'What the people in it are shown.' }),
    type: t.field({
      type: UserRegistryType,
      defaultValue: defaultUserRegistryType,
      description: 'How it is asked.',
    }),
    url: t.field({
      type: 'URL',
      description:
        'The address that is called to validate a username and password; of type OPENID_CONNECT the issuer; of type SAML the address that people are sent to; required but for type LOCAL, which has none.',
    }),
    ldap: t.field({ type: LdapInput, description: 'Of type LDAP, required there: how people are found.' }),
    openId: t.field({
      type: OpenIdInput,
      description: 'Of type OPENID_CONNECT, required there: how people sign in.',
    }),
    saml: t.field({ type: SamlInput, description: 'Of type SAML, required there: how people sign in.' }),
  }),
});

const UpdateUserRegistryInput = builder.inputType('UpdateUserRegistryInput', {
  description: 'What to change of a user registry; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which registry.' }),
    title: t.string({ description: 'What administrators call it.' }),
    displayName: t.string({ description: 'What the people in it are shown.' }),
    url: t.field({
      type: 'URL',
      description: 'The address that is called to validate a username and password, or the issuer.',
    }),
    ldap: t.field({ type: LdapInput, description: 'Of type LDAP: what to change of how people are found.' }),
    openId: t.field({
      type: OpenIdInput,
      description: 'Of type OPENID_CONNECT: what to change of how people sign in.',
    }),
    saml: t.field({ type: SamlInput, description: 'Of type SAML: what to change of how people sign in.' }),
  }),
});

builder.mutationField('createUserRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    description: 'Creates a user registry in an org. Its address must be one that may be called.',
    args: {
      input: t.arg({ type: CreateUserRegistryInput, required: true, description: 'The new registry.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { title, displayName } = input;
      const name = nameFor(input);
      checkTitle(displayName, ['input', 'displayName']);
      const type = input.type ?? defaultUserRegistryType;
      const url = addressFrom({ type, url: input.url }, ['input']);
      await checkAddress(context.outbound.forOrg(orgId), { type, url });
      const { ldap, openId, saml } = input;
      const { secret, ...settings } = newSettings({ type, url, ldap, openId, saml }, ['input']);
      const data = { orgId, name, title, displayName, url, type, ...settingsColumns(settings) };
      return context.change(
        { orgId, action: 'createUserRegistry', subject: name, detail: { url } },
        async (transaction) => {
          const existing = await transaction.userRegistry.findUnique({
            where: { orgId_name: { orgId, name } },
          });
          refuseTaken(existing, `a user registry ${name}`);
          await checkQuota(transaction, {
            resource: 'USER_REGISTRIES',
            ownerId: orgId,
            now: context.clock(),
          });
          const { id } = await transaction.userRegistry.create({ data });
          await keepSecret(transaction, { id, holder: { url, ...settings }, secret }, context.secrets);
          return transaction.userRegistry.findUniqueOrThrow({ ...query, where: { id } });
        },
      );
    },
  }),
);

builder.mutationField('updateUserRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    description: 'Changes a user registry.',
    args: { input: t.arg({ type: UpdateUserRegistryInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = checkedTitle(input.title, ['input', 'title']);
      const displayName = checkedTitle(input.displayName, ['input', 'displayName']);
      const url = notNull(input.url, ['input', 'url']);
      if (url !== undefined) await checkNewAddress(context, { orgId, name: input.name, url });
      const where = { orgId, name: input.name, path: ['input', 'name'] };
      return context.change(
        { orgId, action: 'updateUserRegistry', subject: input.name, ...(url && { detail: { url } }) },
        async (transaction) => {
          const registry = await userRegistryNamed(transaction, where);
          const { id } = registry;
          const { ldap, openId, saml } = input;
          const { secret, ...settings } = changedSettings(registry, { url, ldap, openId, saml });
          const holder = { url: url ?? registry.url, ...settings };
          await keepSecret(transaction, { id, holder, secret }, context.secrets);
          const data = { title, displayName, url, ...settingsColumns(settings) };
          return transaction.userRegistry.update({ ...query, where: { id }, data });
        },
      );
    },
  }),
);

type NewAddress = { readonly orgId: string; readonly name: string; readonly url: string };

/** @throws BAD_USER_INPUT or TARGET_NOT_ALLOWED when the type of the registry cannot have this address */
async function checkNewAddress(
  { database, outbound }: ManagementContext,
  { orgId, name, url }: NewAddress,
): Promise<void> {
  const where = { orgId_name: { orgId, name } };
  const registry = await database.prisma.userRegistry.findUnique({ where, select: { type: true } });
  const type = registry?.type ?? defaultUserRegistryType;
  await checkAddress(outbound.forOrg(orgId), { type, url: addressFrom({ type, url }, ['input']) });
}

builder.mutationField('deleteUserRegistry', (t) =>
  t.boolean({
    description:
      'Deletes a user registry; refused while an OAuth provider or an API authenticates people with it, while the portal of a catalog signs people in by it, and while it has local users.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which registry.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const where = { orgId, name: input.name, path: ['input', 'name'] };
      await context.change({ orgId, action: 'deleteUserRegistry', subject: input.name }, (transaction) =>
        deleteUserRegistry(transaction, where),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while somebody signs in with it, or it has local users */
export async function deleteUserRegistry(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id, name } = await userRegistryNamed(transaction, where);
  const user = await transaction.oAuthProvider.findFirst({ where: { userRegistryId: id } });
  if (user)
    refuse('IN_USE', {
      detail: `The OAuth provider ${user.name} authenticates people with ${name}: give it another registry first.`,
      path: where.path,
    });
  const api = await apiWithRegistry(transaction, { orgId: where.orgId, registry: name });
  if (api)
    refuse('IN_USE', {
      detail: `The API ${api} is secured with ${name}: change its security definitions, or remove it, first.`,
      path: where.path,
    });
  const portal = await catalogWithProvider(transaction, { orgId: where.orgId, userRegistry: name });
  if (portal)
    refuse('IN_USE', {
      detail: `The portal of the catalog ${portal.name} signs people in by ${name}: change the catalog's signIn first.`,
      path: where.path,
    });
  const localUsers = await transaction.localUser.count({ where: { userRegistryId: id } });
  if (localUsers > 0)
    refuse('IN_USE', {
      detail: `The user registry ${name} has ${localUsers} ${localUsers === 1 ? 'person' : 'people'}, whose passwords nobody else has: remove them first.`,
      path: where.path,
    });
  await transaction.userRegistry.delete({ where: { id } });
}
