import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (_format: Formats) => ({
  title: 'Search',
  lead: 'Products, APIs, catalogs, applications, people, request ids and pages.',
  label: 'Search everything',
  submit: 'Search',
  none: (sought: string) => `Nothing is named “${sought}”`,
  noneHint:
    'A search finds names and titles that have the text in them, client keys, and request ids that are whole.',
  /** Texts of the panel that a key opens. Its script writes them. */
  palette: {
    label: 'Search',
    placeholder: 'Search, or go to a page',
    none: 'Nothing is named so.',
  },

  call: 'The call of this request id',
  page: 'Page',
  action: 'Action',
  actions: {
    importApi: 'Import an API',
    createOAuthProvider: 'Create an OAuth provider',
    createUserRegistry: 'Create a user registry',
    invite: 'Invite a person',
  },
  kinds: {
    API: 'API',
    PRODUCT: 'Product, draft',
    CATALOG: 'Catalog',
    CATALOG_PRODUCT: 'Product',
    CONSUMER_ORG: 'Consumer organization',
    APPLICATION: 'Application',
    GRAPHQL_SERVER: 'GraphQL server',
    PERSON: 'Person',
  },
  /** A kind of thing, and the place that one is in. */
  within: (kind: string, place: string) => `${kind} in ${place}`,
});

const de: typeof en = () => ({
  title: 'Suche',
  lead: 'Produkte, APIs, Kataloge, Anwendungen, Personen, Anfrage-IDs und Seiten.',
  label: 'Alles durchsuchen',
  submit: 'Suchen',
  none: (sought) => `Nichts heißt „${sought}“`,
  noneHint:
    'Die Suche findet Namen und Titel, in denen der Text vorkommt, sowie Client-Keys und Anfrage-IDs, wenn sie ganz angegeben sind.',
  palette: {
    label: 'Suchen',
    placeholder: 'Suchen oder zu einer Seite gehen',
    none: 'Nichts heißt so.',
  },

  call: 'Der Aufruf mit dieser Anfrage-ID',
  page: 'Seite',
  action: 'Aktion',
  actions: {
    importApi: 'API importieren',
    createOAuthProvider: 'OAuth-Provider anlegen',
    createUserRegistry: 'Benutzerverzeichnis anlegen',
    invite: 'Person einladen',
  },
  kinds: {
    API: 'API',
    PRODUCT: 'Produkt, Entwurf',
    CATALOG: 'Katalog',
    CATALOG_PRODUCT: 'Produkt',
    CONSUMER_ORG: 'Organisation von Konsumenten',
    APPLICATION: 'Anwendung',
    GRAPHQL_SERVER: 'GraphQL-Server',
    PERSON: 'Person',
  },
  within: (kind, place) => `${kind} in ${place}`,
});

/** Texts of the search: its page, its panel, and what it finds. */
export const searchTexts = { en, de } satisfies Texts;
