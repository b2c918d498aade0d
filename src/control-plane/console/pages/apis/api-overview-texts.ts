import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  overview: {
    changeSecurity: 'Change the security',
    factsTitle: 'Details',
    facts: { path: 'Path', backend: 'Back-end', version: 'Version', security: 'Security' },
    documentSays: (version: string, documentVersion: string) =>
      `${version}; the document says “${documentVersion}”`,
    backendOfCatalog: (backend: string) => `${backend} (set per catalog)`,
    noBackend: 'No back-end',
    changeBackEnd: 'Change the back-end',
    product: (product: string) => `Product ${product}`,
  },

  traffic: {
    title: 'The last 24 hours',
    none: 'No calls.',
    outcomes: (answered: number, clientErrors: number) =>
      `${format.number(answered)} answered, ${format.number(clientErrors)} failed with 4xx`,
  },

  drift: {
    title: 'Drift from its document',
    none: 'No checked call has broken the document in the last 30 days.',
    operation: 'Operation',
    side: 'Side',
    sides: { REQUEST: 'Request', ANSWER: 'Answer' },
    place: 'Place and rule',
    catalog: 'Catalog',
    calls: 'Calls',
    firstAt: 'First',
    lastAt: 'Last',
  },

  catalogs: {
    title: 'In catalogs',
    none: 'Not in a catalog yet',
    noneText: 'Nobody can call it until a product that holds it is published to a catalog.',
    caption: 'Catalogs that hold it',
    catalog: 'Catalog',
    product: 'Product',
    state: 'State',
    answers: 'Status',
    subscribers: 'Subscribers',
    actions: 'Actions',
  },

  subscribers: {
    title: (total: number) => `Subscribers: ${format.number(total)}`,
    caption: 'Subscriptions',
    application: 'Application',
    consumerOrg: 'Consumer org',
    catalog: 'Catalog',
    plan: 'Plan',
    state: 'State',
  },
});

const de: typeof en = (format) => ({
  overview: {
    changeSecurity: 'Sicherheit ändern',
    factsTitle: 'Daten',
    facts: { path: 'Pfad', backend: 'Backend', version: 'Version', security: 'Sicherheit' },
    documentSays: (version, documentVersion) => `${version}; im Dokument steht „${documentVersion}“`,
    backendOfCatalog: (backend) => `${backend}, wie es in jedem Katalog gesetzt ist`,
    noBackend: 'Keines: Aufrufe führen ins Leere',
    changeBackEnd: 'Backend ändern',
    product: (product) => `Produkt ${product}`,
  },

  traffic: {
    title: 'Die letzten 24 Stunden',
    none: 'Keine Aufrufe.',
    outcomes: (answered, clientErrors) =>
      `${format.number(answered)} beantwortet, ${format.number(clientErrors)} fehlgeschlagen mit 4xx`,
  },

  drift: {
    title: 'Abweichungen vom Dokument',
    none: 'Kein geprüfter Aufruf hat in den letzten 30 Tagen das Dokument verletzt.',
    operation: 'Operation',
    side: 'Seite',
    sides: { REQUEST: 'Anfrage', ANSWER: 'Antwort' },
    place: 'Stelle und Regel',
    catalog: 'Katalog',
    calls: 'Aufrufe',
    firstAt: 'Zuerst',
    lastAt: 'Zuletzt',
  },

  catalogs: {
    title: 'In Katalogen',
    none: 'Noch in keinem Katalog',
    noneText:
      'Niemand kann sie aufrufen, bis ein Produkt, das sie enthält, in einem Katalog veröffentlicht ist.',
    caption: 'Kataloge, die sie enthalten',
    catalog: 'Katalog',
    product: 'Produkt',
    state: 'Zustand',
    answers: 'Antwortet',
    subscribers: 'Abonnenten',
    actions: 'Zu den Aktionen',
  },

  subscribers: {
    title: (total) => `Wer abonniert hat: ${format.number(total)}`,
    caption: 'Abonnements',
    application: 'Anwendung',
    consumerOrg: 'Konsumenten',
    catalog: 'Katalog',
    plan: 'Plan',
    state: 'Zustand',
  },
});

/** Texts of the overview of an API: facts, traffic, catalogs and subscribers. */
export const apiOverviewTexts = { en, de } satisfies Texts;
