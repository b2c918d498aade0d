import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf } from '../../support/page-elements.ts';
import { consoleAuthenticator, register, seen } from '../../support/second-factor.ts';

const DAY = 86_400_000;
const PEOPLE = '/console/people?org=acme';
const PASSWORD = 'ada-password';

let world: ConsoleWorld;
/** Signed in with the platform's token: no person. */
let platform: Visitor;
let count = 0;
/** The address of somebody whom no other test knows. */
let email: string;

beforeAll(async () => {
  world = await openConsole();
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
  platform = await world.signedIn();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.prisma.user.deleteMany();
  count += 1;
  email = `ada-${count}@acme.example`;
});

const linkIn = (html: string) => /console\/invitation\?code=(gv_[\w-]{43})/.exec(html)?.[1] ?? '';
const personPath = (address = email, org = 'acme') =>
  `/console/people/${encodeURIComponent(address)}?org=${org}`;
const invite = (visitor: Visitor, fields: object = {}, path = PEOPLE) =>
  readPage(visitor.submit(path, { email, role: 'VIEWER', ...fields }));

/** The name of an org that is there for one test. */
async function anotherOrg(title: string): Promise<string> {
  const { name } = await world.mutate<{ name: string }>('createOrg', { title });
  onTestFinished(async () => void (await world.mutate('deleteOrg', { name }, '')));
  return name;
}
/** Somebody who was invited by the page, and has accepted. */
async function member(role = 'ADMINISTRATOR', path = PEOPLE): Promise<Visitor> {
  const person = world.visitor();
  const { html } = await invite(platform, { role }, path);
  const { status } = await person.submit('/console/invitation', { code: linkIn(html), password: PASSWORD });
  expect(status).toBe(303);
  return person;
}

