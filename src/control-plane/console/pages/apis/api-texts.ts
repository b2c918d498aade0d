import type { Child } from 'hono/jsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
  parts: 'Parts of the API',
  tabs: {
    overview: 'Overview',
    operations: 'Operations',
    schema: 'Schema',
    security: 'Security',
    document: 'Document',
    settings: 'Settings',
    try: 'Try',
  },
  /** Note of each form: what it changes is the draft. */
  copiesStay: 'Copies in catalogs stay as they are until a product with it is published again.',

  overview: {
    changeSecurity: 'Change its security',
    factsTitle: 'Facts',
    facts: { path: 'Path', backend: 'Back-end', version: 'Version', security: 'Security' },
    documentSays: (version: string, documentVersion: string) =>
      `${version}; the document says “${documentVersion}”`,
    backendOfCatalog: (backend: string) => `${backend}, as each catalog has it`,
    noBackend: 'None: calls lead nowhere',
    product: (product: string) => `Product ${product}`,
    noProduct: 'No product holds it yet',
  },

  traffic: {
    title: 'The last 24 hours',
    none: 'No calls.',
    calls: 'Calls',
    answered: 'Answered',
    clientErrors: 'Errors of callers',
    serverErrors: 'Errors of the back-end',
    refused: 'Refused',
    pace: 'Half in, 95% in',
  },

  catalogs: {
    title: 'In catalogs',
    none: 'In no catalog yet',
    noneText: 'Nobody can call it until a product that holds it is published to a catalog.',
    caption: 'Catalogs that hold it',
    catalog: 'Catalog',
    product: 'Product',
    state: 'State',
    answers: 'Answers',
    subscribers: 'Subscribers',
    actions: 'Its actions',
  },

  subscribers: {
    title: (total: number) => `Who subscribes: ${format.number(total)}`,
    caption: 'Subscriptions',
    application: 'Application',
    consumerOrg: 'Consumer org',
    catalog: 'Catalog',
    plan: 'Plan',
    state: 'State',
  },

  operations: {
    title: 'Operations',
    /** Name of the rows for the pager. */
    rows: 'operations',
    search: 'Search by method, path or summary',
    submit: 'Search',
    none: 'The document has no operations: every call is answered with 404.',
    notFound: 'None is found.',
  },

  schema: {
    title: 'Schema',
    none: 'No schema',
    noneText: 'It is a REST API, or has no schema yet.',
    cost: 'Cost',
    list: 'List',
    listSize: (sizes: readonly string[]) => sizes.join(', else '),
    use: 'Use',
    useText: 'Use: calls of registered operations that select the field, in the last 30 days.',
    noOtherDocument: 'No call sent another document.',
    otherDocuments: (calls: number) =>
      `Another ${format.number(calls)} calls sent documents of their own, whose fields are not counted.`,
    noProduct: 'No product holds the API: once one does, its plans can hide parts of it.',
    seenByPlansOf: 'Seen by plans of',
  },

  eyes: {
    hiddenWith: (part: string) => `with ${part}`,
    hidden: 'Hidden',
    seen: 'Seen',
    show: (part: string, plan: string) => `Show ${part} to ${plan}`,
    hide: (part: string, plan: string) => `Hide ${part} from ${plan}`,
  },

  refreshes: {
    title: 'Refreshes',
    onDemand: 'The server is asked for its schema when you say so.',
    every: (minutes: number) =>
      `The server is asked for its schema every ${minutes === 1 ? 'minute' : `${format.number(minutes)} minutes`}.`,
    last: 'Last asked:',
    now: 'Refresh now',
    failed: 'The last refresh failed',
    none: 'No refresh has changed it yet',
    noneText: 'What a refresh changes is told here, line by line.',
    held: 'A schema of the server waits, as it would break callers',
    accept: 'Accept it',
    confirmAccept: 'Take the schema, although it breaks callers?',
    dismiss: 'Dismiss it',
    outcome: {
      TAKEN: 'It breaks no caller, and was taken.',
      HELD: 'It would break callers, and was held.',
      UNCHANGED: 'The server went back to the schema that serves.',
    },
    by: (who: string) => `Refresh by ${who}`,
    /** The API in a sentence: `Vera refreshed the schema of it`. */
    it: 'it',
    lines: 'Lines of the schema',
  },

  security: {
    title: 'Security',
    hasMore:
      'Its security has more than this form shows: several definitions of one kind, alternatives that ask for several or have conditions of their own, or a definition that no call is asked for. Saving leaves them out; GraphQL changes them one by one.',
    save: 'Save the security',
    access: 'Who may call it',
    whoShows: 'Whoever shows these',
    everybody: 'Everybody',
    everybodyHint: 'No key, no limit of a plan, no subscription.',
    needed: 'A call shows',
    any: 'Any one of those ticked',
    all: 'All of those ticked',
    condition: 'Condition',
    conditionHint:
      'CEL over caller, client and operation that has to hold as well, for example caller.claims.department == "billing" || operation.method == "GET". Empty for none.',
    scopes: 'Scopes that a token must have',
    nothingTicked: 'Tick at least one way, or choose Everybody.',
    keys: {
      KEY: { label: 'An API key', hint: 'A secret of its own.' },
      CLIENT_ID_AND_SECRET: {
        label: 'Client id and secret',
        hint: 'The secret travels in the header X-Client-Secret.',
      },
      CLIENT_ID: {
        label: 'The client id alone',
        hint: 'It names the caller and proves nothing: whoever has seen one can call.',
      },
    },
    keyLocation: 'Where it travels',
    keyLocations: { HEADER: 'In a header', QUERY: 'In the query' },
    keyName: 'Name of the header or parameter',
    token: (provider: string) => `An access token of ${provider}`,
    tokenHint: 'OAuth 2.0, in the header Authorization.',
    flow: 'Tokens of',
    anyFlow: 'Any flow',
    password: (registry: string) => `A username and password of ${registry}`,
    passwordHint: 'HTTP Basic, in the header Authorization, and beside it the client id in X-Client-Id.',
    certificate: 'A client certificate',
    certificateHint:
      'Mutual TLS. It is registered with the application, and a proxy that the gateway trusts passes it on in the header Client-Cert.',
  },

  readSecurity: {
    open: 'Open to everybody.',
    oneOf: 'One of',
    asks: 'What it asks for',
    /** Joins what a call has to show together. */
    together: (all: readonly string[]) => all.join(', and beside it '),
    certificate: 'A client certificate of the application',
    password: (registry: string) => `A username and password of ${registry}, and a client id`,
    token: (provider: string) => `An access token of ${provider}`,
    key: (kind: string, keyName: string) => `${kind} in ${keyName}`,
  },

  operationSecurity: {
    title: 'Security of single operations',
    lead: (del: Child, get: Child): Child => [
      'An operation can ask for something else than the API does: ',
      del,
      ' for another scope than ',
      get,
      ', for example.',
    ],
    operation: 'Operation',
    operationHint: 'As the document names it, for example DELETE /customers/{id}.',
    save: 'Save for this operation',
    caption: 'Operations with a security of their own',
    oneOf: 'One of',
    change: 'Change',
    asApi: 'As the API',
    access: 'Who may call the operation',
    nothingTicked: 'Tick at least one definition, or choose Everybody.',
  },

  tryCondition: {
    title: 'Try a condition',
    lead: 'For a call that you make up: nothing is called, and nothing is saved.',
    condition: 'Condition',
    called: 'What is called',
    calledHint: 'The method, and the path below the base path: GET /customers/7.',
    claims: 'Claims of the access token',
    claimsHint: 'JSON, for example {"sub": "alice", "scope": "customer"}. Empty is none.',
    headers: 'Headers',
    headersHint: 'JSON, for example {"x-tier": "gold"}. Empty is none.',
    client: 'Client',
    clientHint: 'JSON, for example {"application": "shop", "consumerOrg": "consumers", "plan": "gold"}.',
    submit: 'Try the condition',
    holds: 'It holds: the call is admitted',
    holdsNot: 'It does not hold: the call is refused',
    fault: (fault: string) => `It cannot be evaluated: ${fault}`,
    noOperation: 'The document has no such operation.',
    operation: (operation: Child): Child => ['The operation is ', operation, '.'],
  },

  document: {
    title: 'Document',
    operations: (count: number) =>
      `The document has ${format.number(count)} ${count === 1 ? 'operation' : 'operations'}.`,
    rootFields: (count: number) =>
      `The schema has ${format.number(count)} ${count === 1 ? 'root field' : 'root fields'}.`,
    another: 'Give another one: you see what it changes, and whom it breaks, before it is saved.',
    otherKind: (kind: string) => `This is no source of a ${kind} API.`,
    difference: (operations: number, added: number, removed: number) =>
      `${format.number(operations)} ${operations === 1 ? 'operation' : 'operations'}: ${format.number(added)} new, ${format.number(removed)} gone.`,
    changedOperations: 'Operations that come and go',
    acceptBreaking: 'Accept what breaks',
    acceptBreakingHint:
      'Needed where the version announces no break: by its number this is a compatible one.',
    save: 'Save the document',
    chooseAnother: 'Choose another',
  },

  settings: {
    save: 'Save the settings',
    title: 'Title',
    path: 'Path',
    pathBelowCatalog: 'Path below the catalog',
    backend: 'Back-end',
    backendHint: 'A back-end of the org has its own address, and its credentials, in each catalog.',
    addressBelow: 'The address below',
    addressOfServer: 'The address of its server',
    address: 'Address of the back-end',
    addressHint: 'In every catalog the same.',
    forwardAuthorization: 'The back-end gets the header Authorization',
    forwardAuthorizationHint: "Without it the caller's header ends at the gateway.",
    timeouts: {
      connectMs: 'For a connection to the back-end',
      answerMs: 'To the headers of the answer',
      idleMs: 'For the next byte of a body',
      callMs: 'For all of a call',
    },
    timeoutHint: 'Milliseconds; empty is as for every API.',
    largestRequest: 'Largest request',
    bytes: (bytes: number) => `${bytes} bytes`,
    maxRequestBytes: 'Largest request body',
    maxRequestBytesHint: 'Bytes; empty is as for every API.',
    otherOrigins: 'Pages of other origins',
    asBackend: 'As the back-end says',
    origins: 'Origins of pages that may call it',
    originsHint:
      'One a line, for example https://shop.example; * is every origin. Empty leaves it to the back-end.',
    allowedHeaders: 'Headers that they may send',
    exposedHeaders: 'Headers of an answer that they may read',
    maxAge: 'How long browsers remember it, in seconds',
    allowCredentials: 'Cookies go along',
    trustsHtml: 'Browsers run the scripts of its HTML',
    trustsHtmlHint:
      "In an origin that is not the gateway's. Without it, HTML comes with a policy that runs none.",
  },

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
});

