// Local users change their own passwords on the pages of an OAuth provider.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/infrastructure/secrets/argon2.ts';
import { createPasswords } from '../../../src/infrastructure/secrets/passwords.ts';
import { LocalUsers } from '../../../src/infrastructure/user-registries/local-users.ts';
import { keepAlice, keepUsers } from '../../support/local-user.ts';
import { passwordGrant } from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  type ProviderBrowser,
  SIGN_IN,
} from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const PAGE = CONSENTS.replace('consents', 'password');
const NEW = 'another-password';

let world: StoredOAuth;
let browser: ProviderBrowser;
beforeAll(async () => {
  world = await openStoredOAuth();
  await keepUsers(world);
});
beforeEach(async () => {
  await keepAlice(world);
  browser = openProviderBrowser(world.url);
});
afterAll(() => world.close());

const fields = (more = {}) => ({ ...SIGN_IN, new_password: NEW, new_password_again: NEW, ...more });
const statusWith = async (password: string) => (await passwordGrant(world, { password })).status;

describe('a local user', () => {
  it('comes from the sign-in to the page, changes the password, and goes back to sign in', async () => {
    const path = authorizePath();
    const [, href = ''] = /href="([^"]*oauth2\/password[^"]*)"/.exec((await browser.get(path)).html) ?? [];
    const link = href.replaceAll('&amp;', '&');
    expect(link).toBe(`${PAGE}?${path.split('?')[1]}`);
    await browser.get(link);
    const changed = await browser.submit('change-password', fields());
    expect(changed.status).toBe(303);
    const done = await browser.get(`${changed.location?.pathname}${changed.location?.search}`);
    expect(done.text).toContain('Your password is changed. Sign in with the new one.');
    expect(done.html.replaceAll('&amp;', '&')).toContain(`href="${path}"`);
    expect([await statusWith(SIGN_IN.password), await statusWith(NEW)]).toEqual([400, 200]);
  });

  it('ends sessions and what was allowed, also elsewhere, and it is in the audit', async () => {
    const elsewhere = openProviderBrowser(world.url);
    await allow(elsewhere);
    expect((await elsewhere.get(CONSENTS)).text).toContain('What you have allowed');
    await browser.get(PAGE);
    expect((await browser.submit('change-password', fields())).status).toBe(303);
    expect((await elsewhere.get(CONSENTS)).text).toContain('Sign in');
    const { prisma } = world.database;
    expect(await prisma.tokenFamily.count({ where: { revokedAt: null } })).toBe(0);
    expect(await prisma.auditEvent.findFirst({ where: { action: 'changeLocalUserPassword' } })).toMatchObject(
      {
        actor: 'person:Alice',
        subject: 'people/Alice',
      },
    );
    const audit = JSON.stringify(await prisma.auditEvent.findMany(), (_key, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(audit).not.toContain(NEW);
  });

  it.each([
    ['the old one is wrong', { password: 'wrong' }, 'The username or the password is wrong.'],
    ['nobody has the name', { username: 'nobody' }, 'The username or the password is wrong.'],
    [
      'the new one is short',
      { new_password: 'short', new_password_again: 'short' },
      'A password has 8 to 256 characters.',
    ],
    [
      'the new ones differ',
      { new_password_again: 'something-else' },
      'The two new passwords are not the same.',
    ],
    [
      'it is the old one',
      { new_password: SIGN_IN.password, new_password_again: SIGN_IN.password },
      'The new password is the old one: choose another.',
    ],
  ])('keeps the password where %s', async (_why, more, message) => {
    await browser.get(PAGE);
    const { status, text, html } = await browser.submit('change-password', fields(more));
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(html).not.toContain(NEW);
    expect(await statusWith(SIGN_IN.password)).toBe(200);
  });

  it('who is suspended is refused as for a wrong password', async () => {
    await world.database.prisma.localUser.updateMany({ data: { state: 'SUSPENDED' } });
    await browser.get(PAGE);
    const { status, text } = await browser.submit('change-password', fields());
    expect([status, text]).toEqual([400, expect.stringContaining('The username or the password is wrong.')]);
  });

  it('is slowed like a sign-in, together with the sign-ins', async () => {
    const { prisma } = world.database;
    const passwordHash = hashPassword({ text: SIGN_IN.password });
    const person = { userRegistryId: world.userRegistryId, username: 'Zoe', key: 'zoe', passwordHash };
    await prisma.localUser.create({ data: person });
    for (let count = 0; count < 10; count += 1) {
      await browser.get(PAGE);
      await browser.submit('change-password', fields({ username: 'zoe', password: 'wrong' }));
    }
    await browser.get(PAGE);
    const slowed = await browser.submit('change-password', fields({ username: 'zoe', password: 'wrong' }));
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    await browser.get(CONSENTS);
    const signIn = await browser.submit('sign-in', { username: 'zoe', password: SIGN_IN.password });
    expect(signIn.status).toBe(429);
  });

  it('does not undo what an administrator has done since the old password was proved', async () => {
    const { database, orgId, userRegistryId } = world;
    const users = new LocalUsers({ database, passwords: createPasswords(), clock: () => world.state.now });
    const registry = { id: userRegistryId, orgId, name: 'people' };
    const changedAt = await users.passwordChangedAt(registry, 'ALICE');
    const passwordHash = hashPassword({ text: 'of the administrator' });
    await database.prisma.localUser.updateMany({ data: { passwordHash, passwordChangedAt: new Date(0) } });
    const chosen = { registry, username: 'Alice', password: NEW, changedAt, address: '127.0.0.1' };
    await expect(users.changePassword(chosen)).rejects.toMatchObject({ code: 'GRANT_INVALID' });
    expect(await statusWith('of the administrator')).toBe(200);
  });

  it('is asked by the form of the page alone', async () => {
    await browser.get(PAGE);
    const forged = await browser.submit('change-password', fields({ form_token: 'x' }));
    expect(forged.status).toBe(403);
    const foreign = await browser.submit('change-password', fields(), { origin: 'https://elsewhere.test' });
    expect(foreign.status).toBe(403);
    expect(await statusWith(SIGN_IN.password)).toBe(200);
  });
});

it('there is no such page where a registry keeps passwords elsewhere', async () => {
  const { userRegistryId: id } = world;
  const url = world.registry.url;
  await world.change((prisma) =>
    prisma.userRegistry.update({ where: { id }, data: { type: 'AUTHENTICATION_URL', url } }),
  );
  try {
    expect((await browser.get(PAGE)).status).toBe(404);
    expect((await browser.get(authorizePath())).text).not.toContain('Change password');
  } finally {
    const data = { type: 'LOCAL', url: 'local://users' } as const;
    await world.change((prisma) => prisma.userRegistry.update({ where: { id }, data }));
  }
});
