import type { CertificateBinding } from '../../../../domain/oauth/certificate-binding.ts';
import { type GrantType, grantTypes } from '../../../../domain/oauth/grant-types.ts';
import type { LdapScope } from '../../../../domain/oauth/ldap-settings.ts';
import type { ClientType } from '../../../../domain/oauth/oauth-provider.ts';
import type { SigningAlgorithm, SigningKeyState } from '../../../../domain/oauth/signing-key.ts';
import { passwordLength } from '../../../../domain/people/password.ts';
import type { RegistryType } from '../../../../infrastructure/user-registries/registry-type.ts';
import {
  type UserRegistryType,
  userRegistryTypes,
} from '../../../../infrastructure/user-registries/types.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

/** A label of a value, and what it means. */
type Words = { readonly label: string; readonly hint: string };

type ClaimNames = Readonly<Record<'clientClaim' | 'subjectClaim' | 'scopeClaim', string>>;

/** Titles of a thing and of the catalog that it is assigned to. */
type InCatalog = { readonly title: string; readonly catalog: string };

const en = (format: Formats) => ({
  title: 'OAuth',
  titleOf: (org: string) => `OAuth of ${org}`,
  lead: 'An OAuth provider issues the access tokens that APIs can ask for, in each catalog that it is assigned to. It has people authenticated by a user registry.',
  none: 'None',
  noneYet: 'None yet',

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
  registryTypes: userRegistryTypes as Readonly<
    Record<UserRegistryType, Pick<RegistryType, 'title' | 'description' | 'address'>>
  >,

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

  assignment: {
    catalog: 'Assign to the catalog',
    assign: 'Assign',
    takeAway: 'Take away',
    from: (catalog: string) => `from ${catalog}`,
    heading: (count: number) => `Catalogs: ${format.number(count)}`,
    question: ({ title, catalog }: InCatalog) => `Take ${title} from the catalog ${catalog}?`,
    questionOfTokens: ({ title, catalog }: InCatalog) =>
      `Take ${title} from the catalog ${catalog}? Its tokens are refused there at once.`,
  },

  nameHint: 'Made from the title, unless given.',
  scopesHint: 'One a line: its name, a space, what it allows.',
  change: 'Change',
  delete: 'Delete',

  createProvider: {
    title: 'Create an OAuth provider',
    lead: 'Everything but the name can be changed later.',
    nameHint: 'Its part of the addresses; made from the title, unless given.',
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
    none: 'It is assigned to none: no application can obtain a token of it yet.',
    token: { name: 'Token', what: 'token address' },
    authorize: { name: 'Authorize', what: 'authorize address' },
    keySet: { name: 'Key set', what: 'address of the key set' },
    metadata: { name: 'Metadata', what: 'address of the metadata' },
    issuer: { name: 'Issuer', what: 'issuer' },
    revocation: { name: 'Revocation', what: 'revocation address' },
    introspection: { name: 'Introspection', what: 'introspection address' },
  },

  securedApis: {
    heading: (count: number) => `APIs that take its tokens: ${format.number(count)}`,
    none: 'There is none: an API asks for them with a security definition of type OAUTH2.',
    caption: 'APIs that take its tokens',
    rows: 'APIs',
    api: 'API',
    scopes: 'Scopes',
    where: 'Where',
    draft: 'Draft',
    inNoCatalog: 'in no catalog',
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
    accessTokenSeconds: 'Seconds that an access token is valid',
    accessTokenSecondsHint: '60 to 86400, which is a day.',
    refreshTokens: 'Issue refresh tokens',
    refreshTokensHint: 'The application obtains new access tokens without asking the person again.',
    refreshTokenSeconds: 'Seconds that a refresh token is valid',
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

  createIssuer: {
    title: 'Create an external issuer',
    lead: 'Gateways then take the tokens of your own identity provider. Everything but the name can be changed later; what the issuer lacks is shown once it is saved.',
    submit: 'Create the external issuer',
  },

  issuer: {
    name: 'Name',
    issuer: 'Issuer',
    audiences: 'Audiences',
    anyAudience: 'Any',
    claims: 'Claims',
    claimsOf: ({ clientClaim, subjectClaim, scopeClaim }: ClaimNames) =>
      `${clientClaim} is the client, ${subjectClaim} the person, ${scopeClaim} the scopes`,
    scopes: 'Scopes',
    keySet: 'Key set',
    keys: 'Keys',
    keysOf: (count: number, algorithms: string) =>
      count === 0 ? 'None that can be read now' : `${format.number(count)}, for ${algorithms}`,
    introspection: 'Introspection',
    answersHold: (seconds: number) => `, answers hold ${format.duration(seconds)}`,
    registration: 'Registration',
    registrationFor: (grants: string) => `For ${grants}`,
    inNoCatalog: 'It is assigned to none: no API can take its tokens there yet.',
    save: 'Save the external issuer',
  },

  issuerForm: {
    url: 'Issuer',
    urlHint: 'The claim iss of its tokens, letter by letter.',
    audiences: 'Audiences',
    audiencesHint: 'One a line; one of them has to be in the claim aud.',
    clientClaim: 'Claim with the client id',
    subjectClaim: 'Claim with the person',
    scopeClaim: 'Claim with the scopes',
    scopes: 'Scopes that APIs can ask for',
    jwksUrl: 'Key set',
    addressHint: 'Its address, where the metadata of the issuer do not tell it.',
    algorithms: 'Algorithms',
    ed25519Key: 'An Ed25519 key.',
    curveKey: 'A key on an elliptic curve.',
    rsaKey: 'An RSA key of 2048 bits or more.',
    clockSkewSeconds: 'Seconds that its clock may differ',
    clockSkewSecondsHint: '0 to 300.',
    introspectionUrl: 'Introspection endpoint',
    introspectionUrlHint: 'Asked for each token instead of verifying its signature. Leave it empty for JWTs.',
    clientId: 'Client id there',
    clientIdHint: 'Of introspection: that of the gateways.',
    secret: 'Secret of that client',
    secretHint: 'Of introspection: a secret of each catalog, by name.',
    cacheSeconds: 'Seconds that an answer holds',
    cacheSecondsHint: 'Of introspection: a token revoked meanwhile is still taken. 0 to 3600.',
    registrationGrants: 'Consumers register their applications there for',
    registrationUrl: 'Registration endpoint',
    initialAccessToken: 'Initial access token',
    initialAccessTokenHint:
      'Of registration, where the issuer asks for one: a secret of each catalog, by name.',
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
    subjectClaim: 'Claim of the person',
    oauthProviders: 'OAuth providers',
    noProvider: 'None ask it',
    caption: 'Catalogs',
    inNoCatalog: 'It is assigned to none: nobody signs in with it yet.',
    catalog: 'Catalog',
    save: 'Save the user registry',
  },

  registryTest: {
    title: 'Test',
    username: 'Username',
    password: 'Password',
    submit: 'Ask the registry',
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
    startTls: 'Begin TLS by STARTTLS',
    startTlsHint:
      'For an address with ldap://, which sends passwords in clear without it. ldaps:// has TLS by itself.',
    authorities: 'Authorities of its certificate',
    authoritiesHint: 'As PEM. Empty trusts those of the system.',
    bindDn: 'Bind DN',
    bindDnHint: "The entry that searches in the platform's name; empty searches anonymously.",
    bindPassword: 'Password of the bind DN',
    bindPasswordHint: 'It is never shown. Empty keeps the one before, for the same directory.',
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
    subjectAttribute: 'Attribute that names the person in tokens',
    subjectAttributeHint:
      'The one that the filter compares with the username, unless given. People must not be able to change it.',
    timeoutMs: 'Milliseconds that a sign-in may take',
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
    clientSecret: 'Secret of the client',
    clientSecretHint: 'It is never shown. Empty keeps the one before, for the same issuer and client id.',
    scopes: 'Scopes',
    scopesHint: 'With spaces between them, for example openid email.',
    subjectClaim: 'Claim that names the person in tokens',
    subjectClaimHint: 'sub, unless given. People must not be able to change it.',
    title: 'At the OpenID provider',
    page: 'Sign-in page',
    /** An OAuth provider in a catalog, which people come back to. */
    callbackOf: ({ title, catalog }: InCatalog) => `${title} in ${catalog}`,
    callback: (of: string) => `Redirect URI of ${of}`,
    callbackWhat: (of: string) => `redirect URI of ${of}`,
    noCallback:
      'No OAuth provider with the grant access code asks it yet. Its redirect URIs are shown here then.',
  },

  localUsers: {
    heading: (count: number) => `People: ${format.number(count)}`,
    search: 'Search people by username',
    submitSearch: 'Search',
    none: 'Nobody yet: nobody can sign in.',
    noneFound: 'Nobody has that in their username.',
    caption: 'People',
    rows: 'people',
    username: 'Username',
    state: 'State',
    added: 'Added',
    passwordSet: 'Password set',
    add: 'Add a person',
    newUsername: 'New username',
    newUsernameHint: 'Names the person in tokens, and cannot be changed.',
    firstPassword: 'First password',
    passwordHint: `${passwordLength.min} to ${passwordLength.max} characters. It is kept hashed: hand it over, nobody can read it.`,
    submit: 'Add the person',
  },

  localUser: {
    added: 'Added',
    passwordSet: 'Password set',
    anotherPassword: 'Another password',
    newPassword: 'New password',
    setPassword: 'Set the password',
    suspend: 'Suspend',
    suspendText:
      'Ends the sessions and revokes the tokens of this person, who cannot sign in until you let them in again.',
    enable: 'Let in again',
    enableText: 'The password is as it was.',
    remove: 'Remove',
    removeText:
      'Ends the sessions and revokes the tokens. Who is added by this name later is the same person to back-ends.',
    removeQuestion: (username: string) => `Remove ${username}?`,
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
  title: 'OAuth',
  titleOf: (org) => `OAuth von ${org}`,
  lead: 'Ein OAuth-Provider stellt die Zugriffstoken aus, die APIs verlangen können, in jedem Katalog, dem er zugeordnet ist. Personen lässt er von einem Benutzerverzeichnis authentifizieren.',
  none: 'Keine',
  noneYet: 'Noch keine',

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

  nameHint: 'Er entsteht aus dem Titel, wenn Sie keinen angeben.',
  scopesHint: 'Einer je Zeile: sein Name, ein Leerzeichen, was er erlaubt.',
  change: 'Ändern',
  delete: 'Löschen',

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

  createIssuer: {
    title: 'Externen Aussteller anlegen',
    lead: 'Gateways nehmen dann die Token Ihres eigenen Identitätsanbieters. Alles außer dem Namen lässt sich später ändern; was dem Aussteller fehlt, sehen Sie nach dem Speichern.',
    submit: 'Externen Aussteller anlegen',
  },

  issuer: {
    name: 'Name',
    issuer: 'Aussteller',
    audiences: 'Audiences',
    anyAudience: 'Beliebig',
    claims: 'Claims',
    claimsOf: ({ clientClaim, subjectClaim, scopeClaim }) =>
      `${clientClaim} ist der Client, ${subjectClaim} die Person, ${scopeClaim} enthält die Scopes`,
    scopes: 'Scopes',
    keySet: 'Adresse der Schlüssel',
    keys: 'Schlüssel',
    keysOf: (count, algorithms) =>
      count === 0 ? 'Zurzeit sind keine lesbar' : `${format.number(count)}, für ${algorithms}`,
    introspection: 'Introspection',
    answersHold: (seconds) => `, Antworten gelten ${format.duration(seconds)}`,
    registration: 'Registrierung',
    registrationFor: (grants) => `Für ${grants}`,
    inNoCatalog: 'Er ist keinem zugeordnet: Noch kann dort keine API seine Token nehmen.',
    save: 'Externen Aussteller speichern',
  },

  issuerForm: {
    url: 'Aussteller',
    urlHint: 'Der Claim iss seiner Token, Zeichen für Zeichen.',
    audiences: 'Audiences',
    audiencesHint: 'Eine je Zeile; eine davon muss im Claim aud stehen.',
    clientClaim: 'Claim mit der Client-ID',
    subjectClaim: 'Claim mit der Person',
    scopeClaim: 'Claim mit den Scopes',
    scopes: 'Scopes, die APIs verlangen können',
    jwksUrl: 'Adresse der Schlüssel',
    addressHint: 'Wenn die Metadaten des Ausstellers sie nicht nennen.',
    algorithms: 'Algorithmen',
    ed25519Key: 'Ein Ed25519-Schlüssel.',
    curveKey: 'Ein Schlüssel auf einer elliptischen Kurve.',
    rsaKey: 'Ein RSA-Schlüssel mit mindestens 2048 Bit.',
    clockSkewSeconds: 'Erlaubte Abweichung seiner Uhr in Sekunden',
    clockSkewSecondsHint: '0 bis 300.',
    introspectionUrl: 'Introspection-Endpunkt',
    introspectionUrlHint:
      'Er wird zu jedem Token gefragt, statt dass die Signatur geprüft wird. Bei JWTs bleibt das Feld leer.',
    clientId: 'Client-ID dort',
    clientIdHint: 'Für die Introspection: die der Gateways.',
    secret: 'Secret dieses Clients',
    secretHint: 'Für die Introspection: der Name eines Secrets, das jeder Katalog hat.',
    cacheSeconds: 'Gültigkeit einer Antwort in Sekunden',
    cacheSecondsHint:
      'Für die Introspection: Ein inzwischen widerrufenes Token wird so lange noch genommen. 0 bis 3600.',
    registrationGrants: 'Konsumenten registrieren dort ihre Anwendungen für',
    registrationUrl: 'Registrierungs-Endpunkt',
    initialAccessToken: 'Initial Access Token',
    initialAccessTokenHint:
      'Für die Registrierung, wenn der Aussteller eines verlangt: der Name eines Secrets, das jeder Katalog hat.',
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
    page: 'Anmeldeseite',
    callbackOf: ({ title, catalog }) => `${title} in ${catalog}`,
    callback: (of) => `Redirect-URI von ${of}`,
    callbackWhat: (of) => `Redirect-URI von ${of}`,
    noCallback:
      'Noch fragt ihn kein OAuth-Provider mit dem Grant „Access code“. Dann stehen hier seine Redirect-URIs.',
  },

  localUsers: {
    heading: (count) => `Personen: ${format.number(count)}`,
    search: 'Personen nach Benutzernamen suchen',
    submitSearch: 'Suchen',
    none: 'Noch niemand: Es kann sich niemand anmelden.',
    noneFound: 'Kein Benutzername enthält das.',
    caption: 'Personen',
    rows: 'Personen',
    username: 'Benutzername',
    state: 'Zustand',
    added: 'Hinzugefügt',
    passwordSet: 'Passwort gesetzt',
    add: 'Person hinzufügen',
    newUsername: 'Neuer Benutzername',
    newUsernameHint: 'Er nennt die Person in Token und lässt sich nicht ändern.',
    firstPassword: 'Erstes Passwort',
    passwordHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen. Es wird gehasht aufbewahrt: Geben Sie es weiter, niemand kann es lesen.`,
    submit: 'Person hinzufügen',
  },

  localUser: {
    added: 'Hinzugefügt',
    passwordSet: 'Passwort gesetzt',
    anotherPassword: 'Anderes Passwort',
    newPassword: 'Neues Passwort',
    setPassword: 'Passwort setzen',
    suspend: 'Sperren',
    suspendText:
      'Beendet die Sitzungen und widerruft die Token dieser Person, die sich erst wieder anmelden kann, wenn Sie sie wieder zulassen.',
    enable: 'Wieder zulassen',
    enableText: 'Das Passwort ist das bisherige.',
    remove: 'Entfernen',
    removeText:
      'Beendet die Sitzungen und widerruft die Token. Wer später unter diesem Namen hinzugefügt wird, ist für Backends dieselbe Person.',
    removeQuestion: (username) => `${username} entfernen?`,
  },
});

/** Texts of OAuth providers, of external issuers, and of user registries with their people. */
export const oauthTexts = { en, de } satisfies Texts;
