import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { ALICE, client } from '../../support/oauth.ts';
import { authorizePath, openProviderBrowser, SIGN_IN } from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const ADDRESS = '203.0.113.9';
const FROM = { 'x-forwarded-for': ADDRESS };
const WRONG = 'a wrong password';

let world: StoredOAuth;
beforeAll(async () => {
  world = await openStoredOAuth({ isTrustedProxy: trustedProxies(['127.0.0.0/8']) });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.failedSignIns.close();
  await world.database.prisma.auditEvent.deleteMany();
});

/** What the audit of the org tells once something is told. */
async function told() {
  await eventually(async () => {
    await world.failedSignIns.close();
    expect(await world.database.prisma.auditEvent.count()).toBeGreaterThan(0);
  });
  return world.database.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
}
const failed = (subject: string, detail: Record<string, unknown>) => ({
  orgId: world.orgId,
  action: 'signInFailed',
  actor: 'anonymous',
  subject,
  address: ADDRESS,
  detail: {
    catalog: 'sandbox',
    oauthProvider: 'customer-oauth',
    failures: 1,
    since: expect.any(String),
    until: expect.any(String),
    ...detail,
  },
});
const passwordGrant = (form: Record<string, string>) =>
  world.post('token', { ...ALICE, ...client(), ...form }, FROM);

describe('a failed sign-in at an OAuth provider is in the audit of its org', () => {
  it('by the password grant, with the application, and names nobody whom nothing was made for', async () => {
    expect((await passwordGrant({ username: 'my secret password', password: WRONG })).status).toBe(400);
    const events = await told();
    expect(events).toMatchObject([
      failed('(unknown)', { application: 'demo', username: 'of nobody known here' }),
    ]);
    expect(
      JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toMatch(/my secret password|a wrong password/);
  });

  it('by the password grant, with a person who has authorized the application before', async () => {
    expect((await passwordGrant({})).status).toBe(200);
    expect((await passwordGrant({ password: WRONG })).status).toBe(400);
    const [event] = await told();
    expect(event).toMatchObject(failed('alice', { application: 'demo' }));
    expect(event?.detail).not.toHaveProperty('username');
  });

  it('on its page, with a person who has signed in with the browser before', async () => {
    const browser = openProviderBrowser(world.url);
    await browser.get(authorizePath());
    const guess = { ...SIGN_IN, username: 'bob', password: WRONG };
    expect((await browser.submit('sign-in', guess, FROM)).status).toBe(400);
    expect(await told()).toMatchObject([failed('(unknown)', { username: 'of nobody known here' })]);
    expect((await browser.submit('sign-in', { ...guess, password: 'bob-password' }, FROM)).status).toBe(303);
    await browser.get(authorizePath({ prompt: 'login' }));
    await world.database.prisma.auditEvent.deleteMany();
    expect((await browser.submit('sign-in', guess, FROM)).status).toBe(400);
    expect(await told()).toMatchObject([failed('bob', {})]);
  });

  it('never where the registry could not say whether it was wrong', async () => {
    world.registry.state.answer = (_request, response) => response.writeHead(500).end();
    expect((await passwordGrant({ password: WRONG })).status).toBe(503);
    world.registry.state.answer = undefined;
    expect((await passwordGrant({ password: WRONG })).status).toBe(400);
    expect(await told()).toMatchObject([{ detail: { failures: 1 } }]);
  });
});
