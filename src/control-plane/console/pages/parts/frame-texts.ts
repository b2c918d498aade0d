import type { Texts } from '../../texts.ts';

const en = () => ({
  page: {
    site: 'Gatehouse console',
    failed: 'Error',
    skip: 'Skip to the content',
    preparing: {
      title: 'GraphiQL is being prepared',
      text: 'It is built once, which takes up to a minute. This page reloads by itself.',
    },
  },

  frame: {
    menu: 'Menu',
    closeMenu: 'Close the menu',
    search: 'Search',
    organization: 'Organization',
    account: 'Account',
    signOut: 'Sign out',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    themeLabel: (theme: string) => `${theme} theme`,
    language: 'Language',
    toOverview: 'To the overview',
  },

  menuGroups: {
    home: '',
    build: 'Build',
    publish: 'Publish',
    observe: 'Observe',
    organization: 'Organization',
    tools: 'Tools',
  },

  menu: {
    '/console/overview': 'Overview',
    '/console/apis': 'APIs',
    '/console/graphql-servers': 'GraphQL servers',
    '/console/oauth': 'OAuth',
    '/console/rule-sets': 'Rule sets',
    '/console/catalogs': 'Catalogs',
    '/console/changes': 'Change requests',
    '/console/usage': 'Usage',
    '/console/calls': 'Live calls',
    '/console/audit': 'Audit',
    '/console/people': 'People',
    '/console/access-tokens': 'Tokens',
    '/console/graphiql': 'GraphiQL',
  },

  catalogTabs: {
    label: 'Pages of the catalog',
    Products: 'Products',
    Board: 'Board',
    Picture: 'Picture',
    Consumers: 'Consumers',
    'Back-ends': 'Back-ends',
    Messages: 'Messages',
    Webhooks: 'Webhooks',
    Settings: 'Settings',
    Quotas: 'Quotas',
    Changes: 'Changes',
    History: 'History',
  },

  orgs: {
    label: 'Orgs',
    every: 'Every org',
    /** Every org, within a sentence: `People of every org`. */
    everyWithin: 'every org',
  },

  noOrg: {
    title: 'There is no org yet',
    lead: 'An org is a provider: its APIs, products and catalogs are its own.',
    create: 'Create an org',
  },

  newOrg: {
    title: 'Create an org',
    lead: 'An org is a provider: its APIs, products and catalogs are its own, and nobody of another org sees them.',
    nameHint:
      'Part of its addresses. Leave it empty, and it is made from the title. It cannot be changed later.',
    create: 'Create an org',
  },

  crumbs: 'Where this page is',
});

const de: typeof en = () => ({
  page: {
    site: 'Gatehouse-Konsole',
    failed: 'Fehler',
    skip: 'Zum Inhalt springen',
    preparing: {
      title: 'GraphiQL wird vorbereitet',
      text: 'Es wird einmal gebaut, in höchstens einer Minute. Diese Seite sieht von selbst wieder nach.',
    },
  },

  frame: {
    menu: 'Menü',
    closeMenu: 'Menü schließen',
    search: 'Suchen',
    organization: 'Organisation',
    account: 'Konto',
    signOut: 'Abmelden',
    themes: { light: 'Hell', dark: 'Dunkel', system: 'System' },
    themeLabel: (theme) => `Farben: ${theme}`,
    language: 'Sprache',
    toOverview: 'Zur Übersicht',
  },

  menuGroups: {
    home: '',
    build: 'Bauen',
    publish: 'Veröffentlichen',
    observe: 'Beobachten',
    organization: 'Organisation',
    tools: 'Werkzeuge',
  },

  menu: {
    '/console/overview': 'Übersicht',
    '/console/apis': 'APIs',
    '/console/graphql-servers': 'GraphQL-Server',
    '/console/oauth': 'OAuth',
    '/console/rule-sets': 'Regelwerke',
    '/console/catalogs': 'Kataloge',
    '/console/changes': 'Änderungsanträge',
    '/console/usage': 'Nutzung',
    '/console/calls': 'Aufrufe live',
    '/console/audit': 'Protokoll',
    '/console/people': 'Personen',
    '/console/access-tokens': 'Tokens',
    '/console/graphiql': 'GraphiQL',
  },

  catalogTabs: {
    label: 'Seiten des Katalogs',
    Products: 'Produkte',
    Board: 'Tafel',
    Picture: 'Bild',
    Consumers: 'Konsumenten',
    'Back-ends': 'Backends',
    Messages: 'Nachrichten',
    Webhooks: 'Webhooks',
    Settings: 'Einstellungen',
    Quotas: 'Kontingente',
    Changes: 'Änderungen',
    History: 'Verlauf',
  },

  orgs: {
    label: 'Organisationen',
    every: 'Alle Organisationen',
    everyWithin: 'allen Organisationen',
  },

  noOrg: {
    title: 'Es gibt noch keine Organisation',
    lead: 'Eine Organisation ist ein Anbieter: Ihr gehören ihre APIs, Produkte und Kataloge.',
    create: 'Organisation anlegen',
  },

  newOrg: {
    title: 'Organisation anlegen',
    lead: 'Eine Organisation ist ein Anbieter: Ihr gehören ihre APIs, Produkte und Kataloge, und niemand aus einer anderen sieht sie.',
    nameHint:
      'Teil ihrer Adressen. Bleibt das Feld leer, entsteht der Name aus dem Titel. Er lässt sich später nicht ändern.',
    create: 'Organisation anlegen',
  },

  crumbs: 'Wo diese Seite steht',
});

/** Texts around a page: the menu, the tabs of a catalog and orgs. */
export const frameTexts = { en, de } satisfies Texts;
