import { createHash } from 'node:crypto';
import {
  generateServiceProviderMetadata,
  type Profile,
  SAML,
  type SamlConfig,
  ValidateInResponseTo,
} from '@node-saml/node-saml';
import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js';
import type { ProvidedIdentity } from '../../domain/consumer/sign-in-placement.ts';
import type { SamlSettings } from '../../domain/oauth/saml-settings.ts';
import type { AuthenticationResult, RedirectedSignIn, RegistryAccess } from './registry-type.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  decodedAnswer,
  type SamlElement,
  SamlFault,
  textOf,
} from './saml-message.ts';

// Node-saml verifies signatures, times and audience, and gives the bytes that were signed. What it leaves to its caller
// is checked here: issuer, status, Destination, Recipient, the method of confirmation, and that the signed part itself
// names the request. (SAML Core 2.0 §2.4, §2.5; SAML Profiles 2.0 §4.1.4.2, §4.1.4.3)

/** Seconds by which the clock of an identity provider may be wrong. */
const CLOCK_SKEW_SECONDS = 60;
const SUBJECT_MAX = 256;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Status codes of who has said no: the person, or the provider. (SAML Core 2.0 §3.2.2.2) */
const DECLINED = /:status:(?:AuthnFailed|RequestDenied|NoPassive|NoAuthnContext|UnknownPrincipal)$/;

/** A sign-in that a browser has come back from, with an answer. */
export type ReturnedSignIn = RedirectedSignIn & { readonly query: string };
type Outcome = Omit<AuthenticationResult, 'durationMs'>;

/** Returns the address that a browser is sent to, with a request in it. */
export function requestUrl(
  registry: RegistryAccess,
  { isAnew, ...signIn }: RedirectedSignIn & { readonly isAnew: boolean },
): Promise<string> {
  return clientOf(registry, signIn, { forceAuthn: isAnew }).getAuthorizeUrlAsync(signIn.state, undefined, {});
}

