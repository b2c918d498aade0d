import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import type { Browser, Page } from './portal-pages.ts';

export const SAML_ENTITY = 'https://login.acme.test/saml';
const PORTAL = 'http://control.test/portal/acme/sandbox';

/** The content of an answer; each member is as it should be unless given. */
export type SamlAnswer = {
  readonly requestId: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly subjectInResponseTo?: string;
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  /** Seconds from now until it has expired. */
  readonly seconds?: number;
  readonly status?: string;
  readonly id?: string;
};

export type SamlKeys = { readonly key: string; readonly cert: string };

/** Makes the key of an identity provider, with its certificate. */
export function makeSamlKeys({ bits = 2_048 }: { readonly bits?: number } = {}): SamlKeys {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=login.acme.test', '-days', '400'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-nodes', '-newkey', `rsa:${bits}`, '-keyout', key, '-out', cert, ...subject],
    { stdio: 'pipe' },
  );
  const keys = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return keys;
}

export const samlSettings = (...certificates: readonly string[]) => ({
  entityId: SAML_ENTITY,
  certificates,
  audience: null,
  personAttribute: null,
  usernameAttribute: null,
  emailAttribute: null,
  emailIsVerified: false,
});

const instant = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes an assertion, unsigned. */
export function samlAssertion(answer: SamlAnswer, name = 'staff'): string {
  const { requestId, seconds = 300, attributes = {}, nameId = 'alice' } = answer;
  const callback = `${PORTAL}/sign-in/with/${name}/callback`;
  const statements = Object.entries(attributes).map(
    ([attribute, values]) =>
      `<saml:Attribute Name="${attribute}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.id ?? `_a${requestId}`}" Version="2.0" IssueInstant="${instant(0)}">` +
    `<saml:Issuer>${answer.issuer ?? SAML_ENTITY}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${answer.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${answer.subjectInResponseTo ?? requestId}" Recipient="${answer.recipient ?? callback}" NotOnOrAfter="${instant(seconds)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(-600)}" NotOnOrAfter="${instant(seconds)}"><saml:AudienceRestriction><saml:Audience>${answer.audience ?? `${PORTAL}/sign-in/with/${name}/metadata`}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (statements.length > 0
      ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`
      : '') +
    '</saml:Assertion>'
  );
}

/** Puts an assertion, or several, into a response. */
export function samlResponse(assertion: string, answer: SamlAnswer, name = 'staff'): string {
  const { requestId, status = 'Success' } = answer;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${requestId}" Version="2.0" IssueInstant="${instant(0)}" Destination="${answer.destination ?? `${PORTAL}/sign-in/with/${name}/callback`}" InResponseTo="${answer.inResponseTo ?? requestId}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${answer.issuer ?? SAML_ENTITY}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${assertion}</samlp:Response>`
  );
}

/** Signs the element of a name, the first in the document. */
export const signedSaml = (
  xml: string,
  { key }: SamlKeys,
  {
    element = 'Assertion',
    algorithm = 'sha256',
  }: { readonly element?: 'Assertion' | 'Response'; readonly algorithm?: 'sha1' | 'sha256' } = {},
): string =>
  signXml(
    xml,
    `//*[local-name(.)='${element}']`,
    { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
    { privateKey: key, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
  );

/** The request that a browser was sent away with. */
export type SentAway = {
  readonly requestId: string;
  readonly relayState: string;
  readonly xml: string;
  readonly url: URL;
};

/** Sends a browser to the identity provider. */
export async function beginSaml(browser: Browser, path = '/sign-in/with/staff'): Promise<SentAway> {
  const { location = '', text } = await browser.get(path);
  if (!URL.canParse(location)) throw new Error(`Not sent away: ${location} ${text}`);
  const url = new URL(location);
  const request = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = inflateRawSync(request).toString('utf8');
  const requestId = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  return { requestId, relayState: url.searchParams.get('RelayState') ?? '', xml, url };
}

/** Posts an answer as the page of the identity provider does, from another site. */
export const postSaml = (
  browser: Browser,
  { relayState, provider = 'staff' }: Pick<SentAway, 'relayState'> & { readonly provider?: string },
  xml: string,
): Promise<Page> =>
  browser.post(
    `/sign-in/with/${provider}/callback`,
    { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState },
    'https://login.acme.test',
  );
