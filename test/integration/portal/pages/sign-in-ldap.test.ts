import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../../support/certificates.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { EVERYBODY, provider, putRegistry, setSignIn } from '../../../support/portal-sign-in.ts';
import { openSlapd, slapdPath } from '../../../support/slapd.ts';

const person = (uid: string, more: string) => `
dn: cn=${uid},ou=people,dc=acme
objectClass: inetOrgPerson
cn: ${uid}
sn: ${uid}
uid: ${uid}
mail: ${uid}@acme.test
userPassword: ${uid}-password
${more}
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
${person('alice', 'departmentNumber: Partners\nemployeeType: Owner')}${person('carol', 'departmentNumber: Partners')}${person('mallory', 'departmentNumber: Elsewhere')}`;

describe.skipIf(slapdPath === undefined)('signing in by a directory of OpenLDAP', () => {
  const certificates = makeCertificates();
  let slapd: Awaited<ReturnType<typeof openSlapd>>;
  let world: PagesWorld;
  const send = (username: string, password: string, browser = world.browser()) =>
    browser.post('/sign-in/with/staff', { username, password });

  beforeAll(async () => {
    const { good: certificate, authority } = certificates;
    slapd = await openSlapd({ certificate, authority, ldif });
    world = await openPages();
    await putRegistry(world.portal, {
      name: 'staff',
      url: slapd.url,
      secret: 'service-password',
      ldap: {
        startTls: true,
        authorities: readFileSync(authority, 'utf8'),
        bindDn: 'cn=gatehouse,dc=acme',
        baseDn: 'ou=people,dc=acme',
        userFilter: '(uid={username})',
        scope: 'SUBTREE',
        subjectAttribute: 'uid',
        timeoutMs: 5_000,
      },
    });
    await setSignIn(world.portal, {
      passwords: true,
      providers: [
        {
          ...provider,
          consumerOrgs: [{ ...EVERYBODY, claim: 'departmentNumber', value: 'Partners' }],
          roles: [{ claim: 'employeetype', value: 'Owner', role: 'OWNER' }],
        },
      ],
    });
    await slapd.ready(async () => expect((await send('mallory', 'mallory-password')).status).toBe(403));
  });
  afterAll(async () => {
    await Promise.all([slapd.close(), world.close()]);
    certificates.remove();
  });

  it('asks at a form of its own, and places people by attributes', async () => {
    const browser = world.browser();
    expect((await browser.get('/sign-in/with/staff')).text).toContain('Sign in with People of staff');
    expect(await send('ALICE', 'alice-password', browser)).toMatchObject({
      status: 303,
      location: expect.stringContaining('signedIn'),
    });
    expect((await browser.get('/applications')).status).toBe(200);
    expect(
      await world.portal.database.prisma.member.findFirst({
        where: { identities: { some: { subject: 'alice' } } },
        include: { consumerOrg: true },
      }),
    ).toMatchObject({
      username: 'alice',
      role: 'OWNER',
      email: 'alice@acme.test',
      // Nobody vouches for what a directory has.
      emailVerifiedAt: null,
      consumerOrg: { name: 'consumers' },
    });
  });

  it('leaves the member of the portal alone who has the same name', async () => {
    expect((await send('carol', 'carol-password')).status).toBe(303);
    const carols = await world.portal.database.prisma.member.findMany({
      where: { username: { startsWith: 'carol' } },
      include: { identities: true },
      orderBy: { username: 'asc' },
    });
    expect(carols).toMatchObject([
      { username: 'carol', identities: [] },
      { username: 'carol (staff)', role: 'VIEWER', identities: [{ subject: 'carol' }] },
    ]);
  });

  it('refuses a wrong password, and whom no rule places', async () => {
    expect(await send('alice', 'wrong')).toMatchObject({
      status: 401,
      text: expect.stringContaining('The username or the password is wrong.'),
    });
    expect(await send('mallory', 'mallory-password')).toMatchObject({
      status: 403,
      text: expect.stringContaining('No consumer organization of the portal is for this person.'),
    });
  });

  it('counts guesses together with those at the password of the portal', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 30 && statuses.at(-1) !== 429; guess += 1)
      statuses.push((await send('erin', `guess ${guess}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(
      (await world.browser().post('/sign-in', { username: 'Erin', password: 'erin-password' })).status,
    ).toBe(429);
  });
});
