import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';

/** A certificate of a listener, with its key. */
export type ServerCertificate = {
  /** The file or folder that it was read from. */
  readonly path: string;
  /** The text of its files, by which a change is seen. */
  readonly text: string;
  readonly x509: X509Certificate;
  readonly context: SecureContext;
  readonly notAfter: Date;
};

/** A certificate that cannot be used. The operator has to act. */
export class CertificateUnusable extends Error {
  override readonly name = 'CertificateUnusable';
}

/** The names of the files in a folder, as certbot and as Kubernetes write them. */
const FOLDERS = [
  ['fullchain.pem', 'privkey.pem'],
  ['tls.crt', 'tls.key'],
] as const;

const FILE_BYTES_MAX = 262_144;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----/;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/;
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/**
 * Reads a certificate of a listener. It is a PEM file with the chain and the key, or a folder with one file of each.
 *
 * @throws CertificateUnusable with a sentence that names the file
 */
export async function readCertificate(path: string): Promise<ServerCertificate> {
  const text = await readPem(path);
  if (!CERTIFICATE.test(text)) throw unusable(path, 'no certificate as PEM is in it');
  if (ENCRYPTED.test(text)) throw unusable(path, 'its key has a password: store the key without one');
  if (!KEY.test(text)) throw unusable(path, 'no private key as PEM is in it');
  try {
    const context = createSecureContext({ cert: text, key: text });
    const x509 = new X509Certificate(text);
    return { path, text, x509, context, notAfter: new Date(x509.validTo) };
  } catch (error) {
    const isOfAnother = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH';
    throw unusable(
      path,
      isOfAnother
        ? 'its key is that of another certificate. The first certificate has to be that of the server'
        : (error as Error).message,
    );
  }
}

async function readPem(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isDirectory()) return await readText(path);
    const files = await Promise.all(
      FOLDERS.map((names) => Promise.allSettled(names.map((name) => readText(join(path, name))))),
    );
    for (const [certificate, key] of files)
      if (certificate?.status === 'fulfilled' && key?.status === 'fulfilled')
        return `${certificate.value}\n${key.value}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw error instanceof CertificateUnusable
      ? error
      : unusable(path, `it cannot be read: ${code ?? message}`);
  }
  const wanted = FOLDERS.map((names) => names.join(' and ')).join(', or ');
  throw unusable(path, `the folder holds no ${wanted} that can be read`);
}

async function readText(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > FILE_BYTES_MAX) throw unusable(file, `it is larger than ${FILE_BYTES_MAX} bytes`);
  return readFile(file, 'utf8');
}

const unusable = (path: string, fault: string) =>
  new CertificateUnusable(`TLS_CERTIFICATES: ${path} cannot be used: ${fault}.`);
