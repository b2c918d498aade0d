import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { apiDocumentTexts } from './api-document-texts.ts';
import { apiOverviewTexts } from './api-overview-texts.ts';
import { apiSchemaTexts } from './api-schema-texts.ts';
import { apiSecurityTexts } from './api-security-texts.ts';
import { apiSettingsTexts } from './api-settings-texts.ts';
import { apiWordsTexts } from './api-words-texts.ts';

const en = (format: Formats) => ({
  parts: 'Parts of the API',
  tabs: {
    overview: 'Overview',
    operations: 'Operations',
    schema: 'Schema',
    security: 'Security',
    document: 'Document',
    findings: 'Findings',
    settings: 'Settings',
    try: 'Try',
  },
  publishAgain: {
    title: 'Subscribers still meet it as it was published',
    publish: (product: string, catalog: string) => `Publish ${product} to ${catalog} again`,
  },
  /** Note of each form: what it changes is the draft. */
  copiesStay: 'Copies in catalogs stay as they are until a product with it is published again.',

  try: {
    title: 'Test call',
    none: 'Nothing to call yet',
    noneText: 'A test call needs a catalog that a product with this API is published to.',
    lead: 'A test application is made, where there is none, and subscribed to the first plan. Its key ends after a day, and with the next one.',
    catalog: 'Catalog',
    submit: 'Make a test call',
    command: 'curl command',
    shownOnce: 'The key is shown this once.',
    incomplete:
      'Every operation has parameters: put the path of one behind the address. The key is shown this once.',
    tokensAlone: 'It takes access tokens alone: an application gets one from the OAuth provider.',
  },

  ...apiOverviewTexts.en(format),
  ...apiSchemaTexts.en(format),
  ...apiSecurityTexts.en(),
  ...apiDocumentTexts.en(format),
  ...apiSettingsTexts.en(),
  ...apiWordsTexts.en(),
});

const de: typeof en = (format) => ({
  parts: 'Teile der API',
  tabs: {
    overview: 'Übersicht',
    operations: 'Operationen',
    schema: 'Schema',
    security: 'Sicherheit',
    document: 'Dokument',
    findings: 'Befunde',
    settings: 'Einstellungen',
    try: 'Ausprobieren',
  },
  publishAgain: {
    title: 'Abonnenten treffen sie noch so an, wie sie veröffentlicht ist',
    publish: (product, catalog) => `${product} in ${catalog} noch einmal veröffentlichen`,
  },
  copiesStay:
    'Kopien in Katalogen bleiben, wie sie sind, bis ein Produkt mit dieser API wieder veröffentlicht wird.',

  try: {
    title: 'Testaufruf',
    none: 'Noch nichts aufzurufen',
    noneText:
      'Für einen Testaufruf braucht es einen Katalog, in dem ein Produkt mit dieser API veröffentlicht ist.',
    lead: 'Dafür wird eine Testanwendung angelegt, wenn es noch keine gibt, und der erste Plan abonniert. Ihr Key endet nach einem Tag oder mit dem nächsten Testaufruf.',
    catalog: 'Katalog',
    submit: 'Testaufruf erstellen',
    command: 'curl-Befehl',
    shownOnce: 'Der Key wird nur dieses eine Mal gezeigt.',
    incomplete:
      'Jede Operation hat Parameter: Hängen Sie den Pfad einer Operation an die Adresse an. Der Key wird nur dieses eine Mal gezeigt.',
    tokensAlone: 'Sie nimmt nur Zugriffstoken: Eine Anwendung bekommt eines vom OAuth-Provider.',
  },

  ...apiOverviewTexts.de(format),
  ...apiSchemaTexts.de(format),
  ...apiSecurityTexts.de(),
  ...apiDocumentTexts.de(format),
  ...apiSettingsTexts.de(),
  ...apiWordsTexts.de(),
});

/** Texts of the pages of an API. */
export const apiTexts = { en, de } satisfies Texts;
