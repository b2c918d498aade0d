import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { boardTexts } from './board-texts.ts';
import { catalogSettingsTexts } from './catalog-settings-texts.ts';
import { draftsTexts } from './drafts-texts.ts';
import { historyTexts } from './history-texts.ts';

const en = (format: Formats) => ({
  titleOf: (catalog: string) => `Catalog ${catalog}`,

  list: {
    title: 'Catalogs',
    lead: 'A catalog is where products are published: it has a gateway address, a portal and consumers of its own.',
    create: 'Create a catalog',
    none: 'No catalog yet',
    noneText: 'There is none yet: products are published to a catalog, and its portal shows them.',
  },

  create: {
    title: 'Create a catalog',
    lead: 'It gets a gateway address and a portal of its own. Most orgs have one for trying and one for production.',
    nameHint:
      'Part of its addresses. Leave it empty, and it is made from the title. It cannot be changed later.',
  },

  card: {
    products: (count: number) => `${format.number(count)} ${count === 1 ? 'product' : 'products'}`,
    searchOf: (catalog: string) => `Search the products of ${catalog}`,
    search: 'Search products',
    submit: 'Search',
    board: 'Board',
    consumers: 'Consumers',
    portal: 'Portal',
    of: (catalog: string) => ` of ${catalog}`,
  },

  catalog: {
    gateway: 'Gateway',
    portal: 'Portal',
    search: 'Search products by name or title',
    submit: 'Search',
    state: 'State',
    anyState: 'Any state',
    order: 'Order',
    orders: {
      CREATED: 'Oldest first',
      NEWEST: 'Newest first',
      NAME: 'By name',
      STATE: 'By state',
      SUNSET: 'By sunset',
    },
    none: 'No product is here.',
    noneText: 'Products are made of APIs, and published to a catalog.',
    draftText: (product: string) => `${product} is a draft, and can be published here.`,
    toDrafts: 'APIs and products',
    import: 'Import an API',
    pagerRows: 'products',
  },

  products: {
    caption: (catalog: string) => `Products in ${catalog}`,
    product: 'Product',
    state: 'State',
    until: (sunset: string) => ` until ${format.dateTime(sunset)}`,
    subscriptions: 'Subscriptions',
    apis: 'APIs',
    warning: 'Security warning',
    warningOf: (api: string) => ` of ${api}`,
  },

  undo: {
    title: (catalog: string) => `Undo in ${catalog}`,
    lead: 'What was done with products in the last 30 days. You see what undoing does before it is done.',
    none: 'There is nothing to undo.',
    pages: 'Pages of changes',
    older: 'Older',
    caption: 'Changes that can be undone',
    change: 'Change',
    done: 'Done',
    until: 'Undo until',
    undo: 'Undo',
    preview: 'Undo a change',
    submit: 'Undo the change',
    cancel: 'Cancel',
  },

  planChoice: {
    another: (product: string, plan: string) => `Another plan than ${product}, ${plan}`,
    title: (application: string) => `Subscribe ${application} to a plan`,
    search: 'Search products by name or title',
    submit: 'Search',
    notFound: 'No published product is found.',
    none: 'No published product is here.',
    caption: 'Published products',
    product: 'Product',
    plans: 'Plans',
    withApproval: (limits: string) => `${limits}, waits for approval`,
    choose: 'Choose',
    planOf: (plan: string, product: string) => ` ${plan} of ${product}`,
    pagerRows: 'products',
  },

  ...boardTexts.en(format),
  ...catalogSettingsTexts.en(format),
  ...draftsTexts.en(format),
  ...historyTexts.en(format),
});

