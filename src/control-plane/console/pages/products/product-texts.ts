import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { audienceTexts } from './audience-texts.ts';
import { productApisTexts } from './product-apis-texts.ts';
import { subscriptionFormTexts } from './subscription-form-texts.ts';

/** An API of a product, in words for a comparison. */
type ComparedApi = {
  readonly name: string;
  readonly path: string;
  readonly backend: string | undefined;
  readonly security: string;
};

const en = (format: Formats) => ({
  ...audienceTexts.en(format),
  ...productApisTexts.en(),
  ...subscriptionFormTexts.en(),
  page: {
    title: (product: string) => `${product} · Product`,
    drafts: 'APIs and products',
    product: 'Product',
    apis: 'APIs',
    publishTo: (catalog: string) => `Publish to ${catalog}`,
  },

  plans: {
    title: 'Draft plans',
    hint: 'Subscribers have the plans of the copy in their catalog, until that is published again.',
    plan: (title: string) => `Plan ${title}`,
    newPlan: 'New plan',
    another: 'New plan',
    try: 'Try on the last 7 days',
    change: 'Edit',
    add: 'Add a plan',
    save: 'Save the plan',
    saveNew: 'Add the plan',
    delete: 'Delete',
  },

  terms: {
    approval: 'Subscriptions need your approval.',
    cost: (most: number) => `A GraphQL document costs at most ${most}.`,
    depth: (most: number) => `A GraphQL document is nested at most ${most} deep.`,
    registeredOnly: 'Registered operations only.',
    hides: 'Hides',
  },

  planFields: {
    title: 'Title',
    more: 'More limits',
    price: 'Price',
    words: 'Words in the portal',
    summary: 'Plan summary',
    summaryHint: 'One sentence, shown where plans are chosen.',
    tags: 'Plan tags',
    links: 'Terms and contact',
    description: 'Plan description',
    descriptionHint: 'Markdown, without HTML and images; the portal shows it with the plan.',
    atOnce: 'Concurrent calls',
    atOnceHint: '1 to 10000; 100 where empty.',
    approval: 'Subscriptions need approval',
    cost: 'Cost of one GraphQL document',
    depth: 'Depth of one GraphQL document',
    atMost: 'At most; empty is no limit.',
    hidden: 'Hidden parts of the schema',
    hiddenHint: 'One a line: User, User.email, Query.users(filter:), Role.ADMIN.',
    registeredOnly: 'Registered operations only',
  },

  copies: {
    title: 'In catalogs',
    none: 'Not in a catalog yet',
    noneText: 'Consumers see it, and subscribe to it, once it is published to a catalog.',
    subscriptions: (count: number) =>
      `${format.number(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`,
    until: (sunset: string) => `, until ${format.dateTime(sunset)}`,
    same: 'Same as the draft. Documents of APIs are not compared.',
    inPortal: 'See it in the portal',
    different: 'Publishing it again changes:',
    differenceIn: (catalog: string) => `What publishing to ${catalog} changes`,
    copyIn: (product: string, catalog: string) => `${product} in ${catalog}`,
    undo: 'Undo',
    rehearse: 'Rehearse',
  },

  /** Lines of a product that is compared with its draft. */
  difference: {
    title: (title: string) => `Title: ${title}`,
    api: ({ name, path, backend, security }: ComparedApi) =>
      `API ${name} at ${path}, back-end ${backend ?? 'none'}, security ${security}`,
    apiWord: (api: string, what: string, word: string) => `API ${api}, ${what}: ${word}`,
    operation: (api: string, operation: string, security: string) =>
      `API ${api}, ${operation}: security ${security}`,
    noSecurity: 'none',
    plan: (title: string, terms: string) => `Plan ${title}: ${terms}`,
    withApproval: (limits: string) => `${limits}, with approval`,
    cost: (most: number) => `a document costs at most ${most}`,
    depth: (most: number) => `a document is nested at most ${most}`,
    registeredOnly: 'registered operations only',
    hides: (coordinate: string) => `hides ${coordinate}`,
  },

  words: {
    title: 'Portal content',
    edit: 'Edit the content',
    none: 'The portal shows its name alone. A summary and a description tell developers what it is for.',
    summary: 'Summary',
    summaryHint: 'One sentence, for the list of products.',
    description: 'Description',
    descriptionHint: 'Markdown, without HTML and images.',
    icon: 'Icon',
    iconHint: 'A PNG, WebP or SVG image of at most 8 KB. Without one the portal shows the first letter.',
    presentIcon: 'Current icon',
    noIcon: 'Remove the icon',
    releaseNotes: 'Release notes',
    releaseNotesHint:
      'What is different in this version, in Markdown. The changelog shows them beside the differences that it finds.',
    tags: 'Tags',
    tagsHint: 'One a line.',
    links: 'Links',
    linksHint: 'One a line: what it says, then its address. For example: Terms https://example.com/terms',
    save: 'Save the content',
  },

  audience: {
    title: 'Visibility',
    visibility: 'Visible to',
    visibilities: {
      PUBLIC: 'Everybody',
      AUTHENTICATED: 'Everybody who is signed in',
      CUSTOM: 'Chosen consumers, and subscribers',
    },
    subscribability: 'Open for subscription to',
    subscribabilities: {
      AUTHENTICATED: 'Everybody who is signed in',
      CUSTOM: 'Chosen consumers',
      DISABLED: 'Nobody',
    },
    save: 'Save',
  },

  history: {
    title: 'History',
    changes: 'Changes',
    when: 'When',
    what: 'What',
  },

  trial: {
    title: (plan: string, product: string) => `Try limits of ${plan}, ${product}`,
    lead: 'Whom these limits would have refused, by the recorded calls of the subscriptions on this plan. Nothing is changed.',
    days: 'On',
    lastDays: (days: number) => `the last ${format.number(days)} ${days === 1 ? 'day' : 'days'}`,
    try: 'Try',
    since: (from: string) => `Since ${format.dateTime(from)}`,
    noCalls: 'No subscription on this plan has called in that time.',
    caption: 'Calls of subscriptions, and those that would have been refused',
    application: 'Application',
    catalog: 'Catalog',
    calls: 'Calls',
    refused: 'Refused',
    by: 'By',
    more: 'Those with fewer calls',
    noLimit: 'Without a limit, no call would have been refused.',
    judgements: {
      ESTIMATED: 'an estimate: usage is read by the hour, so its windows are taken to begin with one',
      AT_LEAST: 'at least: only calls that could not have fitted into their hour, however they were spread',
      NOT_JUDGED: 'not judged: usage does not keep it',
    },
  },
});

