import { listed } from '../../../../foundation/text/listed.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  title: 'Overview',
  titleOf: (org: string) => `${org} · Overview`,
  noOrg: (org: string) => `There is no org ${org}.`,
  catalogs: 'Catalogs',
  allCatalogs: 'All catalogs',

  waiting: {
    title: 'Needs attention',
    nothing: 'Nothing needs your attention.',
    caption: (title: string, rows: number) => `${title}: ${rows}`,
    captionOfFirst: (title: string, rows: number) => `${title}: the first ${rows}`,
    application: 'Application',
    product: 'Product',
    plan: 'Plan',
    catalog: 'Catalog',
    approvals: { title: 'Approvals', approve: 'Approve', reject: 'Reject' },
    sunsets: { title: 'Overdue sunsets', sunset: 'Sunset', subscriptions: 'Subscriptions' },
    failing: {
      title: 'APIs whose calls fail',
      api: 'API',
      share: 'Last hour',
      see: 'See the calls',
    },
    schemas: {
      title: 'GraphQL schemas not refreshed',
      api: 'API',
      since: 'Since',
      why: 'Why',
      breaks: (breaks: readonly string[]) => listed(breaks, 'and'),
      review: 'Review',
    },
    applications: { title: 'Suspended applications', enable: 'Enable' },
    webhooks: {
      title: 'Failing webhooks',
      webhook: 'Webhook',
      wait: (count: number) => `${format.number(count)} waiting`,
      answer: 'Last answer',
      sendAgain: 'Send again',
      pause: 'Pause',
      activate: 'Activate',
    },
  },

  busiest: {
    title: 'Top products',
    none: 'No calls yet',
    noneHint: 'The products with the most calls appear here.',
    first: 'Publish the first API',
    firstHint:
      'Import an OpenAPI document or a GraphQL server. It gets a path, plans with limits, and a key to try it with.',
    import: 'Import an API',
    caption: 'Products with the most calls',
    product: 'Product',
    catalog: 'Catalog',
    calls: 'Calls',
    failed: 'Failed',
    refused: 'Refused',
    duration: 'p95',
  },

  health: {
    title: 'Health',
    backends: 'Back-ends',
    backendsHint: 'Calls of the last hour.',
    withErrors: (count: number) => `${count} with errors`,
    noErrors: 'No errors',
    within: (catalog: string) => `in ${catalog}`,
    failed: (share: number, calls: number) => `${format.percent(share)} of ${format.number(calls)} failed`,
    database: 'Database',
    databaseHint: 'Query time.',
    redis: {
      ALONE: { word: 'Not used', text: 'Limits are counted in each process.' },
      SHARED: { word: 'Connected', text: 'Limits are counted together.' },
      LOST: { word: 'Lost', text: 'Limits are counted in each process until Redis is back.' },
    },
  },

  graphQLServers: {
    title: 'GraphQL servers',
    lead: 'One schema from the OpenAPI documents of REST back-ends, with access policies by field.',
    none: 'No GraphQL server yet',
    noneHint: 'A GraphQL server is made from the OpenAPI documents of REST back-ends.',
    create: 'Create a GraphQL server',
    server: 'Server',
    state: 'State',
    readers: 'Callers',
    anybody: 'anybody',
    apisOfOrg: 'APIs of this org',
    address: 'Address',
    failure: 'Error',
    update: 'Update',
  },

  /** Texts beside GraphiQL, which its script writes. `{until}` stands for a time of day. */
  graphiql: {
    examples: 'Examples',
    examplesHint: 'For the current org. On a fresh platform they work in order.',
    token: 'Access token',
    tokenHint: 'For scripts. It has a role and an expiry, and is shown once.',
    role: 'Role',
    minutes: 'Minutes',
    issue: 'Issue a token',
    until: 'Valid until {until}.',
    issued: 'Token',
    document: 'Current document',
    copy: 'Copy',
  },
  exampleFolders: { story: 'The story', changes: 'Changes' },
});

