import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, as PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

/** Certificates for `localhost` and 127.0.0.1, signed by an authority made for one test. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

  function signed(name: string, { names = 'DNS:localhost,IP:127.0.0.1', days = '1' } = {}): Certificate {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${names}`);
    openssl(
      'req',
      ...newKey,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.csr`),
      '-subj',
      `/CN=${name}`,
    );
    const by = [
      '-CA',
      at('ca.pem'),
      '-CAkey',
      at('ca.key'),
      '-CAcreateserial',
      '-extfile',
      at(`${name}.ext`),
    ];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-days', days, '-out', at(`${name}.pem`));
    return { key: readFileSync(at(`${name}.key`), 'utf8'), cert: readFileSync(at(`${name}.pem`), 'utf8') };
  }
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=Test',
    '-days',
    '2',
  );
  return {
    /** The authority's certificate, for NODE_EXTRA_CA_CERTS. */
    authority: at('ca.pem'),
    good: signed('good'),
    ofAnotherName: signed('other', { names: 'DNS:other.test' }),
    expired: signed('expired', { days: '-1' }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A chain of certificates for `localhost` and 127.0.0.1, with its authority as PEM. */
export function chainOf(intermediates: number): { readonly server: Certificate; readonly authority: string } {
  const folder = mkdtempSync(join(tmpdir(), 'chain-'));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  writeFileSync(at('ca.ext'), 'basicConstraints=critical,CA:TRUE');
  writeFileSync(at('server.ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  try {
    const root = ['-keyout', at('0.key'), '-out', at('0.pem'), '-subj', '/CN=0', '-days', '2'];
    openssl('req', '-x509', ...newKey, ...root);
    for (let made = 1; made <= intermediates + 1; made += 1) {
      const extensions = at(made > intermediates ? 'server.ext' : 'ca.ext');
      openssl('req', ...newKey, '-keyout', at(`${made}.key`), '-out', at('csr'), '-subj', `/CN=${made}`);
      const by = ['-CA', at(`${made - 1}.pem`), '-CAkey', at(`${made - 1}.key`), '-CAcreateserial'];
      const out = ['-extfile', extensions, '-days', '2', '-out', at(`${made}.pem`)];
      openssl('x509', '-req', '-in', at('csr'), ...by, ...out);
    }
    const files = Array.from({ length: intermediates + 2 }, (_, index) =>
      readFileSync(at(`${index}.pem`), 'utf8'),
    );
    const key = readFileSync(at(`${intermediates + 1}.key`), 'utf8');
    return { server: { key, cert: files.slice(1).toReversed().join('') }, authority: files[0] ?? '' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Longer than the clock of any test. */
const SPAN = { from: Date.UTC(2020, 0, 1), to: Date.UTC(2099, 0, 1) };
const stamp = (at: number) => `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;

/** A certificate that has signed itself, as PEM, with its private key. It has no names but those of `names`. */
export function selfSigned(
  name: string,
  {
    from = SPAN.from,
    to = SPAN.to,
    names,
  }: { readonly from?: number; readonly to?: number; readonly names?: string } = {},
): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const at = (file: string) => join(folder, file);
  try {
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(
      'openssl',
      [
        'req',
        '-new',
        ...newKey,
        '-keyout',
        at('key'),
        '-out',
        at('csr'),
        '-subj',
        `/O=Example/CN=${name}`,
        ...(names === undefined ? [] : ['-addext', `subjectAltName=${names}`]),
      ],
      { stdio: 'pipe' },
    );
    writeFileSync(at('index'), '');
    writeFileSync(at('serial'), '01');
    writeFileSync(
      at('conf'),
      [
        '[ca]',
        'default_ca=own',
        '[own]',
        `database=${at('index')}`,
        `serial=${at('serial')}`,
        `new_certs_dir=${folder}`,
        'default_md=sha256',
        'policy=any',
        'copy_extensions=copy',
        '[any]',
        'O=optional',
        'CN=supplied',
        '',
      ].join('\n'),
    );
    execFileSync(
      'openssl',
      [
        'ca',
        '-selfsign',
        '-batch',
        '-notext',
        '-config',
        at('conf'),
        '-in',
        at('csr'),
        '-keyfile',
        at('key'),
        '-out',
        at('pem'),
        '-startdate',
        stamp(from),
        '-enddate',
        stamp(to),
      ],
      { stdio: 'pipe' },
    );
    return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('pem'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The header Client-Cert of a certificate. (RFC 9440 §2.2) */
export const clientCertField = (pem: string): string =>
  `:${new X509Certificate(pem).raw.toString('base64')}:`;

/** The thumbprint of a certificate. (RFC 8705 §3.1) */
export const thumbprintOf = (pem: string): string =>
  createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
