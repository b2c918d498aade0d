import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  board: {
    title: (catalog: string) => `Board of ${catalog}`,
    lead: "A card's menu shows what can be done. Dragging a card to another column does it as well: you see first what it does. By keys: arrows go from card to card, M opens the menu.",
    successions: 'Successions',
    asTable: 'Table view',
    draft: 'Draft',
    allDrafts: 'All drafts',
    allProducts: 'All products',
    subscribers: (count: number) => `${format.number(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`,
    sunset: 'Sunset',
    parts: (apis: number, plans: number) =>
      `${apis} ${apis === 1 ? 'API' : 'APIs'}, ${plans} ${plans === 1 ? 'plan' : 'plans'}`,
    actionsOf: (product: string) => `Actions of ${product}`,
    /** Words of what a product lacks, by the code of its warning. */
    lacks: {
      BACKEND_MISSING: 'No back-end',
      MOCKED: 'Answers from examples',
      SERVED_BY_COMPAT: 'Served by another version',
      DRIFTING: 'Contract drift',
      RULE_FINDINGS: 'Breaks rules',
      REGISTRY_UNASSIGNED: 'No user registry',
      TOKEN_UNOBTAINABLE: 'No token available',
      PATH_SHARED: 'Shared path',
      SERVER_CLOSED: 'Closed to all',
    },
  },

  picture: {
    lead: 'Versions from left to right; an arrow leads from a product to the one in its place.',
    most: (count: number) => ({
      before: `No more than ${count} products are drawn: add`,
      after: 'and a part of a name to the address for others.',
    }),
    none: 'No product is in it.',
    of: (catalog: string) => `Picture of ${catalog}`,
    label: (catalog: string) => `${catalog}, as the table below has it`,
    table: 'The same as a table',
    superseded: 'superseded',
    moving: (count: number) => `${count} to move`,
    box: (state: string, subscribers: number) =>
      `${state} · ${subscribers} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`,
    products: 'Products',
    product: 'Product',
    state: 'State',
    subscribers: 'Subscribers',
    supersedes: 'Supersedes',
    target: 'Subscribers move to',
  },
});

const de: typeof en = (format) => ({
  board: {
    title: (catalog) => `Tafel von ${catalog}`,
    lead: 'Das Menü einer Karte zeigt, was man mit ihr tun kann. Dasselbe geschieht, wenn Sie die Karte in eine andere Spalte ziehen: Sie sehen zuerst, was sich ändert. Mit der Tastatur: Die Pfeiltasten führen von Karte zu Karte, M öffnet das Menü.',
    successions: 'Nachfolger',
    asTable: 'Als Tabelle',
    draft: 'Entwurf',
    allDrafts: 'Alle Entwürfe',
    allProducts: 'Alle Produkte',
    subscribers: (count) => `${format.number(count)} ${count === 1 ? 'Abonnent' : 'Abonnenten'}`,
    sunset: 'Abschaltung',
    parts: (apis, plans) =>
      `${apis} ${apis === 1 ? 'API' : 'APIs'}, ${plans} ${plans === 1 ? 'Plan' : 'Pläne'}`,
    actionsOf: (product) => `Aktionen für ${product}`,
    lacks: {
      BACKEND_MISSING: 'Kein Backend',
      MOCKED: 'Antwortet mit Beispielen',
      SERVED_BY_COMPAT: 'Andere Version antwortet',
      DRIFTING: 'Weicht vom Dokument ab',
      RULE_FINDINGS: 'Bricht Regeln',
      REGISTRY_UNASSIGNED: 'Kein Benutzerverzeichnis',
      TOKEN_UNOBTAINABLE: 'Kein Token zu bekommen',
      PATH_SHARED: 'Pfad mehrfach vergeben',
      SERVER_CLOSED: 'Für alle verschlossen',
    },
  },

  picture: {
    lead: 'Versionen von links nach rechts; ein Pfeil führt von einem Produkt zu dem, das an seine Stelle tritt.',
    most: (count) => ({
      before: `Mehr als ${count} Produkte werden nicht gezeichnet: Für andere hängen Sie`,
      after: 'und einen Teil eines Namens an die Adresse an.',
    }),
    none: 'Er enthält kein Produkt.',
    of: (catalog) => `Bild von ${catalog}`,
    label: (catalog) => `${catalog}, wie in der Tabelle darunter`,
    table: 'Dasselbe als Tabelle',
    superseded: 'abgelöst',
    moving: (count) => `${count} noch umzustellen`,
    box: (state, subscribers) => `${state} · ${subscribers} ${subscribers === 1 ? 'Abonnent' : 'Abonnenten'}`,
    products: 'Produkte',
    product: 'Produkt',
    state: 'Zustand',
    subscribers: 'Abonnenten',
    supersedes: 'Löst ab',
    target: 'Abonnenten wechseln zu',
  },
});

/** Texts of the board of a catalog, and of its picture. */
export const boardTexts = { en, de } satisfies Texts;
