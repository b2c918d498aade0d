import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

type ClaimNames = Readonly<Record<'clientClaim' | 'subjectClaim' | 'scopeClaim', string>>;

const en = (format: Formats) => ({
  createIssuer: {
    title: 'Create an external issuer',
    lead: 'Gateways then accept tokens of your own identity provider. Everything but the name can be changed later. Problems with the issuer are shown once it is saved.',
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
    answersHold: (seconds: number) => `, cached for ${format.duration(seconds)}`,
    registration: 'Registration',
    registrationFor: (grants: string) => `For ${grants}`,
    inNoCatalog: 'Not assigned to a catalog: no API can accept its tokens yet.',
    save: 'Save the external issuer',
  },

  issuerForm: {
    url: 'Issuer',
    urlHint: 'The claim iss of its tokens, letter by letter.',
    audiences: 'Audiences',
    audiencesHint: 'One a line; one of them has to be in the claim aud.',
    clientClaim: 'Client id claim',
    subjectClaim: 'Subject claim',
    scopeClaim: 'Scope claim',
    scopes: 'Scopes that APIs can ask for',
    jwksUrl: 'Key set',
    addressHint: 'Its address, where the metadata of the issuer do not tell it.',
    algorithms: 'Algorithms',
    ed25519Key: 'An Ed25519 key.',
    curveKey: 'A key on an elliptic curve.',
    rsaKey: 'An RSA key of 2048 bits or more.',
    clockSkewSeconds: 'Clock skew, in seconds',
    clockSkewSecondsHint: '0 to 300.',
    introspectionUrl: 'Introspection endpoint',
    introspectionUrlHint: 'Asked for each token instead of verifying its signature. Leave it empty for JWTs.',
    clientId: 'Client id',
    clientIdHint: 'Of the gateways, for introspection.',
    secret: 'Client secret',
    secretHint: 'For introspection: the name of a secret of each catalog.',
    cacheSeconds: 'Cache time, in seconds',
    cacheSecondsHint: 'For introspection: a revoked token is accepted until it passes. 0 to 3600.',
    registrationGrants: 'Grants that consumers may register applications for',
    registrationUrl: 'Registration endpoint',
    initialAccessToken: 'Initial access token',
    initialAccessTokenHint:
      'Of registration, where the issuer asks for one: a secret of each catalog, by name.',
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
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
});

/** Texts of external issuers. */
export const externalIssuerTexts = { en, de } satisfies Texts;
