import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/portal/api/schema.ts';
import { hasRight, memberRoles, portalRights } from '../../../src/domain/consumer/team.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
let erin: PortalClient;
let dave: PortalClient;
beforeEach(async () => {
  portal = await openPortal();
  [carol, erin, dave] = [
    await portal.signIn('carol'),
    await portal.signIn('erin'),
    await portal.signIn('dave'),
  ];
});
afterEach(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const INVITE = `mutation ($role: MemberRole!, $email: String) {
  inviteMember(role: $role, email: $email) { url sent invitation { id role email invitedBy } } }`;
const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { token viewer { username role } } }`;
const SHOWN = 'query ($code: String!) { invitation(code: $code) { consumerOrg role invitedBy email } }';
const SET_ROLE =
  'mutation ($username: String!, $role: MemberRole!) { setMemberRole(username: $username, role: $role) }';
const HAND_OVER = 'mutation ($username: String!) { handOverConsumerOrg(username: $username) }';
const LEAVE = 'mutation { leaveConsumerOrg }';
const TEAM = `{ viewer { role consumerOrg {
  members { username role } invitations { email } activities { username action subject } } } }`;

const code = async (client: Pick<PortalClient, 'send'>, document: string, variables = {}) =>
  (await client.send(document, variables)).errors[0]?.extensions.code;
type Invited = { inviteMember: { url: string; sent: boolean; invitation: { id: string } } };
const invited = async (role = 'DEVELOPER', email?: string) => {
  const { inviteMember } = await carol.run<Invited>(INVITE, { role, email });
  return { ...inviteMember, code: new URL(inviteMember.url).searchParams.get('code') ?? '' };
};
const inputOf = (link: string, username = 'joan') => ({
  input: { code: link, username, password: 'a password of joan', email: 'joan@example.com' },
});
const owners = () =>
  portal.database.prisma.member.count({
    where: { role: 'OWNER', consumerOrg: { name: 'consumers' } },
  });

describe('an invitation', () => {
  it('is made by nobody who lost the right to it while the change waited for its turn', async () => {
    await carol.run(SET_ROLE, { username: 'erin', role: 'OWNER' });
    const answers = await Promise.all([
      carol.send(INVITE, { role: 'OWNER' }),
      erin.send(SET_ROLE, { username: 'carol', role: 'VIEWER' }),
      carol.send(INVITE, { role: 'OWNER' }),
    ]);
    expect(answers.map(({ errors }) => errors[0]?.extensions.code)).toEqual([
      undefined,
      undefined,
      'UNAUTHENTICATED',
    ]);
    expect(await portal.database.prisma.memberInvitation.count()).toBe(1);
  });

  it('makes a person of its role, once, and shows who invites', async () => {
    const { code: link, sent } = await invited('VIEWER', 'joan@example.com');
    expect(sent).toBe(false);
    expect(await portal.run(SHOWN, { code: link })).toEqual({
      invitation: { consumerOrg: 'consumers', role: 'VIEWER', invitedBy: 'carol', email: 'joan@example.com' },
    });
    const answer = await portal.run(ACCEPT, inputOf(link));
    expect(answer).toMatchObject({ acceptInvitation: { viewer: { username: 'joan', role: 'VIEWER' } } });
    const joan = await portal.database.prisma.member.findFirstOrThrow({ where: { username: 'joan' } });
    // The owner had the link, too: nobody vouches for the address.
    expect(joan).toMatchObject({ email: 'joan@example.com', emailVerifiedAt: null });
    expect(await code(portal, ACCEPT, inputOf(link, 'kim'))).toBe('NOT_FOUND');
    expect(await portal.run(SHOWN, { code: link })).toEqual({ invitation: null });
    expect(await carol.run(TEAM)).toMatchObject({
      viewer: {
        consumerOrg: {
          invitations: [],
          activities: [
            { username: 'joan', action: 'acceptInvitation', subject: 'VIEWER' },
            { username: 'carol', action: 'inviteMember', subject: 'consumers/VIEWER' },
          ],
        },
      },
    });
  });

  it('used twice at once makes one person', async () => {
    const { code: link } = await invited();
    const codes = await Promise.all(['joan', 'kim'].map((name) => code(portal, ACCEPT, inputOf(link, name))));
    expect(codes.toSorted()).toEqual(['NOT_FOUND', undefined]);
    expect(await portal.database.prisma.member.count({ where: { username: { in: ['joan', 'kim'] } } })).toBe(
      1,
    );
  });

  it('ends after a week, when it is taken back, and with nothing in another catalog', async () => {
    const { code: link, invitation } = await invited();
    const REVOKE = 'mutation ($id: ID!) { revokeInvitation(id: $id) }';
    expect(await code(dave, REVOKE, { id: invitation.id })).toBe('NOT_FOUND');
    expect(await code(erin, REVOKE, { id: invitation.id })).toBe('FORBIDDEN');
    expect(await code(carol, REVOKE, { id: 'x\0' })).toBe('NOT_FOUND');
    await carol.run(REVOKE, { id: invitation.id });
    expect(await code(portal, ACCEPT, inputOf(link))).toBe('NOT_FOUND');
    const { code: old } = await invited();
    portal.pass(7 * 86_400_000);
    expect(await code(portal, ACCEPT, inputOf(old))).toBe('NOT_FOUND');
  });

  it('refuses bad input, and the fifty-first', async () => {
    expect(await code(carol, INVITE, { role: 'VIEWER', email: 'nowhere' })).toBe('BAD_USER_INPUT');
    const { code: link } = await invited();
    expect(await code(portal, ACCEPT, inputOf(link, 'CAROL'))).toBe('NAME_TAKEN');
    expect(await code(portal, ACCEPT, inputOf(link, ' '))).toBe('BAD_USER_INPUT');
    for (let made = 1; made < 50; made++) await invited();
    expect(await code(carol, INVITE, { role: 'VIEWER' })).toBe('QUOTA_EXCEEDED');
    // A refused person leaves the invitation as it is.
    expect(await code(portal, ACCEPT, inputOf(link))).toBe(undefined);
  });
});

describe('the only owner', () => {
  it('cannot leave or step down, hands over, and then leaves', async () => {
    expect(await code(carol, LEAVE)).toBe('CONFLICT');
    expect(await code(carol, SET_ROLE, { username: 'carol', role: 'VIEWER' })).toBe('CONFLICT');
    expect(await code(carol, HAND_OVER, { username: 'dave' })).toBe('NOT_FOUND');
    expect(await code(carol, HAND_OVER, { username: 'carol' })).toBe('BAD_USER_INPUT');
    await carol.run(HAND_OVER, { username: 'erin' });
    expect(await erin.run(TEAM)).toMatchObject({ viewer: { role: 'OWNER' } });
    await carol.run(LEAVE);
    expect(await carol.run('{ viewer { username } }')).toEqual({ viewer: null });
    expect(await owners()).toBe(1);
  });

  it('is left when both owners leave, or step down, at once', async () => {
    await carol.run(SET_ROLE, { username: 'erin', role: 'OWNER' });
    const codes = await Promise.all([code(carol, LEAVE), code(erin, LEAVE)]);
    expect(codes.toSorted()).toEqual(['CONFLICT', undefined]);
    expect(await owners()).toBe(1);
  });
});

describe('deleting the organization', () => {
  const DELETE = 'mutation ($name: String!) { deleteConsumerOrg(name: $name) }';

  it('needs its name and an owner, and ends all of it and nothing of others', async () => {
    expect(await code(erin, DELETE, { name: 'consumers' })).toBe('FORBIDDEN');
    expect(await code(carol, DELETE, { name: 'others' })).toBe('BAD_USER_INPUT');
    await carol.run(DELETE, { name: 'consumers' });
    for (const client of [carol, erin])
      expect(await client.run('{ viewer { username } }')).toEqual({ viewer: null });
    expect(await dave.run('{ viewer { username } }')).toEqual({ viewer: { username: 'dave' } });
  });
});

/** Sends each mutation with arguments that pass its types, and tells whether the role refused it. */
describe('the role', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const argumentOf = (type: string): string => {
    if (type.startsWith('[')) return '[]';
    const name = type.replace('!', '');
    if (name === 'MemberRole') return 'VIEWER';
    if (name === 'URL') return '"https://hooks.example.com"';
    if (name === 'VersionedName') return '"none:1.0.0"';
    return ['Int', 'Float'].includes(name) ? '1' : name === 'Boolean' ? 'true' : '"-"';
  };

  it.each(memberRoles)('%s is asked for by every mutation', async (role) => {
    const { prisma } = portal.database;
    for (const { name, args } of fields.filter(({ name }) => portalRights[name] !== 'NONE')) {
      if (['signOut', 'signOutEverywhere', 'leaveConsumerOrg'].includes(name)) continue;
      const required = args.filter(({ type }) => `${type}`.endsWith('!'));
      // Input objects are refused by their types before the role is asked for.
      if (required.some(({ type }) => /Input/.test(`${type}`))) continue;
      await prisma.member.updateMany({ where: { username: 'erin' }, data: { role } });
      const given = required.map((each) => `${each.name}: ${argumentOf(`${each.type}`)}`).join(', ');
      const type = schema.getMutationType()?.getFields()[name]?.type;
      const selection = /Boolean/.test(`${type}`) ? '' : ' { __typename }';
      const refused = await code(erin, `mutation { ${name}${given && `(${given})`}${selection} }`);
      const right = portalRights[name] ?? 'NONE';
      expect([name, refused === 'FORBIDDEN']).toEqual([name, !hasRight(role, right)]);
    }
  });
});
