import type { LdapScope } from '../../../../domain/oauth/ldap-settings.ts';
import type { ClientType } from '../../../../domain/oauth/oauth-provider.ts';
import type { RegistryType } from '../../../../infrastructure/user-registries/registry-type.ts';
import {
  type UserRegistryType,
  userRegistryTypes,
} from '../../../../infrastructure/user-registries/types.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** Titles of a thing and of the catalog that it is assigned to. */
type InCatalog = { readonly title: string; readonly catalog: string };

const en = (format: Formats) => ({
  registryTypes: userRegistryTypes as Readonly<
    Record<UserRegistryType, Pick<RegistryType, 'title' | 'description' | 'address'>>
  >,

  registries: {
    heading: (count: number) => `User registries: ${format.number(count)}`,
    none: 'There is none: applications can obtain tokens for themselves alone, not for people.',
    caption: 'User registries',
    rows: 'user registries',
    registry: 'Registry',
    kind: 'Kind',
    address: 'Address',
    oauthProviders: 'OAuth providers',
    catalogs: 'Catalogs',
  },

  createRegistry: {
    title: 'Create a user registry',
    lead: 'It knows the people who sign in.',
    kinds: 'Kinds of user registries',
    submit: 'Create the user registry',
  },

  registry: {
    name: 'Name',
    displayName: 'Display name',
    displayNameHint: 'What the people in it are shown.',
    kind: 'Kind',
    issuer: 'Issuer',
    address: 'Address',
    what: 'address',
    baseDn: 'Base DN',
    filter: 'Filter',
    bindDn: 'Bind DN',
    anonymous: 'None: anonymous',
    clientId: 'Client id',
    scopes: 'Scopes',
    subjectClaim: 'Subject claim',
    oauthProviders: 'OAuth providers',
    noProvider: 'None',
    caption: 'Catalogs',
    inNoCatalog: 'Not assigned to a catalog: nobody signs in with it yet.',
    catalog: 'Catalog',
    save: 'Save the user registry',
  },

  registryTest: {
    title: 'Test',
    username: 'Username',
    password: 'Password',
    submit: 'Test the registry',
    accepted: (username: string) => `${username} is accepted`,
    notAccepted: (username: string) => `${username} is not accepted`,
    evidence: (httpStatus: number | null, durationMs: number) =>
      `${httpStatus === null ? '' : `HTTP status ${httpStatus}, `}after ${format.number(Math.round(durationMs))} ms. Neither the username nor the password is kept.`,
  },

  registryDeletion: {
    hasPeople: 'Not as long as it has people, whose passwords nobody else has: remove them first.',
    isAsked: (providers: string) =>
      `Not as long as an OAuth provider authenticates people with it: give another registry to ${providers} first.`,
    effect: (catalogs: string) =>
      `No OAuth provider authenticates people with it. ${catalogs ? `It is assigned to ${catalogs}.` : 'It is assigned to no catalog.'}`,
    question: (title: string) => `Delete the user registry ${title}?`,
    submit: 'Delete the user registry',
  },

  ldap: {
    startTls: 'Use STARTTLS',
    startTlsHint:
      'For an address with ldap://, which sends passwords in clear without it. ldaps:// has TLS by itself.',
    authorities: 'Certificate authorities',
    authoritiesHint: "PEM. Empty is the system's.",
    bindDn: 'Bind DN',
    bindDnHint: "The entry that searches in the platform's name; empty searches anonymously.",
    bindPassword: 'Password of the bind DN',
    bindPasswordHint: 'Never shown again. Empty keeps the present one, for the same directory.',
    baseDn: 'Base DN',
    baseDnHint: 'The entry that people are searched from, for example ou=people,dc=example,dc=com.',
    scope: 'Search',
    scopes: {
      BASE: 'The base DN alone',
      ONE_LEVEL: 'Directly below the base DN',
      SUBTREE: 'The base DN and all below it',
    } satisfies Readonly<Record<LdapScope, string>>,
    userFilter: 'Filter',
    userFilterHint: 'Exactly one entry must match; {username} stands for the username.',
    subjectAttribute: 'Subject attribute',
    subjectAttributeHint:
      'The one that the filter compares with the username, unless given. People must not be able to change it.',
    timeoutMs: 'Timeout, in milliseconds',
    timeoutMsHint: '100 to 10000.',
  },

  openId: {
    clientId: 'Client id',
    clientIdHint: 'Register this platform there as a client with the grant authorization code.',
    clientType: 'Client',
    clientTypes: {
      CONFIDENTIAL: 'Confidential: it has a secret',
      PUBLIC: 'Public: it has none',
    } satisfies Readonly<Record<ClientType, string>>,
    clientSecret: 'Client secret',
    clientSecretHint: 'Never shown again. Empty keeps the present one, for the same issuer and client id.',
    scopes: 'Scopes',
    scopesHint: 'With spaces between them, for example openid email.',
    subjectClaim: 'Subject claim',
    subjectClaimHint: 'sub, unless given. People must not be able to change it.',
    title: 'At the OpenID provider',
    atProvider: 'At the identity provider',
    page: 'Sign-in page',
    /** An OAuth provider in a catalog, which people come back to. */
    callbackOf: ({ title, catalog }: InCatalog) => `${title} in ${catalog}`,
    callback: (of: string) => `Redirect URI of ${of}`,
    callbackWhat: (of: string) => `redirect URI of ${of}`,
    noCallback:
      'No OAuth provider with the grant access code asks it yet. Its redirect URIs are shown here then.',
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
  registryTypes: {
    AUTHENTICATION_URL: {
      title: 'Authentifizierungs-URL',
      description: 'Fragt mit einem GET mit HTTP Basic bei seiner URL: 200 nimmt an, 401 und 403 lehnen ab.',
      address: {
        label: 'Authentifizierungs-URL',
        hint: 'Sie wird mit GET und HTTP Basic aufgerufen: 200 nimmt Benutzername und Passwort an, 401 und 403 lehnen sie ab.',
      },
    },
    LDAP: {
      title: 'LDAP',
      description:
        'Sucht den Benutzernamen in einem Verzeichnis und macht mit dem Passwort einen Bind als der gefundene Eintrag.',
      address: {
        label: 'Adresse des Verzeichnisses',
        hint: 'ldaps://host, oder ldap://host, das TLS mit STARTTLS beginnt. Ohne Pfad.',
      },
    },
    LOCAL: {
      title: 'Lokale Benutzer',
      description:
        'Die Plattform selbst prüft: Sie bewahrt die Benutzernamen und die gehashten Passwörter der Personen auf.',
      address: undefined,
    },
    OPENID_CONNECT: {
      title: 'OpenID Connect',
      description:
        'Schickt Personen zu den Seiten eines OpenID-Providers, von denen sie zurückkommen: Er wird nicht nach Benutzernamen und Passwörtern gefragt.',
      address: {
        label: 'Aussteller',
        hint: 'Genau so, wie ihn seine Metadaten nennen, die unter <issuer>/.well-known/openid-configuration stehen.',
      },
    },
    SAML: {
      title: 'SAML',
      description:
        'Schickt Personen zu den Seiten eines SAML-2.0-Identitätsanbieters, von denen sie mit einer signierten Assertion zurückkommen. Nur für Portale.',
      address: {
        label: 'Adresse der Anmeldung',
        hint: 'SingleSignOnService seiner Metadaten, mit dem Binding HTTP-Redirect.',
      },
    },
  },

  registries: {
    heading: (count) => `Benutzerverzeichnisse: ${format.number(count)}`,
    none: 'Es gibt keines: Anwendungen können Token nur für sich selbst holen, nicht für Personen.',
    caption: 'Benutzerverzeichnisse',
    rows: 'Benutzerverzeichnisse',
    registry: 'Verzeichnis',
    kind: 'Art',
    address: 'Adresse',
    oauthProviders: 'OAuth-Provider',
    catalogs: 'Kataloge',
  },

  createRegistry: {
    title: 'Benutzerverzeichnis anlegen',
    lead: 'Es kennt die Personen, die sich anmelden.',
    kinds: 'Arten von Benutzerverzeichnissen',
    submit: 'Benutzerverzeichnis anlegen',
  },

  registry: {
    name: 'Name',
    displayName: 'Anzeigename',
    displayNameHint: 'Was den Personen darin gezeigt wird.',
    kind: 'Art',
    issuer: 'Aussteller',
    address: 'Adresse',
    what: 'Adresse',
    baseDn: 'Base-DN',
    filter: 'Filter',
    bindDn: 'Bind-DN',
    anonymous: 'Keiner: anonym',
    clientId: 'Client-ID',
    scopes: 'Scopes',
    subjectClaim: 'Claim der Person',
    oauthProviders: 'OAuth-Provider',
    noProvider: 'Keiner nutzt es',
    caption: 'Kataloge',
    inNoCatalog: 'Es ist keinem zugeordnet: Noch meldet sich niemand damit an.',
    catalog: 'Katalog',
    save: 'Benutzerverzeichnis speichern',
  },

  registryTest: {
    title: 'Test',
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Verzeichnis fragen',
    accepted: (username) => `${username} wird angenommen`,
    notAccepted: (username) => `${username} wird nicht angenommen`,
    evidence: (httpStatus, durationMs) =>
      `${httpStatus === null ? 'Nach' : `HTTP-Status ${httpStatus}, nach`} ${format.number(Math.round(durationMs))} ms. Weder der Benutzername noch das Passwort wird aufbewahrt.`,
  },

  registryDeletion: {
    hasPeople:
      'Nicht, solange es Personen enthält, deren Passwörter niemand sonst hat: Entfernen Sie sie zuerst.',
    isAsked: (providers) =>
      `Nicht, solange ein OAuth-Provider Personen damit authentifiziert: Geben Sie zuerst ein anderes Verzeichnis an bei ${providers}.`,
    effect: (catalogs) =>
      `Kein OAuth-Provider authentifiziert Personen damit. ${catalogs ? `Zugeordnet ist es ${catalogs}.` : 'Es ist keinem Katalog zugeordnet.'}`,
    question: (title) => `Das Benutzerverzeichnis ${title} löschen?`,
    submit: 'Benutzerverzeichnis löschen',
  },

  ldap: {
    startTls: 'TLS mit STARTTLS beginnen',
    startTlsHint:
      'Für eine Adresse mit ldap://, die Passwörter sonst im Klartext sendet. ldaps:// hat von sich aus TLS.',
    authorities: 'Zertifizierungsstellen seines Zertifikats',
    authoritiesHint: 'Als PEM. Bleibt das Feld leer, gelten die des Systems.',
    bindDn: 'Bind-DN',
    bindDnHint: 'Der Eintrag, der im Namen der Plattform sucht. Bleibt das Feld leer, wird anonym gesucht.',
    bindPassword: 'Passwort des Bind-DN',
    bindPasswordHint:
      'Es wird nie gezeigt. Bleibt das Feld leer, gilt für dasselbe Verzeichnis das bisherige.',
    baseDn: 'Base-DN',
    baseDnHint: 'Der Eintrag, ab dem Personen gesucht werden, zum Beispiel ou=people,dc=example,dc=com.',
    scope: 'Suche',
    scopes: {
      BASE: 'Nur der Base-DN',
      ONE_LEVEL: 'Direkt unter dem Base-DN',
      SUBTREE: 'Der Base-DN und alles darunter',
    },
    userFilter: 'Filter',
    userFilterHint: 'Genau ein Eintrag muss passen; {username} steht für den Benutzernamen.',
    subjectAttribute: 'Attribut, das die Person in Token nennt',
    subjectAttributeHint:
      'Ohne Angabe das, welches der Filter mit dem Benutzernamen vergleicht. Personen dürfen es nicht ändern können.',
    timeoutMs: 'Höchstdauer einer Anmeldung in Millisekunden',
    timeoutMsHint: '100 bis 10000.',
  },

  openId: {
    clientId: 'Client-ID',
    clientIdHint: 'Registrieren Sie diese Plattform dort als Client mit dem Grant „Authorization Code“.',
    clientType: 'Client',
    clientTypes: {
      CONFIDENTIAL: 'Vertraulich: er hat ein Secret',
      PUBLIC: 'Öffentlich: er hat keines',
    },
    clientSecret: 'Secret des Clients',
    clientSecretHint:
      'Es wird nie gezeigt. Bleibt das Feld leer, gilt für denselben Aussteller und dieselbe Client-ID das bisherige.',
    scopes: 'Scopes',
    scopesHint: 'Mit Leerzeichen dazwischen, zum Beispiel openid email.',
    subjectClaim: 'Claim, der die Person in Token nennt',
    subjectClaimHint: 'Ohne Angabe sub. Personen dürfen ihn nicht ändern können.',
    title: 'Beim OpenID-Provider',
    atProvider: 'Beim Identitätsanbieter',
    page: 'Anmeldeseite',
    callbackOf: ({ title, catalog }) => `${title} in ${catalog}`,
    callback: (of) => `Redirect-URI von ${of}`,
    callbackWhat: (of) => `Redirect-URI von ${of}`,
    noCallback:
      'Noch fragt ihn kein OAuth-Provider mit dem Grant „Access code“. Dann stehen hier seine Redirect-URIs.',
  },
});

/** Texts of user registries. */
export const userRegistryTexts = { en, de } satisfies Texts;