/** Returns what an identity provider has to know of the portal. (SAML Metadata 2.0) */
export function metadataOf(registry: RegistryAccess, redirectUrl: string): string {
  const issuer = audienceOf(settingsOf(registry), redirectUrl);
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl: redirectUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${createHash('sha256').update(issuer).digest('hex').slice(0, 40)}`,
  });
}

/** Finds who has signed in, and always answers. */
export async function answerOf({
  registry,
  signIn,
}: {
  readonly registry: RegistryAccess;
  readonly signIn: ReturnedSignIn;
}): Promise<AuthenticationResult> {
  const started = performance.now();
  const outcome = await outcomeOf(registry, signIn).catch(failureOf);
  return { ...outcome, durationMs: performance.now() - started };
}

/** Whatever goes wrong is wrong with the answer: nobody else is asked. */
function failureOf(error: unknown): Outcome {
  if (error instanceof SamlFault && error.isDeclined)
    return {
      answer: 'REFUSED',
      isDeclined: true,
      message: `The identity provider has declined: ${error.message}.`,
    };
  const reason = error instanceof Error ? error.message : 'it cannot be read';
  return {
    answer: 'REFUSED',
    message: `The answer of the identity provider does not hold: ${reason.slice(0, 300)}.`,
  };
}

async function outcomeOf(registry: RegistryAccess, signIn: ReturnedSignIn): Promise<Outcome> {
  const settings = settingsOf(registry);
  const [SAMLResponse = '', ...more] = new URLSearchParams(signIn.query).getAll('SAMLResponse');
  if (SAMLResponse === '' || more.length > 0) throw new SamlFault('there is not one SAMLResponse');
  const { Response } = (await parseXml2JsFromString(decodedAnswer(SAMLResponse))) as SamlElement;
  checkResponse((Response ?? {}) as SamlElement, { settings, signIn });
  const { profile } = await clientOf(registry, signIn).validatePostResponseAsync({
    SAMLResponse: SAMLResponse.replaceAll(/\s/g, ''),
  });
  const assertion = childAssertionOf(profile);
  checkAssertion(assertion, { settings, signIn });
  const identity = identityOf(assertion, settings, registry.claims ?? []);
  return {
    answer: 'ACCEPTED',
    subject: identity.subject,
    identity,
    message: 'The identity provider has signed the person in.',
  };
}

type ExpectedAnswer = { readonly settings: SamlSettings; readonly signIn: ReturnedSignIn };

/** Checks what stands around the assertion. It need not be signed, so that nothing of it counts for anybody. */
function checkResponse(
  response: SamlElement,
  { settings, signIn: { redirectUrl, nonce } }: ExpectedAnswer,
): void {
  const status = childOf(childOf(response, 'Status'), 'StatusCode');
  const code = attributeOf(status, 'Value') ?? '';
  if (code !== SUCCESS) {
    const inner = childrenOf(status, 'StatusCode').map((each) => attributeOf(each, 'Value') ?? '');
    throw new SamlFault('its status is another than Success', {
      isDeclined: [code, ...inner].some((each) => DECLINED.test(each)),
    });
  }
  const destination = attributeOf(response, 'Destination');
  if (destination !== undefined && destination !== redirectUrl)
    throw new SamlFault('its Destination is another address than that of this portal');
  for (const issuer of childrenOf(response, 'Issuer')) expectIssuer(issuer, settings);
  if (attributeOf(response, 'InResponseTo') !== requestIdOf(nonce))
    throw new SamlFault('it answers another request');
  if (childrenOf(response, 'EncryptedAssertion').length > 0)
    throw new SamlFault('its assertion is encrypted: let the identity provider sign it alone');
}

/** Checks the assertion, all of which is signed. */
function checkAssertion(assertion: SamlElement, { settings, signIn }: ExpectedAnswer): void {
  expectIssuer(childOf(assertion, 'Issuer'), settings);
  if (childrenOf(assertion, 'AuthnStatement').length === 0)
    throw new SamlFault('its assertion does not say that somebody has signed in');
  childOf(assertion, 'Conditions');
  // Node-saml looks for one whose times hold: of several, that could be another one.
  checkConfirmation(childOf(childOf(assertion, 'Subject'), 'SubjectConfirmation'), signIn);
}

/** Checks that whoever brings the assertion is the person. (SAML Profiles 2.0 §4.1.4.3) */
function checkConfirmation(confirmation: SamlElement, { redirectUrl, nonce }: ReturnedSignIn): void {
  const data = childOf(confirmation, 'SubjectConfirmationData');
  if (attributeOf(confirmation, 'Method') !== BEARER)
    throw new SamlFault('its assertion is not confirmed for a bearer');
  if (attributeOf(data, 'Recipient') !== redirectUrl)
    throw new SamlFault('its Recipient is another address than that of this portal');
  if (attributeOf(data, 'InResponseTo') !== requestIdOf(nonce))
    throw new SamlFault('its assertion answers another request');
  if (attributeOf(data, 'NotOnOrAfter') === undefined) throw new SamlFault('its assertion never expires');
}

function expectIssuer(issuer: SamlElement, { entityId }: SamlSettings): void {
  if (textOf(issuer).trim() !== entityId)
    throw new SamlFault('its Issuer is another entity id than that of the settings');
}

/** Reads who has signed in, of the signed assertion alone. */
function identityOf(
  assertion: SamlElement,
  { personAttribute, usernameAttribute, emailAttribute, emailIsVerified }: SamlSettings,
  claims: readonly string[],
): ProvidedIdentity {
  const values = attributesOf(assertion);
  const oneOf = (name: string | null) => {
    const [value, ...more] = (name === null ? undefined : values.get(name)) ?? [];
    return value === undefined || more.length > 0 || !isName(value) ? undefined : value;
  };
  const subject = personAttribute === null ? nameIdOf(assertion) : oneOf(personAttribute);
  if (subject === undefined)
    throw new SamlFault(
      `the attribute ${personAttribute} has not one value of 1 to ${SUBJECT_MAX} characters`,
    );
  const email = oneOf(emailAttribute) ?? null;
  return {
    subject,
    username: oneOf(usernameAttribute) ?? subject,
    email,
    isEmailVerified: email !== null && emailIsVerified,
    claims: Object.fromEntries(claims.map((name) => [name, values.get(name) ?? []])),
  };
}

/** Reads the NameID of the person. One that is made for each sign-in would make as many people of one. */
function nameIdOf(assertion: SamlElement): string {
  const nameId = childOf(childOf(assertion, 'Subject'), 'NameID');
  if (attributeOf(nameId, 'Format') === TRANSIENT)
    throw new SamlFault(
      'its NameID is another one at each sign-in: set personAttribute, or another NameID format',
    );
  const text = textOf(nameId);
  if (!isName(text))
    throw new SamlFault(`its NameID has not 1 to ${SUBJECT_MAX} characters without spaces around them`);
  return text;
}

function attributesOf(assertion: SamlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = attributeOf(attribute, 'Name');
      const texts = childrenOf(attribute, 'AttributeValue').map(textOf).filter(Boolean);
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), ...texts]);
    }
  return found;
}

/** Spaces around a name would make two people alike. */
const isName = (text: string) =>
  text !== '' && text === text.trim() && text.length <= SUBJECT_MAX && !/\p{Cc}/u.test(text);

function childAssertionOf(profile: Profile | null): SamlElement {
  const { Assertion } = (profile?.getAssertion?.() ?? {}) as { readonly Assertion?: SamlElement };
  if (!Assertion) throw new SamlFault('it has no assertion');
  return Assertion;
}

function settingsOf({ saml }: RegistryAccess): SamlSettings {
  if (!saml) throw new TypeError('A registry of type SAML has settings.');
  return saml;
}

/** The id of a request. Nobody but the browser and the identity provider learns it. */
const requestIdOf = (nonce: string) => `_${nonce}`;

/** The name of the portal at the identity provider. Unless chosen, it is the address of its metadata. */
const audienceOf = ({ audience }: SamlSettings, redirectUrl: string) =>
  audience ?? redirectUrl.replace(/callback$/, 'metadata');

function clientOf(
  registry: RegistryAccess,
  { redirectUrl, nonce }: RedirectedSignIn,
  more: Partial<SamlConfig> = {},
): SAML {
  const settings = settingsOf(registry);
  const issuer = audienceOf(settings, redirectUrl);
  const requestId = requestIdOf(nonce);
  return new SAML({
    callbackUrl: redirectUrl,
    entryPoint: registry.url,
    issuer,
    audience: issuer,
    idpCert: [...settings.certificates],
    // One of both signatures has to hold: where the response has none, that of the assertion is demanded.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_SECONDS * 1_000,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    ...more,
  });
}

/** An instant for node-saml, which would not count an old request. The browser's cookie ends it. */
const NEVER_TOO_OLD = '9999-01-01T00:00:00Z';

/** The requests that may be answered: the one of this browser, which it keeps sealed. */
const onlyRequest = (requestId: string): NonNullable<SamlConfig['cacheProvider']> => ({
  saveAsync: async (_key, value) => ({ value, createdAt: 0 }),
  getAsync: async (key) => (key === requestId ? NEVER_TOO_OLD : null),
  removeAsync: async (key) => key,
});
