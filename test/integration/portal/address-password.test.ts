import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  await world.portal.database.prisma.member.updateMany({
    where: { username: 'carol' },
    data: { email: 'carol@example.com' },
  });
});
afterAll(() => world.close());

const stored = () =>
  world.portal.database.prisma.member.findFirstOrThrow({
    where: { username: 'carol' },
    select: { email: true },
  });

describe('another email address', { sequential: true, shuffle: false }, () => {
  it('is taken without a password of a person who has none, and the page asks for none', async () => {
    const where = { username: 'dave' };
    const { prisma } = world.portal.database;
    const browser = await world.signedIn('dave');
    expect((await browser.get('/account')).html).toContain('id="mail-password"');
    await prisma.member.updateMany({ where, data: { passwordHash: '' } });
    expect((await browser.get('/account')).html).not.toContain('id="mail-password"');
    expect((await browser.post('/account/mail', { email: 'dave@new.example' })).status).toBe(303);
    expect(await prisma.member.findFirst({ where })).toMatchObject({ email: 'dave@new.example' });
  });

  it('is taken of nobody who does not know the password, and guesses count as those of the sign-in', async () => {
    const carol = await world.portal.signIn('carol');
    const before = await stored();
    const refused = (args: string) => carol.refused(`mutation { updateAccount(${args}) { email } }`);
    const failed = { code: 'SIGN_IN_FAILED', path: ['currentPassword'] };
    for (const missing of ['', ', currentPassword: ""'])
      expect(await refused(`email: "x@new.example"${missing}`)).toMatchObject({
        ...failed,
        message: 'Another address needs the present password.',
      });
    expect(await refused('email: null')).toMatchObject(failed);
    const guess = 'email: "x@new.example", currentPassword: "a guess"';
    expect(await refused(guess)).toMatchObject({ ...failed, message: 'The present password is wrong.' });
    let last = await refused(guess);
    for (let tries = 0; last.code === 'SIGN_IN_FAILED' && tries < 50; tries += 1) last = await refused(guess);
    expect(last.code).toBe('TOO_MANY_ATTEMPTS');
    expect(await stored()).toEqual(before);
    expect(await carol.run('mutation { updateAccount(noticesByMail: true) { hasPassword } }')).toEqual({
      updateAccount: { hasPassword: true },
    });
  });
});
