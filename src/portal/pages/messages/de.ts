import type { Formats } from '../formats.ts';
import type { Messages } from './messages.ts';

/** Jeder Text des Portals auf Deutsch. */
export const de = (format: Formats): Messages => ({
  portal: {
    skip: 'Zum Inhalt springen',
    menu: 'Hauptmenü',
    products: 'Produkte',
    applications: 'Anwendungen',
    subscriptions: 'Abonnements',
    account: 'Konto',
    signIn: 'Anmelden',
    signUp: 'Konto anlegen',
    signOut: 'Abmelden',
    language: 'Sprache',
    changeLanguage: 'Wechseln',
    preparing: 'Wird vorbereitet',
    preparingText:
      'Dieser Teil der Seite wird gerade gebaut, einmal nach der Installation. Die Seite lädt sich selbst neu.',
    gateway: 'APIs werden aufgerufen unter',
  },

  problem: {
    title: 'Das hat nicht geklappt',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Was Sie suchen, gibt es hier nicht, oder Sie dürfen es nicht sehen.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn es bleibt, sagen Sie es dem Anbieter dieses Portals.',
    back: 'Zurück zu den Produkten',
  },

  signIn: {
    title: 'Anmelden',
    lead: (portal) => `bei ${portal}`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    noAccount: 'Noch kein Konto?',
    cookieMissing:
      'Ihr Browser hat die Sitzung nicht behalten. Sitzungen brauchen https oder http auf localhost; öffnen Sie das Portal unter einer solchen Adresse.',
  },

  catalogue: {
    title: 'Produkte',
    lead: 'Jedes Produkt bringt APIs mit, und Pläne, die sagen, wie viele Aufrufe Sie machen dürfen.',
    search: 'Produkte, Operationen und Felder durchsuchen',
    submit: 'Suchen',
    found: (count, search) =>
      `${count === 1 ? '1 Produkt' : `${format.number(count)} Produkte`} zu „${search}“`,
    clear: 'Alle zeigen',
    nothing: 'Kein Produkt passt dazu.',
    empty: 'Es gibt noch keine Produkte.',
    version: (version) => `Version ${version}`,
    plans: (count) => (count === 1 ? '1 Plan' : `${format.number(count)} Pläne`),
    subscribed: 'Abonniert',
  },

  done: {
    migrated: 'Das Abonnement wurde umgestellt: Ab jetzt gilt der neue Plan.',
    undone: 'Das Abonnement ist wieder, wie es vorher war.',
    unsubscribed: 'Das Abonnement ist beendet.',
    subscribed: 'Abonniert. Die Anwendung kann die APIs des Produkts jetzt aufrufen.',
    requested: 'Angefragt. Der Anbieter muss noch zustimmen; bis dahin werden Aufrufe abgelehnt.',
  },

  subscriptions: {
    title: 'Abonnements',
    lead: 'Was Ihre Anwendungen aufrufen dürfen, und wie viel davon noch übrig ist.',
    empty: 'Noch hat keine Ihrer Anwendungen ein Abonnement. Wählen Sie ein Produkt und einen seiner Pläne.',
    toProducts: 'Produkte ansehen',
    application: 'Anwendung',
    plan: 'Plan',
    quota: 'Jetzt übrig',
    callsToday: 'Aufrufe heute',
    state: { ACTIVE: 'Aktiv', PENDING_APPROVAL: 'Wartet auf Freigabe', REJECTED: 'Abgelehnt' },
    waiting: 'Der Anbieter muss es freigeben; bis dahin lässt es keine Aufrufe zu.',
    rejected: (reason) =>
      reason === null
        ? 'Der Anbieter hat es abgelehnt. Sie können noch einmal darum bitten.'
        : `Der Anbieter hat es abgelehnt: ${reason} Sie können noch einmal darum bitten.`,
    left: (remaining, limit) =>
      `noch ${format.number(remaining)} von ${format.number(limit)} ${limit === 1 ? 'Aufruf' : 'Aufrufen'}`,
    resets: (at, now) => `wieder alle ${format.relative(at, now)} (${format.hour(at)} UTC)`,
    windowClosed: 'der nächste Aufruf öffnet das Zeitfenster',
    unlimited: 'Unbegrenzt',
  },

  subscription: {
    product: 'Produkt',
    usage: 'Aufrufe',
    refusedCalls: 'Zuletzt abgewiesene Aufrufe',
    end: 'Dieses Abonnement beenden',
    endText: (application, product) =>
      `${application} kann die APIs von ${product} dann nicht mehr aufrufen, es sei denn, ein anderes Abonnement erlaubt es.`,
    endConfirm: 'Abonnement beenden',
    cancel: 'Behalten',
  },

  usage: {
    periods: 'Zeitraum',
    period: { DAY: 'Letzte 24 Stunden', MONTH: 'Letzte 30 Tage' },
    none: {
      DAY: 'Keine Aufrufe in den letzten 24 Stunden.',
      MONTH: 'Keine Aufrufe in den letzten 30 Tagen.',
    },
    series: {
      answered: 'Beantwortet',
      clientErrors: 'Fehler des Aufrufers (4xx)',
      limited: 'Über dem Limit (429)',
      refused: 'Vom Gateway abgewiesen',
      serverErrors: 'Fehlgeschlagen (5xx)',
    },
    when: 'Ab (UTC)',
    total: 'Zusammen',
    table: 'Dasselbe als Tabelle',
    summary: (period, total, parts) =>
      `Aufrufe der ${period === 'DAY' ? 'letzten 24 Stunden' : 'letzten 30 Tage'}: zusammen ${format.number(total)}. ${parts}`,
    most: (count, when) => `Die meisten waren ${format.number(count)}, ab ${when}.`,
  },

  refusedCalls: {
    none: 'In den letzten 24 Stunden wurde kein Aufruf abgewiesen.',
    why: 'Warum?',
    whyOf: (method, path) => `Warum wurde ${method} ${path} abgewiesen?`,
  },

  migration: {
    offered: (product, successor) => `${product} wird durch ${successor} abgelöst`,
    offeredText: (application, from, to) =>
      `${application} kann vom Plan ${from} zu ${to} wechseln. Abonnement, Client-Schlüssel und Geheimnisse bleiben.`,
    until: (product, date) => `${product} antwortet bis ${format.date(date)}.`,
    see: 'Ansehen, was sich ändert, und umstellen',
    title: (product) => `Umstellen auf ${product}`,
    effect:
      'Das gilt sofort und lässt sich 30 Tage lang rückgängig machen, solange das alte Produkt antwortet.',
    submit: 'Dieses Abonnement umstellen',
    wayBack: (product) => `Sie können zu ${product} zurück`,
    wayBackText: (application, plan, until) =>
      `${application} kam vom Plan ${plan}. Das lässt sich bis ${format.dateTime(until)} rückgängig machen.`,
    undo: 'Zurückgehen',
  },

  changes: {
    plans: (plan) => `Was aus dem Plan ${plan} wird`,
    what: 'Was',
    plan: 'Plan',
    limit: 'Limit',
    cost: 'Kosten eines GraphQL-Dokuments',
    depth: 'Tiefe eines GraphQL-Dokuments',
    sunset: 'Antwortet bis',
    unlimited: 'Unbegrenzt',
    noPlan: 'Kein Plan tritt an seine Stelle',
    noSunset: 'Kein Ende geplant',
    none: 'Aufrufe, die jetzt gelingen, gelingen dort unverändert.',
    security: 'Wie Aufrufe zugelassen werden',
    before: 'Bisher',
    after: 'Dann',
    breaking: 'Was Aufrufer ändern müssen',
    breakingText:
      'Aufrufe dieser Operationen scheitern oder ihre Antworten werden falsch gelesen, bis der Aufrufer angepasst ist.',
    removedApis: 'APIs, die es nicht mehr gibt',
    addedApis: 'Neue APIs',
  },

  product: {
    plans: 'Pläne',
    plansLead:
      'Mit dem Abonnement eines Plans darf eine Ihrer Anwendungen jede API dieses Produkts aufrufen.',
    apis: 'APIs',
    deprecated: 'Diese Version ist veraltet',
    deprecatedText: 'Sie bedient, wer sie abonniert hat, und nimmt keine neuen Abonnements an.',
    successor: 'Ihr Nachfolger ist',
    sunsetIn: (date, relative) => `Sie antwortet nur noch bis ${format.date(date)}, ${relative}.`,
    notSubscribable: 'Der Anbieter nimmt für dieses Produkt keine neuen Abonnements an.',
    snippet: (language) => `das Beispiel in ${language}`,
  },

  plan: {
    pace: (secondsPerCall) =>
      secondsPerCall < 1.5
        ? `Gleichmäßig verteilt sind das etwa ${format.number(Math.round(1 / secondsPerCall))} pro Sekunde.`
        : `Gleichmäßig verteilt ist das etwa einer alle ${format.duration(secondsPerCall)}.`,
    cost: (cost) => `Ein GraphQL-Dokument darf bis zu ${format.number(cost)} kosten.`,
    depth: (depth) =>
      `Ein GraphQL-Dokument darf ${depth === 1 ? '1 Ebene' : `${format.number(depth)} Ebenen`} von Feldern tief sein.`,
    approval: 'Der Anbieter stimmt jedem Abonnement zu.',
    subscribedWith: (application) => `mit ${application}`,
    subscribe: 'Abonnieren',
    subscribeAnother: 'Mit einer weiteren Anwendung abonnieren',
    signIn: 'Anmelden und abonnieren',
    to: (plan) => `von ${plan}`,
  },

  api: {
    url: 'Basis-URL',
    endpoint: 'Endpunkt',
    security: 'Zugang',
    operations: (count) => (count === 1 ? '1 Operation' : `${format.number(count)} Operationen`),
    operation: 'Operation',
    summary: 'Was sie tut',
    reference: 'API-Referenz und Ausprobieren',
    explorer: 'Explorer',
    of: (api) => `von ${api}`,
    offline: 'Offline',
    offlineText: 'Aufrufe dieser API werden abgelehnt, bis der Anbieter sie wieder online stellt.',
    example: 'Beispiel',
  },

  security: {
    open: 'Offen für alle.',
    anyOf: 'Eines davon genügt:',
    key: (name, place) =>
      `Der Client-Key Ihrer Anwendung im ${place === 'HEADER' ? 'Header' : 'Query-Parameter'} ${name}.`,
    token: (scopes, obtained) =>
      scopes.length === 0
        ? `Ein Zugriffstoken, ${obtained}.`
        : `Ein Zugriffstoken mit ${scopes.length === 1 ? 'dem Scope' : 'den Scopes'} ${scopes.join(', ')}, ${obtained}.`,
    obtained: {
      RESOURCE_OWNER_PASSWORD: 'geholt mit Benutzername und Passwort einer Person',
      ACCESS_CODE: 'geholt mit der Zustimmung einer Person im Browser',
      APPLICATION: 'geholt von Ihrer Anwendung mit ihrem Secret',
    },
  },

  subscribe: {
    title: (product) => `${product} abonnieren`,
    lead: 'Wählen Sie einen Plan und die Anwendung, die die APIs aufrufen soll.',
    plan: 'Plan',
    application: 'Anwendung',
    newApplication: 'Eine neue Anwendung',
    newApplicationHint: 'Sie bekommt einen Client-Key und ein Secret, das Sie einmal sehen.',
    newTitle: 'Meine Anwendung',
    taken: (plan) => `Schon abonniert: ${plan}.`,
    submit: 'Abonnieren',
    subscribed: (product, plan) => `${plan} von ${product}`,
    failed: (product) => `Die Anwendung ist da, aber ${product} ist nicht abonniert`,
  },

  secret: {
    title: (application) => `Bewahren Sie das Secret von ${application} auf`,
    once: 'Sie sehen das Secret nur dieses eine Mal',
    onceText:
      'Legen Sie es dort ab, wo Ihre Anwendung es findet und sonst niemand. Es lässt sich jederzeit ersetzen.',
    clientKey: 'Client-Key',
    clientSecret: 'Client-Secret',
    download: 'Als .env herunterladen',
    tryIt: 'Ich habe es abgelegt: ausprobieren',
    toApplication: 'Ich habe es abgelegt',
  },

  application: {
    name: 'Name der Anwendung',
    redirectUris: 'Redirect-URIs',
    redirectUrisHint:
      'Wohin Autorisierungscodes geschickt werden dürfen, eine pro Zeile: https, oder http auf localhost. Nur der Authorization-Code-Flow braucht sie.',
  },

  copy: { label: 'Kopieren', done: 'Kopiert' },

  state: { PUBLISHED: 'Veröffentlicht', DEPRECATED: 'Veraltet' },
  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },
  sunset: (date) => `Es antwortet nur noch bis ${format.date(date)}.`,
  limit: (calls, unit) =>
    calls === null
      ? 'Beliebig viele Aufrufe'
      : `${format.number(calls)} ${calls === 1 ? 'Aufruf' : 'Aufrufe'} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'}`,
});
