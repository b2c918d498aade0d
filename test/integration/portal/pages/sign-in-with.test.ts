import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verificationCode } from '../../../../src/control-plane/consumer/email-verification.ts';
import { mailPolicyFrom } from '../../../../src/domain/events/mail-policy.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { issuerClient, openIssuer } from '../../../support/issuer.ts';
import { type LyingIssuer, openLyingIssuer } from '../../../support/lying-issuer.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import {
  begin,
  comeBack,
  EVERYBODY,
  openIdClient,
  provider,
  putRegistry,
  setSignIn,
} from '../../../support/portal-sign-in.ts';
import { watchStatements } from '../../../support/statements.ts';

const CALLBACK = 'http://control.test/portal/acme/sandbox/sign-in/with/staff/callback';
const OWNERS = { claim: 'groups', value: 'owners', role: 'OWNER' };

let world: PagesWorld;
let issuer: LyingIssuer;
beforeAll(async () => {
  issuer = await openLyingIssuer();
});
afterAll(() => issuer.close());
beforeEach(async () => {
  Object.assign(issuer.state, { metadata: {}, claims: {}, userInfo: undefined, isForged: false });
  issuer.state.answers.clear();
  world = await openPages();
  await putRegistry(world.portal, { name: 'staff', url: issuer.url, openId: openIdClient, secret: 'secret' });
  await policy({});
});
afterEach(() => world.close());

const policy = (of: object, more: object = {}) =>
  setSignIn(world.portal, { passwords: true, providers: [{ ...provider, ...of }], ...more });

/** Signs the issuer's person in, and gives the page after it. */
async function signIn(claims: object = {}, browser: Browser = world.browser()) {
  issuer.state.claims = claims as typeof issuer.state.claims;
  const page = await comeBack(browser, await begin(browser, issuer));
  return { page, browser };
}

const members = () =>
  world.portal.database.prisma.member.findMany({
    where: { identities: { some: {} } },
    include: { consumerOrg: true, identities: true },
    orderBy: { createdAt: 'asc' },
  });
