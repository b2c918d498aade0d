import {
  checkOAuthProvider,
  type OAuthProviderSettings,
  oauthProviderDefaults,
  type Scope,
} from '../../../domain/oauth/oauth-provider.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { refuseTakenByApi } from '../address.ts';
import { builder } from '../builder.ts';
import { refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { oauthProviderNamed } from './provider.ts';
import { CreateOAuthProviderInput, UpdateOAuthProviderInput } from './provider-input.ts';
import { securedBy } from './secured-by.ts';
import { followSettings, newSigningKey } from './signing-key.ts';
import { userRegistryNamed } from './user-registry.ts';

type SettingsInput = {
  readonly [Member in keyof OAuthProviderSettings]?: OAuthProviderSettings[Member] | null;
};

/** The settings that an input gives, over those that there are. @throws BAD_USER_INPUT */
export function settingsFrom(input: SettingsInput, before: OAuthProviderSettings): OAuthProviderSettings {
  const settings = {
    grantTypes: [...new Set(input.grantTypes ?? before.grantTypes)],
    clientTypes: [...new Set(input.clientTypes ?? before.clientTypes)],
    authorizePath: input.authorizePath ?? before.authorizePath,
    tokenPath: input.tokenPath ?? before.tokenPath,
    scopes: (input.scopes ?? before.scopes).map(({ name, description }) => ({ name, description })),
    accessTokenSeconds: input.accessTokenSeconds ?? before.accessTokenSeconds,
    refreshTokens: input.refreshTokens ?? before.refreshTokens,
    refreshTokenSeconds: input.refreshTokenSeconds ?? before.refreshTokenSeconds,
    signingAlgorithm: input.signingAlgorithm ?? before.signingAlgorithm,
  };
  checkOAuthProvider(settings);
  return settings;
}

const settingNames = [
  'grantTypes',
  'clientTypes',
  'authorizePath',
  'tokenPath',
  'scopes',
  'accessTokenSeconds',
  'refreshTokens',
  'refreshTokenSeconds',
  'signingAlgorithm',
] as const satisfies readonly (keyof OAuthProviderSettings)[];

export const columnsOf = ({ grantTypes, clientTypes, scopes, ...rest }: OAuthProviderSettings) => ({
  ...rest,
  grantTypes: [...grantTypes],
  clientTypes: [...clientTypes],
  scopes: toStore(scopes),
});

type RegistryChoice = { readonly orgId: string; readonly userRegistry: string | null | undefined };

/** Finds the registry that an input names; null for none, undefined for no change. */
export async function registryId(
  transaction: Transaction,
  { orgId, userRegistry }: RegistryChoice,
): Promise<string | null | undefined> {
  if (userRegistry == null) return userRegistry;
  const path = ['input', 'userRegistry'];
  return (await userRegistryNamed(transaction, { orgId, name: userRegistry, path })).id;
}

/** Finds the default registry. (spec.md, OAuth provider: "default is the registry created first") */
async function firstRegistryId(transaction: Transaction, orgId: string): Promise<string | null> {
  const first = await transaction.userRegistry.findFirst({ where: { orgId }, orderBy: { id: 'asc' } });
  return first?.id ?? null;
}

builder.mutationField('createOAuthProvider', (t) =>
  t.prismaField({
    type: 'OAuthProvider',
    description: 'Creates a native OAuth provider in an org, with a signing key of its own.',
    args: {
      input: t.arg({ type: CreateOAuthProviderInput, required: true, description: 'The new provider.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const name = nameFor(input);
      const { title } = input;
      const settings = settingsFrom(input, oauthProviderDefaults);
      const signingKey = await newSigningKey(settings, context);
      return context.change({ orgId, action: 'createOAuthProvider', subject: name }, async (transaction) => {
        await refuseTakenByApi(transaction, { orgId, address: name, path: ['input', 'name'] });
        const named = await registryId(transaction, { orgId, userRegistry: input.userRegistry });
        const userRegistryId = named === undefined ? await firstRegistryId(transaction, orgId) : named;
        const existing = await transaction.oAuthProvider.findUnique({
          where: { orgId_name: { orgId, name } },
        });
        refuseTaken(existing, `an OAuth provider ${name}`);
        await checkQuota(transaction, { resource: 'OAUTH_PROVIDERS', ownerId: orgId, now: context.clock() });
        const data = { orgId, name, title, ...columnsOf(settings), userRegistryId };
        return transaction.oAuthProvider.create({
          ...query,
          data: { ...data, signingKeys: { create: signingKey } },
        });
      });
    },
  }),
);

builder.mutationField('updateOAuthProvider', (t) =>
  t.prismaField({
    type: 'OAuthProvider',
    description: 'Changes an OAuth provider; lists are replaced as a whole.',
    args: {
      input: t.arg({ type: UpdateOAuthProviderInput, required: true, description: 'What to change.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { name } = input;
      const title = checkedTitle(input.title, ['input', 'title']);
      for (const member of settingNames) notNull(input[member], ['input', member]);
      return context.change({ orgId, action: 'updateOAuthProvider', subject: name }, async (transaction) => {
        const before = await oauthProviderNamed(transaction, { orgId, name, path: ['input', 'name'] });
        const settings = settingsFrom(input, { ...before, scopes: stored<Scope[]>(before.scopes) });
        await refuseScopeLoss(transaction, { orgId, provider: name, scopes: settings.scopes });
        const userRegistryId = await registryId(transaction, { orgId, userRegistry: input.userRegistry });
        await followSettings(transaction, { before, after: settings }, context);
        const data = { title, ...columnsOf(settings), userRegistryId };
        return transaction.oAuthProvider.update({ ...query, where: { id: before.id }, data });
      });
    },
  }),
);

/**
 * Refuses to remove scopes that an API requires. No token could carry them, so the API would be closed to everybody.
 */
export async function refuseScopeLoss(
  transaction: Transaction,
  { orgId, provider, scopes }: { orgId: string; provider: string; scopes: readonly Scope[] },
): Promise<void> {
  for (const { api, scopes: required } of await securedBy(transaction, { orgId, provider })) {
    const lost = required.find((scope) => !scopes.some(({ name }) => name === scope));
    if (lost !== undefined)
      refuse('IN_USE', {
        detail: `The API ${api} requires the scope ${lost}: keep it, or change the API's security first.`,
        path: ['input', 'scopes'],
      });
  }
}
