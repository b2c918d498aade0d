import type { Texts } from '../../texts.ts';

const en = () => ({
  settings: {
    save: 'Save the settings',
    groups: {
      place: 'Path and back-end',
      limits: 'Timeouts and sizes',
      browsers: 'Calls from browsers (CORS)',
      contract: 'Validation and mock answers',
      meters: 'Meters',
      transformations: 'Transformations, cache and error bodies',
    },
    title: 'Title',
    path: 'Path',
    pathBelowCatalog: 'Path below the catalog',
    backend: 'Back-end',
    backendHint: 'A back-end of the org has its own address, and its credentials, in each catalog.',
    addressBelow: 'The address below',
    addressOfServer: 'The address of its server',
    address: 'Address of the back-end',
    addressHint: 'The same in every catalog.',
    forwardAuthorization: 'Forward the Authorization header',
    forwardAuthorizationHint: "Otherwise the gateway removes the caller's header.",
    timeouts: {
      connectMs: 'Connect timeout',
      answerMs: 'Response timeout',
      idleMs: 'Idle timeout',
      callMs: 'Total timeout',
    },
    timeoutHint: 'Milliseconds. Empty is the default.',
    largestRequest: 'Largest request',
    bytes: (bytes: number) => `${bytes} bytes`,
    maxRequestBytes: 'Largest request body',
    maxRequestBytesHint: 'Bytes. Empty is the default.',
    meters: 'Meters',
    metersHint:
      'How much a call used, as its answer tells it, one a line: tokens: /usage/total_tokens, rows: header X-Rows of GET /rows, or an expression: rows: `int(response.headers["x-rows"]) * 2`. Limits of plans count it.',
    noMeters: 'None',
    noMeter: (line: string) =>
      `${line} is no meter: write it as "tokens: /usage/total_tokens" or "rows: header X-Rows of GET /rows", and an expression between backticks.`,
    transformations: 'Transformations',
    transformationsHint:
      'As in a manifest: a list in YAML, in its order. For example - { on: ANSWER, removeHeader: X-Powered-By }',
    noSteps: (reason: string) => `Write the steps as a list in YAML. ${reason}`.trim(),
    compat: 'Served by another version',
    compatHint:
      'As in a manifest, in YAML: of names the version whose back-end serves this one, request and answer the steps there and back.',
    noCompat: (reason: string) => `Write the version and its steps as an object in YAML. ${reason}`.trim(),
    responseCache: 'Response cache',
    responseCacheHint:
      'In YAML. For example { operations: [GET /customers], seconds: 60 }; {} keeps what the back-end lets caches keep.',
    allAnswers: 'As the back-end says',
    noCache: (reason: string) => `Write it as an object in YAML. ${reason}`.trim(),
    errorTemplates: 'Error templates',
    errorTemplatesHint:
      'A list in YAML. For example - { codes: [RATE_LIMIT_EXCEEDED], contentType: text/plain, body: "{code}: {detail}" }',
    noTemplates: (reason: string) => `Write the bodies as a list in YAML. ${reason}`.trim(),
    mock: 'Answers come from',
    mockHint: 'Examples let consumers begin before there is a back-end: callers choose by Prefer: code=404.',
    answersFrom: { backend: 'the back-end', EXAMPLES: 'the examples of the document' },
    contractRequests: 'Request validation',
    contractRequestsHint:
      'Parameters and small bodies of JSON are checked. Count first, and refuse when nobody breaks it.',
    requestChecks: { OFF: 'Not checked', MEASURE: 'Counted', ENFORCE: 'Refused' },
    contractAnswers: 'Response validation',
    contractAnswersHint: 'Checked after they went out. What breaks it is on the overview of the API.',
    answerChecks: { OFF: 'Not checked', MEASURE: 'Counted' },
    contractSample: 'Responses that are checked, in percent',
    otherOrigins: 'Cross-origin requests (CORS)',
    asBackend: 'As the back-end says',
    origins: 'Allowed origins',
    originsHint:
      'One a line, for example https://shop.example; * is every origin. Empty leaves it to the back-end.',
    allowedHeaders: 'Allowed headers',
    exposedHeaders: 'Exposed headers',
    maxAge: 'Preflight cache, in seconds',
    allowCredentials: 'Allow credentials',
    trustsHtml: 'Browsers run the scripts of its HTML',
    trustsHtmlHint:
      "In an origin that is not the gateway's. Without it, HTML comes with a policy that runs none.",
  },
});

