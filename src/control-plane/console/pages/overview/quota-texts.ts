import { type QuotaOwner, type QuotaResource, quotas } from '../../../../domain/org/quota.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** A resource in words: what is counted, and more about it. */
type ResourceText = { readonly noun: string; readonly description: string };
type Owners = Readonly<Record<QuotaOwner, string>>;

const owners: Owners = {
  ORG: 'org',
  ISSUER: 'person or token',
  CATALOG: 'catalog',
  CONSUMER_ORG: 'consumer org',
  APPLICATION: 'application',
  MEMBER: 'person of a consumer org',
};

const en = (format: Formats) => ({
  title: 'Quotas',
  titleOf: (org: string) => `Quotas of ${org}`,
  titleOfCatalog: (catalog: string) => `Quotas of the catalog ${catalog}`,
  lead: <Part>(code: Part): (string | Part)[] => [
    'One more than there may be is refused with ',
    code,
    '; what there is stays.',
  ],
  leadOfCatalog: 'Unless it is set here, what the org may have holds; a catalog gets no more than its org.',
  leadOfOrg: 'Administrators of the platform set them for the org, those of the org for a catalog.',
  tabs: 'The org and its catalogs',
  org: 'The org',
  catalog: (title: string) => `Catalog ${title}`,
  change: 'Change',
  what: 'What',
  per: 'For each',
  used: 'Used',
  limit: 'Limit',
  owners,
  eachItsOwn: 'each has its own',
  byDefault: (limit: number) => `default ${format.number(limit)}`,
  limitOf: (noun: string, owner: QuotaOwner) => `Limit of ${noun} of each ${owners[owner]}`,
  set: 'Set',
  reset: 'Reset',
  /** Names the limit of a button, for who hears it alone. */
  ofButton: (noun: string, owner: QuotaOwner) => `the limit of ${noun} of each ${owners[owner]}`,
  resource: (resource: QuotaResource): ResourceText => quotas[resource],
});

const germanOwners: Owners = {
  ORG: 'Organisation',
  ISSUER: 'Person oder Token',
  CATALOG: 'Katalog',
  CONSUMER_ORG: 'Organisation von Konsumenten',
  APPLICATION: 'Anwendung',
  MEMBER: 'Person einer Organisation von Konsumenten',
};

