import { createHash, X509Certificate } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';

/** The facts of a client certificate that the platform reads. */
export type CertificateFacts = {
  /** SHA-256 of its DER, in base64url: `x5t#S256`. (RFC 8705 §3.1) */
  readonly thumbprint: string;
  /** The names of its subject, for people: `CN=billing, O=Example`. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  /** Milliseconds since 1970. */
  readonly notAfter: number;
};

const PEM_MAX = 16 * 1024;
const DER_MAX = 8 * 1024;
const SUBJECT_MAX = 500;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\w+/=\s]{1,12000}?-----END CERTIFICATE-----/g;
/** A thumbprint as RFC 8705 writes it. */
const THUMBPRINT = /^[\w-]{43}$/;
/** A thumbprint as openssl prints it, with or without colons. */
const HEXADECIMAL = /^(?:[\da-f]{2}:?){31}[\da-f]{2}$/i;

/** Reads a certificate. Undefined for anything else, and for one larger than any real one. */
export function certificateFacts(source: Buffer | string): CertificateFacts | undefined {
  try {
    const { raw, subject = '', validFrom, validTo } = new X509Certificate(source);
    const [notBefore, notAfter] = [Date.parse(validFrom), Date.parse(validTo)];
    // PEM in the place of DER, and what stands behind a certificate, is read as well.
    if (typeof source !== 'string' && !raw.equals(source)) return undefined;
    if (raw.length > DER_MAX || Number.isNaN(notBefore) || Number.isNaN(notAfter)) return undefined;
    const thumbprint = createHash('sha256').update(raw).digest('base64url');
    return { thumbprint, subject: inOneLine(subject), notBefore, notAfter };
  } catch {
    return undefined;
  }
}

/** The names in the order of LDAP, the most particular first. (RFC 4514 §2.1) */
const inOneLine = (subject: string): string =>
  subject.split('\n').reverse().join(', ').replaceAll(/\p{C}/gu, '').slice(0, SUBJECT_MAX);

/**
 * Reads the certificate that an application registers.
 *
 * @throws BAD_USER_INPUT for a text that is not one certificate as PEM, or one that has ended
 */
export function registeredCertificate(text: string, now: Date, path: InputPath): CertificateFacts {
  const bad = (detail: string): never => refuse('BAD_USER_INPUT', { detail, path });
  if (text.includes('PRIVATE KEY'))
    bad('The text has a private key, which nobody else may have: give the certificate alone.');
  const [only, ...others] = (text.length <= PEM_MAX && text.match(CERTIFICATE)) || [];
  if (only === undefined || others.length > 0)
    return bad(
      'Give one certificate as PEM: the text from BEGIN CERTIFICATE to END CERTIFICATE, without those of its authorities.',
    );
  const facts = certificateFacts(only) ?? bad('The text is no certificate as PEM.');
  if (facts.notAfter <= now.getTime()) bad('The certificate has expired: give one that has not.');
  return facts;
}

/** Returns a thumbprint as it is stored; the text itself where it is none. */
export function thumbprintFrom(text: string): string {
  const trimmed = text.trim();
  if (THUMBPRINT.test(trimmed) || !HEXADECIMAL.test(trimmed)) return trimmed;
  return Buffer.from(trimmed.replaceAll(':', ''), 'hex').toString('base64url');
}

type CertificateAddress = { readonly catalogId: string; readonly thumbprint: string };

/** Returns the key of a certificate. In a catalog, it is of one application. */
export const certificateKey = ({ catalogId, thumbprint }: CertificateAddress): string =>
  `${catalogId} ${thumbprint}`;

/** A Byte Sequence of a structured field. (RFC 8941 §3.3.5) */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]*={0,2}):$/;
/** Characters of the largest certificate in base64, with the two colons. */
const FIELD_MAX = Math.ceil(DER_MAX / 3) * 4 + 2;

/** Reads the header Client-Cert; undefined where it holds no certificate. (RFC 9440 §2.2) */
export function certificateInField(value: string): CertificateFacts | undefined {
  const [, base64] = (value.length <= FIELD_MAX && BYTE_SEQUENCE.exec(value)) || [];
  return base64 === undefined ? undefined : certificateFacts(Buffer.from(base64, 'base64'));
}
