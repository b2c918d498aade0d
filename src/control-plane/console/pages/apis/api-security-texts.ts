import type { Child } from 'hono/jsx';
import type { Texts } from '../../texts.ts';

const en = () => ({
  security: {
    title: 'Security',
    hasMore:
      'Its security has more than this form shows: several definitions of one kind, alternatives that ask for several or have conditions of their own, or a definition that no call is asked for. Saving leaves them out; GraphQL changes them one by one.',
    save: 'Save the security',
    access: 'Access',
    whoShows: 'Callers with these credentials',
    everybody: 'Everybody',
    everybodyHint: 'No key, no limit of a plan, no subscription.',
    needed: 'A call needs',
    any: 'Any one of those selected',
    all: 'All of those selected',
    condition: 'Condition',
    conditionHint:
      'CEL over caller, client and operation that has to hold as well, for example caller.claims.department == "billing" || operation.method == "GET". Empty for none.',
    scopes: 'Scopes that a token must have',
    nothingTicked: 'Select at least one, or choose Everybody.',
    keys: {
      KEY: { label: 'An API key', hint: 'A secret of its own.' },
      CLIENT_ID_AND_SECRET: {
        label: 'Client id and secret',
        hint: 'The secret travels in the header X-Client-Secret.',
      },
      CLIENT_ID: {
        label: 'The client id only',
        hint: 'It identifies the caller but proves nothing: anyone who has seen it can call.',
      },
    },
    keyLocation: 'Location',
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
    asks: 'Requires',
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
      'An operation can require something other than the API does: ',
      del,
      ' another scope than ',
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
    access: 'Access to the operation',
    nothingTicked: 'Select at least one definition, or choose Everybody.',
  },

  tryCondition: {
    title: 'Try a condition',
    lead: 'Evaluates it for a sample call. Nothing is called or saved.',
    condition: 'Condition',
    called: 'Operation',
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
});

const de: typeof en = () => ({
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
});

/** Texts of the security of an API and of its operations. */
export const apiSecurityTexts = { en, de } satisfies Texts;
