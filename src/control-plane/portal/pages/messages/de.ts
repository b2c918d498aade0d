import { REDIRECT_URIS_MAX } from '../../../../domain/consumer/application.ts';
import { USERNAME_LENGTH_MAX } from '../../../../domain/people/member.ts';
import { passwordLength } from '../../../../domain/people/password.ts';
import { TITLE_LENGTH_MAX } from '../../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../../foundation/text/search-words.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Messages } from './en.ts';

/** Jeder Text des Portals auf Deutsch. */
export const de = (format: Formats): Messages => ({
  portal: {
    failed: 'Fehler',
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
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn das nicht hilft, sagen Sie dem Anbieter dieses Portals Bescheid.',
    back: 'Zurück zu den Produkten',
  },

  refused: {
    SIGN_IN_FAILED: 'Der Benutzername oder das Passwort ist falsch.',
    'SIGN_IN_FAILED.currentPassword': 'Das bisherige Passwort ist falsch.',
    TOO_MANY_ATTEMPTS: ({ seconds = 60 }) =>
      `Das waren zu viele Versuche: Versuchen Sie es in ${seconds === 1 ? '1 Sekunde' : `${format.number(seconds)} Sekunden`} noch einmal.`,
    SIGN_UP_DISABLED: 'In diesem Portal kann man sich nicht selbst ein Konto anlegen.',
    'NAME_TAKEN.username': 'Diesen Benutzernamen hat schon jemand: Wählen Sie einen anderen.',
    'NAME_TAKEN.consumerOrgTitle':
      'Eine Organisation heißt hier schon so: Wählen Sie einen anderen Namen, oder bitten Sie Ihre Kollegen um ein Konto.',
    'NAME_TAKEN.title': 'Sie haben schon eine Anwendung mit diesem Namen: Wählen Sie einen anderen.',
    'BAD_USER_INPUT.username': `Ein Benutzername hat 1 bis ${USERNAME_LENGTH_MAX} Zeichen und weder am Anfang noch am Ende ein Leerzeichen, und keine Steuerzeichen.`,
    'BAD_USER_INPUT.password': `Ein Passwort hat ${passwordLength.min} bis ${passwordLength.max} Zeichen.`,
    'BAD_USER_INPUT.newPassword': `Ein Passwort hat ${passwordLength.min} bis ${passwordLength.max} Zeichen.`,
    'BAD_USER_INPUT.email': 'Das ist keine E-Mail-Adresse: Sie hat die Form name@host.',
    'BAD_USER_INPUT.consumerOrgTitle': `Der Name einer Organisation hat 1 bis ${TITLE_LENGTH_MAX} Zeichen: nicht nur Leerzeichen und keine Steuerzeichen.`,
    'BAD_USER_INPUT.title': `Ein Name hat 1 bis ${TITLE_LENGTH_MAX} Zeichen: nicht nur Leerzeichen und keine Steuerzeichen.`,
    'BAD_USER_INPUT.redirectUris': ({ position }) =>
      position === undefined
        ? `Geben Sie höchstens ${REDIRECT_URIS_MAX} Redirect-URIs an.`
        : `Die ${position}. Redirect-URI geht nicht: Sie beginnt mit https://, auf localhost auch mit http://, oder mit einem umgekehrten Domainnamen wie com.example.client:/, und ist ohne #, Leerzeichen, Benutzernamen und *.`,
    'BAD_USER_INPUT.search': `Suchen Sie nach höchstens ${SEARCH_WORDS_MAX} Wörtern, jedes mit höchstens ${SEARCH_WORD_LENGTH_MAX} Zeichen.`,
    SUBSCRIPTION_EXISTS: 'Die Anwendung hat dieses Produkt schon abonniert, oder darum gebeten.',
    NOT_SUBSCRIBABLE: 'Der Anbieter nimmt für dieses Produkt keine neuen Abonnements an.',
    MIGRATION_TARGET_MISSING: 'Dieses Abonnement lässt sich nicht umstellen: Dafür ist kein Plan vorgesehen.',
    UNDO_CONFLICT:
      'Dieses Abonnement kann nicht zurück: Die Umstellung ist zu lange her, das alte Produkt antwortet nicht mehr, oder die Anwendung hat es wieder abonniert.',
    CONFLICT:
      'Das hat inzwischen jemand anderes geändert: Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    NOT_FOUND: 'Was Sie gewählt haben, gibt es hier nicht oder nicht mehr: Laden Sie die Seite neu.',
    FORBIDDEN: 'Das darf nur der Inhaber der Organisation.',
    TEMPORARILY_UNAVAILABLE: 'Gerade ist zu viel los: Versuchen Sie es gleich noch einmal.',
  },

  signIn: {
    title: 'Anmelden',
    lead: (portal) => `bei ${portal}`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen? Der Anbieter dieses Portals gibt Ihnen ein neues.',
    noAccount: 'Noch kein Konto?',
    ended:
      'Ihre Sitzung ist zu Ende, und was Sie abgeschickt haben, wurde nicht übernommen: Melden Sie sich an, und schicken Sie es noch einmal.',
    cookieMissing:
      'Ihr Browser hat die Sitzung nicht behalten. Sitzungen brauchen https oder http auf localhost; öffnen Sie das Portal unter einer solchen Adresse.',
  },

  pager: {
    label: 'Seiten',
    previous: 'Zurück',
    next: 'Weiter',
    range: (from, to, total) => `${format.number(from)} bis ${format.number(to)} von ${format.number(total)}`,
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
  },

  done: {
    migrated: 'Das Abonnement wurde umgestellt: Ab jetzt gilt der neue Plan.',
    undone: 'Das Abonnement ist wieder, wie es vorher war.',
    unsubscribed: 'Das Abonnement ist beendet.',
    memberRemoved: 'Die Person ist entfernt: Sie ist abgemeldet und kann sich nicht mehr anmelden.',
    passwordChanged: 'Ab jetzt gilt das neue Passwort. Überall sonst wurden Sie abgemeldet.',
    subscribed: 'Abonniert. Die Anwendung kann die APIs des Produkts jetzt aufrufen.',
    requested: 'Angefragt. Der Anbieter muss noch zustimmen; bis dahin werden Aufrufe abgewiesen.',
    saved: 'Gespeichert.',
    deleted: 'Die Anwendung wurde gelöscht.',
    apiKeyRevoked: 'Der API-Key ist widerrufen: Was ihn verwendet, wird abgewiesen.',
    secretEnded: 'Das alte Secret ist beendet: Nur noch das neue gilt.',
  },

  subscriptions: {
    title: 'Abonnements',
    lead: 'Was Ihre Anwendungen aufrufen dürfen, und wie viel davon noch übrig ist.',
    empty: 'Keine Ihrer Anwendungen hat ein Abonnement. Wählen Sie ein Produkt und einen seiner Pläne.',
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
        : `Der Anbieter hat es abgelehnt; Sie können noch einmal darum bitten. Der Grund: ${reason}`,
    left: (remaining, limit) =>
      `noch ${format.number(remaining)} von ${format.number(limit)} ${limit === 1 ? 'Aufruf' : 'Aufrufen'}`,
    costLeft: (remaining, limit) =>
      `GraphQL-Kosten: noch ${format.number(remaining)} von ${format.number(limit)}`,
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

  ended: {
    title: 'In den letzten 30 Tagen beendet',
    endedAt: (at) => `Beendet: ${at}`,
    retired: 'Der Anbieter hat dieses Produkt außer Dienst gestellt: Es beantwortet keine Aufrufe mehr.',
    serves: 'Das Produkt gibt es weiter, aber dieses Abonnement lässt keine Aufrufe mehr zu.',
    instead: (product) => `${product} ansehen und abonnieren`,
    nothingInstead:
      'Eine Version, die Sie abonnieren könnten, gibt es nicht: Fragen Sie den Anbieter, wie es weitergeht.',
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

  applicationUsage: { title: (application) => `Aufrufe von ${application}` },

  why: {
    title: 'Warum wurde ein Aufruf abgewiesen?',
    lead: 'Jede Abweisung des Gateways hat eine Anfrage-ID: in ihrem Problemdokument und im Header X-Request-Id.',
    search: 'Aufruf anhand seiner Anfrage-ID suchen',
    submit: 'Suchen',
    unknown:
      'Unter dieser ID gibt es keinen abgewiesenen Aufruf, den Sie sehen dürfen. Ein Aufruf ist etwa eine Sekunde nach der Abweisung zu finden und höchstens einen Tag lang; nur die neuesten werden behalten.',
    of: (method, path) => `Warum ${method} ${path} abgewiesen wurde`,
    remedy: 'Was zu tun ist',
    limited: (plan, limit, duration, hour) =>
      `Der Plan ${plan}: ${limit}. Das Zeitfenster endet ${duration} nach diesem Aufruf, um ${hour} UTC.`,
    when: 'Wann',
    call: 'Aufruf',
    api: 'API',
    requestId: 'Anfrage-ID',
    decision: 'Die Entscheidung, Schritt für Schritt',
    outcome: { PASSED: 'Bestanden', REFUSED: 'Abgewiesen', IDLE: 'Nichts zu prüfen' },
    none: 'keine',
    yes: 'ja',
    no: 'nein',
    steps: {
      request: 'Ist die Anfrage lesbar?',
      loop: 'Dreht sie sich nicht im Kreis?',
      online: 'Ist die API online?',
      client: 'Wer ruft auf?',
      token: 'Ist das Zugriffstoken gültig?',
      application: 'Darf die Anwendung überhaupt aufrufen?',
      subscription: 'Hat sie ein Abonnement?',
      security: 'Weist sie nach, was die API verlangt?',
      concurrency: 'Laufen wenige genug ihrer Aufrufe zugleich?',
      operation: 'Gibt es diese Operation?',
      bodySize: 'Ist der Body klein genug?',
      document: 'Ist das GraphQL-Dokument gültig?',
      bounds: 'Verlangt das Dokument nicht mehr auf einmal, als die API annimmt?',
      depth: 'Ist das Dokument nicht tiefer, als der Plan erlaubt?',
      cost: 'Kostet das Dokument nicht mehr, als der Plan erlaubt?',
      backend: 'Wird das Backend gerade aufgerufen?',
      rateLimit: 'Sind noch Aufrufe übrig?',
      costLimit: 'Ist von den erlaubten Kosten genug übrig?',
      forward: 'Hat das Backend geantwortet?',
    },
    facts: {
      passes: 'Male durch das Gateway',
      versionsOnline: 'Versionen online',
      knownBy: 'Erkannt am',
      tokenSent: 'Zugriffstoken gesendet',
      keySent: 'Schlüssel gesendet',
      keyPlaces: 'Wo ein Schlüssel gesucht wird',
      application: 'Anwendung',
      tokenClientIsOfCatalog: 'Der Client des Tokens gehört zu diesem Katalog',
      type: 'mit',
      kind: 'und zwar',
      place: 'in',
      oauthProvider: 'OAuth-Provider',
      flow: 'Token',
      scopes: 'Scopes',
      issuedAt: 'Ausgestellt',
      expiresAt: 'Läuft ab',
      clientKey: 'Client-Key',
      part: 'Teil des Tokens',
      rule: 'Regel',
      suspended: 'Gesperrt',
      subscriptions: 'Abonnements',
      product: 'Produkt',
      state: 'Zustand',
      versions: 'Versionen',
      api: 'API',
      online: 'online',
      waysIn: 'Zugänge',
      method: 'Methode',
      allowed: 'Erlaubt',
      operation: 'Operation',
      places: 'Stellen',
      line: 'Zeile',
      column: 'Spalte',
      aliases: 'Aliasse',
      directives: 'Direktiven',
      rootFields: 'Felder der Wurzel',
      depth: 'Tiefe',
      cost: 'Kosten',
      max: 'Höchstens',
      plan: 'Plan',
      limit: 'Limit',
      windowSeconds: 'Zeitfenster',
      remaining: 'Übrig',
      resetsInSeconds: 'Zeitfenster endet in',
      unitsPerSecond: 'Neue Token je Sekunde',
      connections: 'Verbindungen der API',
      counter: 'Zähler',
    },
    values: {
      ACCESS_TOKEN: 'Zugriffstoken',
      CLIENT_KEY: 'Client-Key',
      API_KEY: 'Schlüssel',
      CLIENT_ID_AND_SECRET: 'ein Client-Key mit seinem Secret',
      KEY: 'ein API-Key',
      OAUTH2: 'Zugriffstoken',
      RESOURCE_OWNER_PASSWORD: 'einer Person',
      ACCESS_CODE: 'einer Person',
      APPLICATION: 'der Anwendung selbst',
      ACTIVE: 'aktiv',
      PENDING_APPROVAL: 'wartet auf Freigabe',
      REJECTED: 'abgelehnt',
      HEADER: 'der erste Teil',
      PAYLOAD: 'der zweite Teil',
      SIGNATURE: 'der dritte Teil, die Signatur',
      WHOLE: 'das ganze Token',
      IN_TIME: 'es gilt schon und ist nicht abgelaufen',
      NOT_REVOKED: 'es wurde nicht widerrufen',
      ISSUED_FOR_CATALOG: 'es wurde für diesen Katalog ausgestellt',
      ISSUED_FOR_FLOW: 'es ist das einer Person oder einer Anwendung, wie die API es verlangt',
    },
  },

  account: {
    title: 'Konto',
    email: 'E-Mail-Adresse',
    consumerOrg: 'Organisation',
    sessions: 'Wo Sie angemeldet sind',
    session: (since) => `Seit ${format.dateTime(since)}`,
    until: (end) => `Endet von selbst: ${end}`,
    current: 'Hier',
    people: 'Personen',
    owner: 'Inhaber',
    remove: 'Entfernen',
    confirmRemoval: (username) =>
      `${username} entfernen? Unter diesem Namen kann sich dann niemand mehr anmelden.`,
    signOutEverywhere: 'Überall abmelden',
    changePassword: 'Passwort ändern',
    currentPassword: 'Bisheriges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen`,
  },

  quotas: {
    title: 'Kontingente',
    titleOf: (application) => `Kontingente von ${application}`,
    lead: 'Wie viel Sie haben dürfen und wie viel Sie haben. Brauchen Sie mehr, fragen Sie den Anbieter dieses Portals.',
    see: 'Kontingente Ihrer Organisation',
    of: { CONSUMER_ORG: 'Ihre Organisation', APPLICATION: 'Diese Anwendung', MEMBER: 'Sie' },
    ofEach: 'Jede Ihrer Anwendungen',
    ofEachHint: 'Was eine Anwendung belegt, steht auf ihrer Seite.',
    used: (used, limit) => `${format.number(used)} von ${format.number(limit)} belegt`,
    upTo: (limit) => `Bis zu ${format.number(limit)}`,
    state: { NEARLY_FULL: 'Fast voll', FULL: 'Voll' },
    resources: {
      MEMBERS: { name: 'Personen', hint: 'Wer sich für Ihre Organisation anmelden kann.' },
      APPLICATIONS: { name: 'Anwendungen', hint: 'Eine gelöschte zählt noch eine Stunde lang.' },
      CONSUMER_EVENT_STREAMS: {
        name: 'Ereignisströme',
        hint: 'Mit ihnen folgen Ihre Programme den Ereignissen. Jeder Prozess dieses Portals zählt seine eigenen.',
      },
      CREDENTIALS: { name: 'Client-Keys', hint: 'Jeder mit einem eigenen Secret.' },
      API_KEYS: { name: 'API-Keys', hint: 'Auch abgelaufene zählen, solange sie angezeigt werden.' },
      SUBSCRIPTIONS: { name: 'Abonnements', hint: 'Auch wartende und abgelehnte zählen.' },
      PORTAL_SESSIONS: {
        name: 'Sitzungen',
        hint: 'Wo Sie gleichzeitig angemeldet sind; mit einer mehr endet die älteste.',
      },
    },
  },

  signUp: {
    consumerOrgHint: 'Die Firma oder das Team, dem die Anwendungen gehören',
    hasAccount: 'Schon ein Konto?',
    closed: 'Konten legt hier der Anbieter an',
    closedText:
      'In diesem Portal kann man sich nicht selbst ein Konto anlegen. Bitten Sie den Anbieter darum.',
  },

  migration: {
    offered: (product, successor) => `${product} wird durch ${successor} abgelöst`,
    offeredText: (application, from, to) =>
      `${application} kann vom Plan ${from} zu ${to} wechseln. Abonnement, Client-Keys und Secrets bleiben.`,
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
    atOnce: 'Aufrufe zur selben Zeit',
    hidden: 'Verborgene Teile des GraphQL-Schemas',
    costLimit: 'Kosten aller GraphQL-Dokumente',
    documents: 'GraphQL-Dokumente',
    registeredOnly: 'Nur registrierte',
    anyDocument: 'Alle',
    sunset: 'Antwortet bis',
    unlimited: 'Unbegrenzt',
    noPlan: 'Kein Plan tritt an seine Stelle',
    noSunset: 'Kein Ende geplant',
    none: 'Aufrufe, die jetzt gelingen, gelingen dort unverändert.',
    fewerCalls: 'Dort dürfen Sie weniger Aufrufe machen als jetzt: Was darüber hinausgeht, wird abgewiesen.',
    fewerCallsAlone:
      'Die Aufrufe bleiben, wie sie sind, aber Sie dürfen dort weniger davon machen als jetzt: Was darüber hinausgeht, wird abgewiesen.',
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
    deprecatedText: 'Wer sie abonniert hat, kann sie weiter aufrufen; neue Abonnements nimmt sie nicht an.',
    successor: 'Ihr Nachfolger ist',
    sunsetIn: (date, relative) => `Sie antwortet nur noch bis ${format.date(date)}, ${relative}.`,
    changes: (successor) => `Was sich in ${successor} ändert`,
    notSubscribable: 'Der Anbieter nimmt für dieses Produkt keine neuen Abonnements an.',
    snippet: (language) => `das Beispiel in ${language}`,
  },

  plan: {
    pace: (secondsPerCall) =>
      secondsPerCall < 1.5
        ? `Gleichmäßig verteilt sind das etwa ${format.number(Math.round(1 / secondsPerCall))} pro Sekunde.`
        : `Gleichmäßig verteilt ist das etwa einer alle ${format.duration(secondsPerCall)}.`,
    atOnce: (calls) =>
      calls === 1
        ? '1 Aufruf darf zur selben Zeit laufen.'
        : `Bis zu ${format.number(calls)} Aufrufe dürfen zur selben Zeit laufen.`,
    cost: (cost) => `Ein GraphQL-Dokument darf bis zu ${format.number(cost)} kosten.`,
    depth: (depth) =>
      `Ein GraphQL-Dokument darf ${depth === 1 ? '1 Ebene' : `${format.number(depth)} Ebenen`} von Feldern tief sein.`,
    hides: (parts) =>
      `Er verbirgt ${parts === 1 ? '1 Teil' : `${format.number(parts)} Teile`} des GraphQL-Schemas.`,
    costLimit: (cost, unit) =>
      `Alle GraphQL-Dokumente zusammen dürfen bis zu ${format.number(cost)} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'} kosten.`,
    registeredOnly: 'Nur GraphQL-Dokumente, die der Anbieter registriert hat, werden bedient.',
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
    offlineText: 'Aufrufe dieser API werden abgewiesen, bis der Anbieter sie wieder online stellt.',
    example: 'Beispiel',
  },

  tryIt: {
    reference: (api) => `${api}: API-Referenz`,
    explorer: (api) => `${api}: Explorer`,
    application: 'Anwendung, die aufruft',
    choose: 'Wählen',
    signIn: 'Melden Sie sich an, um als Ihre Anwendung aufzurufen.',
    notSubscribed: 'Noch darf keine Ihrer Anwendungen diese API aufrufen.',
    subscribe: 'Einen Plan abonnieren',
    otherEntrance: 'Diese API verlangt eine Art von Zugriffstoken, die diese Seite nicht holen kann.',
    outcome: 'Der letzte Aufruf',
    nothingYet: 'Hier steht, wie ein Aufruf ausging und wie viele noch übrig sind.',
    token: 'Zugriffstoken',
    secret: 'Client-Secret',
    username: 'Benutzername',
    password: 'Passwort',
    getToken: 'Token holen',
    needsScript: 'Diese Seite braucht ein Skript: Ihr Browser führt es nicht aus.',
    returnAddress:
      'Um sich von dieser Seite aus anzumelden, braucht die Anwendung eine weitere Redirect-URI:',
    addReturnAddress: 'In den Einstellungen der Anwendung eintragen',
    signedIn: 'Sie können zurückgehen',
    signedInText:
      'Dieses Fenster wird nicht mehr gebraucht. Schließt es sich nicht von selbst, dann schließen Sie es.',
    script: {
      answered: 'Beantwortet mit {status}',
      refused: 'Abgewiesen mit {status}: {detail}',
      quota: 'noch {remaining} von {limit} Aufrufen, neu {when}',
      cost: 'Kosten {cost}, Tiefe {depth}',
      why: 'Warum wurde er abgewiesen?',
      unreachable: 'Es kam keine Antwort: Das Gateway ist von hier nicht zu erreichen.',
      tokenReady: 'Das Token geht mit jedem Aufruf mit. Es läuft {when} ab.',
    },
  },

  security: {
    open: 'Offen für alle.',
    anyOf: 'Eines davon genügt:',
    key: {
      CLIENT_ID: (name, location) =>
        `Der Client-Key Ihrer Anwendung im ${location === 'HEADER' ? 'Header' : 'Query-Parameter'} ${name}.`,
      CLIENT_ID_AND_SECRET: (name, location) =>
        `Der Client-Key Ihrer Anwendung im ${location === 'HEADER' ? 'Header' : 'Query-Parameter'} ${name}, dazu ihr Client-Secret im Header X-Client-Secret.`,
      KEY: (name, location) =>
        `Ein API-Key Ihrer Anwendung im ${location === 'HEADER' ? 'Header' : 'Query-Parameter'} ${name}.`,
    },
    token: (scopes, obtained) => {
      const scopeText =
        scopes.length === 0
          ? ''
          : ` mit ${scopes.length === 1 ? 'dem Scope' : 'den Scopes'} ${scopes.join(', ')}`;
      return `Ein Zugriffstoken${scopeText}${obtained.length === 0 ? '' : `, geholt ${obtained.join(', oder ')}`}.`;
    },
    obtained: {
      RESOURCE_OWNER_PASSWORD: 'mit Benutzername und Passwort einer Person',
      ACCESS_CODE: 'mit der Zustimmung einer Person im Browser',
      APPLICATION: 'von Ihrer Anwendung mit ihrem Secret',
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
    subscribedAlready: (plan) => `Schon abonniert: ${plan}.`,
    submit: 'Abonnieren',
    subscribed: (product, plan) => `${plan} von ${product}`,
    failed: (product) => `Die Anwendung ist da, aber ${product} ist nicht abonniert`,
  },

  secret: {
    title: (application) => `Bewahren Sie das Secret von ${application} auf`,
    once: 'Sie sehen das Secret nur dieses eine Mal',
    onceText:
      'Legen Sie es dort ab, wo Ihre Anwendung es findet und sonst niemand. Es lässt sich jederzeit ersetzen.',
    oncePublic:
      'Legen Sie es nicht in Ihre Anwendung, die ein öffentlicher Client ist: Sie brauchen es nur, wenn sie vertraulich wird.',
    clientKey: 'Client-Key',
    clientSecret: 'Client-Secret',
    download: 'Als .env herunterladen',
    tryIt: 'Ich habe es abgelegt: ausprobieren',
    toApplication: 'Ich habe es abgelegt',
  },

  application: {
    name: 'Name der Anwendung',
    tokens: 'Wie sie Zugriffstoken bekommt',
    clientType: 'Client-Typ',
    clientTypes: { CONFIDENTIAL: 'Vertraulich', PUBLIC: 'Öffentlich' },
    clientTypeHints: {
      CONFIDENTIAL:
        'Sie läuft auf einem Server, der ihr Secret bewahrt, und zeigt es, wann immer sie ein Token holt.',
      PUBLIC:
        'Sie läuft in einem Browser oder auf einem Gerät, wo andere ein Secret lesen könnten: Es wird ihr keines abgenommen, und sie bekommt Token nur über den Authorization-Code-Flow mit PKCE.',
    },
    redirectUris: 'Redirect-URIs',
    redirectUrisHint:
      'Wohin Autorisierungscodes geschickt werden dürfen, eine pro Zeile: https, oder http auf localhost. Nur der Authorization-Code-Flow braucht sie.',
    createdAt: (at) => `Angelegt am ${at}`,
    credentials: 'Zugangsdaten',
    suspended:
      'Der Anbieter hat diese Anwendung gesperrt: Alle ihre Aufrufe werden abgewiesen. Fragen Sie den Anbieter dieses Portals nach dem Grund.',
    noSubscriptions: 'Diese Anwendung hat nichts abonniert und kann deshalb nichts aufrufen.',
    usage: 'Aufrufe nach Abonnement und die zuletzt abgewiesenen Aufrufe',
    settings: 'Einstellungen',
    save: 'Speichern',
    delete: 'Anwendung löschen',
    deleteTitle: (application) => `${application} löschen?`,
    deleteText: (subscriptions) =>
      `Die Client-Keys gelten sofort nicht mehr${subscriptions === 0 ? '' : subscriptions === 1 ? ', und das Abonnement endet' : `, und die ${format.number(subscriptions)} Abonnements enden`}. Das lässt sich nicht rückgängig machen.`,
    deleteConfirm: 'Löschen',
    keep: 'Behalten',
  },

  applications: {
    title: 'Anwendungen',
    lead: 'Was die APIs für Sie aufruft: Jede hat einen Client-Key und Abonnements von Plänen.',
    empty: 'Sie haben noch keine Anwendung.',
    create: 'Anwendung anlegen',
    created: 'Angelegt',
    stateHeading: 'Zustand',
    state: { ENABLED: 'Freigegeben', SUSPENDED: 'Gesperrt' },
  },

  credential: {
    lastUsed: 'Zuletzt benutzt',
    never: 'Nie',
    secrets: 'Secrets des Client-Keys',
    current: 'Jetziges',
    previous: 'Voriges',
    valid: 'Gültig',
    untilReplaced: 'Bis es ersetzt wird',
    until: (at, relative) => `Bis ${at}, ${relative}`,
    replace: 'Secret ersetzen',
    replaceText: 'Der Client-Key bleibt. Das neue Secret sehen Sie einmal, auf der nächsten Seite.',
    overlap: 'Wann endet das alte Secret?',
    atOnce: 'Jetzt',
    atOnceHint: 'Was noch das alte Secret benutzt, wird ab jetzt abgewiesen.',
    after: (seconds) => (seconds === 3600 ? 'In 1 Stunde' : `In ${format.number(seconds / 3600)} Stunden`),
    changed:
      'Das Secret wurde inzwischen ersetzt, vielleicht weil das Formular zweimal gesendet wurde. Ersetzen Sie es nur dann noch einmal, wenn jenes verloren ist.',
    third: (until) =>
      `Ein Secret, das früher ersetzt wurde, gilt noch bis ${until}. Es endet sofort, wenn Sie das Secret wieder ersetzen.`,
    cancel: 'Abbrechen',
    end: 'Altes Secret jetzt beenden',
    endConfirm: 'Das alte Secret jetzt beenden? Was es noch benutzt, wird ab jetzt abgewiesen.',
    verify: 'Secret prüfen',
    verifyText:
      'Ob das, was Sie abgelegt haben, ein Secret dieses Client-Keys ist. Es wird hier nicht gespeichert.',
    verifySubmit: 'Prüfen',
    back: 'Zurück zur Anwendung',
    right: 'Richtig: Das ist ein Secret des Client-Keys, und es gilt jetzt.',
    wrong: 'Falsch: Das ist kein Secret des Client-Keys, oder es gilt nicht mehr.',
  },

  apiKey: {
    title: 'API-Keys',
    one: 'API-Key',
    lead: 'Für APIs, die einen API-Key verlangen. Ein API-Key genügt für jeden Aufruf: Geben Sie jeder Stelle, die aufruft, einen eigenen.',
    onceText:
      'Bewahren Sie ihn jetzt auf: Er wird hier nicht gespeichert und kann nicht noch einmal gezeigt werden.',
    called: 'Name',
    begins: 'Beginnt mit',
    ends: 'Endet',
    endsHint: 'Am Ende dieses Tages (UTC). Leer lassen für einen API-Key ohne Ende.',
    never: 'Nie',
    change: 'Ändern',
    create: 'API-Key anlegen',
    replace: 'Ersetzen',
    overlap: 'Wann endet der alte API-Key?',
    revoke: 'Widerrufen',
    revokeConfirm: (title) => `${title} widerrufen? Was ihn verwendet, wird ab jetzt abgewiesen.`,
  },

  copy: { label: 'Kopieren', done: 'Kopiert' },

  state: { PUBLISHED: 'Veröffentlicht', DEPRECATED: 'Veraltet' },
  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },
  sunset: (date) => `Es antwortet nur noch bis ${format.date(date)}.`,
  costLimit: (cost, unit) =>
    cost === null ? 'Unbegrenzt' : `${format.number(cost)} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'}`,
  limit: (calls, unit) =>
    calls === null
      ? 'Beliebig viele Aufrufe'
      : `${format.number(calls)} ${calls === 1 ? 'Aufruf' : 'Aufrufe'} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'}`,
});
