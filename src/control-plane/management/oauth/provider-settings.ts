import { Prisma } from '../../../../bundles/prisma.js';
import {
  type ExternalIssuer,
  type ExternalIssuerDraft,
  externalIssuerFrom,
} from '../../../domain/oauth/external-issuer.ts';
import type { GrantType } from '../../../domain/oauth/grant-types.ts';
import {
  checkOAuthProvider,
  externalProviderDefaults,
  type OAuthProviderSettings,
  type OAuthProviderType,
  oauthProviderDefaults,
  refuseNativeOnly,
  type Scope,
} from '../../../domain/oauth/oauth-provider.ts';
import { checkGrantsOf } from '../../../domain/oauth/open-id-settings.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { refuseTakenByApi } from '../address.ts';
import { builder } from '../builder.ts';
import { refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { checkIssuerAddresses, issuerOf } from './external-issuer.ts';
import { oauthProviderNamed } from './provider.ts';
import { CreateOAuthProviderInput, UpdateOAuthProviderInput } from './provider-input.ts';
import { securedBy } from './secured-by.ts';
import { followSettings, type KeyDeps, newSigningKey } from './signing-key.ts';
import { userRegistryNamed } from './user-registry.ts';

type SettingsInput = {
  readonly [Member in Exclude<keyof OAuthProviderSettings, 'issuer'>]?: OAuthProviderSettings[Member] | null;
} & { readonly issuer?: ExternalIssuerDraft | null; readonly userRegistry?: string | null };

/** The settings that an input gives, over those that there are. @throws BAD_USER_INPUT */
export function settingsFrom(
  input: SettingsInput,
  before: OAuthProviderSettings = input.issuer ? externalProviderDefaults : oauthProviderDefaults,
): OAuthProviderSettings {
  if (before.issuer || input.issuer) refuseNativeOnly(input);
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
    certificateBinding: input.certificateBinding ?? before.certificateBinding,
    issuer: input.issuer ? externalIssuerFrom(input.issuer) : before.issuer,
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
  'certificateBinding',
  'issuer',
] as const satisfies readonly (keyof OAuthProviderSettings)[];

export const columnsOf = ({ grantTypes, clientTypes, scopes, issuer, ...rest }: OAuthProviderSettings) => ({
  ...rest,
  grantTypes: [...grantTypes],
  clientTypes: [...clientTypes],
  scopes: toStore(scopes),
  issuer: issuer ? toStore(issuer) : Prisma.DbNull,
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
  const first = await transaction.userRegistry.findFirst({
    where: { orgId, type: { not: 'SAML' } },
    orderBy: { id: 'asc' },
  });
  return first?.id ?? null;
}

builder.mutationField('createOAuthProvider', (t) =>
  t.prismaField({
    type: 'OAuthProvider',
    description:
      'Creates an OAuth provider in an org: one of the platform, with a signing key of its own, or an issuer outside of it, whose tokens gateways then verify.',
    args: {
      input: t.arg({ type: CreateOAuthProviderInput, required: true, description: 'The new provider.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const name = nameFor(input);
      const { title } = input;
      checkType(input);
      const settings = settingsFrom(input);
      await checkIssuerAddresses(settings.issuer, context.outbound.forOrg(orgId));
      const signingKeys = await firstSigningKeys(settings, context);
      const request = { orgId, action: 'createOAuthProvider', subject: name, dryRun: input.dryRun ?? false };
      return context.change(request, async (transaction) => {
        await refuseTakenByApi(transaction, { orgId, address: name, path: ['input', 'name'] });
        const named = await registryId(transaction, { orgId, userRegistry: input.userRegistry });
        const isUnnamed = named === undefined && !settings.issuer;
        const userRegistryId = isUnnamed ? await firstRegistryId(transaction, orgId) : named;
        const existing = await transaction.oAuthProvider.findUnique({
          where: { orgId_name: { orgId, name } },
        });
        refuseTaken(existing, `an OAuth provider ${name}`);
        await checkQuota(transaction, { resource: 'OAUTH_PROVIDERS', ownerId: orgId, now: context.clock() });
        const { grantTypes } = settings;
        await checkRegistryGrants(transaction, { userRegistryId: userRegistryId ?? null, grantTypes });
        const data = { orgId, name, title, ...columnsOf(settings), userRegistryId };
        return transaction.oAuthProvider.create({ ...query, data: { ...data, signingKeys } });
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
      const request = { orgId, action: 'updateOAuthProvider', subject: name, dryRun: input.dryRun ?? false };
      if (input.issuer)
        await checkIssuerAddresses(externalIssuerFrom(input.issuer), context.outbound.forOrg(orgId));
      return context.change(request, async (transaction) => {
        const before = await oauthProviderNamed(transaction, { orgId, name, path: ['input', 'name'] });
        const known = { ...before, scopes: stored<Scope[]>(before.scopes), issuer: issuerOf(before) };
        const settings = settingsFrom(input, known);
        refuseOtherType(known.issuer, settings.issuer);
        await refuseScopeLoss(transaction, { orgId, provider: name, scopes: settings.scopes });
        const userRegistryId = await registryId(transaction, { orgId, userRegistry: input.userRegistry });
        const { grantTypes } = settings;
        const registryAfter = userRegistryId === undefined ? before.userRegistryId : userRegistryId;
        await checkRegistryGrants(transaction, { userRegistryId: registryAfter, grantTypes });
        if (!settings.issuer) await followSettings(transaction, { before, after: settings }, context);
        const data = { title, ...columnsOf(settings), userRegistryId };
        return transaction.oAuthProvider.update({ ...query, where: { id: before.id }, data });
      });
    },
  }),
);

type RegistryGrants = { readonly userRegistryId: string | null; readonly grantTypes: readonly GrantType[] };

/** @throws BAD_USER_INPUT where the password grant would ask a registry that takes no passwords */
export async function checkRegistryGrants(
  { userRegistry }: Pick<Transaction, 'userRegistry'>,
  { userRegistryId: id, grantTypes }: RegistryGrants,
): Promise<void> {
  const select = { name: true, type: true };
  checkGrantsOf({
    grantTypes,
    registry: id === null ? null : await userRegistry.findUnique({ where: { id }, select }),
  });
}

type TypeInput = { readonly type?: OAuthProviderType | null; readonly issuer?: unknown };

/** @throws BAD_USER_INPUT where the type and the issuer do not fit */
function checkType({ type, issuer }: TypeInput): void {
  if (type === 'EXTERNAL' && issuer == null)
    refuse('BAD_USER_INPUT', {
      detail: 'An OAuth provider of type EXTERNAL has an issuer: give it.',
      path: ['input', 'issuer'],
    });
  if (type !== 'EXTERNAL' && issuer != null)
    refuse('BAD_USER_INPUT', {
      detail:
        'Only an OAuth provider of type EXTERNAL has an issuer: give that type, or leave the issuer out.',
      path: ['input', 'type'],
    });
}

/** @throws BAD_USER_INPUT where a provider would become one of the other type: all its tokens would end at once */
export function refuseOtherType(before: ExternalIssuer | null, after: ExternalIssuer | null): void {
  if ((before === null) === (after === null)) return;
  refuse('BAD_USER_INPUT', {
    detail: after
      ? 'This OAuth provider is of the platform and has no issuer: create another one for the issuer.'
      : 'This OAuth provider is an external issuer, and stays one: create another one of the platform.',
    path: ['input', 'issuer'],
  });
}

/** The first signing key of a provider. An external issuer has its own. */
export async function firstSigningKeys(settings: OAuthProviderSettings, deps: KeyDeps) {
  return settings.issuer ? {} : { create: await newSigningKey(settings, deps) };
}

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
