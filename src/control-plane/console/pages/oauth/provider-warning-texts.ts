import type { ProviderWarningCode, ProviderWarningFacts } from '../../../../domain/oauth/provider-warning.ts';
import { listed } from '../../../../foundation/text/listed.ts';
import type { Texts } from '../../texts.ts';
import { germanLabel } from '../parts/enum-texts.ts';

/** A warning of an OAuth provider as the management API gives it. */
type ShownProviderWarning = {
  readonly code: ProviderWarningCode;
  readonly message: string;
  readonly facts: unknown;
};

/** The API says its warnings in English. */
const en = () => ({ providerWarning: ({ message }: ShownProviderWarning) => message });

type Sentences = { readonly [Code in ProviderWarningCode]: (facts: ProviderWarningFacts[Code]) => string };

const german: Sentences = {
  USER_REGISTRY_MISSING: ({ provider, grantTypes }) =>
    `Bei ${provider} kann sich niemand anmelden: ${listed(grantTypes.map(germanLabel), 'und')} ${
      grantTypes.length === 1 ? 'fragt' : 'fragen'
    } ein Benutzerverzeichnis, und der Provider hat keines. Geben Sie ihm eines.`,
  USER_REGISTRY_UNASSIGNED: ({ provider, userRegistry, catalogs }) =>
    `Bei ${provider} kann sich ${inCatalogs(catalogs)} niemand anmelden: Ordnen Sie das Benutzerverzeichnis ${userRegistry} dort zu.`,
  AUDIENCE_UNCHECKED: ({ provider }) =>
    `${provider} nimmt Token an, die sein Aussteller für irgendeinen anderen Dienst ausgestellt hat (RFC 8725 §3.9): Geben Sie die Audiences an.`,
  SECRET_MISSING: ({ provider, secret, catalogs }) =>
    `${provider} nennt das Secret ${secret}, das es ${inCatalogs(catalogs)} nicht gibt: Legen Sie es dort an.`,
};

const inCatalogs = (catalogs: readonly string[]) =>
  `${catalogs.length === 1 ? 'im Katalog' : 'in den Katalogen'} ${listed(catalogs, 'und')}`;

const de = (): ReturnType<typeof en> => ({
  providerWarning: ({ code, facts }) => (german[code] as (facts: unknown) => string)(facts),
});

export const providerWarningTexts = { en, de } satisfies Texts;
