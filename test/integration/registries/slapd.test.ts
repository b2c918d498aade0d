import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LdapDraft, ldapSettingsFrom } from '../../../src/domain/oauth/ldap-settings.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { authenticate } from '../../../src/infrastructure/user-registries/registries.ts';
import { makeCertificates } from '../../support/certificates.ts';
import { noLocalUsers, someRegistry } from '../../support/registry.ts';
import { openSlapd, slapdPath } from '../../support/slapd.ts';

const person = (uid: string, cn: string) => `
dn: cn=${cn},ou=people,dc=acme
objectClass: inetOrgPerson
cn: ${cn}
sn: ${cn}
uid: ${uid}
userPassword: ${uid}-password
`;
const ldif = `
dn: dc=acme
objectClass: dcObject
objectClass: organization
o: Acme
dc: acme

dn: cn=gatehouse,dc=acme
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: gatehouse
userPassword: service-password

dn: ou=people,dc=acme
objectClass: organizationalUnit
ou: people
${person('alice', 'Alice')}${person('bob', 'Bob (the *)')}${person('twin', 'Twin 1')}${person('twin', 'Twin 2')}`;

const alice = { username: 'alice', password: 'alice-password' };

describe.skipIf(slapdPath === undefined)('a directory of OpenLDAP', () => {
  const certificates = makeCertificates();
  const authorities = readFileSync(certificates.authority, 'utf8');
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  let slapd: Awaited<ReturnType<typeof openSlapd>>;
  const ask = (who = alice, draft: LdapDraft = {}, url = slapd.tlsUrl) => {
    const settings = { baseDn: 'ou=people,dc=acme', bindDn: 'cn=gatehouse,dc=acme', authorities, ...draft };
    const ldap = ldapSettingsFrom(settings, url, []);
    return authenticate({ ...someRegistry, type: 'LDAP', url, ldap, secret: 'service-password' }, who, {
      outbound,
      localUsers: noLocalUsers,
    });
  };
  beforeAll(async () => {
    const { good: certificate, authority } = certificates;
    slapd = await openSlapd({ certificate, authority, ldif });
    await slapd.ready(async () => expect(await ask()).toMatchObject({ answer: 'ACCEPTED' }));
  });
  afterAll(async () => {
    await Promise.all([slapd.close(), outbound.close()]);
    certificates.remove();
  });

  it('accepts a right password, with TLS from the start, by STARTTLS and without', async () => {
    for (const [url, startTls] of [
      [slapd.tlsUrl, undefined],
      [slapd.url, true],
      [slapd.url, false],
    ] as const)
      expect(await ask({ ...alice, username: 'ALICE' }, { startTls }, url)).toMatchObject({
        answer: 'ACCEPTED',
        subject: 'alice',
      });
  });

  it.each([
    ['a wrong password', { ...alice, password: 'other' }, 'The registry refuses this username and password.'],
    ['an empty password', { ...alice, password: '' }, 'A password is not empty.'],
    [
      'a filter in place of a username',
      { ...alice, username: '*)(uid=*' },
      'No entry below the base DN matches the filter.',
    ],
    [
      'a name of two entries',
      { username: 'twin', password: 'twin-password' },
      'Several entries match the filter: make it, or the base DN, narrower.',
    ],
  ])('refuses %s', async (_what, who, message) => {
    expect(await ask(who)).toMatchObject({ answer: 'REFUSED', message });
  });

  it('finds by a name that has characters of a filter', async () => {
    const who = { username: 'Bob (the *)', password: 'bob-password' };
    expect(await ask(who, { userFilter: '(cn={username})', subjectAttribute: 'uid' })).toMatchObject({
      answer: 'ACCEPTED',
      subject: 'bob',
    });
  });

  it.each([
    ['the base DN', { baseDn: 'ou=nobody,dc=acme' }, /^The directory refuses the search below the base DN: /],
    ['the bind DN', { bindDn: 'cn=nobody,dc=acme' }, /^The directory refuses the bind DN: .*code 49/],
    [
      'the certificate',
      { authorities: null },
      /^TLS with the directory failed: its certificate is not trusted/,
    ],
  ])('names what is wrong with %s', async (_what, draft, message) => {
    expect(await ask(alice, draft)).toMatchObject({
      answer: 'UNAVAILABLE',
      message: expect.stringMatching(message),
    });
  });
});
