import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  drafts: {
    apis: 'APIs',
    title: (org: string) => `APIs of ${org}`,
    import: 'Import an API',
    lead: 'These are drafts. An API takes calls once a product with it is published to a catalog. Published copies change only when they are published again.',
    search: 'Search APIs and products by name or title',
    submit: 'Search',
    pagerRows: { apis: 'APIs', products: 'products' },
    notFound: 'No results.',
    newProduct: 'New product',
    newVersion: 'New version',
    update: 'Update',
    delete: 'Delete',
  },

  newVersion: {
    title: (draft: string) => `New version of ${draft}`,
    leadOfApi:
      'A copy with its settings and its document. This version stays as it is, and keeps its subscribers.',
    leadOfProduct:
      'A copy with its plans. Staged in a catalog, it can supersede this version, whose subscribers migrate when they want to.',
    version: 'New version',
    versionOf: (api: string) => `Version of ${api}`,
    create: 'Create the version',
    cancel: 'Cancel',
  },

  deleteDraft: {
    title: (draft: string) => `Delete ${draft}?`,
    ofApi: 'The draft is deleted. Copies in catalogs stay, and go on answering.',
    ofProduct: 'The draft is deleted. Copies in catalogs stay, and so do their subscriptions.',
    delete: 'Delete it',
    keep: 'Keep it',
  },

  apiDrafts: {
    title: (count: number) => `APIs: ${format.number(count)}`,
    caption: 'APIs',
    none: 'No APIs yet.',
    noneText: 'Import an OpenAPI document or a GraphQL server: it becomes an API with a product and plans.',
    api: 'API',
    kind: 'Kind',
    path: 'Path',
    backend: 'Back-end',
    asInCatalog: (backend: string) => `${backend} (set per catalog)`,
    noBackend: 'No back-end',
    security: 'Security',
  },

  productDrafts: {
    title: (count: number) => `Products: ${format.number(count)}`,
    caption: 'Products',
    none: 'No products yet.',
    noneText: 'Developers subscribe to products: each bundles APIs, and has plans with limits.',
    product: 'Product',
    apis: 'APIs',
    plans: 'Plans',
    where: 'Catalogs',
    nowhere: 'None',
    stageIn: (catalog: string) => `Stage in ${catalog}`,
    publishTo: (catalog: string) => `Publish to ${catalog}`,
  },

  createApi: {
    title: 'Create an API without a product',
    rest: 'REST, from an OpenAPI document',
    document: 'OpenAPI document',
    documentHint: '2.0 to 3.2, at most 5 MB as JSON, 1 MB as YAML.',
    backend: 'Address of the back-end',
    backendHint: "Empty is the document's server.",
    version: 'Version',
    versionHint: "x.y.z. Empty is the document's version.",
    versionForm: 'Three numbers, for example 1.0.0',
    createRest: 'Create the REST API',
    graphQL: 'GraphQL, from a GraphQL server',
    server: 'Address of the GraphQL server',
    serverHint: 'It is asked for its schema now.',
    createGraphQL: 'Create the GraphQL API',
  },
});

const de: typeof en = (format) => ({
  drafts: {
    apis: 'APIs',
    title: (org) => `APIs von ${org}`,
    import: 'API importieren',
    lead: 'Entwürfe: Eine API kommt in ein Produkt und nimmt Aufrufe an, sobald es in einem Katalog veröffentlicht ist. Was veröffentlicht ist, bleibt bis zur nächsten Veröffentlichung, wie es ist, was auch immer aus dem Entwurf wird.',
    search: 'APIs und Produkte nach Name oder Titel durchsuchen',
    submit: 'Suchen',
    pagerRows: { apis: 'APIs', products: 'Produkte' },
    notFound: 'Nichts gefunden.',
    newProduct: 'Neues Produkt',
    newVersion: 'Neue Version',
    update: 'Ändern',
    delete: 'Löschen',
  },

  newVersion: {
    title: (draft) => `Neue Version von ${draft}`,
    leadOfApi:
      'Eine Kopie mit ihren Einstellungen und ihrem Dokument. Diese Version bleibt, wie sie ist, und behält ihre Abonnenten.',
    leadOfProduct:
      'Eine Kopie mit seinen Plänen. In einem Katalog bereitgestellt kann sie diese Version ablösen, deren Abonnenten umziehen, wann sie wollen.',
    version: 'Neue Version',
    versionOf: (api) => `Version von ${api}`,
    create: 'Version anlegen',
    cancel: 'Abbrechen',
  },

  deleteDraft: {
    title: (draft) => `${draft} löschen?`,
    ofApi: 'Der Entwurf wird gelöscht. Kopien in Katalogen bleiben und antworten weiter.',
    ofProduct: 'Der Entwurf wird gelöscht. Kopien in Katalogen bleiben, und ihre Abonnements auch.',
    delete: 'Löschen',
    keep: 'Behalten',
  },

  apiDrafts: {
    title: (count) => `APIs: ${format.number(count)}`,
    caption: 'APIs',
    none: 'Es gibt noch keine.',
    noneText:
      'Importieren Sie ein OpenAPI-Dokument oder einen GraphQL-Server: Daraus wird eine API mit Produkt und Plänen.',
    api: 'API',
    kind: 'Art',
    path: 'Pfad',
    backend: 'Backend',
    asInCatalog: (backend) => `${backend}, wie jeder Katalog es hat`,
    noBackend: 'Keines: Aufrufe führen nirgendwohin',
    security: 'Zugang',
  },

  productDrafts: {
    title: (count) => `Produkte: ${format.number(count)}`,
    caption: 'Produkte',
    none: 'Es gibt noch keines.',
    noneText: 'Entwickler abonnieren Produkte: Jedes fasst APIs zusammen und hat Pläne mit Limits.',
    product: 'Produkt',
    apis: 'APIs',
    plans: 'Pläne',
    where: 'Wo',
    nowhere: 'In keinem Katalog',
    stageIn: (catalog) => `In ${catalog} bereitstellen`,
    publishTo: (catalog) => `In ${catalog} veröffentlichen`,
  },

  createApi: {
    title: 'API ohne Produkt anlegen',
    rest: 'REST, aus einem OpenAPI-Dokument',
    document: 'OpenAPI-Dokument',
    documentHint: '2.0 bis 3.2, höchstens 5 MB als JSON, 1 MB als YAML.',
    backend: 'Adresse des Backends',
    backendHint: 'Ohne Angabe der Server des Dokuments.',
    version: 'Version',
    versionHint: 'x.y.z; ohne Angabe die des Dokuments, ergänzt.',
    versionForm: 'Drei Zahlen, zum Beispiel 1.0.0',
    createRest: 'REST-API anlegen',
    graphQL: 'GraphQL, von einem GraphQL-Server',
    server: 'Adresse des GraphQL-Servers',
    serverHint: 'Er wird jetzt nach seinem Schema gefragt.',
    createGraphQL: 'GraphQL-API anlegen',
  },
});

/** Texts of the drafts of an org. */
export const draftsTexts = { en, de } satisfies Texts;