const de: typeof en = (format) => ({
  parts: 'Teile der API',
  tabs: {
    overview: 'Übersicht',
    operations: 'Operationen',
    schema: 'Schema',
    security: 'Sicherheit',
    document: 'Dokument',
    settings: 'Einstellungen',
    try: 'Ausprobieren',
  },
  copiesStay:
    'Kopien in Katalogen bleiben, wie sie sind, bis ein Produkt mit dieser API wieder veröffentlicht wird.',

  overview: {
    changeSecurity: 'Sicherheit ändern',
    factsTitle: 'Daten',
    facts: { path: 'Pfad', backend: 'Backend', version: 'Version', security: 'Sicherheit' },
    documentSays: (version, documentVersion) => `${version}; im Dokument steht „${documentVersion}“`,
    backendOfCatalog: (backend) => `${backend}, wie es in jedem Katalog gesetzt ist`,
    noBackend: 'Keines: Aufrufe führen ins Leere',
    product: (product) => `Produkt ${product}`,
    noProduct: 'Noch in keinem Produkt enthalten',
  },

  traffic: {
    title: 'Die letzten 24 Stunden',
    none: 'Keine Aufrufe.',
    calls: 'Aufrufe',
    answered: 'Beantwortet',
    clientErrors: 'Fehler der Aufrufer',
    serverErrors: 'Fehler des Backends',
    refused: 'Abgewiesen',
    pace: 'Die Hälfte in, 95 % in',
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

  operations: {
    title: 'Operationen',
    rows: 'Operationen',
    search: 'Nach Methode, Pfad oder Beschreibung suchen',
    submit: 'Suchen',
    none: 'Das Dokument hat keine Operationen: Jeder Aufruf wird mit 404 beantwortet.',
    notFound: 'Nichts gefunden.',
  },

  schema: {
    title: 'Schema',
    none: 'Kein Schema',
    noneText: 'Das ist eine REST-API, oder sie hat noch kein Schema.',
    cost: 'Kosten',
    list: 'Liste',
    listSize: (sizes) => sizes.join(', sonst '),
    use: 'Nutzung',
    useText: 'Nutzung: Aufrufe registrierter Operationen, die das Feld abfragen, in den letzten 30 Tagen.',
    noOtherDocument: 'Kein Aufruf hat ein anderes Dokument gesendet.',
    otherDocuments: (calls) =>
      calls === 1
        ? '1 weiterer Aufruf hat ein eigenes Dokument gesendet, dessen Felder nicht gezählt werden.'
        : `${format.number(calls)} weitere Aufrufe haben eigene Dokumente gesendet, deren Felder nicht gezählt werden.`,
    noProduct:
      'Kein Produkt enthält die API: Sobald eines sie enthält, können seine Pläne Teile von ihr verbergen.',
    seenByPlansOf: 'Zu sehen in Plänen von',
  },

  eyes: {
    hiddenWith: (part) => `mit ${part}`,
    hidden: 'Verborgen',
    seen: 'Sichtbar',
    show: (part, plan) => `${part} in ${plan} zeigen`,
    hide: (part, plan) => `${part} in ${plan} verbergen`,
  },

  refreshes: {
    title: 'Aktualisierungen',
    onDemand: 'Der Server wird nach seinem Schema gefragt, wenn Sie es anstoßen.',
    every: (minutes) =>
      `Der Server wird ${minutes === 1 ? 'jede Minute' : `alle ${format.number(minutes)} Minuten`} nach seinem Schema gefragt.`,
    last: 'Zuletzt gefragt:',
    now: 'Jetzt aktualisieren',
    failed: 'Die letzte Aktualisierung ist fehlgeschlagen',
    none: 'Noch hat keine Aktualisierung etwas geändert',
    noneText: 'Was eine Aktualisierung ändert, steht hier Zeile für Zeile.',
    held: 'Ein Schema des Servers wartet, denn mit ihm würden Aufrufe scheitern',
    accept: 'Annehmen',
    confirmAccept: 'Das Schema übernehmen, obwohl Aufrufe damit scheitern?',
    dismiss: 'Verwerfen',
    outcome: {
      TAKEN: 'Es ist mit allen Aufrufern verträglich und wurde übernommen.',
      HELD: 'Aufrufe würden damit scheitern: Es wurde zurückgehalten.',
      UNCHANGED: 'Der Server ist zum geltenden Schema zurückgekehrt.',
    },
    by: (who) => `Aktualisierung: ${who}`,
    it: 'dieser API',
    lines: 'Zeilen des Schemas',
  },

  security: {
    title: 'Sicherheit',
    hasMore:
      'Die Sicherheit dieser API umfasst mehr, als dieses Formular zeigt: mehrere Definitionen einer Art, Alternativen, die mehreres verlangen oder eigene Bedingungen haben, oder eine Definition, die von keinem Aufruf verlangt wird. Beim Speichern entfällt das; mit GraphQL lässt es sich einzeln ändern.',
    save: 'Sicherheit speichern',
    access: 'Wer sie aufrufen darf',
    whoShows: 'Wer Folgendes nachweist',
    everybody: 'Alle',
    everybodyHint: 'Kein Key, kein Limit eines Plans, kein Abonnement.',
    needed: 'Nachzuweisen ist',
    any: 'Eines von dem, was angekreuzt ist',
    all: 'Alles, was angekreuzt ist',
    condition: 'Bedingung',
    conditionHint:
      'Ein CEL-Ausdruck über caller, client und operation, der zusätzlich wahr sein muss, zum Beispiel caller.claims.department == "billing" || operation.method == "GET". Leer heißt: keine.',
    scopes: 'Scopes, die ein Token haben muss',
    nothingTicked: 'Kreuzen Sie mindestens einen Weg an, oder wählen Sie „Alle“.',
    keys: {
      KEY: { label: 'Ein API-Key', hint: 'Ein eigenes Secret.' },
      CLIENT_ID_AND_SECRET: {
        label: 'Client-ID und Secret',
        hint: 'Das Secret wird im Header X-Client-Secret gesendet.',
      },
      CLIENT_ID: {
        label: 'Nur die Client-ID',
        hint: 'Sie nennt den Aufrufer und beweist nichts: Wer eine gesehen hat, kann aufrufen.',
      },
    },
    keyLocation: 'Gesendet wird',
    keyLocations: { HEADER: 'In einem Header', QUERY: 'In der Query' },
    keyName: 'Name des Headers oder Parameters',
    token: (provider) => `Ein Zugriffstoken von ${provider}`,
    tokenHint: 'OAuth 2.0, im Header Authorization.',
    flow: 'Flow der Token',
    anyFlow: 'Jeder Flow',
    password: (registry) => `Benutzername und Passwort aus ${registry}`,
    passwordHint: 'HTTP Basic, im Header Authorization, und dazu die Client-ID in X-Client-Id.',
    certificate: 'Ein Client-Zertifikat',
    certificateHint:
      'Mutual TLS. Es wird bei der Anwendung eingetragen, und ein Proxy, dem das Gateway vertraut, reicht es im Header Client-Cert weiter.',
  },

  readSecurity: {
    open: 'Offen für alle.',
    oneOf: 'Eines von',
    asks: 'Was verlangt wird',
    together: (all) => all.join('; dazu: '),
    certificate: 'Ein Client-Zertifikat der Anwendung',
    password: (registry) => `Benutzername und Passwort aus ${registry}, und eine Client-ID`,
    token: (provider) => `Ein Zugriffstoken von ${provider}`,
    key: (kind, keyName) => `${kind} in ${keyName}`,
  },

  operationSecurity: {
    title: 'Sicherheit einzelner Operationen',
    lead: (del, get) => [
      'Eine Operation kann etwas anderes verlangen als die API: zum Beispiel ',
      del,
      ' einen anderen Scope als ',
      get,
      '.',
    ],
    operation: 'Operation',
    operationHint: 'Wie das Dokument sie nennt, zum Beispiel DELETE /customers/{id}.',
    save: 'Für diese Operation speichern',
    caption: 'Operationen mit eigener Sicherheit',
    oneOf: 'Eines von',
    change: 'Ändern',
    asApi: 'Wie die API',
    access: 'Wer die Operation aufrufen darf',
    nothingTicked: 'Kreuzen Sie mindestens eine Definition an, oder wählen Sie „Alle“.',
  },

  tryCondition: {
    title: 'Bedingung ausprobieren',
    lead: 'Für einen erdachten Aufruf: Nichts wird aufgerufen und nichts gespeichert.',
    condition: 'Bedingung',
    called: 'Was aufgerufen wird',
    calledHint: 'Die Methode und der Pfad unterhalb des Basispfads: GET /customers/7.',
    claims: 'Claims des Zugriffstokens',
    claimsHint: 'JSON, zum Beispiel {"sub": "alice", "scope": "customer"}. Leer heißt: keine.',
    headers: 'Header',
    headersHint: 'JSON, zum Beispiel {"x-tier": "gold"}. Leer heißt: keine.',
    client: 'Client',
    clientHint: 'JSON, zum Beispiel {"application": "shop", "consumerOrg": "consumers", "plan": "gold"}.',
    submit: 'Bedingung ausprobieren',
    holds: 'Sie ist erfüllt: Der Aufruf wird zugelassen',
    holdsNot: 'Sie ist nicht erfüllt: Der Aufruf wird abgewiesen',
    fault: (fault) => `Sie lässt sich nicht auswerten: ${fault}`,
    noOperation: 'Eine solche Operation hat das Dokument nicht.',
    operation: (operation) => ['Die Operation ist ', operation, '.'],
  },

  document: {
    title: 'Dokument',
    operations: (count) =>
      `Das Dokument hat ${count === 1 ? '1 Operation' : `${format.number(count)} Operationen`}.`,
    rootFields: (count) =>
      `Das Schema hat ${count === 1 ? '1 Wurzelfeld' : `${format.number(count)} Wurzelfelder`}.`,
    another:
      'Geben Sie ein anderes an: Bevor es gespeichert wird, sehen Sie, was es ändert und welche Aufrufe daran scheitern.',
    otherKind: (kind) => `Das ist keine Quelle einer ${kind}-API.`,
    difference: (operations, added, removed) =>
      `${operations === 1 ? '1 Operation' : `${format.number(operations)} Operationen`}: ${format.number(added)} neu, ${format.number(removed)} entfallen.`,
    changedOperations: 'Operationen, die dazukommen und wegfallen',
    acceptBreaking: 'Hinnehmen, dass Aufrufe scheitern',
    acceptBreakingHint: 'Nötig, wenn die Version das nicht ankündigt: Ihrer Nummer nach ist sie verträglich.',
    save: 'Dokument speichern',
    chooseAnother: 'Anderes wählen',
  },

  settings: {
    save: 'Einstellungen speichern',
    title: 'Titel',
    path: 'Pfad',
    pathBelowCatalog: 'Pfad unterhalb des Katalogs',
    backend: 'Backend',
    backendHint:
      'Ein Backend der Organisation hat in jedem Katalog seine eigene Adresse und seine Zugangsdaten.',
    addressBelow: 'Die Adresse unten',
    addressOfServer: 'Die Adresse ihres Servers',
    address: 'Adresse des Backends',
    addressHint: 'In jedem Katalog dieselbe.',
    forwardAuthorization: 'Das Backend bekommt den Header Authorization',
    forwardAuthorizationHint: 'Sonst endet der Header des Aufrufers am Gateway.',
    timeouts: {
      connectMs: 'Für eine Verbindung zum Backend',
      answerMs: 'Bis zu den Headern der Antwort',
      idleMs: 'Für das nächste Byte eines Bodys',
      callMs: 'Für den ganzen Aufruf',
    },
    timeoutHint: 'Millisekunden; leer heißt: wie für jede API.',
    largestRequest: 'Größte Anfrage',
    bytes: (bytes) => `${bytes} Bytes`,
    maxRequestBytes: 'Größter Body einer Anfrage',
    maxRequestBytesHint: 'Bytes; leer heißt: wie für jede API.',
    otherOrigins: 'Seiten anderer Origins',
    asBackend: 'Wie das Backend es vorgibt',
    origins: 'Origins der Seiten, die sie aufrufen dürfen',
    originsHint:
      'Einer pro Zeile, zum Beispiel https://shop.example; * steht für jeden. Leer entscheidet das Backend.',
    allowedHeaders: 'Header, die sie senden dürfen',
    exposedHeaders: 'Header einer Antwort, die sie lesen dürfen',
    maxAge: 'Wie lange Browser sich das merken, in Sekunden',
    allowCredentials: 'Cookies gehen mit',
    trustsHtml: 'Browser führen die Skripte ihres HTML aus',
    trustsHtmlHint:
      'In einem Origin, der nicht der des Gateways ist. Sonst kommt HTML mit einer Richtlinie, unter der keine laufen.',
  },

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
});

/** Texts of the pages of an API. */
export const apiTexts = { en, de } satisfies Texts;