const de: typeof en = (format) => ({
  ...audienceTexts.de(format),
  ...productApisTexts.de(),
  ...subscriptionFormTexts.de(),
  page: {
    title: (product) => `${product} · Produkt`,
    drafts: 'APIs und Produkte',
    product: 'Produkt',
    apis: 'APIs',
    publishTo: (catalog) => `In ${catalog} veröffentlichen`,
  },

  plans: {
    title: 'Pläne des Entwurfs',
    hint: 'Für Abonnenten gelten die Pläne der Kopie in ihrem Katalog, bis diese neu veröffentlicht wird.',
    plan: (title) => `Plan ${title}`,
    newPlan: 'Ein neuer Plan',
    another: 'Weiterer Plan',
    try: 'An den letzten 7 Tagen erproben',
    change: 'Ändern',
    add: 'Plan hinzufügen',
    save: 'Plan speichern',
    saveNew: 'Plan hinzufügen',
    delete: 'Löschen',
  },

  terms: {
    approval: 'Ein Abonnement wartet auf Ihre Freigabe.',
    cost: (most) => `Ein GraphQL-Dokument kostet höchstens ${most}.`,
    depth: (most) =>
      `Ein GraphQL-Dokument ist höchstens ${most} ${most === 1 ? 'Ebene' : 'Ebenen'} tief verschachtelt.`,
    registeredOnly: 'Nur registrierte Operationen.',
    hides: 'Verbirgt',
  },

  planFields: {
    title: 'Titel',
    more: 'Mehr Limits',
    price: 'Preis',
    words: 'Texte im Portal',
    summary: 'In einem Satz',
    summaryHint: 'Wo Pläne gewählt werden.',
    tags: 'Schlagwörter neben seinem Titel',
    links: 'Bedingungen und Kontakt',
    description: 'Wofür er ist',
    descriptionHint: 'Markdown, ohne HTML und Bilder; das Portal zeigt es beim Plan.',
    atOnce: 'Gleichzeitige Aufrufe',
    atOnceHint: '1 bis 10000; 100, wenn das Feld leer ist.',
    approval: 'Ein Abonnement wartet auf Freigabe',
    cost: 'Kosten eines GraphQL-Dokuments',
    depth: 'Tiefe eines GraphQL-Dokuments',
    atMost: 'Höchstens; leer heißt unbegrenzt.',
    hidden: 'Verborgene Teile des Schemas',
    hiddenHint: 'Eines pro Zeile: User, User.email, Query.users(filter:), Role.ADMIN.',
    registeredOnly: 'Nur registrierte Operationen',
  },

  copies: {
    title: 'In Katalogen',
    none: 'Noch in keinem Katalog',
    noneText: 'Konsumenten sehen es und können es abonnieren, sobald es in einem Katalog veröffentlicht ist.',
    subscriptions: (count) => `${format.number(count)} ${count === 1 ? 'Abonnement' : 'Abonnements'}`,
    until: (sunset) => `, bis ${format.dateTime(sunset)}`,
    same: 'Wie der Entwurf. Dokumente der APIs werden nicht verglichen.',
    inPortal: 'Im Portal ansehen',
    different: 'Erneutes Veröffentlichen ändert:',
    differenceIn: (catalog) => `Was das Veröffentlichen in ${catalog} ändert`,
    copyIn: (product, catalog) => `${product} in ${catalog}`,
    undo: 'Rückgängig machen',
    rehearse: 'Generalprobe',
  },

  difference: {
    title: (title) => `Titel: ${title}`,
    api: ({ name, path, backend, security }) =>
      `API ${name} unter ${path}, Backend ${backend ?? 'keines'}, Zugang ${security}`,
    apiWord: (api, what, word) => `API ${api}, ${what}: ${word}`,
    operation: (api, operation, security) => `API ${api}, ${operation}: Zugang ${security}`,
    noSecurity: 'offen',
    plan: (title, terms) => `Plan ${title}: ${terms}`,
    withApproval: (limits) => `${limits}, mit Freigabe`,
    cost: (most) => `ein Dokument kostet höchstens ${most}`,
    depth: (most) => `ein Dokument ist höchstens ${most} tief verschachtelt`,
    registeredOnly: 'nur registrierte Operationen',
    hides: (coordinate) => `verbirgt ${coordinate}`,
  },

  words: {
    title: 'Was das Portal darüber sagt',
    edit: 'Bearbeiten',
    none: 'Das Portal zeigt nur den Namen. Kurzbeschreibung und Beschreibung sagen Entwicklern, wofür es gut ist.',
    summary: 'Kurzbeschreibung',
    summaryHint: 'Ein Satz, für die Liste der Produkte.',
    description: 'Beschreibung',
    descriptionHint: 'Markdown, ohne HTML und Bilder.',
    icon: 'Symbol',
    iconHint:
      'Ein Bild (PNG, WebP oder SVG) von höchstens 8 KB. Ohne eines zeigt das Portal den ersten Buchstaben.',
    presentIcon: 'Das jetzige Symbol',
    noIcon: 'Symbol entfernen',
    releaseNotes: 'Was neu ist',
    releaseNotesHint:
      'Was in dieser Version anders ist, in Markdown. Das Portal zeigt es neben den Unterschieden, die es findet.',
    tags: 'Schlagwörter',
    tagsHint: 'Eines je Zeile.',
    links: 'Links',
    linksHint: 'Einer je Zeile: der Text, dann die Adresse. Zum Beispiel: AGB https://example.com/agb',
    save: 'Texte speichern',
  },

  audience: {
    title: 'Wer es sieht',
    visibility: 'Im Portal sehen es',
    visibilities: {
      PUBLIC: 'Alle',
      AUTHENTICATED: 'Alle, die angemeldet sind',
      CUSTOM: 'Ausgewählte Konsumenten und Abonnenten',
    },
    subscribability: 'Abonnieren können es',
    subscribabilities: {
      AUTHENTICATED: 'Alle, die angemeldet sind',
      CUSTOM: 'Ausgewählte Konsumenten',
      DISABLED: 'Niemand',
    },
    save: 'Speichern',
  },

  history: {
    title: 'Was damit geschah',
    changes: 'Änderungen',
    when: 'Wann',
    what: 'Was',
  },

  trial: {
    title: (plan, product) => `Limits von ${plan} erproben, ${product}`,
    lead: 'Wen diese Limits abgewiesen hätten, nach den aufgezeichneten Aufrufen der Abonnements dieses Plans. Geändert wird nichts.',
    days: 'Zeitraum',
    lastDays: (days) => (days === 1 ? 'der letzte Tag' : `die letzten ${format.number(days)} Tage`),
    try: 'Erproben',
    since: (from) => `Seit ${format.dateTime(from)}`,
    noCalls: 'Kein Abonnement dieses Plans hat in dieser Zeit aufgerufen.',
    caption: 'Aufrufe der Abonnements und wie viele davon abgewiesen worden wären',
    application: 'Anwendung',
    catalog: 'Katalog',
    calls: 'Aufrufe',
    refused: 'Abgewiesen',
    by: 'Durch',
    more: 'Die mit weniger Aufrufen',
    noLimit: 'Ohne Limit wäre kein Aufruf abgewiesen worden.',
    judgements: {
      ESTIMATED:
        'geschätzt: Die Nutzung liegt stundenweise vor, daher gilt der Beginn einer Stunde als Beginn des Zeitfensters',
      AT_LEAST:
        'mindestens: nur Aufrufe, die in ihrer Stunde keinen Platz gehabt hätten, wie auch immer sie verteilt waren',
      NOT_JUDGED: 'nicht beurteilt: Die Nutzung enthält das nicht',
    },
  },
});

/** Texts of a product, its plans and its copies in catalogs. */
export const productTexts = { en, de } satisfies Texts;