const de: typeof en = (format) => ({
  titleOf: (catalog) => `Katalog ${catalog}`,

  list: {
    title: 'Kataloge',
    lead: 'In einem Katalog werden Produkte veröffentlicht: Er hat eine eigene Gateway-Adresse, ein eigenes Portal und eigene Konsumenten.',
    create: 'Katalog anlegen',
    none: 'Noch kein Katalog',
    noneText:
      'Es gibt noch keinen: Produkte werden in einem Katalog veröffentlicht, und sein Portal zeigt sie.',
  },

  create: {
    title: 'Katalog anlegen',
    lead: 'Er bekommt eine eigene Gateway-Adresse und ein eigenes Portal. Die meisten haben einen zum Ausprobieren und einen für die Produktion.',
    nameHint:
      'Teil seiner Adressen. Bleibt das Feld leer, entsteht der Name aus dem Titel. Er lässt sich später nicht ändern.',
  },

  card: {
    products: (count) => `${format.number(count)} ${count === 1 ? 'Produkt' : 'Produkte'}`,
    searchOf: (catalog) => `Produkte von ${catalog} durchsuchen`,
    search: 'Produkte durchsuchen',
    submit: 'Suchen',
    board: 'Tafel',
    consumers: 'Konsumenten',
    portal: 'Portal',
    of: (catalog) => ` von ${catalog}`,
  },

  catalog: {
    gateway: 'Gateway',
    portal: 'Portal',
    search: 'Produkte nach Name oder Titel durchsuchen',
    submit: 'Suchen',
    state: 'Zustand',
    anyState: 'Jeder Zustand',
    order: 'Reihenfolge',
    orders: {
      CREATED: 'Älteste zuerst',
      NEWEST: 'Neueste zuerst',
      NAME: 'Nach Name',
      STATE: 'Nach Zustand',
      SUNSET: 'Nach Abschaltung',
    },
    none: 'Hier ist kein Produkt.',
    noneText: 'Produkte bestehen aus APIs und werden in einem Katalog veröffentlicht.',
    draftText: (product) => `${product} ist ein Entwurf und kann hier veröffentlicht werden.`,
    toDrafts: 'APIs und Produkte',
    import: 'API importieren',
    pagerRows: 'Produkte',
  },

  products: {
    caption: (catalog) => `Produkte in ${catalog}`,
    product: 'Produkt',
    state: 'Zustand',
    until: (sunset) => ` bis ${format.dateTime(sunset)}`,
    subscriptions: 'Abonnements',
    apis: 'APIs',
    warning: 'Sicherheitswarnung',
    warningOf: (api) => ` zu ${api}`,
  },

  undo: {
    title: (catalog) => `Rückgängig machen in ${catalog}`,
    lead: 'Was in den letzten 30 Tagen mit Produkten getan wurde. Bevor etwas rückgängig gemacht wird, sehen Sie, was das bewirkt.',
    none: 'Es gibt nichts rückgängig zu machen.',
    pages: 'Seiten: Änderungen',
    older: 'Ältere',
    caption: 'Änderungen, die sich rückgängig machen lassen',
    change: 'Änderung',
    done: 'Wann',
    until: 'Rückgängig bis',
    undo: 'Rückgängig machen',
    preview: 'Änderung rückgängig machen',
    submit: 'Änderung rückgängig machen',
    cancel: 'Abbrechen',
  },

  planChoice: {
    another: (product, plan) => `Anderer Plan statt ${product}, ${plan}`,
    title: (application) => `Einen Plan für ${application} abonnieren`,
    search: 'Produkte nach Name oder Titel durchsuchen',
    submit: 'Suchen',
    notFound: 'Kein veröffentlichtes Produkt gefunden.',
    none: 'Hier ist kein veröffentlichtes Produkt.',
    caption: 'Veröffentlichte Produkte',
    product: 'Produkt',
    plans: 'Pläne',
    withApproval: (limits) => `${limits}, wartet auf Freigabe`,
    choose: 'Wählen',
    planOf: (plan, product) => ` ${plan} von ${product}`,
    pagerRows: 'Produkte',
  },

  ...boardTexts.de(format),
  ...catalogSettingsTexts.de(format),
  ...draftsTexts.de(format),
  ...historyTexts.de(format),
});

/** Texts of the catalogs of an org, and of its drafts. */
export const catalogTexts = { en, de } satisfies Texts;
