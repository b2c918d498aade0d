import { execFileSync } from 'node:child_process';
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
