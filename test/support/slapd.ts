import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Certificate } from './certificates.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/libexec'];

/** The path of OpenLDAP's server. Undefined where it is not installed. */
export const slapdPath = folders.map((folder) => join(folder, 'slapd')).find((path) => existsSync(path));

type SlapdOptions = {
  readonly certificate: Certificate;
  /** The path of the authority of its certificate. */
  readonly authority: string;
  readonly ldif: string;
};

/** Opens a real directory for `dc=acme`. It has TLS at a port of its own, and by STARTTLS. */
export async function openSlapd({ certificate, authority, ldif }: SlapdOptions) {
  if (slapdPath === undefined) throw new Error('slapd is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'));
  const at = (name: string) => join(folder, name);
  mkdirSync(at('data'));
  writeFileSync(at('key.pem'), certificate.key);
  writeFileSync(at('cert.pem'), certificate.cert);
  writeFileSync(at('people.ldif'), ldif);
  writeFileSync(at('slapd.conf'), configuration(at, authority));
  execFileSync(slapdPath, ['-T', 'add', '-f', at('slapd.conf'), '-l', at('people.ldif')], { stdio: 'pipe' });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const child = spawn(slapdPath, ['-f', at('slapd.conf'), '-h', urls, '-d', '0'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: `ldap://127.0.0.1:${port}`,
    tlsUrl: `ldaps://127.0.0.1:${tlsPort}`,
    /** Waits until it serves, as the assertions see it. */
    ready: (assertions: () => Promise<void>) => eventually(assertions),
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const configuration = (at: (name: string) => string, authority: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${at('slapd.pid')}
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${authority}
TLSCertificateFile ${at('cert.pem')}
TLSCertificateKeyFile ${at('key.pem')}
database mdb
suffix "dc=acme"
directory ${at('data')}
access to attrs=userPassword by anonymous auth
access to * by dn.exact="cn=gatehouse,dc=acme" read
`;
