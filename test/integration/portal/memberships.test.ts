import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invitationCode } from '../../../src/control-plane/consumer/invitation-mail.ts';
import { MEMBERSHIPS_MAX, OWNED_ORGS_MAX } from '../../../src/domain/consumer/team.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

type Person = PortalClient & { readonly token: string };
let portal: PortalWorld;
let carol: Person;
let erin: Person;
let dave: Person;
beforeEach(async () => {
  portal = await openPortal();
  await portal.database.prisma.catalog.updateMany({ data: { selfServiceSignUp: true } });
  [carol, erin, dave] = await Promise.all([
    portal.signIn('carol'),
    portal.signIn('erin'),
    portal.signIn('dave'),
  ]);
});
afterEach(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const INVITE = `mutation ($role: MemberRole!, $email: String) {
  inviteMember(role: $role, email: $email) { url invitation { id } } }`;
const JOIN = 'mutation ($code: String!) { joinConsumerOrg(code: $code) }';
const SWITCH = 'mutation ($name: String!) { switchConsumerOrg(name: $name) }';
const CREATE = 'mutation ($title: String!) { createConsumerOrg(consumerOrgTitle: $title) }';
const REMOVE = 'mutation ($username: String!) { removeMember(username: $username) }';
const LEAVE = 'mutation { leaveConsumerOrg }';
const DELETE_ACCOUNT = 'mutation ($username: String!) { deleteAccount(username: $username) }';
const DELETE_ORG = 'mutation ($name: String!) { deleteConsumerOrg(name: $name) }';
const WHERE = `{ viewer { role consumerOrg { name } memberships { role isCurrent consumerOrg { name } } } }`;
const APPLICATION =
  'mutation ($title: String!) { createApplication(title: $title) { application { name } } }';

type Where = {
  viewer: null | {
    role: string;
    consumerOrg: { name: string };
    memberships: { role: string; isCurrent: boolean; consumerOrg: { name: string } }[];
  };
};
/** The current consumer org of a session with the role in it, and all: `*` is the current one. */
const placeOf = async (client: PortalClient) => {
  const { viewer } = await client.run<Where>(WHERE);
  return (
    viewer && {
      now: `${viewer.consumerOrg.name} ${viewer.role}`,
      all: viewer.memberships.map(
        ({ role, isCurrent, consumerOrg }) => `${consumerOrg.name} ${role}${isCurrent ? ' *' : ''}`,
      ),
    }
  );
};
const refusalOf = async (client: PortalClient, document: string, variables = {}) => {
  const [error] = (await client.send(document, variables)).errors;
  return error && [error.extensions.code, error.message];
};
const invited = async (owner: PortalClient, role = 'DEVELOPER') => {
  const { inviteMember } = await owner.run<{ inviteMember: { url: string } }>(INVITE, { role });
  return new URL(inviteMember.url).searchParams.get('code') ?? '';
};
const joins = async (person: PortalClient, owner: PortalClient, role?: string) =>
  person.run(JOIN, { code: await invited(owner, role) });

describe('a person of several consumer orgs', () => {
  it('joins one by an invitation with the account at hand, and has a role in each', async () => {
    await joins(erin, dave, 'OWNER');
    expect(await placeOf(erin)).toEqual({
      now: 'others OWNER',
      all: ['consumers DEVELOPER', 'others OWNER *'],
    });
    const again = await portal.signIn('erin');
    expect(await placeOf(again)).toMatchObject({ now: 'consumers DEVELOPER' });
    const { viewer } = await dave.run<{ viewer: { consumerOrg: object } }>(
      '{ viewer { consumerOrg { members { username role } activities { username action subject } } } }',
    );
    expect(viewer.consumerOrg).toMatchObject({
      members: [
        { username: 'dave', role: 'OWNER' },
        { username: 'erin', role: 'OWNER' },
      ],
      activities: [
        { username: 'erin', action: 'acceptInvitation', subject: 'OWNER' },
        { username: 'dave', action: 'inviteMember', subject: 'others/OWNER' },
      ],
    });
  });

  it('has the rights of the current one alone, and sees nothing of the others', async () => {
    await joins(erin, dave, 'VIEWER');
    expect(await refusalOf(erin, APPLICATION, { title: 'Shop' })).toEqual([
      'FORBIDDEN',
      'This needs the role DEVELOPER in your organization, and yours is VIEWER: ask an owner.',
    ]);
    await erin.run(SWITCH, { name: 'consumers' });
    await erin.run(APPLICATION, { title: 'Shop' });
    const HAS = '{ application(name: "shop") { name } }';
    expect(await erin.run(HAS)).toEqual({ application: { name: 'shop' } });
    await erin.run(SWITCH, { name: 'others' });
    expect(await erin.run(HAS)).toEqual({ application: null });
  });

  it('switches one session, and to own consumer orgs alone', async () => {
    await joins(erin, dave);
    const elsewhere = await portal.signIn('erin');
    await erin.run(SWITCH, { name: 'consumers' });
    await elsewhere.run(SWITCH, { name: 'others' });
    expect(await placeOf(erin)).toMatchObject({ now: 'consumers DEVELOPER' });
    expect(await placeOf(elsewhere)).toMatchObject({ now: 'others DEVELOPER' });
    expect(await refusalOf(carol, SWITCH, { name: 'others' })).toEqual([
      'NOT_FOUND',
      'You belong to no organization of that name.',
    ]);
    expect(await refusalOf(carol, SWITCH, { name: 'a\0b' })).toMatchObject(['NOT_FOUND', expect.any(String)]);
  });

  it('loses a session with the membership that it is in, and no other one', async () => {
    await joins(erin, dave);
    const atHome = await portal.signIn('erin');
    await dave.run(REMOVE, { username: 'erin' });
    expect(await placeOf(erin)).toBeNull();
    expect(await placeOf(atHome)).toEqual({
      now: 'consumers DEVELOPER',
      all: ['consumers DEVELOPER *'],
    });
  });

  it('keeps the account where home is left, and begins in the next one', async () => {
    await joins(erin, dave);
    await carol.run(REMOVE, { username: 'erin' });
    expect(await placeOf(erin)).toEqual({ now: 'others DEVELOPER', all: ['others DEVELOPER *'] });
    expect(await placeOf(await portal.signIn('erin'))).toMatchObject({ now: 'others DEVELOPER' });
    await dave.run(REMOVE, { username: 'erin' });
    expect(await portal.database.prisma.member.count({ where: { username: 'erin' } })).toBe(0);
  });

  it('leaves one and goes on in another; the last one takes the account along', async () => {
    await joins(erin, dave);
    await erin.run(LEAVE);
    expect(await placeOf(erin)).toEqual({ now: 'consumers DEVELOPER', all: ['consumers DEVELOPER *'] });
    await erin.run(LEAVE);
    expect(await placeOf(erin)).toBeNull();
    expect(await portal.database.prisma.member.count({ where: { username: 'erin' } })).toBe(0);
  });

  it('keeps the account where another owner deletes an organization', async () => {
    await joins(erin, dave);
    await carol.run(DELETE_ORG, { name: 'consumers' });
    expect(await placeOf(carol)).toBeNull();
    expect(await placeOf(erin)).toEqual({ now: 'others DEVELOPER', all: ['others DEVELOPER *'] });
  });

  it('is told by each consumer org, and reads the notices of the current one', async () => {
    const { prisma } = portal.database;
    await prisma.catalog.updateMany({ data: { mail: {} } });
    await prisma.member.updateMany({ where: { username: 'erin' }, data: { email: 'erin@example.com' } });
    await joins(erin, dave);
    const product = await portal.product();
    for (const [owner, title] of [
      [carol, 'Shop'],
      [dave, 'Store'],
    ] as const) {
      const { createApplication } = await owner.run<{ createApplication: { application: { name: string } } }>(
        APPLICATION,
        { title },
      );
      await owner.run(
        `mutation ($application: String!) { subscribe(application: $application, product: "customer:1.0.0", plan: "default-plan") { __typename } }`,
        { application: createApplication.application.name },
      );
    }
    await prisma.notice.deleteMany();
    await prisma.catalogProduct.update({ where: { id: product.id }, data: { state: 'DEPRECATED' } });
    const unread = async () =>
      (await erin.run<{ viewer: { unreadNoticeCount: number } }>('{ viewer { unreadNoticeCount } }')).viewer
        .unreadNoticeCount;
    expect(await unread()).toBe(1);
    expect(await erin.run('mutation { markNoticesRead }')).toEqual({ markNoticesRead: 1 });
    expect(await unread()).toBe(0);
    await erin.run(SWITCH, { name: 'consumers' });
    expect(await unread()).toBe(1);
    const mails = await prisma.mail.findMany({
      where: { member: { username: 'erin' }, notice: { isNot: null } },
    });
    expect(mails).toHaveLength(2);
    await carol.run(REMOVE, { username: 'erin' });
    expect(await prisma.noticeReader.count({ where: { member: { username: 'erin' } } })).toBe(1);
  });
});

describe('a further consumer org', () => {
  it('is made by a person, who owns it', async () => {
    expect(await erin.run(CREATE, { title: 'Side Project' })).toEqual({ createConsumerOrg: 'side-project' });
    expect(await placeOf(erin)).toEqual({
      now: 'side-project OWNER',
      all: ['consumers DEVELOPER', 'side-project OWNER *'],
    });
    expect(await refusalOf(erin, CREATE, { title: 'Side Project' })).toMatchObject([
      'NAME_TAKEN',
      expect.stringContaining('side-project'),
    ]);
  });

  it('is refused where the catalog has no self-service sign-up', async () => {
    await portal.database.prisma.catalog.updateMany({ data: { selfServiceSignUp: false } });
    expect(await refusalOf(erin, CREATE, { title: 'Side' })).toMatchObject([
      'SIGN_UP_DISABLED',
      expect.any(String),
    ]);
  });

  it('is bounded by person: by what she owns, and by what she belongs to', async () => {
    for (let made = 0; made < OWNED_ORGS_MAX; made += 1) await erin.run(CREATE, { title: `Org ${made}` });
    expect(await refusalOf(erin, CREATE, { title: 'Another' })).toEqual([
      'QUOTA_EXCEEDED',
      `You own ${OWNED_ORGS_MAX} organizations, and with ${OWNED_ORGS_MAX} a person creates no more: hand one over, or delete it, first.`,
    ]);
    const { prisma } = portal.database;
    const { id: memberId } = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
    const made = await prisma.consumerOrg.createManyAndReturn({
      data: Array.from({ length: MEMBERSHIPS_MAX - 1 }, (_, index) => ({
        catalogId: portal.catalogId,
        name: `many-${index}`,
        title: 'Many',
      })),
    });
    await prisma.consumerMembership.createMany({
      data: made.map(({ id }) => ({ memberId, consumerOrgId: id, role: 'VIEWER' as const })),
    });
    expect(await refusalOf(carol, JOIN, { code: await invited(dave) })).toEqual([
      'QUOTA_EXCEEDED',
      `You belong to ${MEMBERSHIPS_MAX} organizations, and a person may to no more: leave one first.`,
    ]);
  });
});

describe('an invitation', () => {
  it('stays open where somebody who belongs there follows its link', async () => {
    const code = await invited(carol);
    expect(await refusalOf(erin, JOIN, { code })).toEqual([
      'CONFLICT',
      'You belong to consumers already: leave the invitation to whom it is for.',
    ]);
    expect(await dave.run(JOIN, { code })).toEqual({ joinConsumerOrg: 'consumers' });
  });

  it('verifies the address that it was mailed to, and no other one', async () => {
    const { prisma } = portal.database;
    await prisma.catalog.updateMany({ data: { mail: {} } });
    const emailOf = (username: string) =>
      prisma.member.findFirstOrThrow({ where: { username }, select: { emailVerifiedAt: true } });
    const mailed = async (email: string) => {
      const { inviteMember } = await carol.run<{ inviteMember: { url: null; invitation: { id: string } } }>(
        INVITE,
        { role: 'VIEWER', email },
      );
      expect(inviteMember.url).toBeNull();
      return invitationCode(portal.deps.secrets, inviteMember.invitation.id);
    };
    const accept = (code: string, username: string) =>
      portal.run(`mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { token } }`, {
        input: { code, username, password: `a password of ${username}`, email: `${username}@example.com` },
      });
    await accept(await mailed('Joan@example.com'), 'joan');
    await accept(await mailed('somebody@example.com'), 'kim');
    expect(await emailOf('joan')).toEqual({ emailVerifiedAt: portal.deps.clock() });
    expect(await emailOf('kim')).toEqual({ emailVerifiedAt: null });
    await prisma.member.updateMany({ where: { username: 'dave' }, data: { email: 'dave@example.com' } });
    await dave.run(JOIN, { code: await mailed('dave@example.com') });
    expect(await emailOf('dave')).toEqual({ emailVerifiedAt: portal.deps.clock() });
  });

  it('is good for one of two who accept it at once', async () => {
    const code = await invited(carol);
    const frank = await portal.run<{ signUp: { token: string } }>(
      `mutation { signUp(input: { consumerOrgTitle: "Frank", username: "frank", password: "a password of frank",
        email: "frank@example.com" }) { token } }`,
    );
    const answers = await Promise.all([
      refusalOf(dave, JOIN, { code }),
      refusalOf(portal.withToken(frank.signUp.token), JOIN, { code }),
    ]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(answers.find((answer) => answer !== undefined)).toEqual([
      'NOT_FOUND',
      'The invitation was used, taken back, or has ended: ask for another.',
    ]);
  });
});

describe('races', () => {
  it('leave one owner where two owners leave at once', async () => {
    await joins(erin, dave, 'OWNER');
    const answers = await Promise.all([refusalOf(erin, LEAVE), refusalOf(dave, LEAVE)]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(answers.find((answer) => answer !== undefined)).toEqual([
      'CONFLICT',
      'The organization would have no owner: make somebody else one first, or delete the organization.',
    ]);
    const owners = { role: 'OWNER', consumerOrg: { name: 'others' } } as const;
    expect(await portal.database.prisma.consumerMembership.count({ where: owners })).toBe(1);
  });

  it('leave no session in a membership that is removed while it switches there', async () => {
    await joins(erin, dave);
    await erin.run(SWITCH, { name: 'consumers' });
    await Promise.all([erin.send(SWITCH, { name: 'others' }), dave.run(REMOVE, { username: 'erin' })]);
    const place = await placeOf(erin);
    expect(place?.now ?? 'nowhere').not.toContain('others');
    expect(await refusalOf(erin, SWITCH, { name: 'others' })).toBeDefined();
  });
});

describe('deleting an account', () => {
  it('leaves each organization, and is refused to the only owner of one', async () => {
    await joins(erin, dave);
    expect(await refusalOf(erin, DELETE_ACCOUNT, { username: 'Erin' })).toEqual([
      'BAD_USER_INPUT',
      'Give your username, erin.',
    ]);
    await erin.run(CREATE, { title: 'Side' });
    expect(await refusalOf(erin, DELETE_ACCOUNT, { username: 'erin' })).toEqual([
      'CONFLICT',
      'Side would have no owner: make somebody else one first, or delete the organization.',
    ]);
    expect(await placeOf(erin)).toMatchObject({
      all: ['consumers DEVELOPER', 'others DEVELOPER', 'side OWNER *'],
    });
    await erin.run(DELETE_ORG, { name: 'side' });
    await erin.run(DELETE_ACCOUNT, { username: 'erin' });
    expect(await placeOf(erin)).toBeNull();
    const { prisma } = portal.database;
    expect(await prisma.member.count({ where: { username: 'erin' } })).toBe(0);
    const left = await prisma.teamActivity.findMany({ where: { action: 'leaveConsumerOrg' } });
    expect(left.map(({ subject }) => subject).toSorted()).toEqual(['consumers/erin', 'others/erin']);
  });
});

describe('processes of the version before', () => {
  it('write people with a home and a role alone', async () => {
    const { prisma } = portal.database;
    await prisma.member.updateMany({ where: { username: 'erin' }, data: { role: 'VIEWER' } });
    expect(await placeOf(erin)).toMatchObject({ now: 'consumers VIEWER' });
    await carol.run('mutation { setMemberRole(username: "erin", role: OWNER) }');
    const { role } = await prisma.member.findFirstOrThrow({ where: { username: 'erin' } });
    expect(role).toBe('OWNER');
  });
});
