import { isForPeople } from '../../../domain/api/security/oauth2.ts';
import type { ExternalIssuer } from '../../../domain/oauth/external-issuer.ts';
import type { GrantType } from '../../../domain/oauth/grant-types.ts';
import { listed } from '../../../foundation/text/listed.ts';

/** An OAuth provider, with what it depends on in its catalogs. */
export type ProviderWarningsInput = {
  readonly name: string;
  readonly grantTypes: readonly GrantType[];
  readonly issuer: Pick<ExternalIssuer, 'audiences'> | null;
  /** The user registry of the provider, with the names of its catalogs. */
  readonly registry: { readonly name: string; readonly catalogs: readonly string[] } | null;
  /** The names of the catalogs that the provider is assigned to. */
  readonly catalogs: readonly string[];
};

export type ProviderWarning = {
  readonly code: 'USER_REGISTRY_MISSING' | 'USER_REGISTRY_UNASSIGNED' | 'AUDIENCE_UNCHECKED';
  readonly message: string;
};

/**
 * Warns of what a provider lacks for people to sign in, or for safe tokens.
 *
 * Without the warning only a failed sign-in, or somebody else's token, would show it.
 */
export function providerWarnings({
  name,
  grantTypes,
  issuer,
  registry,
  catalogs,
}: ProviderWarningsInput): ProviderWarning[] {
  if (issuer?.audiences.length === 0)
    return [
      {
        code: 'AUDIENCE_UNCHECKED',
        message: `${name} takes tokens that its issuer has issued for any other service (RFC 8725 §3.9): give its audiences.`,
      },
    ];
  const forPeople = grantTypes.filter(isForPeople);
  if (forPeople.length === 0) return [];
  if (!registry)
    return [
      {
        code: 'USER_REGISTRY_MISSING',
        message: `Nobody can sign in at ${name}: ${listed(forPeople, 'and')} ${forPeople.length === 1 ? 'asks' : 'ask'} a user registry, and it has none. Give it one.`,
      },
    ];
  const lacking = catalogs.filter((catalog) => !registry.catalogs.includes(catalog));
  if (lacking.length === 0) return [];
  const where = `the ${lacking.length === 1 ? 'catalog' : 'catalogs'} ${listed(lacking, 'and')}`;
  return [
    {
      code: 'USER_REGISTRY_UNASSIGNED',
      message: `Nobody can sign in at ${name} in ${where}: assign the user registry ${registry.name} there.`,
    },
  ];
}
