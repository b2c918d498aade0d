import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

type Credentials = Readonly<Record<'username' | 'name' | 'tokenUrl' | 'clientId', string | null>>;

const en = (format: Formats) => ({
  title: (catalog: string) => `Back-ends of ${catalog}`,
  catalog: (catalog: string) => `Catalog ${catalog}`,
  lead: 'APIs name a back-end, and each catalog says where it is: the same version of a product calls another one in each.',
  none: 'No back-ends yet.',
  change: 'Change',

  backends: {
    caption: 'Back-ends',
    backend: 'Back-end',
    targets: 'Targets',
    credentials: 'Credentials',
    create: 'Create a back-end',
    /** Follows the link that creates one, for who hears the page. */
    createIn: (org: string) => `of ${org}`,
    set: 'Set',
    renew: 'Renew the certificate',
    remove: 'Remove',
  },

  targets: {
    notSet: 'Not set here: calls are refused',
    weight: (weight: number) => `weight ${weight}`,
    drained: 'Drained',
    notChecked: 'Not checked yet',
    healthy: 'Healthy',
    unhealthy: 'Unhealthy',
    since: (since: string) => `since ${format.dateTime(since)}.`,
  },

  credentials: {
    none: 'None',
    certificate: (endsAt: string, key: string) =>
      `Client certificate until ${format.dateTime(endsAt)}, key ${key}`,
    withSecret: (credentials: string, secret: string) => `${credentials}, secret ${secret}`,
    kinds: {
      BASIC: ({ username }: Credentials) => `HTTP Basic as ${username}`,
      HEADER: ({ name }: Credentials) => `Header ${name}`,
      QUERY: ({ name }: Credentials) => `Parameter ${name}`,
      HMAC_SIGNATURE: (_: Credentials) => 'HMAC of each request',
      OAUTH2_CLIENT_CREDENTIALS: ({ tokenUrl, clientId }: Credentials) =>
        `Access token of ${tokenUrl} for ${clientId}`,
      OAUTH2_TOKEN_EXCHANGE: ({ tokenUrl, clientId }: Credentials) =>
        `Exchange of each caller’s access token at ${tokenUrl} for ${clientId}`,
    },
  },

  secrets: {
    none: 'No secrets yet.',
    title: 'Secrets',
    secret: 'Secret',
    changedAt: 'Last set',
    delete: 'Delete',
    set: 'Set a secret',
    name: 'Name',
    nameHint: 'A new one, or one that gets another value.',
    value: 'Value',
    valueHint: 'It cannot be read again.',
    privateKey: 'Or a private key (PEM)',
    privateKeyHint:
      'That of a client certificate. For a new certificate set its key under a new name, then change the back-end to both.',
    submit: 'Set the secret',
  },
});

const de: typeof en = (format) => ({
  title: (catalog) => `Backends von ${catalog}`,
  catalog: (catalog) => `Katalog ${catalog}`,
  lead: 'APIs nennen ein Backend, und jeder Katalog sagt, wo es ist: Dieselbe Version eines Produkts ruft in jedem Katalog ein anderes auf.',
  none: 'Es gibt noch kein Backend.',
  change: 'Ändern',

  backends: {
    caption: 'Backends',
    backend: 'Backend',
    targets: 'Ziele',
    credentials: 'Zugangsdaten',
    create: 'Backend anlegen',
    createIn: (org) => `in ${org}`,
    set: 'Setzen',
    renew: 'Zertifikat erneuern',
    remove: 'Entfernen',
  },

  targets: {
    notSet: 'Hier nicht gesetzt: Aufrufe werden abgewiesen',
    weight: (weight) => `Gewicht ${weight}`,
    drained: 'Stillgelegt',
    notChecked: 'Noch nicht geprüft',
    healthy: 'Gesund',
    unhealthy: 'Gestört',
    since: (since) => `seit ${format.dateTime(since)}.`,
  },

  credentials: {
    none: 'Keine',
    certificate: (endsAt, key) => `Client-Zertifikat bis ${format.dateTime(endsAt)}, Schlüssel ${key}`,
    withSecret: (credentials, secret) => `${credentials}, Secret ${secret}`,
    kinds: {
      BASIC: ({ username }) => `HTTP Basic als ${username}`,
      HEADER: ({ name }) => `Header ${name}`,
      QUERY: ({ name }) => `Parameter ${name}`,
      HMAC_SIGNATURE: () => 'HMAC jeder Anfrage',
      OAUTH2_CLIENT_CREDENTIALS: ({ tokenUrl, clientId }) => `Zugriffstoken von ${tokenUrl} für ${clientId}`,
      OAUTH2_TOKEN_EXCHANGE: ({ tokenUrl, clientId }) =>
        `Tausch des Zugriffstokens jedes Aufrufers bei ${tokenUrl} für ${clientId}`,
    },
  },

  secrets: {
    none: 'Es gibt noch keine Secrets.',
    title: 'Secrets',
    secret: 'Secret',
    changedAt: 'Zuletzt gesetzt',
    delete: 'Löschen',
    set: 'Ein Secret setzen',
    name: 'Name',
    nameHint: 'Ein neues, oder eines, das einen anderen Wert bekommt.',
    value: 'Wert',
    valueHint: 'Er lässt sich danach nicht mehr lesen.',
    privateKey: 'Oder ein privater Schlüssel (PEM)',
    privateKeyHint:
      'Der eines Client-Zertifikats. Für ein neues Zertifikat setzen Sie seinen Schlüssel unter neuem Namen; dann bekommt das Backend beide.',
    submit: 'Secret setzen',
  },
});

/** Texts of the back-ends of a catalog, and of its secrets. */
export const backendTexts = { en, de } satisfies Texts;
