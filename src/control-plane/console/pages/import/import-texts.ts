import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  title: 'Import an API',
  titleOf: (org: string) => `Import an API into ${org}`,
  lead: 'From an OpenAPI document or a GraphQL server to an API that answers calls, in one step. You see what would be made before it is.',
  reviewLead: 'Nothing is made yet. What is known is filled in; change what you like.',

  source: {
    file: 'A file',
    fileHint: 'OpenAPI 2.0 to 3.2: at most 5 MB as JSON, 1 MB as YAML. Choose it, or drop it here.',
    reviewFile: 'Review the file',
    url: 'An address',
    urlHint: 'Of an OpenAPI document, or of a GraphQL server, which is asked for its schema.',
    urlExample: 'For example https://example.com/openapi.json',
    text: 'Or a text',
    textHint: 'An OpenAPI document, or beside the address of its server the schema of a GraphQL API.',
    overlay: 'With an overlay',
    overlayText: 'Overlay',
    overlayHint: 'An OpenAPI Overlay as YAML or JSON. It changes the document before it is read.',
    review: 'Review',
    lost: 'The document did not come back whole: choose it again.',
  },

  identity: {
    title: 'What it is',
    apiTitle: 'Title',
    name: 'Name',
    nameHint: 'In addresses of the console and in scripts.',
    version: 'Version',
    documentSays: (version: string) => `The document says “${version}”.`,
    versions: (name: string, versions: readonly string[]) =>
      `There is ${name} ${versions.join(', ')} already.`,
    versionPattern: 'Three numbers, for example 1.0.0',
    path: 'Path below the catalog',
    pathTaken: (path: string, by: readonly string[]) =>
      `Taken: ${path} of the document, by ${by.join(', ')}.`,
    pathFree: 'No other API of the org has it.',
    backend: 'Address of the back-end',
    server: 'Address of the GraphQL server',
    noServer: 'The document names no server: without an address, calls lead nowhere.',
    serverHint: 'Calls are sent there.',
  },

  found: {
    title: 'What was found',
    operations: (count: number) => `${format.number(count)} ${count === 1 ? 'operation' : 'operations'}`,
    rootFields: (count: number) => `${format.number(count)} ${count === 1 ? 'root field' : 'root fields'}`,
    none: 'Every call is answered with 404 until the document has operations.',
    changes: 'Changed while reading',
    more: (count: number) => `And ${format.number(count)} more.`,
  },

  security: {
    title: 'Access',
    key: { label: 'An API key in the header X-API-Key', hint: 'A secret of its own for each application.' },
    'id-and-secret': {
      label: 'Client id and secret',
      hint: 'In the headers X-Client-Id and X-Client-Secret.',
    },
    id: {
      label: 'Client id only',
      hint: 'It identifies the caller but proves nothing: anyone who has seen it can call.',
    },
    open: { label: 'Open to everybody', hint: 'No key, no limit of a plan, no subscription.' },
    document: {
      label: 'As the document says, by operation',
      hint: 'Its schemes become keys, HTTP Basic and access tokens. One that cannot is told, and nothing is made.',
    },
    kept: (location: string, keyName: string) => ({
      label: `As the document says: an API key in the ${location} ${keyName}`,
      hint: 'The gateway issues the keys. Callers send them where the document says.',
    }),
    provider: (title: string) => ({
      label: `An access token of ${title}`,
      hint: 'OAuth 2.0, in the header Authorization.',
    }),
    keyScheme: (name: string, location: string, keyName: string) =>
      `${name} (a key in the ${location} ${keyName})`,
    documentAsks: (schemes: readonly string[]) =>
      `The document asks for ${schemes.join(', ')}. The gateway asks callers for what you choose here instead.`,
  },

  plans: {
    title: 'Plans',
    free: '100 calls per hour',
    silver: '1,000 calls per hour',
    gold: '10,000 calls per hour, after you approve the subscription',
    hint: 'Without one: Default Plan, 100 calls per hour. Each can be changed afterwards.',
  },

  catalogs: {
    title: 'Publish to',
    none: 'The org has no catalog yet: the API stays a draft.',
    create: 'Create a catalog first',
    hint: 'Without one it stays a draft, which nobody can call.',
  },

  acceptBreaking: 'Accept breaking changes',
  acceptBreakingHint: (version: string) => `Or give it the version ${version}, which announces it.`,
  create: 'Create',
  createAndPublish: 'Create and publish',
  chooseAnother: 'Choose another source',

  done: {
    title: (api: string) => `${api} is imported`,
    draft: (api: string) =>
      `${api} is created, and a product with it. It is a draft: publish that to a catalog.`,
    published: (api: string, catalogs: readonly string[]) =>
      `${api} is created, and published to ${catalogs.join(', ')}. The gateway serves it now.`,
    api: 'The API',
    product: 'Its product and plans',
    another: 'Import another',
    call: (catalog: string) => `Call it in ${catalog}`,
    command: 'curl command',
    shownOnce: 'The key is of a test application, and is shown this once.',
    incomplete: 'Put the path of an operation behind the address. The key is shown this once.',
    needsToken:
      'Its callers need an access token: an application of the portal gets one from the OAuth provider.',
    portal: 'The portal, where consumers subscribe',
    calls: 'Watch its calls arrive',
    undo: 'Undo the publishing',
    undoUntil: (until: string) =>
      `, until ${format.dateTime(until)}. The API and its product stay as drafts.`,
  },
});

