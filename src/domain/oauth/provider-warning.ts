import { listed } from '../../foundation/text/listed.ts';
import { isForPeople } from '../api/security/oauth2.ts';
import type { ExternalIssuer } from './external-issuer.ts';
import type { GrantType } from './grant-types.ts';

/** An OAuth provider, with what it depends on in its catalogs. */
export type ProviderWarningsInput = {
  readonly name: string;
  readonly grantTypes: readonly GrantType[];
  readonly issuer: Pick<ExternalIssuer, 'audiences' | 'introspection' | 'registration'> | null;
  /** The user registry of the provider, with the names of its catalogs. */
  readonly registry: { readonly name: string; readonly catalogs: readonly string[] } | null;
  /** The names of the catalogs that the provider is assigned to. */
  readonly catalogs: readonly string[];
  /** The catalogs that have a secret, by its name; of the secrets of the issuer. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
};

/** Facts of each warning, for a page that words it in another language. */
export type ProviderWarningFacts = {
  USER_REGISTRY_MISSING: { readonly provider: string; readonly grantTypes: readonly GrantType[] };
  USER_REGISTRY_UNASSIGNED: {
    readonly provider: string;
    readonly userRegistry: string;
    readonly catalogs: readonly string[];
  };
  AUDIENCE_UNCHECKED: { readonly provider: string };
  SECRET_MISSING: {
    readonly provider: string;
    readonly secret: string;
    readonly catalogs: readonly string[];
  };
};

export type ProviderWarningCode = keyof ProviderWarningFacts;

/** A warning, with its sentence in English. */
export type ProviderWarning = {
  [Code in ProviderWarningCode]: {
    readonly code: Code;
    readonly message: string;
    readonly facts: ProviderWarningFacts[Code];
  };
}[ProviderWarningCode];

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
  secrets,
}: ProviderWarningsInput): ProviderWarning[] {
  if (issuer) return issuerWarnings({ name, issuer, catalogs, secrets });
  const forPeople = grantTypes.filter(isForPeople);
  if (forPeople.length === 0) return [];
  if (!registry)
    return [
      {
        code: 'USER_REGISTRY_MISSING',
        message: `Nobody can sign in at ${name}: ${listed(forPeople, 'and')} ${forPeople.length === 1 ? 'asks' : 'ask'} a user registry, and it has none. Give it one.`,
        facts: { provider: name, grantTypes: forPeople },
      },
    ];
  const lacking = catalogs.filter((catalog) => !registry.catalogs.includes(catalog));
  if (lacking.length === 0) return [];
  return [
    {
      code: 'USER_REGISTRY_UNASSIGNED',
      message: `Nobody can sign in at ${name} in ${inWords(lacking)}: assign the user registry ${registry.name} there.`,
      facts: { provider: name, userRegistry: registry.name, catalogs: lacking },
    },
  ];
}

const inWords = (catalogs: readonly string[]) =>
  `the ${catalogs.length === 1 ? 'catalog' : 'catalogs'} ${listed(catalogs, 'and')}`;

/** The secrets that an external issuer names. */
export const secretsOfIssuer = ({
  introspection,
  registration,
}: Pick<ExternalIssuer, 'introspection' | 'registration'>): string[] =>
  [introspection?.secret, registration?.initialAccessToken].filter((name) => name != null);

type IssuerWarningsInput = Pick<ProviderWarningsInput, 'name' | 'catalogs' | 'secrets'> & {
  readonly issuer: NonNullable<ProviderWarningsInput['issuer']>;
};

function issuerWarnings({ name, issuer, catalogs, secrets }: IssuerWarningsInput): ProviderWarning[] {
  const missing = secretsOfIssuer(issuer).flatMap((secret) => {
    const lacking = catalogs.filter((catalog) => !secrets.get(secret)?.includes(catalog));
    if (lacking.length === 0) return [];
    const message = `${name} names the secret ${secret}, which there is not in ${inWords(lacking)}: setSecret makes it.`;
    return [
      { code: 'SECRET_MISSING' as const, message, facts: { provider: name, secret, catalogs: lacking } },
    ];
  });
  if (issuer.audiences.length > 0) return missing;
  const message = `${name} takes tokens that its issuer has issued for any other service (RFC 8725 §3.9): give its audiences.`;
  return [{ code: 'AUDIENCE_UNCHECKED', message, facts: { provider: name } }, ...missing];
}
