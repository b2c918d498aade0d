import type { PagerProps } from '../../../../ui/components/pager.tsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';
import { enumLabel, germanLabel } from './enum-texts.ts';

type PagerText = PagerProps['text'];

const en = (format: Formats) => ({
  problem: {
    title: 'That did not work',
    notFound: 'There is no such page',
    tooLarge: 'An OpenAPI document has at most 5 MB: go back and choose another.',
  },

  /** Writes a value of an enum for people: `SET_MIGRATION_TARGET` is `Set migration target`. */
  label: enumLabel,

  /** Texts of a pager, for rows such as `products`. */
  pager: (rows: string): PagerText => ({
    label: `Pages of ${rows}`,
    previous: 'Previous',
    next: 'Next',
    range: (from, to, total) => `${from} to ${to} of ${total}`,
  }),

  /** Heading of the actions of rows. */
  next: 'Actions',

  close: 'Close',

  never: 'Never',

  /** The end of a secret, a key or a certificate, for example `Ends in 5 days`. */
  ending: {
    ends: (when: string) => `Ends ${when}`,
    ended: (when: string) => `Ended ${when}`,
  },

  copy: { label: 'Copy', done: 'Copied' },

  asGraphQL: {
    title: 'As GraphQL',
    mutation: 'mutation',
    variables: 'variables',
    cut: (start: string, characters: number) => `${start}… (${characters} characters)`,
  },

  breaks: {
    none: 'It breaks no caller of the present document.',
    some: (count: number) => `It breaks callers: ${format.number(count)}`,
  },

  /** @param what the kind of the value, for example `link` */
  shownOnce: (what: string) => `Copy the ${what} now. It is not shown again.`,

  nameField: {
    name: 'Name',
    pattern: (example: string) =>
      `Lower case letters, digits and single hyphens between them, for example ${example}`,
    title: 'Title',
  },

  operations: {
    label: 'Operations',
    first: (count: number, total: number) => `The first ${format.number(count)} of ${format.number(total)}.`,
  },

  schema: {
    types: 'Types',
    search: 'Search types and fields',
    searchExample: 'Type or field',
    submit: 'Search',
    typeRows: 'types',
    memberRows: 'members',
    nothing: 'Nothing is found.',
    choose: 'Choose a type.',
    noType: 'No type has that in a name.',
    kinds: { INTERFACE: 'interface', UNION: 'union', ENUM: 'enum', INPUT_OBJECT: 'input', SCALAR: 'scalar' },
    members: (type: string) => `Members of ${type}`,
    name: 'Name',
    type: 'Type',
    deprecated: (reason: string) => `Deprecated: ${reason}`,
    arguments: (count: number) => (count === 1 ? '1 argument' : `${count} arguments`),
  },

  /** Security requirements in words. */
  security: {
    open: 'Open to everybody',
    or: ' or ',
    and: ' and ',
    where: (condition: string) => ` where ${condition}`,
    ofOperations: (count: number) =>
      count === 1 ? '1 operation has its own' : `${count} operations have their own`,
    /** Says what the security of an API leaves open. The API says it in English. */
    warning: (_api: string, warning: string) => warning,
  },
});

const de: typeof en = (format) => ({
  problem: {
    title: 'Das hat nicht geklappt',
    notFound: 'Diese Seite gibt es nicht',
    tooLarge: 'Ein OpenAPI-Dokument hat höchstens 5 MB: Gehen Sie zurück, und wählen Sie ein anderes.',
  },

  label: germanLabel,

  pager: (rows) => ({
    label: `Seiten: ${rows}`,
    previous: 'Zurück',
    next: 'Weiter',
    range: (from, to, total) => `${from} bis ${to} von ${total}`,
  }),

  next: 'Aktionen',

  close: 'Schließen',

  never: 'Nie',

  ending: {
    ends: (when) => `Endet ${when}`,
    ended: (when) => `Endete ${when}`,
  },

  copy: { label: 'Kopieren', done: 'Kopiert' },

  asGraphQL: {
    title: 'Als GraphQL',
    mutation: 'Mutation',
    variables: 'Variablen',
    cut: (start, characters) => `${start}… (${characters} Zeichen)`,
  },

  breaks: {
    none: 'Kein Aufrufer des jetzigen Dokuments ist betroffen.',
    some: (count) => `Aufrufe scheitern daran, Stellen: ${format.number(count)}`,
  },

  shownOnce: () =>
    'Das wird nur dieses eine Mal gezeigt. Kopieren Sie es jetzt: Niemand kann es noch einmal lesen.',

  nameField: {
    name: 'Name',
    pattern: (example) =>
      `Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen, zum Beispiel ${example}`,
    title: 'Titel',
  },

  operations: {
    label: 'Operationen',
    first: (count, total) => `Die ersten ${format.number(count)} von ${format.number(total)}.`,
  },

  schema: {
    types: 'Typen',
    search: 'Typen und Felder durchsuchen',
    searchExample: 'Typ oder Feld',
    submit: 'Suchen',
    typeRows: 'Typen',
    memberRows: 'Felder und Werte',
    nothing: 'Nichts gefunden.',
    choose: 'Wählen Sie einen Typ.',
    noType: 'Kein Typ hat das in einem Namen.',
    kinds: { INTERFACE: 'Interface', UNION: 'Union', ENUM: 'Enum', INPUT_OBJECT: 'Input', SCALAR: 'Scalar' },
    members: (type) => `Bestandteile von ${type}`,
    name: 'Name',
    type: 'Typ',
    deprecated: (reason) => `Veraltet: ${reason}`,
    arguments: (count) => (count === 1 ? '1 Argument' : `${count} Argumente`),
  },

  security: {
    open: 'Offen für alle',
    or: ' oder ',
    and: ' und ',
    where: (condition) => `, wenn ${condition}`,
    ofOperations: (count) =>
      count === 1 ? '1 Operation hat ihre eigene' : `${count} Operationen haben ihre eigene`,
    warning: (api) =>
      `${api} steht jedem offen, der eine Client-ID gesehen hat: Sie allein nennt die Anwendung und ist nicht geheim. Verlangen Sie Client-ID und Secret oder einen API-Key.`,
  },
});

/** Texts of parts that many pages have: problems, labels of enums, pagers, operations and schemas. */
export const sharedTexts = { en, de } satisfies Texts;