const keyPlaces: Readonly<Record<string, string>> = {
  header: 'im Header',
  query: 'im Query-Parameter',
  cookie: 'im Cookie',
};
const placeOf = (location: string) => keyPlaces[location] ?? location;

const de: typeof en = (format) => ({
  title: 'API importieren',
  titleOf: (org) => `API in ${org} importieren`,
  lead: 'Vom OpenAPI-Dokument oder GraphQL-Server zu einer API, die Aufrufe beantwortet, in einem Schritt. Vorher sehen Sie, was angelegt wird.',
  reviewLead: 'Noch ist nichts angelegt. Was bekannt ist, ist schon ausgefüllt; ändern Sie, was Sie möchten.',

  source: {
    file: 'Eine Datei',
    fileHint:
      'OpenAPI 2.0 bis 3.2: höchstens 5 MB als JSON, 1 MB als YAML. Wählen Sie sie, oder legen Sie sie hier ab.',
    reviewFile: 'Datei prüfen',
    url: 'Eine Adresse',
    urlHint: 'Eines OpenAPI-Dokuments oder eines GraphQL-Servers, der nach seinem Schema gefragt wird.',
    urlExample: 'Zum Beispiel https://example.com/openapi.json',
    text: 'Oder ein Text',
    textHint: 'Ein OpenAPI-Dokument, oder das Schema einer GraphQL-API neben der Adresse ihres Servers.',
    overlay: 'Mit einem Overlay',
    overlayText: 'Overlay',
    overlayHint: 'Ein OpenAPI Overlay als YAML oder JSON. Es ändert das Dokument, bevor es gelesen wird.',
    review: 'Prüfen',
    lost: 'Das Dokument kam nicht ganz zurück: Wählen Sie es noch einmal.',
  },

  identity: {
    title: 'Die API',
    apiTitle: 'Titel',
    name: 'Name',
    nameHint: 'In Adressen der Konsole und in Skripten.',
    version: 'Version',
    documentSays: (version) => `Im Dokument steht „${version}“.`,
    versions: (name, versions) => `${name} ${versions.join(', ')} gibt es schon.`,
    versionPattern: 'Drei Zahlen, zum Beispiel 1.0.0',
    path: 'Pfad unterhalb des Katalogs',
    pathTaken: (path, by) => `Vergeben: ${path} aus dem Dokument, an ${by.join(', ')}.`,
    pathFree: 'Keine andere API der Organisation hat ihn.',
    backend: 'Adresse des Backends',
    server: 'Adresse des GraphQL-Servers',
    noServer: 'Das Dokument nennt keinen Server: Ohne Adresse führen Aufrufe ins Leere.',
    serverHint: 'Dorthin gehen die Aufrufe.',
  },

  found: {
    title: 'Was gefunden wurde',
    operations: (count) => (count === 1 ? '1 Operation' : `${format.number(count)} Operationen`),
    rootFields: (count) => (count === 1 ? '1 Wurzelfeld' : `${format.number(count)} Wurzelfelder`),
    none: 'Jeder Aufruf wird mit 404 beantwortet, bis das Dokument Operationen hat.',
    changes: 'Beim Lesen geändert',
    more: (count) => `Und ${format.number(count)} mehr.`,
  },

  security: {
    title: 'Wer sie aufrufen darf',
    key: { label: 'Ein API-Key im Header X-API-Key', hint: 'Ein eigenes Secret für jede Anwendung.' },
    'id-and-secret': {
      label: 'Client-ID und Secret',
      hint: 'In den Headern X-Client-Id und X-Client-Secret.',
    },
    id: {
      label: 'Nur die Client-ID',
      hint: 'Sie nennt den Aufrufer und beweist nichts: Wer eine gesehen hat, kann aufrufen.',
    },
    open: { label: 'Offen für alle', hint: 'Kein Key, kein Limit eines Plans, kein Abonnement.' },
    document: {
      label: 'Wie im Dokument, je Operation',
      hint: 'Aus seinen Sicherheitsverfahren werden Keys, HTTP Basic und Zugriffstoken. Geht das bei einem nicht, wird es gemeldet und nichts angelegt.',
    },
    kept: (location, keyName) => ({
      label: `Wie im Dokument: ein API-Key ${placeOf(location)} ${keyName}`,
      hint: 'Das Gateway stellt die Keys aus. Aufrufer senden sie dort, wo das Dokument es sagt.',
    }),
    provider: (title) => ({
      label: `Ein Zugriffstoken von ${title}`,
      hint: 'OAuth 2.0, im Header Authorization.',
    }),
    keyScheme: (name, location, keyName) => `${name} (ein Key ${placeOf(location)} ${keyName})`,
    documentAsks: (schemes) =>
      `Das Dokument verlangt ${schemes.join(', ')}. Das Gateway verlangt von Aufrufern stattdessen, was Sie hier wählen.`,
  },

  plans: {
    title: 'Pläne',
    free: '100 Aufrufe pro Stunde',
    silver: '1.000 Aufrufe pro Stunde',
    gold: '10.000 Aufrufe pro Stunde, sobald Sie das Abonnement freigegeben haben',
    hint: 'Ohne Auswahl: Default Plan, 100 Aufrufe pro Stunde. Jeder lässt sich später ändern.',
  },

  catalogs: {
    title: 'Veröffentlichen in',
    none: 'Die Organisation hat noch keinen Katalog: Die API bleibt ein Entwurf.',
    create: 'Zuerst einen Katalog anlegen',
    hint: 'Ohne Auswahl bleibt sie ein Entwurf, den niemand aufrufen kann.',
  },

  acceptBreaking: 'Hinnehmen, dass Aufrufe scheitern',
  acceptBreakingHint: (version) => `Oder geben Sie ihr die Version ${version}, die das ankündigt.`,
  create: 'Anlegen',
  createAndPublish: 'Anlegen und veröffentlichen',
  chooseAnother: 'Andere Quelle wählen',

  done: {
    title: (api) => `${api} ist importiert`,
    draft: (api) =>
      `${api} ist angelegt, und ein Produkt dazu. Noch ist es ein Entwurf: Veröffentlichen Sie es in einem Katalog.`,
    published: (api, catalogs) =>
      `${api} ist angelegt und veröffentlicht, in ${catalogs.join(', ')}. Das Gateway bedient sie jetzt.`,
    api: 'Die API',
    product: 'Ihr Produkt und seine Pläne',
    another: 'Weitere API importieren',
    call: (catalog) => `Aufruf in ${catalog}`,
    command: 'curl-Befehl',
    shownOnce: 'Der Key gehört zu einer Testanwendung und wird nur dieses eine Mal gezeigt.',
    incomplete:
      'Hängen Sie den Pfad einer Operation an die Adresse an. Der Key wird nur dieses eine Mal gezeigt.',
    needsToken:
      'Wer sie aufruft, braucht ein Zugriffstoken: Eine Anwendung des Portals bekommt es vom OAuth-Provider.',
    portal: 'Das Portal, in dem Konsumenten abonnieren',
    calls: 'Die Aufrufe ankommen sehen',
    undo: 'Veröffentlichung rückgängig machen',
    undoUntil: (until) =>
      `, bis ${format.dateTime(until)}. Die API und ihr Produkt bleiben als Entwürfe erhalten.`,
  },
});

/** Texts of the import of an API. */
export const importTexts = { en, de } satisfies Texts;