const de: typeof en = (format) => ({
  title: 'Übersicht',
  titleOf: (org) => `${org} · Übersicht`,
  noOrg: (org) => `Eine Organisation ${org} gibt es nicht.`,
  catalogs: 'Kataloge',
  allCatalogs: 'Alle Kataloge',

  waiting: {
    title: 'Was auf Sie wartet',
    nothing:
      'Nichts: keine Freigabe, keine überfällige Abschaltung, kein Schema, keine gesperrte Anwendung, kein fehlschlagender Webhook.',
    caption: (title, rows) => `${title}: ${rows}`,
    captionOfFirst: (title, rows) => `${title}: die ersten ${rows}`,
    application: 'Anwendung',
    product: 'Produkt',
    plan: 'Plan',
    catalog: 'Katalog',
    approvals: { title: 'Freigaben', approve: 'Freigeben', reject: 'Ablehnen' },
    sunsets: { title: 'Überfällige Abschaltungen', sunset: 'Abschaltung', subscriptions: 'Abonnements' },
    failing: {
      title: 'APIs, deren Aufrufe fehlschlagen',
      api: 'API',
      share: 'Letzte Stunde',
      see: 'Aufrufe ansehen',
    },
    schemas: {
      title: 'Nicht aktualisierte GraphQL-Schemas',
      api: 'API',
      since: 'Seit',
      why: 'Warum',
      breaks: (breaks) => listed(breaks, 'und'),
      review: 'Prüfen',
    },
    applications: { title: 'Gesperrte Anwendungen', enable: 'Entsperren' },
    webhooks: {
      title: 'Fehlschlagende Webhooks',
      webhook: 'Webhook',
      wait: (count) => `${format.number(count)} ${count === 1 ? 'wartet' : 'warten'}`,
      answer: 'Letzte Antwort',
      sendAgain: 'Erneut senden',
      pause: 'Anhalten',
      activate: 'Aktivieren',
    },
  },

  busiest: {
    title: 'Meistgenutzte Produkte',
    none: 'Noch kein Aufruf',
    noneHint: 'Hier stehen Produkte, die von Anwendungen aufgerufen werden, die meistgenutzten zuerst.',
    first: 'Die erste API veröffentlichen',
    firstHint:
      'Importieren Sie ein OpenAPI-Dokument oder einen GraphQL-Server. Die API bekommt einen Pfad, Pläne mit Limits und einen Key zum Ausprobieren.',
    import: 'API importieren',
    caption: 'Produkte mit den meisten Aufrufen',
    product: 'Produkt',
    catalog: 'Katalog',
    calls: 'Aufrufe',
    failed: 'Fehlgeschlagen',
    refused: 'Abgewiesen',
    duration: '95 % innerhalb von',
  },

  health: {
    title: 'Zustand',
    backends: 'Backends',
    backendsHint: 'Aufrufe der letzten Stunde.',
    withErrors: (count) => `${count} mit Fehlern`,
    noErrors: 'Keine Fehler',
    within: (catalog) => `in ${catalog}`,
    failed: (share, calls) => `${format.percent(share)} von ${format.number(calls)} fehlgeschlagen`,
    database: 'Datenbank',
    databaseHint: 'Die Dauer einer Abfrage.',
    redis: {
      ALONE: { word: 'Nicht verwendet', text: 'Limits werden in jedem Prozess gezählt.' },
      SHARED: { word: 'Verbunden', text: 'Limits werden gemeinsam gezählt.' },
      LOST: {
        word: 'Verloren',
        text: 'Limits werden in jedem Prozess gezählt, bis Redis wieder da ist.',
      },
    },
  },

  graphQLServers: {
    title: 'GraphQL-Server',
    lead: 'Ein Schema aus den OpenAPI-Dokumenten von REST-Backends, mit Regeln, wer welches Feld lesen darf.',
    none: 'Noch kein GraphQL-Server',
    noneHint: 'Ein GraphQL-Server entsteht aus den OpenAPI-Dokumenten von REST-Backends.',
    create: 'GraphQL-Server anlegen',
    server: 'Server',
    state: 'Zustand',
    readers: 'Für',
    anybody: 'alle',
    apisOfOrg: 'APIs dieser Organisation',
    address: 'Adresse',
    failure: 'Was nicht stimmt',
    update: 'Ändern',
  },

  graphiql: {
    examples: 'Beispiele',
    examplesHint:
      'Für die gewählte Organisation. Auf einer neuen Plattform funktionieren sie der Reihe nach.',
    token: 'Zugriffstoken',
    tokenHint: 'Für ein Skript. Es hat eine Rolle und ein Ende und wird nur dieses eine Mal angezeigt.',
    role: 'Rolle',
    minutes: 'Minuten',
    issue: 'Token ausstellen',
    until: 'Es gilt bis {until}.',
    issued: 'Token',
    document: 'Das geöffnete Dokument',
    copy: 'Kopieren',
  },
  exampleFolders: { story: 'Von Anfang an', changes: 'Änderungen' },
});

/** Texts of the overview, of GraphQL servers, and beside GraphiQL. */
export const overviewTexts = { en, de } satisfies Texts;
