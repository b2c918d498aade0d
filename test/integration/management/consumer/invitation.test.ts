import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationCode } from '../../../../src/control-plane/consumer/invitation-mail.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../../../support/management.ts';
import { openPortal, type PortalWorld } from '../../../support/portal.ts';

const CONSUMERS = { org: 'acme', catalog: 'sandbox', consumerOrg: 'consumers' };
const INVITED = '{ url sent invitation { id role email invitedBy } }';
const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { viewer { username role } } }`;

type Invited = {
  readonly url: string | null;
  readonly sent: boolean;
  readonly invitation: { readonly id: string; readonly invitedBy: string };
};

let portal: PortalWorld;
let world: ManagementWorld;
beforeAll(async () => {
  portal = await openPortal();
  world = await openManagement(portal.database);
});
afterAll(async () => {
  expect([...portal.faults, ...world.faults], 'no refusal was a fault').toEqual([]);
  await world.deps.outbound.close();
  await portal.close();
});
beforeEach(async () => {
  const { prisma } = portal.database;
  await prisma.memberInvitation.deleteMany();
  await prisma.mail.deleteMany();
  await prisma.catalog.updateMany({ data: { mail: toStore(null) } });
});

const invite = (input: Readonly<Record<string, unknown>>, from: ManagementClient = world) =>
  from.mutate<Invited>('inviteMember', { ...CONSUMERS, role: 'DEVELOPER', ...input }, INVITED);
const codeOf = ({ url }: Invited) => new URL(url ?? 'none:').searchParams.get('code') ?? '';
const accepted = (code: string, username: string) => ({
  input: { code, username, password: `a password of ${username}`, email: `${username}@example.com` },
});
const open = async () =>
  (
    await world.query<{ consumerOrg: { invitations: { role: string; email: string | null }[] } }>(
      '{ consumerOrg(org: "acme", catalog: "sandbox", name: "consumers") { invitations { role email } } }',
    )
  ).consumerOrg.invitations;
const mails = () => portal.database.prisma.mail.findMany();

describe('an invitation by the provider', () => {
  it('is listed, is accepted in the portal once, and names the provider', async () => {
    const { title } = await portal.database.prisma.org.findFirstOrThrow();
    const made = await invite({ role: 'VIEWER', email: ' joan@example.com ' });
    expect(made).toEqual({
      url: expect.stringMatching(/^http:\/\/control\.test\/portal\/acme\/sandbox\/invitation\?code=pi_/),
      sent: false,
      invitation: { id: expect.any(String), role: 'VIEWER', email: 'joan@example.com', invitedBy: title },
    });
    expect(await open()).toEqual([{ role: 'VIEWER', email: 'joan@example.com' }]);
    const carol = await portal.signIn('carol');
    expect(await carol.run('{ viewer { consumerOrg { invitations { invitedBy } } } }')).toEqual({
      viewer: { consumerOrg: { invitations: [{ invitedBy: title }] } },
    });
    expect(await portal.run(ACCEPT, accepted(codeOf(made), 'joan'))).toEqual({
      acceptInvitation: { viewer: { username: 'joan', role: 'VIEWER' } },
    });
    // The provider had the link, too: nobody vouches for the address.
    const joan = await portal.database.prisma.member.findFirstOrThrow({ where: { username: 'joan' } });
    expect(joan.emailVerifiedAt).toBeNull();
    expect(await portal.refused(ACCEPT, accepted(codeOf(made), 'kim'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await open()).toEqual([]);
  });

  it('is mailed where the catalog has mail, and its link is shown to nobody', async () => {
    const mail = toStore({ language: 'en', senderName: null, replyTo: null });
    await portal.database.prisma.catalog.update({ where: { id: portal.catalogId }, data: { mail } });
    const made = await invite({ email: 'Max@example.com' });
    expect(made).toMatchObject({ url: null, sent: true });
    expect(await mails()).toMatchObject([{ letter: 'INVITATION', address: 'max@example.com' }]);
    expect(await invite({})).toMatchObject({ url: expect.any(String), sent: false });
    const code = invitationCode(portal.deps.secrets, made.invitation.id);
    await portal.run(ACCEPT, accepted(code, 'max'));
    const max = await portal.database.prisma.member.findFirstOrThrow({ where: { username: 'max' } });
    expect(max.emailVerifiedAt).not.toBeNull();
  });

  it('is taken back, as that of an owner is, and then opens nothing', async () => {
    const carol = await portal.signIn('carol');
    const { inviteMember } = await carol.run<{ inviteMember: Invited }>(
      `mutation { inviteMember(role: OWNER) ${INVITED} }`,
    );
    for (const made of [await invite({ role: 'OWNER' }), inviteMember]) {
      const { id } = made.invitation;
      const of = (more: object) => world.refused('revokeInvitation', { ...CONSUMERS, id, ...more }, '');
      expect(await of({ consumerOrg: 'others' })).toMatchObject({ code: 'NOT_FOUND', path: ['input', 'id'] });
      expect(await of({ id: 'x' })).toMatchObject({ code: 'NOT_FOUND', path: ['input', 'id'] });
      await world.mutate('revokeInvitation', { ...CONSUMERS, id }, '');
      expect(await of({})).toMatchObject({ code: 'NOT_FOUND' });
      expect(await portal.refused(ACCEPT, accepted(codeOf(made), 'lena'))).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  it('shares the bounds of the portal: fifty open ones, three mails a day to an address, and one form of it', async () => {
    const refused = (input: object) =>
      world.refused('inviteMember', { ...CONSUMERS, role: 'VIEWER', ...input }, INVITED);
    expect(await refused({ email: 'nowhere' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'email'],
    });
    expect(await refused({ consumerOrg: 'nowhere' })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'consumerOrg'],
    });
    const mail = toStore({ language: 'en', senderName: null, replyTo: null });
    await portal.database.prisma.catalog.update({ where: { id: portal.catalogId }, data: { mail } });
    for (let sent = 0; sent < 3; sent++) await invite({ email: 'nina@example.com' });
    expect(await refused({ email: 'nina@example.com' })).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      path: ['input', 'email'],
    });
    for (let made = 3; made < 50; made++) await invite({});
    expect(await refused({})).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });

  it('is in the audit with its role and its address, never with its code', async () => {
    const { prisma } = portal.database;
    const developer = await world.as('DEVELOPER');
    const made = await invite({ email: 'olga@example.com' }, developer);
    const { id } = made.invitation;
    await world.mutate('revokeInvitation', { ...CONSUMERS, id }, '');
    const events = await prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 });
    expect(events).toMatchObject([
      { action: 'revokeInvitation', subject: 'sandbox/consumers' },
      { action: 'inviteMember', subject: 'sandbox/consumers', detail: { role: 'DEVELOPER' } },
    ]);
    const told = JSON.stringify(events.map((event) => ({ ...event, id: null })));
    expect(told).toContain(`invitation consumers/${id}`);
    expect(told).toContain('olga@example.com');
    expect(told).not.toContain(codeOf(made));
    expect(told).not.toContain('codeHash');
  });
});