describe('the people of an org', () => {
  it('are invited by address and role: the link is shown once, and lets the person in', async () => {
    const sent = await invite(platform, { role: 'DEVELOPER' });
    expect(sent.status).toBe(200);
    expect(sent.text).toContain(`${email} is invited`);
    expect(sent.text).toContain('Copy the link now. It is not shown again.');
    expect(sent.text).toContain('until 8 Jan 2027, 00:00 UTC');
    const code = linkIn(sent.html);
    const mail = sent.links.find((href) => href.startsWith(`mailto:${encodeURIComponent(email)}?`)) ?? '';
    expect(decodeURIComponent(mail)).toContain(`http://control.test/console/invitation?code=${code}`);

    const later = await readPage(platform.get(PEOPLE));
    expect(later.html).not.toContain(code);
    expect(later.text).toMatch(
      new RegExp(`Open invitations: 1 .* ${email} Developer Expires 8 Jan 2027, 00:00 UTC, in 7 days`),
    );
    const person = world.visitor();
    await person.submit('/console/invitation', { code, password: PASSWORD });
    expect((await readPage(platform.get(PEOPLE))).text).toMatch(
      new RegExp(`Members: \\d+ .* ${email} Developer Enabled A password 1 Jan 2027, 00:00 UTC Change`),
    );
  });

  it('who are invited again get another link, which ends the one before', async () => {
    const first = linkIn((await invite(platform)).html);
    const second = linkIn((await invite(platform)).html);
    const accept = async (code: string) =>
      (await world.visitor().submit('/console/invitation', { code, password: PASSWORD })).status;
    expect([await accept(first), await accept(second)]).toEqual([404, 303]);
  });

  it('are told when a link has ended, and the invitation is taken back by a button', async () => {
    const { expiresAt } = await world.mutate<{ expiresAt: string }>(
      'inviteUser',
      { org: 'acme', email, role: 'VIEWER' },
      '{ expiresAt }',
    );
    await world.database.prisma.membership.updateMany({
      where: { user: { email } },
      data: { invitationEndsAt: new Date(new Date(expiresAt).getTime() - 9 * DAY) },
    });
    expect((await readPage(platform.get(PEOPLE))).text).toContain(
      `${email} Viewer Expired 30 Dec 2026, 00:00 UTC, 2 days ago`,
    );
    const { status, location } = await readPage(platform.submit(personPath(), { action: 'withdraw' }));
    expect([status, location]).toEqual([303, '/console/people?org=acme&done=withdrawn']);
    const { text } = await readPage(platform.get(location ?? ''));
    expect(text).toContain('The invitation is revoked');
    expect(text).not.toContain(email);
  });

  it('are not invited by what is no address, nor twice: the form says so, and keeps what was typed', async () => {
    const wrong = await invite(platform, { email: 'nobody' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('The email is no address: it has the form name@host.');
    expect(fieldOf(wrong, 'Email address')).toEqual({ value: 'nobody', error: expect.any(String) });
    await member('VIEWER');
    const again = await invite(platform, { role: 'DEVELOPER' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('change her role instead');
    expect(fieldOf(again, 'Role').value).toBe('DEVELOPER');
  });

  it('stay people of their own org: each org has a page, and every org has one for the platform', async () => {
    const person = await member('ADMINISTRATOR', '/console/people?everyOrg');
    const every = await readPage(person.get('/console/people?everyOrg'));
    expect(every.text).toMatch(new RegExp(`People of every org Acme Every org .* ${email} you`));
    expect((await readPage(person.get(PEOPLE))).text).not.toContain(`${email} you`);
    const ofAcme = await member();
    expect((await readPage(ofAcme.get('/console/people'))).text).not.toContain('Every org');
    expect((await readPage(ofAcme.get('/console/people?org=beta'))).status).toBe(404);
    expect(await readPage(ofAcme.get('/console/people?everyOrg'))).toMatchObject({
      status: 403,
      text: expect.stringContaining('changed by an administrator of the platform'),
    });
    expect((await invite(ofAcme, {}, '/console/people?org=beta')).status).toBe(404);
  });

  it('are an administrator’s: nobody else sees them, nor the way there', async () => {
    const person = await member('DEVELOPER');
    for (const path of [PEOPLE, personPath(), '/console/access-tokens?org=acme']) {
      const { status, text } = await readPage(person.get(path));
      expect([status, text]).toEqual([
        403,
        expect.stringContaining('This needs the role ADMINISTRATOR; yours is DEVELOPER.'),
      ]);
    }
    expect((await invite(person, { email: 'friend@acme.example' })).status).toBe(403);
    expect(
      (await readPage(person.submit(personPath(), { action: 'role', role: 'ADMINISTRATOR' }))).status,
    ).toBe(403);
    expect((await readPage(person.get('/console/overview'))).links).not.toContain(PEOPLE);
    expect((await readPage(platform.get('/console/overview'))).links).toContain(PEOPLE);
  });

  it('are not changed by a page of another origin', async () => {
    for (const path of [PEOPLE, personPath(), '/console/access-tokens?org=acme']) {
      const answer = await platform.post(path, { email }, { origin: 'http://evil.test' });
      expect(answer.status).toBe(403);
    }
  });

  it('lead to the sign-in and back, when the session has ended before the form is sent', async () => {
    const { status, location } = await readPage(world.visitor().submit(PEOPLE, { email, role: 'VIEWER' }));
    expect([status, location]).toEqual([
      303,
      `/console/sign-in?returnTo=${encodeURIComponent('/console/people?org=acme')}&ended`,
    ]);
  });
});

describe('a person', () => {
  it('gets another role, which holds at once', async () => {
    const person = await member('VIEWER');
    expect(fieldOf(await readPage(platform.get(personPath())), 'Role').value).toBe('VIEWER');
    const { status, location } = await readPage(
      platform.submit(personPath(), { action: 'role', role: 'DEVELOPER' }),
    );
    expect([status, location]).toEqual([303, `${personPath()}&done=role`]);
    expect((await readPage(platform.get(location ?? ''))).text).toContain('The role is changed');
    expect((await (await person.get('/console/overview')).text()).includes('Developer')).toBe(true);
  });

  it('is suspended, let in again and removed', async () => {
    const person = await member('VIEWER');
    const say = async (action: string) => {
      const { location } = await readPage(platform.submit(personPath(), { action }));
      return (await readPage(platform.get(location ?? ''))).text;
    };
    expect(await say('suspend')).toMatch(
      /Suspended ✓ No session and no token of this person is good any more/,
    );
    expect((await person.get('/console/overview')).status).toBe(303);
    expect(await say('enable')).toMatch(/Enabled ✓ This person is enabled again/);
    expect((await person.get('/console/overview')).status).toBe(200);
    expect(await say('remove')).toContain('Removed: their sessions and tokens have ended.');
    expect((await person.get('/console/overview')).status).toBe(303);
    expect(await readPage(platform.get(personPath()))).toMatchObject({ status: 404 });
    expect(await readPage(platform.submit(personPath(), { action: 'remove' }))).toMatchObject({
      status: 404,
    });
  });

  it('who is the last administrator can be neither demoted, nor suspended, nor removed, and is told why', async () => {
    const org = await anotherOrg(`Org ${count}`);
    const person = await member('ADMINISTRATOR', `/console/people?org=${org}`);
    for (const action of ['role', 'suspend', 'remove']) {
      const { status, text } = await readPage(
        person.submit(personPath(email, org), { action, role: 'VIEWER' }),
      );
      expect([status, text]).toEqual([
        409,
        expect.stringContaining(
          `${email} is the last administrator of the org: make somebody else one first.`,
        ),
      ]);
    }
  });

  it('who gives up her own rights is led to what she still sees', async () => {
    await member();
    email = `second-${email}`;
    const person = await member();
    const { status, location } = await readPage(
      person.submit(personPath(), { action: 'role', role: 'VIEWER' }),
    );
    expect([status, location]).toEqual([303, '/console/overview']);
    expect((await readPage(person.get(PEOPLE))).status).toBe(403);
  });

  it('who is written with signs that an address may have is found and changed', async () => {
    email = `o'neil+${count}/<b>&%@acme.example`;
    const { html, status } = await invite(platform);
    expect(status).toBe(200);
    expect(html).not.toContain('<b>&%');
    const { location } = await readPage(platform.submit(personPath(), { action: 'role', role: 'DEVELOPER' }));
    const { status: found, text } = await readPage(platform.get(location ?? ''));
    expect([found, text]).toEqual([200, expect.stringContaining('Role Developer')]);
  });
});

it('people and open invitations come page by page, each list by itself', async () => {
  const crowd = await openConsole();
  try {
    await crowd.mutate('createOrg', { title: 'Crowd' });
    const { id: orgId } = await crowd.database.prisma.org.findFirstOrThrow();
    for (let index = 100; index < 160; index += 1)
      for (const state of ['ENABLED', 'INVITED'] as const)
        await crowd.database.prisma.user.create({
          data: {
            email: `${state.toLowerCase()}-${index}@crowd.example`,
            memberships: { create: { orgId, role: 'VIEWER', state } },
          },
        });
    const administrator = await crowd.signedIn();
    const first = await readPage(administrator.get('/console/people?org=crowd'));
    expect(first.text).toMatch(/Open invitations: 60 .* 1 to 50 of 60 .* Members: 60 .* 1 to 50 of 60/);
    expect(first.links).toContain('/console/people?org=crowd&invitations=2');
    const second = await readPage(administrator.get('/console/people?org=crowd&people=2'));
    expect(new Set(second.text.match(/enabled-\d+@crowd\.example/g))).toEqual(
      new Set(Array.from({ length: 10 }, (_, index) => `enabled-${150 + index}@crowd.example`)),
    );
    expect(second.text).toMatch(/Open invitations: 60 .* invited-100@crowd/);
  } finally {
    await crowd.close();
  }
});

describe('the passkeys of an org', () => {
  it('are required and left to each person by a button; the page says which', async () => {
    const org = await anotherOrg(`Keys ${count}`);
    const page = `/console/people?org=${org}`;
    const rule = (required: string) =>
      readPage(platform.submit(`/console/people/second-factor?org=${org}`, { required }));
    expect((await readPage(platform.get(page))).text).toContain('Require a passkey');
    expect((await rule('yes')).location).toBe(`${page}&done=secondFactorRequired`);
    expect((await readPage(platform.get(`${page}&done=secondFactorRequired`))).text).toMatch(
      /Everybody who enters this org shows a passkey from now on\. .* Make it optional/,
    );
    expect((await rule('no')).location).toBe(`${page}&done=secondFactorOptional`);
    expect((await readPage(platform.get(page))).text).toContain('Require a passkey');
    expect((await readPage(platform.get('/console/people?everyOrg'))).text).not.toContain(
      'Require a passkey',
    );
  });

  it('that one of its people has lost are asked for no more, by a button that is there where there are some', async () => {
    const person = await member('DEVELOPER');
    const ask = 'Reset passkeys';
    expect((await readPage(platform.get(personPath()))).text).not.toContain(ask);
    await register(person, consoleAuthenticator());
    const page = await readPage(platform.get(personPath()));
    expect(page.text).toMatch(/Signs in with A password and a passkey .* Reset passkeys/);
    const { location } = await readPage(platform.submit(personPath(), { action: 'resetSecondFactor' }));
    expect(location).toBe(`${personPath()}&done=secondFactorReset`);
    expect((await readPage(platform.get(location ?? ''))).text).not.toContain(ask);
    expect(await seen(person)).toBe('UNAUTHENTICATED');
  });
});

describe('how people sign in', () => {
  it('is told as it is set up: by a password, or with an identity provider and its redirect URI', async () => {
    expect((await readPage(platform.get(PEOPLE))).text).toContain('start the platform with OIDC_ISSUER and');
    const other = await openConsole({
      openId: { issuer: 'http://issuer.test', clientId: 'gatehouse', clientSecret: 'not shown' },
    });
    try {
      await other.mutate('createOrg', { title: 'Acme' });
      const { html, text } = await readPage((await other.signedIn()).get(PEOPLE));
      expect(html).not.toContain('not shown');
      expect(text).toMatch(
        /Issuer http:\/\/issuer\.test Client id gatehouse Redirect URI http:\/\/control\.test\/console\/openid\/callback/,
      );
    } finally {
      await other.close();
    }
  });
});

it('a platform without an org has people and access tokens all the same: those of every org', async () => {
  const empty = await openConsole();
  try {
    const administrator = await empty.signedIn();
    expect((await readPage(administrator.get('/console/people'))).text).toContain('People of every org');
    expect((await readPage(administrator.get('/console/access-tokens'))).text).toContain(
      'Access tokens of every org',
    );
  } finally {
    await empty.close();
  }
});
