import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const OF = { catalog: CATALOG, consumerOrg: 'forgetful', username: 'zoë' };

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  const owner = { username: 'zoë', password: 'zoe-password' };
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Forgetful', owner });
  await world.mutate('createConsumerOrg', {
    catalog: CATALOG,
    title: 'Another',
    owner: { ...owner, username: 'yves' },
  });
});
afterAll(() => world.close());

const member = () => world.database.prisma.member.findFirstOrThrow({ where: { username: 'zoë' } });

describe('resetMemberPassword', () => {
  it('gives who has forgotten hers a new password, which alone holds from then on, and ends her sessions', async () => {
    const { id } = await member();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await world.database.prisma.portalSession.create({ data: { memberId: id, tokenHash: 'old', expiresAt } });
    const reset = await world.mutate('resetMemberPassword', OF, '{ username password url }');
    expect(reset).toEqual({
      username: 'zoë',
      password: expect.stringMatching(/^[\w-]{43}$/),
      url: expect.stringMatching(/\/choose-password\?username=zo%C3%AB&code=\d+\.[\w-]{43}$/),
    });
    const { passwordHash } = await member();
    const { passwords } = world.deps;
    expect(await passwords.verify(String(reset['password']), passwordHash, ['test'])).toBe(true);
    expect(await passwords.verify('zoe-password', passwordHash, ['test'])).toBe(false);
    expect(await world.database.prisma.portalSession.count({ where: { memberId: id } })).toBe(0);
    const event = await world.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({ action: 'resetMemberPassword', subject: `${CATALOG}/forgetful/zoë` });
    expect(JSON.stringify({ ...event, id: null })).not.toContain(reset['password']);
  });

  it.each([
    ['nobody', { username: 'nobody' }, 'username'],
    ['a person of another consumer org', { username: 'yves' }, 'username'],
    ['a consumer org that is not there', { consumerOrg: 'nowhere' }, 'consumerOrg'],
    ['a catalog that is not there', { catalog: 'nowhere' }, 'catalog'],
  ])('is refused for %s, and changes nothing', async (_what, changes, at) => {
    const before = await member();
    const refused = await world.refused('resetMemberPassword', { ...OF, ...changes }, '{ username }');
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['input', at] });
    expect(await member()).toEqual(before);
  });
});