const de: typeof en = () => ({
  settings: {
    groups: {
      place: 'Pfad und Backend',
      limits: 'Zeitlimits und Größen',
      browsers: 'Aufrufe aus Browsern (CORS)',
      contract: 'Prüfung und Beispielantworten',
      meters: 'Zähler',
      transformations: 'Umformungen, Cache und Fehlertexte',
    },
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
    meters: 'Zähler',
    metersHint:
      'Was ein Aufruf verbraucht hat, wie es die Antwort sagt, einer pro Zeile: tokens: /usage/total_tokens, rows: header X-Rows of GET /rows, oder ein Ausdruck: rows: `int(response.headers["x-rows"]) * 2`. Limits von Plänen zählen es.',
    noMeters: 'Keine',
    noMeter: (line) =>
      `${line} ist kein Zähler: Schreiben Sie ihn wie „tokens: /usage/total_tokens“ oder „rows: header X-Rows of GET /rows“, einen Ausdruck zwischen Gravis-Zeichen (Backticks).`,
    transformations: 'Schritte, die Aufrufe unterwegs verändern',
    transformationsHint:
      'Wie in einem Manifest: eine Liste in YAML, in ihrer Reihenfolge. Zum Beispiel - { on: ANSWER, removeHeader: X-Powered-By }',
    noSteps: (reason) => `Schreiben Sie die Schritte als Liste in YAML. ${reason}`.trim(),
    compat: 'Eine andere Version antwortet',
    compatHint:
      'Wie in einem Manifest, in YAML: of nennt die Version, deren Backend antwortet, request und answer die Schritte dorthin und zurück.',
    noCompat: (reason) => `Schreiben Sie die Version und ihre Schritte als Objekt in YAML. ${reason}`.trim(),
    responseCache: 'Antworten auf GET werden aufbewahrt',
    responseCacheHint:
      'In YAML. Zum Beispiel { operations: [GET /customers], seconds: 60 }; {} bewahrt auf, was das Backend Caches erlaubt.',
    allAnswers: 'Wie das Backend es vorgibt',
    noCache: (reason) => `Schreiben Sie es als Objekt in YAML. ${reason}`.trim(),
    errorTemplates: 'Bodys, mit denen das Gateway abweist',
    errorTemplatesHint:
      'Eine Liste in YAML. Zum Beispiel - { codes: [RATE_LIMIT_EXCEEDED], contentType: text/plain, body: "{code}: {detail}" }',
    noTemplates: (reason) => `Schreiben Sie die Bodys als Liste in YAML. ${reason}`.trim(),
    mock: 'Antworten kommen',
    mockHint:
      'Mit Beispielen beginnen Konsumenten, bevor es ein Backend gibt: Aufrufer wählen mit Prefer: code=404.',
    answersFrom: { backend: 'vom Backend', EXAMPLES: 'aus den Beispielen des Dokuments' },
    contractRequests: 'Anfragen, die das Dokument verletzen',
    contractRequestsHint:
      'Geprüft werden Parameter und kleine Bodys aus JSON. Zählen Sie zuerst, und weisen Sie ab, wenn niemand es verletzt.',
    requestChecks: { OFF: 'Werden nicht geprüft', MEASURE: 'Werden gezählt', ENFORCE: 'Werden abgewiesen' },
    contractAnswers: 'Antworten, die das Dokument verletzen',
    contractAnswersHint:
      'Geprüft wird, wenn sie beim Aufrufer sind. Was es verletzt, steht in der Übersicht der API.',
    answerChecks: { OFF: 'Werden nicht geprüft', MEASURE: 'Werden gezählt' },
    contractSample: 'Anteil der geprüften Antworten, in Prozent',
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
});

/** Texts of the settings of an API. */
export const apiSettingsTexts = { en, de } satisfies Texts;