/** The memberships of who signs in by a provider, the placed one with a star. */
const memberships = async () => {
  const found = await world.portal.database.prisma.consumerMembership.findMany({
    where: { member: { identities: { some: {} } } },
    include: { consumerOrg: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return found.map((each) => `${each.consumerOrg.name} ${each.role}${each.isPlaced ? ' *' : ''}`);
};
const sessions = () => world.portal.database.prisma.portalSession.count();

const refusal = (code: string, text: string, status: number) => ({
  status,
  text: expect.stringMatching(new RegExp(`${text}.*${code}`)),
});

describe('the sign-in page', () => {
  it('has a button for each identity provider, and the form beside it', async () => {
    await putRegistry(world.portal, { name: 'partners', url: 'https://partners.test', openId: openIdClient });
    const providers = [
      { ...provider, title: 'Acme' },
      { ...provider, userRegistry: 'partners' },
    ];
    await setSignIn(world.portal, { passwords: true, providers });
    const { html, text } = await world.browser().get('/sign-in?returnTo=/portal/acme/sandbox/applications');
    expect(text).toContain('Sign in with Acme');
    expect(text).toContain('Sign in with People of partners');
    expect(html).toContain('/sign-in/with/staff?returnTo=%2Fportal%2Facme%2Fsandbox%2Fapplications');
    expect(html).toContain('name="password"');
    expect((await world.browser('de').get('/sign-in')).text).toContain('Mit Acme anmelden');
  });

  it('takes no passwords where the catalog allows none, by whatever way', async () => {
    await policy({}, { passwords: false });
    const browser = world.browser();
    const { html, text } = await browser.get('/sign-in');
    expect(html).not.toContain('name="password"');
    expect(text).not.toContain('Forgot');
    expect(await browser.post('/sign-in', { username: 'carol', password: 'carol-password' })).toMatchObject(
      refusal('PASSWORDS_DISABLED', 'This portal keeps no passwords', 403),
    );
    expect((await browser.get('/sign-up')).status).toBe(403);
    const person = { username: 'x', password: 'long enough', code: 'x' };
    for (const [document, variables] of [
      [
        'mutation ($input: ChoosePasswordInput!) { choosePassword(input: $input) { token } }',
        { input: person },
      ],
      [
        'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { token } }',
        { input: person },
      ],
    ] as const)
      expect(await world.portal.refused(document, variables)).toMatchObject({
        status: 403,
        code: 'PASSWORDS_DISABLED',
        message: 'This portal keeps no passwords.',
      });
  });
});

describe('signing in at the pages of an identity provider', () => {
  it('goes there with code, PKCE, state and nonce, and comes back to the page before', async () => {
    const browser = world.browser();
    const sent = await begin(
      browser,
      issuer,
      '/sign-in/with/staff?returnTo=/portal/acme/sandbox/applications',
    );
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await comeBack(browser, sent)).toMatchObject({
      status: 303,
      location: '/sign-in?signedIn&returnTo=%2Fportal%2Facme%2Fsandbox%2Fapplications',
    });
    expect((await browser.get('/applications')).text).toContain('Applications');
    expect(await members()).toMatchObject([
      {
        username: 'alice',
        passwordHash: '',
        consumerOrg: { name: 'consumers' },
        identities: [{ subject: 'alice', issuer: issuer.url, isPlaced: true }],
      },
    ]);
  });

  it('works with oidc-provider, which gives addresses at userinfo alone', async () => {
    const real = await openIssuer({ nora: { email: 'nora@acme.test', email_verified: true } }, CALLBACK);
    try {
      await world.portal.database.prisma.userRegistry.updateMany({ data: { url: real.url } });
      const secretSealed = await world.portal.database.prisma.userRegistry.findFirstOrThrow();
      await world.portal.database.prisma.userRegistry.updateMany({
        data: {
          secretSealed: Uint8Array.from(
            world.portal.deps.secrets.seal(issuerClient.clientSecret, secretSealed.id),
          ),
        },
      });
      await policy({ consumerOrgs: [{ ...EVERYBODY, claim: 'email_domain', value: 'acme.test' }] });
      const browser = world.browser();
      const { location = '' } = await browser.get('/sign-in/with/staff');
      const back = await real.signIn(location, 'nora');
      expect(back.startsWith(`${CALLBACK}?`)).toBe(true);
      const page = await browser.get(back.slice('http://control.test/portal/acme/sandbox'.length));
      expect(page).toMatchObject({ status: 303, location: expect.stringContaining('signedIn') });
      expect(await members()).toMatchObject([{ email: 'nora@acme.test', emailVerifiedAt: expect.any(Date) }]);
    } finally {
      await real.close();
    }
  });

  it('is of this browser alone, once, and for fifteen minutes', async () => {
    const victim = world.browser();
    const attacker = world.browser();
    const lost = refusal('SIGN_IN_LOST', 'was not begun in this browser', 400);
    const sent = await begin(attacker, issuer);
    // An attacker's answer is of no use in another browser, with or without a sign-in under way.
    expect(await comeBack(victim, sent)).toMatchObject(lost);
    await begin(victim, issuer);
    expect(await comeBack(victim, sent)).toMatchObject(lost);
    const late = await begin(victim, issuer);
    world.portal.pass(15 * 60_000);
    expect(await comeBack(victim, late)).toMatchObject(lost);
    const again = await begin(victim, issuer);
    expect(await comeBack(victim, again)).toMatchObject({ status: 303 });
    const other = world.browser();
    expect(await comeBack(other, again)).toMatchObject(lost);
    const doubled = await begin(other, issuer);
    const state = doubled.searchParams.get('state') ?? '';
    expect(
      await other.get(`/sign-in/with/staff/callback?code=x&state=${state}&state=${state}`),
    ).toMatchObject(lost);
    expect(await sessions()).toBe(1);
  });

  it('takes no answer at the address of another provider, nor one for another nonce or by another key', async () => {
    await putRegistry(world.portal, { name: 'partners', url: issuer.url, openId: openIdClient });
    await setSignIn(world.portal, {
      passwords: true,
      providers: [provider, { ...provider, userRegistry: 'partners' }],
    });
    const browser = world.browser();
    expect(await comeBack(browser, await begin(browser, issuer), 'partners')).toMatchObject(
      refusal('SIGN_IN_LOST', 'was not begun', 400),
    );
    const rejected = refusal('SIGN_IN_REJECTED', 'has not signed the person in', 401);
    const sent = await begin(browser, issuer);
    issuer.state.nonce = 'the nonce of another sign-in';
    expect(await comeBack(browser, sent)).toMatchObject(rejected);
    issuer.state.isForged = true;
    expect((await signIn()).page).toMatchObject(rejected);
    issuer.state.isForged = false;
    expect((await signIn({ aud: 'another client' })).page).toMatchObject(rejected);
    expect((await signIn({ iss: 'https://evil.test' })).page).toMatchObject(rejected);
    expect(await sessions()).toBe(0);
  });

  it('says who declined, and that the provider does not answer, in the language of the page', async () => {
    const browser = world.browser('de');
    const sent = await begin(browser, issuer);
    expect(
      await browser.get(
        `/sign-in/with/staff/callback?error=access_denied&state=${sent.searchParams.get('state')}`,
      ),
    ).toMatchObject(refusal('SIGN_IN_DECLINED', 'Sie haben die Anmeldung abgebrochen', 403));
    await world.portal.database.prisma.userRegistry.updateMany({ data: { url: 'http://127.0.0.1:1' } });
    const page = await browser.get('/sign-in/with/staff');
    expect(page).toMatchObject(
      refusal('IDENTITY_PROVIDER_UNAVAILABLE', 'Der Identitätsanbieter antwortet nicht', 503),
    );
    expect(page.headers.get('retry-after')).toBe('5');
  });

  it('leads to no page outside of the portal, and back to the configured host whatever the request names', async () => {
    for (const returnTo of ['https://evil.test/', '//evil.test/', '/portal/acme/sandbox//evil.test']) {
      const browser = world.browser();
      const sent = await begin(
        browser,
        issuer,
        `/sign-in/with/staff?returnTo=${encodeURIComponent(returnTo)}`,
      );
      expect(sent.searchParams.get('redirect_uri')).toBe(CALLBACK);
      expect((await comeBack(browser, sent)).location).toBe(
        '/sign-in?signedIn&returnTo=%2Fportal%2Facme%2Fsandbox%2F',
      );
    }
    expect((await world.browser().get('/sign-in/with/nobody')).status).toBe(404);
  });
});

describe('the rules of an identity provider', () => {
  it('give consumer org and role, at each sign-in anew', async () => {
    await policy({ roles: [OWNERS] });
    await signIn({ groups: ['owners'] });
    expect(await members()).toMatchObject([{ role: 'OWNER', consumerOrg: { name: 'consumers' } }]);
    await policy({ roles: [OWNERS], consumerOrgs: [{ ...EVERYBODY, consumerOrg: 'others' }] });
    await signIn({ groups: [] });
    expect(await members()).toMatchObject([{ role: 'VIEWER', consumerOrg: { name: 'others' } }]);
    expect(await memberships()).toEqual(['others VIEWER *']);
  });

  it('concern one membership, and leave those by invitation', async () => {
    const { prisma } = world.portal.database;
    const consumers = { ...EVERYBODY, claim: 'groups', value: 'partners' };
    const others = { ...EVERYBODY, claim: 'groups', value: 'mobile', consumerOrg: 'others' };
    const roles = [OWNERS];
    await policy({ consumerOrgs: [consumers, others], roles });
    await signIn({ groups: ['partners', 'owners'] });
    const [person] = await members();
    const { catalogId } = world.portal;
    const third = await prisma.consumerOrg.create({ data: { catalogId, name: 'third', title: 'Third' } });
    const memberId = person?.id ?? '';
    await prisma.consumerMembership.create({
      data: { memberId, consumerOrgId: third.id, role: 'DEVELOPER' },
    });
    // The role of rules follows them, also where somebody has set another one.
    await prisma.consumerMembership.updateMany({
      where: { memberId, isPlaced: true },
      data: { role: 'VIEWER' },
    });
    await signIn({ groups: ['partners', 'owners'] });
    expect((await memberships()).toSorted()).toEqual(['consumers OWNER *', 'third DEVELOPER']);
    const { browser } = await signIn({ groups: ['mobile'] });
    expect((await memberships()).toSorted()).toEqual(['others VIEWER *', 'third DEVELOPER']);
    expect((await browser.get('/organizations')).text).toMatch(/Third Developer.*others Viewer Current/);
    // Nobody places her: no session is left, and all waits for her.
    expect((await signIn({ groups: [] })).page.status).toBe(403);
    expect(await sessions()).toBe(0);
    expect((await memberships()).toSorted()).toEqual(['others VIEWER *', 'third DEVELOPER']);
    await signIn({ groups: ['mobile', 'owners'] });
    expect((await members())[0]?.id).toBe(memberId);
    expect((await memberships()).toSorted()).toEqual(['others OWNER *', 'third DEVELOPER']);
  });

  it('make a membership by invitation theirs where they lead to it, and take an owner away without leaving none', async () => {
    const { prisma } = world.portal.database;
    await policy({ roles: [OWNERS] });
    await signIn({ groups: ['owners'] });
    const [person] = await members();
    const memberId = person?.id ?? '';
    const { id } = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'others' } });
    await prisma.consumerMembership.create({ data: { memberId, consumerOrgId: id, role: 'VIEWER' } });
    await prisma.consumerMembership.updateMany({
      where: { memberId: { not: memberId }, consumerOrg: { name: 'consumers' } },
      data: { role: 'DEVELOPER' },
    });
    await policy({ consumerOrgs: [{ ...EVERYBODY, consumerOrg: 'others' }] });
    await signIn();
    // Without rules for roles it keeps the one that it had.
    expect(await memberships()).toEqual(['others VIEWER *']);
    const owners = await prisma.consumerMembership.count({
      where: { role: 'OWNER', consumerOrg: { name: 'consumers' } },
    });
    expect(owners).toBe(1);
  });

  it('refuse whom they place nowhere, and end the sessions of who was placed before', async () => {
    await policy({ consumerOrgs: [{ ...EVERYBODY, claim: 'groups', value: 'partners' }] });
    const { browser } = await signIn({ groups: ['partners'] });
    expect((await browser.get('/applications')).status).toBe(200);
    const { page } = await signIn({ groups: ['others'] }, world.browser('de'));
    expect(page).toMatchObject(
      refusal('NO_CONSUMER_ORG', 'keine Organisation dieses Portals ist für Sie', 403),
    );
    expect((await browser.get('/applications')).status).not.toBe(200);
    expect(await sessions()).toBe(0);
  });

  it('are looked up in one statement, however many groups a person has, and the first that there is counts', async () => {
    const inGroups = { claim: 'groups', value: null, consumerOrg: null, create: false };
    const made = { ...inGroups, claim: 'team', create: true };
    await policy({ consumerOrgs: [made] });
    await signIn({ team: ['group-499'] });
    await policy({ consumerOrgs: [...Array(20).fill(inGroups), EVERYBODY] });
    const seen = watchStatements();
    await signIn({ sub: 'nora', groups: Array.from({ length: 500 }, (_, at) => `group-${at}`) });
    expect(await memberships()).toEqual(['group-499 OWNER *', 'group-499 DEVELOPER *']);
    const looked = seen.filter(({ text }) => /^SELECT .* FROM "public"."ConsumerOrg"/s.test(text));
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.length).toBeLessThan(20);
  });

  it('ask for a verified address where they read it', async () => {
    await policy({ consumerOrgs: [{ ...EVERYBODY, claim: 'email_domain', value: 'acme.test' }] });
    const email = { email: 'alice@acme.test' };
    expect((await signIn({ ...email, email_verified: false })).page).toMatchObject(
      refusal('EMAIL_UNVERIFIED', 'has not verified the email address', 403),
    );
    expect((await signIn({ ...email, email_verified: true })).page.status).toBe(303);
  });

  it('leave an address verified that the person has verified by mail, and no other', async () => {
    const { database, deps } = world.portal;
    const { prisma } = database;
    const email = 'alice@acme.test';
    const isVerified = async () => (await members())[0]?.emailVerifiedAt !== null;
    await policy({ consumerOrgs: [EVERYBODY] });
    await signIn({ email, email_verified: true });
    expect(await isVerified()).toBe(true);
    const { browser } = await signIn({ email, email_verified: false });
    expect(await isVerified()).toBe(false);
    await prisma.catalog.updateMany({ data: { mail: toStore(mailPolicyFrom({}, [])) } });
    expect((await browser.post('/account/mail/send')).status).toBe(303);
    const code = verificationCode(deps.secrets, await prisma.emailVerification.findFirstOrThrow());
    expect((await browser.post('/verify-email', { code })).status).toBe(303);
    await signIn({ email, email_verified: false });
    expect(await isVerified()).toBe(true);
    await signIn({ email: 'another@acme.test', email_verified: false });
    expect(await isVerified()).toBe(false);
  });

  it('make a consumer org of a value once, and never enter one that somebody has made under its name', async () => {
    const { prisma } = world.portal.database;
    const { catalogId } = world.portal;
    await prisma.consumerOrg.create({ data: { catalogId, name: 'globex', title: 'Globex' } });
    await policy({ consumerOrgs: [{ ...EVERYBODY, claim: 'tenant', consumerOrg: null, create: true }] });
    await signIn({ tenant: 'Globex' });
    await signIn({ tenant: 'Globex', sub: 'bob' });
    const [alice, bob] = await members();
    expect(alice?.consumerOrg).toMatchObject({
      title: 'Globex',
      name: expect.stringMatching(/^organization-/),
    });
    expect(bob?.consumerOrgId).toBe(alice?.consumerOrgId);
    expect([alice?.role, bob?.role]).toEqual(['OWNER', 'DEVELOPER']);
  });

  it('never make two people one: not by username, not by address, not at another issuer', async () => {
    const { prisma } = world.portal.database;
    await prisma.member.updateMany({
      where: { username: 'carol' },
      data: { email: 'carol@acme.test', emailVerifiedAt: new Date() },
    });
    const carol = { preferred_username: 'CAROL', email: 'carol@acme.test', email_verified: true };
    await signIn({ ...carol, sub: '1' });
    expect(await members()).toMatchObject([{ username: 'CAROL (staff)', identities: [{ subject: '1' }] }]);
    const other = await openLyingIssuer();
    try {
      await prisma.userRegistry.updateMany({ data: { url: other.url } });
      other.state.claims = { sub: '1' };
      const browser = world.browser();
      expect((await comeBack(browser, await begin(browser, other))).status).toBe(303);
      expect(await members()).toHaveLength(2);
    } finally {
      await other.close();
    }
  });

  it('let somebody name a consumer org of their own, where they say so', async () => {
    await policy({ consumerOrgs: [], unmatched: 'SIGN_UP' });
    const { page, browser } = await signIn();
    expect(page).toMatchObject({ status: 303, location: '/sign-in/organization' });
    expect((await browser.get('/sign-in/organization')).text).toContain('You are signed in.');
    expect(await browser.post('/sign-in/organization', { consumerOrgTitle: ' ' })).toMatchObject({
      status: 400,
    });
    expect(await browser.post('/sign-in/organization', { consumerOrgTitle: 'Initech' })).toMatchObject({
      status: 303,
      location: expect.stringContaining('signedIn'),
    });
    expect(await members()).toMatchObject([
      { role: 'OWNER', consumerOrg: { title: 'Initech' }, identities: [{ isPlaced: false }] },
    ]);
    // What the person has made stays, whatever rules come.
    await policy({ roles: [OWNERS] });
    await signIn();
    expect(await members()).toMatchObject([{ role: 'OWNER', consumerOrg: { title: 'Initech' } }]);
    expect(await world.browser().post('/sign-in/organization', { consumerOrgTitle: 'X' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('was not begun in this browser'),
    });
  });

  it('have no password to guess', async () => {
    await signIn();
    for (const password of ['', 'alice-password'])
      expect(await world.browser().post('/sign-in', { username: 'alice', password })).toMatchObject({
        status: 401,
        text: expect.stringContaining('The username or the password is wrong.'),
      });
  });
});
