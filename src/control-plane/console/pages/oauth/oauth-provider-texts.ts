import type { CertificateBinding } from '../../../../domain/oauth/certificate-binding.ts';
import { type GrantType, grantTypes } from '../../../../domain/oauth/grant-types.ts';
import type { ClientType } from '../../../../domain/oauth/oauth-provider.ts';
import type { SigningAlgorithm, SigningKeyState } from '../../../../domain/oauth/signing-key.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** A label of a value, and what it means. */
type Words = { readonly label: string; readonly hint: string };

/** Titles of a thing and of the catalog that it is assigned to. */
type InCatalog = { readonly title: string; readonly catalog: string };

const en = (format: Formats) => ({
  /** English words of grants and of types of registries are those of the management API. */
  grantTypes: grantTypes as Readonly<Record<GrantType, Words>>,

  clientTypes: {
    CONFIDENTIAL: { label: 'Confidential', hint: 'Keeps its secret: it runs on a server.' },
    PUBLIC: { label: 'Public', hint: 'Has no secret: it runs on a person’s device. Needs Access code.' },
  } satisfies Readonly<Record<ClientType, Words>>,

  signingAlgorithms: {
    ES256: 'ES256: cheap to sign, and known to every library',
    EdDSA: 'EdDSA: Ed25519',
    RS256: 'RS256: for verifiers that know no other',
  } satisfies Readonly<Record<SigningAlgorithm, string>>,

  certificateBindings: {
    NONE: 'No',
    OPTIONAL: 'Where the client shows one',
    REQUIRED: 'Yes: without one no token is issued',
  } satisfies Readonly<Record<CertificateBinding, string>>,

  providers: {
    heading: (count: number) => `OAuth providers: ${format.number(count)}`,
    none: 'There is none: APIs can ask for a client key alone.',
    caption: 'OAuth providers',
    rows: 'OAuth providers',
    provider: 'Provider',
    grants: 'Grants',
    externalIssuer: 'External issuer',
    scopes: 'Scopes',
    userRegistry: 'User registry',
    noRegistry: 'None',
    catalogs: 'Catalogs',
    apis: 'APIs',
    signsWith: 'Signs with',
    ownKeys: 'Its own keys',
  },

  assignment: {
    catalog: 'Assign to the catalog',
    assign: 'Assign',
    takeAway: 'Unassign',
    from: (catalog: string) => `from ${catalog}`,
    heading: (count: number) => `Catalogs: ${format.number(count)}`,
    question: ({ title, catalog }: InCatalog) => `Unassign ${title} from the catalog ${catalog}?`,
    questionOfTokens: ({ title, catalog }: InCatalog) =>
      `Unassign ${title} from the catalog ${catalog}? Its tokens are refused there at once.`,
  },

  createProvider: {
    title: 'Create an OAuth provider',
    lead: 'Everything but the name can be changed later.',
    nameHint: 'Part of its addresses. Empty is made from the title.',
    submit: 'Create the OAuth provider',
  },

  provider: {
    name: 'Name',
    grantTypes: 'Grant types',
    clientTypes: 'Client types',
    scopes: 'Scopes',
    userRegistry: 'User registry',
    noRegistry: 'None: nobody signs in',
    accessTokens: 'Access tokens',
    refreshTokens: 'Refresh tokens',
    valid: (seconds: number) => `Valid ${format.duration(seconds)}`,
    noRefreshTokens: 'None are issued',
    signsWith: 'Signs with',
    certificateBinding: 'Bound to certificates',
    save: 'Save the OAuth provider',
  },

  addresses: {
    none: 'Not assigned to a catalog: no application can get a token from it yet.',
    token: { name: 'Token', what: 'token address' },
    authorize: { name: 'Authorize', what: 'authorize address' },
    keySet: { name: 'Key set', what: 'address of the key set' },
    metadata: { name: 'Metadata', what: 'address of the metadata' },
    issuer: { name: 'Issuer', what: 'issuer' },
    revocation: { name: 'Revocation', what: 'revocation address' },
    introspection: { name: 'Introspection', what: 'introspection address' },
  },

  securedApis: {
    heading: (count: number) => `APIs that accept its tokens: ${format.number(count)}`,
    none: 'None. An API requires them with a security definition of type OAUTH2.',
    caption: 'APIs that accept its tokens',
    rows: 'APIs',
    api: 'API',
    scopes: 'Scopes',
    where: 'Catalogs',
    draft: 'Draft',
    inNoCatalog: 'none',
  },

  providerDeletion: {
    refused:
      'Not as long as an API takes its tokens: see above which do, as drafts or as they were published. Change their security first.',
    effect: (catalogs: string) =>
      `Deletes its signing keys too. ${catalogs ? `It is assigned to ${catalogs}: its tokens are refused there at once.` : 'It is assigned to no catalog, and no API takes its tokens.'}`,
    question: (title: string) => `Delete the OAuth provider ${title} and its keys?`,
    submit: 'Delete the OAuth provider',
  },

  providerForm: {
    userRegistry: 'Authenticate application users using',
    noRegistry: 'No registry: nobody signs in',
    scopes: 'Scopes',
    grantTypes: 'Supported grant types',
    clientTypes: 'Supported client types',
    authorizePath: 'Authorize path',
    tokenPath: 'Token path',
    accessTokenSeconds: 'Access token lifetime, in seconds',
    accessTokenSecondsHint: '60 to 86400, which is a day.',
    refreshTokens: 'Issue refresh tokens',
    refreshTokensHint: 'The application obtains new access tokens without asking the person again.',
    refreshTokenSeconds: 'Refresh token lifetime, in seconds',
    refreshTokenSecondsHint: '60 to 31536000, which is a year.',
    signingAlgorithm: 'Sign with',
    signingAlgorithmHint: 'Another algorithm makes a new signing key.',
    certificateBinding: 'Bind access tokens to client certificates',
    certificateBindingHint: 'A bound token is taken with that certificate alone.',
  },

  signingKeys: {
    heading: (count: number) => `Signing keys: ${format.number(count)}`,
    caption: 'Signing keys',
    keyId: 'Key id',
    algorithm: 'Algorithm',
    state: 'State',
    states: {
      PUBLISHED: 'Published',
      SIGNING: 'Signing',
      RETIRED: 'Retired',
    } satisfies Readonly<Record<SigningKeyState, string>>,
    signsFrom: 'Signs from',
    removed: 'Removed',
    rotate: 'Rotate the key',
    rotateHint: 'No call is refused for it: the old key verifies until its last token has ended.',
    withdraw: 'Withdraw all keys',
    withdrawHint:
      'Where somebody else may have a key: all tokens that are out are refused at once, and a new key signs.',
    withdrawQuestion: (title: string) =>
      `Withdraw all keys of ${title}? All tokens that are out are refused at once.`,
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
  grantTypes: {
    RESOURCE_OWNER_PASSWORD: {
      label: 'Resource owner - Password',
      hint: 'Die Anwendung sendet Benutzername und Passwort einer Person.',
    },
    ACCESS_CODE: {
      label: 'Access code',
      hint: 'Die Person meldet sich auf einer Seite des Providers an.',
    },
    APPLICATION: {
      label: 'Application',
      hint: 'Die Anwendung fragt für sich selbst, mit ihrem eigenen Secret.',
    },
  },

  clientTypes: {
    CONFIDENTIAL: { label: 'Vertraulich', hint: 'Bewahrt sein Secret: Er läuft auf einem Server.' },
    PUBLIC: {
      label: 'Öffentlich',
      hint: 'Hat kein Secret: Er läuft auf dem Gerät einer Person. Braucht Access code.',
    },
  },

  signingAlgorithms: {
    ES256: 'ES256: schnell signiert und jeder Bibliothek bekannt',
    EdDSA: 'EdDSA: Ed25519',
    RS256: 'RS256: für Prüfer, die nichts anderes kennen',
  },

  certificateBindings: {
    NONE: 'Nein',
    OPTIONAL: 'Wenn der Client eines zeigt',
    REQUIRED: 'Ja: ohne Zertifikat wird kein Token ausgestellt',
  },

  providers: {
    heading: (count) => `OAuth-Provider: ${format.number(count)}`,
    none: 'Es gibt keinen: APIs können nur einen Client-Key verlangen.',
    caption: 'OAuth-Provider',
    rows: 'OAuth-Provider',
    provider: 'Provider',
    grants: 'Grants',
    externalIssuer: 'Externer Aussteller',
    scopes: 'Scopes',
    userRegistry: 'Verzeichnis',
    noRegistry: 'Keines',
    catalogs: 'Kataloge',
    apis: 'APIs',
    signsWith: 'Signiert mit',
    ownKeys: 'Eigenen Schlüsseln',
  },

  assignment: {
    catalog: 'Dem Katalog zuordnen',
    assign: 'Zuordnen',
    takeAway: 'Herausnehmen',
    from: (catalog) => `aus ${catalog}`,
    heading: (count) => `Kataloge: ${format.number(count)}`,
    question: ({ title, catalog }) => `${title} aus dem Katalog ${catalog} nehmen?`,
    questionOfTokens: ({ title, catalog }) =>
      `${title} aus dem Katalog ${catalog} nehmen? Die Token werden dort sofort abgewiesen.`,
  },

  createProvider: {
    title: 'OAuth-Provider anlegen',
    lead: 'Alles außer dem Namen lässt sich später ändern.',
    nameHint: 'Teil der Adressen; er entsteht aus dem Titel, wenn Sie keinen angeben.',
    submit: 'OAuth-Provider anlegen',
  },

  provider: {
    name: 'Name',
    grantTypes: 'Grant-Typen',
    clientTypes: 'Client-Typen',
    scopes: 'Scopes',
    userRegistry: 'Benutzerverzeichnis',
    noRegistry: 'Keines: niemand meldet sich an',
    accessTokens: 'Zugriffstoken',
    refreshTokens: 'Refresh-Token',
    valid: (seconds) => `Gültig: ${format.duration(seconds)}`,
    noRefreshTokens: 'Werden nicht ausgestellt',
    signsWith: 'Signiert mit',
    certificateBinding: 'An Zertifikate gebunden',
    save: 'OAuth-Provider speichern',
  },

  addresses: {
    none: 'Er ist keinem zugeordnet: Noch kann keine Anwendung ein Token von ihm holen.',
    token: { name: 'Token', what: 'Adresse für Token' },
    authorize: { name: 'Autorisierung', what: 'Adresse der Autorisierung' },
    keySet: { name: 'Schlüssel', what: 'Adresse der Schlüssel' },
    metadata: { name: 'Metadaten', what: 'Adresse der Metadaten' },
    issuer: { name: 'Aussteller', what: 'Aussteller' },
    revocation: { name: 'Widerruf', what: 'Adresse des Widerrufs' },
    introspection: { name: 'Introspection', what: 'Adresse der Introspection' },
  },

  securedApis: {
    heading: (count) => `APIs, die seine Token nehmen: ${format.number(count)}`,
    none: 'Es gibt keine: Eine API verlangt sie mit einer Sicherheitsdefinition vom Typ OAUTH2.',
    caption: 'APIs, die seine Token nehmen',
    rows: 'APIs',
    api: 'API',
    scopes: 'Scopes',
    where: 'Wo',
    draft: 'Entwurf',
    inNoCatalog: 'in keinem Katalog',
  },

  providerDeletion: {
    refused:
      'Nicht, solange eine API seine Token nimmt: Oben steht, welche das sind, als Entwurf oder wie sie veröffentlicht wurden. Ändern Sie zuerst deren Sicherheit.',
    effect: (catalogs) =>
      `Löscht auch die Signaturschlüssel. ${catalogs ? `Zugeordnet ist er ${catalogs}: Seine Token werden dort sofort abgewiesen.` : 'Er ist keinem Katalog zugeordnet, und keine API nimmt seine Token.'}`,
    question: (title) => `Den OAuth-Provider ${title} und seine Schlüssel löschen?`,
    submit: 'OAuth-Provider löschen',
  },

  providerForm: {
    userRegistry: 'Benutzer der Anwendungen authentifizieren mit',
    noRegistry: 'Kein Verzeichnis: niemand meldet sich an',
    scopes: 'Scopes',
    grantTypes: 'Unterstützte Grant-Typen',
    clientTypes: 'Unterstützte Client-Typen',
    authorizePath: 'Pfad der Autorisierung',
    tokenPath: 'Pfad für Token',
    accessTokenSeconds: 'Gültigkeit eines Zugriffstokens in Sekunden',
    accessTokenSecondsHint: '60 bis 86400, das ist ein Tag.',
    refreshTokens: 'Refresh-Token ausstellen',
    refreshTokensHint: 'Die Anwendung holt neue Zugriffstoken, ohne die Person noch einmal zu fragen.',
    refreshTokenSeconds: 'Gültigkeit eines Refresh-Tokens in Sekunden',
    refreshTokenSecondsHint: '60 bis 31536000, das ist ein Jahr.',
    signingAlgorithm: 'Signieren mit',
    signingAlgorithmHint: 'Mit einem anderen Algorithmus entsteht ein neuer Signaturschlüssel.',
    certificateBinding: 'Zugriffstoken an Client-Zertifikate binden',
    certificateBindingHint: 'Ein gebundenes Token wird nur zusammen mit diesem Zertifikat angenommen.',
  },

  signingKeys: {
    heading: (count) => `Signaturschlüssel: ${format.number(count)}`,
    caption: 'Signaturschlüssel',
    keyId: 'Schlüssel-ID',
    algorithm: 'Algorithmus',
    state: 'Zustand',
    states: {
      PUBLISHED: 'Veröffentlicht',
      SIGNING: 'Signiert',
      RETIRED: 'Abgelöst',
    },
    signsFrom: 'Signiert ab',
    removed: 'Entfernt',
    rotate: 'Schlüssel wechseln',
    rotateHint:
      'Kein Aufruf wird deshalb abgewiesen: Mit dem alten Schlüssel wird geprüft, bis das letzte Token abgelaufen ist, das er signiert hat.',
    withdraw: 'Alle Schlüssel zurückziehen',
    withdrawHint:
      'Wenn vielleicht jemand anderes einen Schlüssel hat: Alle ausgestellten Token werden sofort abgewiesen, und ein neuer Schlüssel signiert.',
    withdrawQuestion: (title) =>
      `Alle Schlüssel von ${title} zurückziehen? Alle ausgestellten Token werden sofort abgewiesen.`,
  },
});

/** Texts of OAuth providers: their pages, addresses, keys and assignment. */
export const oauthProviderTexts = { en, de } satisfies Texts;
