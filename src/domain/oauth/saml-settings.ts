import { X509Certificate } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkedCertificates } from '../backend/client-tls.ts';

/** The settings of a user registry of type SAML. Its address is where people are sent to. */
export type SamlSettings = {
  /** The identity provider, which every assertion names as its issuer. */
  readonly entityId: string;
  /** Certificates as PEM. A signature by one of them holds; two of them bridge a change of keys. */
  readonly certificates: readonly string[];
  /** The name of the portal there; null is the address of the portal's metadata. */
  readonly audience: string | null;
  /** The attribute whose value no other person ever has; null is the NameID. */
  readonly personAttribute: string | null;
  /** The attribute that people are called by; null is what names the person. */
  readonly usernameAttribute: string | null;
  readonly emailAttribute: string | null;
  /** Does the identity provider vouch for the address? */
  readonly emailIsVerified: boolean;
};

export type SamlDraft = { readonly [Member in keyof SamlSettings]?: SamlSettings[Member] | null | undefined };

export const SAML_CERTIFICATES_MAX = 5;
export const SAML_ENTITY_MAX = 1_024;
export const SAML_ATTRIBUTE_MAX = 255;
const RSA_BITS_MIN = 2_048;
const DAY_MS = 24 * 60 * 60_000;
const NOTICE_DAYS = 30;

/**
 * Completes the settings of a SAML identity provider.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function samlSettingsFrom(draft: SamlDraft, path: InputPath): SamlSettings {
  const at = (member: keyof SamlSettings) => [...path, 'saml', member];
  const { entityId, certificates, audience = null } = draft;
  const { personAttribute = null, usernameAttribute = null, emailAttribute = null } = draft;
  const attributes = { personAttribute, usernameAttribute, emailAttribute };
  if (entityId == null || !isEntityId(entityId))
    return bad(
      `Give the entity id of the identity provider, 1 to ${SAML_ENTITY_MAX} characters.`,
      at('entityId'),
    );
  if (audience !== null && !isEntityId(audience))
    bad(`The audience has 1 to ${SAML_ENTITY_MAX} characters.`, at('audience'));
  for (const member of ['personAttribute', 'usernameAttribute', 'emailAttribute'] as const)
    if (attributes[member] !== null && !isAttribute(attributes[member]))
      bad(`An attribute has a name of 1 to ${SAML_ATTRIBUTE_MAX} characters.`, at(member));
  const emailIsVerified = draft.emailIsVerified ?? false;
  if (emailIsVerified && emailAttribute === null)
    bad('Name the attribute with the address that is verified.', at('emailAttribute'));
  return {
    entityId,
    certificates: certificatesFrom(certificates ?? [], at('certificates')),
    audience,
    ...attributes,
    emailIsVerified,
  };
}

function certificatesFrom(given: readonly string[], path: InputPath): readonly string[] {
  const found = given.map((each, index) => checkedCertificates(each, [...path, index]));
  if (found.length === 0 || found.length > SAML_CERTIFICATES_MAX)
    bad(`Give 1 to ${SAML_CERTIFICATES_MAX} certificates that the identity provider signs with.`, path);
  found.forEach((each, index) => {
    if (each.indexOf('BEGIN') !== each.lastIndexOf('BEGIN'))
      bad('Give each certificate by itself.', [...path, index]);
    const { asymmetricKeyType, asymmetricKeyDetails } = new X509Certificate(each).publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN)
      bad(`A certificate has an RSA key of ${RSA_BITS_MIN} bits or more.`, [...path, index]);
  });
  return [...new Set(found)];
}

/**
 * Says what keeps people from signing in, or will soon.
 *
 * Signatures by an expired certificate hold: who configures a certificate trusts its key until they remove it. Most
 * providers change the key then, so that the sentence comes before.
 */
export function samlFaults({ certificates }: Pick<SamlSettings, 'certificates'>, now: Date): string[] {
  const ends = certificates.map((each) => new Date(new X509Certificate(each).validTo).getTime());
  const last = Math.max(...ends);
  if (last - now.getTime() > NOTICE_DAYS * DAY_MS) return [];
  const day = new Date(last).toISOString().slice(0, 10);
  return [
    last < now.getTime()
      ? `All certificates have expired, the last on ${day}: add the one that the identity provider signs with now.`
      : `The last certificate expires on ${day}: add the next one of the identity provider beside it.`,
  ];
}

const isEntityId = (text: string) =>
  text !== '' && text.length <= SAML_ENTITY_MAX && !/[\p{Cc}\s]/u.test(text);
const isAttribute = (text: string) =>
  text.trim() !== '' && text.length <= SAML_ATTRIBUTE_MAX && !/\p{Cc}/u.test(text);

function bad(detail: string, path: InputPath): never {
  return refuse('BAD_USER_INPUT', { detail, path });
}
