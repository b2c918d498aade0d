import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { externalIssuerTexts } from './external-issuer-texts.ts';
import { localUserTexts } from './local-user-texts.ts';
import { oauthProviderTexts } from './oauth-provider-texts.ts';
import { providerWarningTexts } from './provider-warning-texts.ts';
import { samlTexts } from './saml-texts.ts';
import { userRegistryTexts } from './user-registry-texts.ts';

const en = (format: Formats) => ({
  title: 'OAuth',
  titleOf: (org: string) => `OAuth of ${org}`,
  lead: 'An OAuth provider issues the access tokens that APIs can ask for, in each catalog that it is assigned to. It has people authenticated by a user registry.',
  none: 'None',
  noneYet: 'None yet',
  nameHint: 'Made from the title, unless given.',
  scopesHint: 'One a line: its name, a space, what it allows.',
  change: 'Change',
  delete: 'Delete',
  ...oauthProviderTexts.en(format),
  ...externalIssuerTexts.en(format),
  ...providerWarningTexts.en(),
  ...userRegistryTexts.en(format),
  ...samlTexts.en(),
  ...localUserTexts.en(format),
});

const de = (format: Formats): ReturnType<typeof en> => ({
  title: 'OAuth',
  titleOf: (org) => `OAuth von ${org}`,
  lead: 'Ein OAuth-Provider stellt die Zugriffstoken aus, die APIs verlangen können, in jedem Katalog, dem er zugeordnet ist. Personen lässt er von einem Benutzerverzeichnis authentifizieren.',
  none: 'Keine',
  noneYet: 'Noch keine',
  nameHint: 'Er entsteht aus dem Titel, wenn Sie keinen angeben.',
  scopesHint: 'Einer je Zeile: sein Name, ein Leerzeichen, was er erlaubt.',
  change: 'Ändern',
  delete: 'Löschen',
  ...oauthProviderTexts.de(format),
  ...externalIssuerTexts.de(format),
  ...providerWarningTexts.de(),
  ...userRegistryTexts.de(format),
  ...samlTexts.de(),
  ...localUserTexts.de(format),
});

/** Texts of OAuth providers, of external issuers, and of user registries with their people. */
export const oauthTexts = { en, de } satisfies Texts;