const germanResources: Readonly<Record<QuotaResource, ResourceText>> = {
  APIS: { noun: 'APIs', description: 'Entwürfe von APIs einer Organisation, jede Version für sich.' },
  PRODUCTS: {
    noun: 'Produkte',
    description: 'Entwürfe von Produkten einer Organisation, jede Version für sich.',
  },
  CATALOGS: { noun: 'Kataloge', description: 'Kataloge einer Organisation.' },
  GRAPHQL_SERVERS: { noun: 'GraphQL-Server', description: 'GraphQL-Server einer Organisation.' },
  BACKENDS: { noun: 'Backends', description: 'Backends einer Organisation.' },
  RULE_SETS: { noun: 'Regelwerke', description: 'Regelwerke einer Organisation.' },
  USER_REGISTRIES: {
    noun: 'Benutzerverzeichnisse',
    description: 'Benutzerverzeichnisse einer Organisation.',
  },
  LOCAL_USERS: {
    noun: 'lokale Benutzer',
    description: 'Personen in Benutzerverzeichnissen vom Typ LOCAL einer Organisation.',
  },
  OAUTH_PROVIDERS: { noun: 'OAuth-Provider', description: 'OAuth-Provider einer Organisation.' },
  DOCUMENT_MEGABYTES: {
    noun: 'Megabyte an Dokumenten',
    description:
      'Dokumente der APIs und GraphQL-Server einer Organisation, auch die in ihren Katalogen, in Megabyte, wie sie gespeichert sind.',
  },
  CHANGE_REQUESTS: {
    noun: 'offene Änderungsanträge',
    description: 'Änderungsanträge einer Organisation, die vorgeschlagen, freigegeben oder geplant sind.',
  },
  USERS: {
    noun: 'Personen',
    description: 'Personen, die eine Organisation verwalten, auch eingeladene.',
  },
  ACCESS_TOKENS: {
    noun: 'Zugriffstoken',
    description: 'Zugriffstoken zum Verwalten einer Organisation, ohne die kurzlebigen.',
  },
  TEMPORARY_TOKENS: {
    noun: 'kurzlebige Token',
    description: 'Kurzlebige Token zum Verwalten einer Organisation, die noch gelten.',
  },
  OWN_TEMPORARY_TOKENS: {
    noun: 'kurzlebige Token',
    description:
      'Kurzlebige Token, die noch gelten und von einer Person stammen oder, auch über andere, aus einem Zugriffstoken.',
  },
  DAILY_LETTERS: {
    noun: 'Briefe an neue Adressen am Tag',
    description:
      'E-Mails einer Organisation innerhalb von 24 Stunden an Adressen, die niemand bestätigt hat: Einladungen zu Organisationen von Konsumenten und Links, die eine Adresse bestätigen.',
  },
  DAILY_MESSAGE_MAILS: {
    noun: 'E-Mails von Nachrichten am Tag',
    description:
      'E-Mails einer Organisation innerhalb von 24 Stunden, mit denen Nachrichten von notifySubscribers verschickt werden. Postfächer im Portal zählen nicht.',
  },
  EVENT_STREAMS: {
    noun: 'Ereignisströme',
    description:
      'Offene Subscriptions auf events einer Organisation von denen, die sie verwalten; jeder Prozess zählt seine eigenen.',
  },
  CONSUMER_GROUPS: {
    noun: 'Gruppen von Konsumenten',
    description: 'Gruppen von Organisationen von Konsumenten eines Katalogs.',
  },
  CONSUMER_ORGS: {
    noun: 'Organisationen von Konsumenten',
    description:
      'Organisationen von Konsumenten eines Katalogs, auch solche, die sich selbst registriert haben.',
  },
  SECRETS: { noun: 'Secrets', description: 'Secrets eines Katalogs, für seine Backends.' },
  WEBHOOKS: { noun: 'Webhooks', description: 'Webhooks eines Katalogs.' },
  CONSUMER_WEBHOOKS: {
    noun: 'Webhooks von Konsumenten',
    description: 'Webhooks einer Organisation von Konsumenten.',
  },
  MEMBERS: { noun: 'Mitglieder', description: 'Personen einer Organisation von Konsumenten.' },
  APPLICATIONS: {
    noun: 'Anwendungen',
    description:
      'Anwendungen einer Organisation von Konsumenten; eine gelöschte zählt noch eine Stunde lang.',
  },
  CONSUMER_EVENT_STREAMS: {
    noun: 'Ereignisströme',
    description:
      'Offene Subscriptions auf events des Portals von den Personen einer Organisation von Konsumenten; jeder Prozess zählt seine eigenen.',
  },
  CREDENTIALS: { noun: 'Client-Keys', description: 'Client-Keys einer Anwendung.' },
  API_KEYS: {
    noun: 'API-Keys',
    description: 'API-Keys einer Anwendung, auch abgelaufene, solange sie angezeigt werden.',
  },
  CLIENT_CERTIFICATES: {
    noun: 'Client-Zertifikate',
    description: 'Client-Zertifikate einer Anwendung, auch abgelaufene, solange sie angezeigt werden.',
  },
  SUBSCRIPTIONS: { noun: 'Abonnements', description: 'Abonnements einer Anwendung, in jedem Zustand.' },
  PORTAL_SESSIONS: {
    noun: 'Sitzungen',
    description: 'Wo eine Person gleichzeitig am Portal angemeldet ist; mit einer mehr endet die älteste.',
  },
};

const de: typeof en = (format) => ({
  title: 'Kontingente',
  titleOf: (org) => `Kontingente von ${org}`,
  titleOfCatalog: (catalog) => `Kontingente des Katalogs ${catalog}`,
  lead: (code) => ['Was darüber hinausgeht, wird mit ', code, ' abgewiesen; was es schon gibt, bleibt.'],
  leadOfCatalog:
    'Ist hier nichts festgelegt, gilt das Kontingent der Organisation; ein Katalog erhält nicht mehr als sie.',
  leadOfOrg:
    'Administratoren der Plattform legen sie für die Organisation fest, Administratoren der Organisation für einen Katalog.',
  tabs: 'Die Organisation und ihre Kataloge',
  org: 'Die Organisation',
  catalog: (title) => `Katalog ${title}`,
  change: 'Ändern',
  what: 'Was',
  per: 'Je',
  used: 'Belegt',
  limit: 'Limit',
  owners: germanOwners,
  eachItsOwn: 'jeweils eigene',
  byDefault: (limit) => `Standard ${format.number(limit)}`,
  limitOf: (noun, owner) => `Limit für ${noun} je ${germanOwners[owner]}`,
  set: 'Festlegen',
  reset: 'Zurücksetzen',
  ofButton: (noun, owner) => `(Limit für ${noun} je ${germanOwners[owner]})`,
  resource: (resource) => germanResources[resource],
});

/** Texts of quotas. English has those of the management API for the resources. */
export const quotaTexts = { en, de } satisfies Texts;
