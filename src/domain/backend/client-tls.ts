import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';

/** The TLS of a gateway towards a back-end. Certificates are public. The key is a secret of the catalog, by its name. */
export type BackendTls = {
  /** The client certificate and those between it and its authority, as PEM; null for none. */
  readonly certificate: string | null;
  /** The secret with the private key of the certificate. */
  readonly key: string | null;
  /** The authorities of the back-end's certificate, as PEM; null trusts those of the system. */
  readonly authorities: string | null;
};

export type BackendTlsDraft = { readonly [Member in keyof BackendTls]?: string | null | undefined };

const PEM_MAX = 32 * 1024;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
/** A private key with any ends of lines. A form of one line takes them away. */
const PRIVATE_KEY = /^-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([\w+/=\s]{1,16000})-----END \1-----$/;
const LINE = /.{1,64}/g;
const at = (member: keyof BackendTls): InputPath => ['input', 'tls', member];

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function backendTlsFrom({ certificate, key, authorities }: BackendTlsDraft): BackendTls | undefined {
  if (certificate != null && key == null)
    bad('The certificate has no key: name a secret of the catalog with its private key.', at('key'));
  if (key != null && certificate == null)
    bad('The key has no certificate: give the client certificate as PEM.', at('certificate'));
  if (certificate == null && authorities == null) return undefined;
  return {
    certificate: certificate == null ? null : checkedCertificates(certificate, at('certificate')),
    key: key ?? null,
    authorities: authorities == null ? null : checkedCertificates(authorities, at('authorities')),
  };
}

/** @throws BAD_USER_INPUT for a text that is not certificates as PEM */
export function checkedCertificates(text: string, path: InputPath): string {
  const found = text.match(CERTIFICATE) ?? [];
  if (text.length > PEM_MAX || found.length === 0 || text.replace(CERTIFICATE, '').trim() !== '')
    bad(`Give certificates as PEM and nothing else, up to ${PEM_MAX} characters.`, path);
  try {
    for (const each of found) new X509Certificate(each);
  } catch {
    bad('The text is no certificate as PEM.', path);
  }
  return found.join('\n');
}

/** Returns a private key as it is kept; undefined for any other text. */
export function privateKeyFrom(value: string): string | undefined {
  const [, label, body = ''] = PRIVATE_KEY.exec(value.trim()) ?? [];
  const lines = body.replaceAll(/\s/g, '').match(LINE) ?? [];
  const text = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
  if (lines.length === 0) return undefined;
  try {
    createPrivateKey(text);
    return text;
  } catch {
    return undefined;
  }
}

/** Tells whether a private key is that of the first certificate of a text. */
export function isKeyOf(key: string, certificate: string): boolean {
  const own = privateKeyFrom(key);
  return own !== undefined && new X509Certificate(certificate).checkPrivateKey(createPrivateKey(own));
}

/** Returns the end of a client certificate. */
export const endOf = (certificate: string): Date => new Date(new X509Certificate(certificate).validTo);

const bad = (detail: string, path: InputPath): never => refuse('BAD_USER_INPUT', { detail, path });
