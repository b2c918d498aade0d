import type { Texts } from '../../texts.ts';

const en = () => ({
  newProduct: {
    title: 'New product',
    lead: 'A product bundles APIs and plans, and developers subscribe to a plan of it. It is a draft at first: nobody sees it until you publish it to a catalog.',
    titleHint: 'What developers call it.',
    nameHint: 'Empty is made from the title.',
    version: 'Version',
    versionForm: 'Three numbers, for example 1.0.0',
    plan: 'First plan',
    planHint: 'More plans, prices and further limits come on the page of the product.',
    planTitle: 'Title of the plan',
    firstPlan: 'Default Plan',
    create: 'Create the product',
    cancel: 'Cancel',
  },

  productApis: {
    label: 'APIs',
    titleOf: (product: string) => `APIs of ${product}`,
    lead: 'Tick what the product holds. Copies in catalogs keep their APIs, until the product is published again.',
    change: 'Add or remove APIs',
    save: 'Save',
    cancel: 'Cancel',
    noneOf: 'No API to choose yet',
    noneText: 'Import an OpenAPI document or a GraphQL server first: a product bundles APIs.',
    import: 'Import an API',
  },
});

const de: typeof en = () => ({
  newProduct: {
    title: 'Neues Produkt',
    lead: 'Ein Produkt fasst APIs und Pläne zusammen, und Entwickler abonnieren einen seiner Pläne. Es ist zuerst ein Entwurf: Niemand sieht es, bis Sie es in einem Katalog veröffentlichen.',
    titleHint: 'So nennen es Entwickler.',
    nameHint: 'Ohne Angabe folgt er aus dem Titel.',
    version: 'Version',
    versionForm: 'Drei Zahlen, zum Beispiel 1.0.0',
    plan: 'Erster Plan',
    planHint: 'Weitere Pläne, Preise und weitere Limits kommen auf der Seite des Produkts hinzu.',
    planTitle: 'Titel des Plans',
    firstPlan: 'Standard',
    create: 'Produkt anlegen',
    cancel: 'Abbrechen',
  },

  productApis: {
    label: 'APIs',
    titleOf: (product) => `APIs von ${product}`,
    lead: 'Haken Sie an, was das Produkt enthält. Kopien in Katalogen behalten ihre APIs, bis das Produkt noch einmal veröffentlicht wird.',
    change: 'APIs hinzufügen oder entfernen',
    save: 'Speichern',
    cancel: 'Abbrechen',
    noneOf: 'Es gibt noch keine API zur Wahl',
    noneText:
      'Importieren Sie zuerst ein OpenAPI-Dokument oder einen GraphQL-Server: Ein Produkt fasst APIs zusammen.',
    import: 'API importieren',
  },
});

/** Texts of the form of a new product, and of the choice of APIs. */
export const productApisTexts = { en, de } satisfies Texts;
