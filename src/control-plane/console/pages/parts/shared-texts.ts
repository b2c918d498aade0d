import type { Child } from 'hono/jsx';
import { allLimits, type PlanLimits } from '../../../../domain/plan/plan.ts';
import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { PagerProps } from '../../../../ui/components/pager.tsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { limitSpans } from '../../../../ui/kit/limit-spans.ts';
import { priceWords } from '../../../../ui/kit/price-words.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';
import { enumLabel, germanLabel } from './enum-texts.ts';

type PagerText = PagerProps['text'];

const en = (format: Formats) => ({
  page: {
    site: 'Gatehouse console',
    failed: 'Error',
    skip: 'Skip to the content',
    preparing: {
      title: 'GraphiQL is being prepared',
      text: 'It is built once, within a minute. This page looks again by itself.',
    },
  },

  frame: {
    menu: 'Menu',
    closeMenu: 'Close the menu',
    search: 'Search',
    organization: 'Organization',
    account: 'Account',
    signOut: 'Sign out',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    themeLabel: (theme: string) => `${theme} theme`,
    language: 'Language',
    toOverview: 'To the overview',
  },

  menuGroups: {
    home: '',
    build: 'Build',
    publish: 'Publish',
    observe: 'Observe',
    organization: 'Organization',
    tools: 'Tools',
  },

  menu: {
    '/console/overview': 'Overview',
    '/console/apis': 'APIs',
    '/console/graphql-servers': 'GraphQL servers',
    '/console/oauth': 'OAuth',
    '/console/catalogs': 'Catalogs',
    '/console/usage': 'Usage',
    '/console/calls': 'Live calls',
    '/console/audit': 'Audit',
    '/console/people': 'People',
    '/console/access-tokens': 'Tokens',
    '/console/graphiql': 'GraphiQL',
  },

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

  limits: {
    none: 'No limit',
    noneBut: (atOnce: string) => `No limit but ${atOnce}`,
    atOnce: (calls: number) => `${format.number(calls)} at the same time`,
    /** Meaning of a limit, for example `500 calls an hour`. */
    of: ({ counts, meter, limit, operations, mode, ...span }: PlanLimit) => {
      const one = counts === 'KILOBYTES' ? 'kilobyte' : 'call';
      const amount = counts === 'GRAPHQL_COST' ? 'of cost' : (meter ?? (limit === 1 ? one : `${one}s`));
      const of = operations.length === 0 ? '' : ` of ${operations.join(', ')}`;
      const measured = mode === 'MEASURE' ? 'measured: ' : '';
      return `${measured}${format.number(limit)} ${amount} ${limitSpans.en(span, format)}${of}`;
    },
  },

  price: priceWords.en(format),

  /** Heading of the actions of rows. */
  next: 'Next',
  close: 'Close',
  never: 'Never',
  copy: { label: 'Copy', done: 'Copied' },

  crumbs: 'Where this page is',

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

  catalogTabs: {
    label: 'Pages of the catalog',
    Products: 'Products',
    Board: 'Board',
    Picture: 'Picture',
    Consumers: 'Consumers',
    'Back-ends': 'Back-ends',
    Webhooks: 'Webhooks',
    Settings: 'Settings',
    Quotas: 'Quotas',
    Changes: 'Changes',
  },

  /** @param what the kind of the value, for example `link` */
  shownOnce: (what: string) => `The ${what} is shown this once. Copy it now: nobody can read it again.`,

  priceFields: {
    currency: 'Currency',
    currencyHint: 'For example EUR. Empty is free of charge.',
    amount: 'Amount a month',
    charges: 'Charges for use',
    chargesHint: 'One a line, for calls or for a meter: 0.20 per 1000 calls after 100000, 2 per 1000 tokens.',
    notOne: (line: string) => `${line} is no charge: write it as "0.20 per 1000 calls after 100000".`,
  },

  limitFields: {
    calls: 'Calls',
    in: 'In',
    fixedWindow: 'A fixed window.',
    emptyIsNone: 'Empty is no limit.',
    units: { HOUR: 'an hour', MINUTE: 'a minute' },
    further: 'Further limits',
    furtherHint:
      'One a line: 10 calls per second with bursts of 50, 500 of cost per 10 minutes, 100000 calls per month in Europe/Berlin, 1000000 of tokens per month, 5000 kilobytes per day, 2 calls per hour of GET /reports, 3 calls at the same time of POST /reports. A call has to fit all.',
    cost: 'Cost of all documents together',
    notOne: (line: string) =>
      `${line} is no limit: write it as "10 calls per second", "500 of cost per 10 minutes", "100000 calls per month in Europe/Berlin" or "2 calls per hour of GET /reports".`,
  },

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

  orgs: {
    label: 'Orgs',
    every: 'Every org',
    /** Every org, within a sentence: `People of every org`. */
    everyWithin: 'every org',
  },

  noOrg: {
    title: 'There is no org yet',
    lead: (graphiql: Child) => ['The first example in ', graphiql, ' creates one.'],
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
  page: {
    site: 'Gatehouse-Konsole',
    failed: 'Fehler',
    skip: 'Zum Inhalt springen',
    preparing: {
      title: 'GraphiQL wird vorbereitet',
      text: 'Es wird einmal gebaut, in höchstens einer Minute. Diese Seite sieht von selbst wieder nach.',
    },
  },

  frame: {
    menu: 'Menü',
    closeMenu: 'Menü schließen',
    search: 'Suchen',
    organization: 'Organisation',
    account: 'Konto',
    signOut: 'Abmelden',
    themes: { light: 'Hell', dark: 'Dunkel', system: 'System' },
    themeLabel: (theme) => `Farben: ${theme}`,
    language: 'Sprache',
    toOverview: 'Zur Übersicht',
  },

  menuGroups: {
    home: '',
    build: 'Bauen',
    publish: 'Veröffentlichen',
    observe: 'Beobachten',
    organization: 'Organisation',
    tools: 'Werkzeuge',
  },

  menu: {
    '/console/overview': 'Übersicht',
    '/console/apis': 'APIs',
    '/console/graphql-servers': 'GraphQL-Server',
    '/console/oauth': 'OAuth',
    '/console/catalogs': 'Kataloge',
    '/console/usage': 'Nutzung',
    '/console/calls': 'Aufrufe live',
    '/console/audit': 'Protokoll',
    '/console/people': 'Personen',
    '/console/access-tokens': 'Tokens',
    '/console/graphiql': 'GraphiQL',
  },

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

  limits: {
    none: 'Unbegrenzt',
    noneBut: (atOnce) => `Unbegrenzt, aber ${atOnce}`,
    atOnce: (calls) => `${format.number(calls)} gleichzeitig`,
    of: ({ counts, meter, limit, operations, mode, ...span }) => {
      const calls = limit === 1 ? 'Aufruf' : 'Aufrufe';
      const amount = {
        GRAPHQL_COST: 'Kosten',
        KILOBYTES: 'Kilobyte',
        METER: meter,
        CALLS: calls,
        CONCURRENT: calls,
      };
      const of = operations.length === 0 ? '' : ` von ${operations.join(', ')}`;
      const measured = mode === 'MEASURE' ? 'gemessen: ' : '';
      return `${measured}${format.number(limit)} ${amount[counts]} ${limitSpans.de(span, format)}${of}`;
    },
  },

  next: 'Aktionen',
  close: 'Schließen',
  never: 'Nie',
  copy: { label: 'Kopieren', done: 'Kopiert' },

  crumbs: 'Wo diese Seite steht',

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

  catalogTabs: {
    label: 'Seiten des Katalogs',
    Products: 'Produkte',
    Board: 'Tafel',
    Picture: 'Bild',
    Consumers: 'Konsumenten',
    'Back-ends': 'Backends',
    Webhooks: 'Webhooks',
    Settings: 'Einstellungen',
    Quotas: 'Kontingente',
    Changes: 'Änderungen',
  },

  shownOnce: () =>
    'Das wird nur dieses eine Mal gezeigt. Kopieren Sie es jetzt: Niemand kann es noch einmal lesen.',

  price: priceWords.de(format),

  priceFields: {
    currency: 'Währung',
    currencyHint: 'Zum Beispiel EUR. Leer heißt: kostenlos.',
    amount: 'Betrag im Monat',
    charges: 'Preise für Nutzung',
    chargesHint:
      'Einer je Zeile, für Aufrufe oder einen Zähler, in dieser Schreibweise: 0.20 per 1000 calls after 100000, 2 per 1000 tokens.',
    notOne: (line) => `${line} ist kein Preis: Schreiben Sie ihn wie „0.20 per 1000 calls after 100000“.`,
  },

  limitFields: {
    calls: 'Aufrufe',
    in: 'Pro',
    fixedWindow: 'Ein festes Zeitfenster.',
    emptyIsNone: 'Leer heißt: unbegrenzt.',
    units: { HOUR: 'Stunde', MINUTE: 'Minute' },
    further: 'Weitere Limits',
    furtherHint:
      'Eines pro Zeile, in dieser Schreibweise: 10 calls per second with bursts of 50, 500 of cost per 10 minutes, 100000 calls per month in Europe/Berlin, 1000000 of tokens per month, 5000 kilobytes per day, 2 calls per hour of GET /reports, 3 calls at the same time of POST /reports. Ein Aufruf muss in alle passen.',
    cost: 'Kosten aller Dokumente zusammen',
    notOne: (line) =>
      `${line} ist kein Limit: Schreiben Sie es wie „10 calls per second“, „500 of cost per 10 minutes“, „100000 calls per month in Europe/Berlin“ oder „2 calls per hour of GET /reports“.`,
  },

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

  orgs: {
    label: 'Organisationen',
    every: 'Alle Organisationen',
    everyWithin: 'allen Organisationen',
  },

  noOrg: {
    title: 'Es gibt noch keine Organisation',
    lead: (graphiql) => ['Das erste Beispiel in ', graphiql, ' legt eine an.'],
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

/** Texts that pages share: frame and menu, problems, labels of enums, pagers and limits. */
export const sharedTexts = { en, de } satisfies Texts;

type Limited = PlanLimits & { readonly maxConcurrentCalls: number };

/** Limits of a plan in words, for example `500 calls an hour, 10 calls a second, 100 at the same time`. */
export function limitsOfPlan({ limits }: Pick<ReturnType<typeof en>, 'limits'>, plan: Limited): string {
  const atOnce = limits.atOnce(plan.maxConcurrentCalls);
  const all = allLimits(plan).map(limits.of);
  return all.length === 0 ? limits.noneBut(atOnce) : [...all, atOnce].join(', ');
}

/** Limits on calls and on cost in words, for example `500 calls an hour, 10 calls a second`. */
export const limitsInWords = ({ limits }: Pick<ReturnType<typeof en>, 'limits'>, of: PlanLimits): string =>
  allLimits(of).map(limits.of).join(', ') || limits.none;
