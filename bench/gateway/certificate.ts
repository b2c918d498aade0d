import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './processes.ts';

/**
 * Makes a certificate of this machine for the servers that are measured. The benchmark trusts any.
 *
 * @returns the file with it and its key
 */
export function makeCertificate(): string {
  const file = join(folder, 'server.pem');
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, '-days', '1', ...names];
  execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(file, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  // Nothing else is asked by TLS here.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  return file;
}
