import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  server: {
    titleOf: (server: string) => `${server} · GraphQL server`,
    lead: 'A GraphQL server made of REST operations.',
    importApi: 'Create an API',
    closed: 'Closed',
    closedText: 'Every field is refused until a policy allows it.',
    address: 'Address',
    calledBy: 'Called by',
    anybody: 'Anyone, directly',
    ownApis: 'APIs of this org, through the gateway',
  },

  schema: {
    title: 'Schema',
    titleOf: (server: string) => `Schema of ${server}`,
    byTypes: 'By types',
    characters: (count: number) => `As SDL: ${format.number(count)} characters`,
    none: 'No schema yet',
    noneText: 'It has one as soon as it is Ready.',
  },

  report: {
    title: 'Operations',
    made: (made: number, all: number) =>
      `Operations: ${format.number(made)} of ${format.number(all)} became fields`,
    lost: 'What callers of the schema before lose',
    caption: 'Fields of each operation',
    operation: 'Operation',
    became: 'Field',
    leftOut: 'Left out',
    why: 'Why',
  },

  policies: {
    words: 'Words that fit',
    title: 'Access policy',
    json: 'JSON of the policy',
    policy: 'Policy',
    policyHint:
      'By root type: rules that name fields, and a default for the others. A condition is true, false or CEL; Ctrl+Space shows the words that fit.',
    save: 'Save the policy',
    caller: 'Test the policy',
    query: 'Query',
    claims: 'Claims of the caller',
    claimsHint: 'JSON, for example {"sub": "alice", "scope": "customer"}. Empty is nobody.',
    explain: 'Explain with the policy above',
  },

  decisions: {
    caption: 'Decisions',
    field: 'Field',
    may: 'May',
    yes: 'Yes',
    no: 'No',
    decidedBy: 'Decided by',
    deciders: { RULE: 'A rule', DEFAULT: 'The default', NOTHING: 'Nothing allows it' },
  },

  newServer: {
    title: 'New GraphQL server',
    lead: 'Each operation of an OpenAPI document becomes a field: a query of each GET, a mutation of the others.',
    titleHint: 'That of the document, unless given.',
    url: 'Address of the REST back-end',
    urlHint: 'The paths of the document are appended to it. The first server of the document, unless given.',
    file: 'OpenAPI document',
    fileHint:
      '2.0, 3.0 or 3.1; at most 8 MB here, 20 MB in the API. Choose it last, or drop it here: it is sent at once.',
    create: 'Create the server',
    access: 'Access',
    accessChoices: {
      read: { label: 'Everybody may read', hint: 'Queries are allowed, mutations are refused.' },
      scope: {
        label: 'Callers with a scope',
        hint: 'Queries and mutations, with an access token that carries it. Behind the gateway the API must pass the header Authorization on.',
      },
      closed: { label: 'Nobody yet', hint: 'Every field is refused until you write a policy.' },
    },
    scope: 'Scope',
  },
});

const de: typeof en = (format) => ({
  server: {
    titleOf: (server) => `${server} · GraphQL-Server`,
    lead: 'Ein GraphQL-Server aus REST-Operationen.',
    importApi: 'Eine API davorsetzen',
    closed: 'Er antwortet niemandem',
    closedText: 'Jedes Feld wird abgewiesen, bis eine Zugriffsregel es erlaubt.',
    address: 'Adresse',
    calledBy: 'Aufgerufen von',
    anybody: 'Allen, direkt',
    ownApis: 'APIs dieser Organisation, über das Gateway',
  },

  schema: {
    title: 'Schema',
    titleOf: (server) => `Schema von ${server}`,
    byTypes: 'Nach Typen',
    characters: (count) => `Als SDL: ${format.number(count)} Zeichen`,
    none: 'Noch kein Schema',
    noneText: 'Er hat eines, sobald er bereit ist.',
  },

  report: {
    title: 'Operationen',
    made: (made, all) => `Operationen: ${format.number(made)} von ${format.number(all)} wurden zu Feldern`,
    lost: 'Was Aufrufern des bisherigen Schemas fehlt',
    caption: 'Was aus jeder Operation wurde',
    operation: 'Operation',
    became: 'Wurde zu',
    leftOut: 'Ausgelassen',
    why: 'Warum',
  },

  policies: {
    words: 'Passende Wörter',
    title: 'Zugriffsregeln',
    json: 'JSON der Zugriffsregeln',
    policy: 'Regeln',
    policyHint:
      'Je Wurzeltyp: Regeln, die Felder nennen, und ein Standard für die übrigen. Eine Bedingung ist true, false oder CEL; Strg+Leertaste zeigt die passenden Wörter.',
    save: 'Regeln speichern',
    caller: 'Wer darf was: ein Aufrufer zum Testen',
    query: 'Query',
    claims: 'Claims des Aufrufers',
    claimsHint: 'JSON, zum Beispiel {"sub": "alice", "scope": "customer"}. Leer heißt: niemand.',
    explain: 'Mit den Regeln oben erklären',
  },

  decisions: {
    caption: 'Entscheidungen',
    field: 'Feld',
    may: 'Darf',
    yes: 'Ja',
    no: 'Nein',
    decidedBy: 'Entschieden hat',
    deciders: { RULE: 'Eine Regel', DEFAULT: 'Der Standard', NOTHING: 'Nichts erlaubt es' },
  },

  newServer: {
    title: 'Neuer GraphQL-Server',
    lead: 'Jede Operation eines OpenAPI-Dokuments wird zu einem Feld: jedes GET zu einer Query, die übrigen zu Mutationen.',
    titleHint: 'Ohne Angabe der des Dokuments.',
    url: 'Adresse des REST-Backends',
    urlHint: 'Die Pfade des Dokuments werden an sie angehängt. Ohne Angabe der erste Server des Dokuments.',
    file: 'OpenAPI-Dokument',
    fileHint:
      '2.0, 3.0 oder 3.1; hier höchstens 8 MB, in der API 20 MB. Wählen Sie es zuletzt, oder legen Sie es hier ab: Es wird sofort gesendet.',
    create: 'Server anlegen',
    access: 'Wer Antworten bekommt',
    accessChoices: {
      read: { label: 'Alle, nur zum Lesen', hint: 'Queries sind erlaubt, Mutationen werden abgewiesen.' },
      scope: {
        label: 'Wer einen Scope hat',
        hint: 'Queries und Mutationen, mit einem Zugriffstoken, das ihn enthält. Hinter dem Gateway muss die API den Header Authorization weitergeben.',
      },
      closed: {
        label: 'Noch niemand',
        hint: 'Jedes Feld wird abgewiesen, bis Sie Zugriffsregeln schreiben.',
      },
    },
    scope: 'Scope',
  },
});

/** Texts of GraphQL servers that are made of REST operations. */
export const graphQLServerTexts = { en, de } satisfies Texts;
