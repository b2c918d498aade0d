import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientKeyInShort } from '../../../src/domain/consumer/client-key.ts';
import { eventually } from '../../support/eventually.ts';
import { CLIENT, client, OTHER_CLIENT, passwordGrant, START } from '../../support/oauth.ts';
import { allow, openProviderBrowser, VERIFIER } from '../../support/provider-browser.ts';
import { removeWhatIsOver } from '../../support/retention.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

const HOUR_MS = 3_600_000;

let world: StoredOAuth;
beforeAll(async () => {
  world = await openStoredOAuth();
});
beforeEach(async () => {
  world.state.now = START;
  await world.database.prisma.auditEvent.deleteMany();
});
afterAll(() => world.close());

const audit = () =>
  world.database.prisma.auditEvent.findMany({
    select: { actor: true, action: true, subject: true, detail: true },
  });
const refresh = (token: unknown) =>
  world.post('token', { grant_type: 'refresh_token', refresh_token: String(token), ...client() });
const codeOf = async () =>
  (await allow(openProviderBrowser(world.url))).searchParams.get('code') ?? 'there was none';
const redeem = (code: string, clientKey = CLIENT) =>
  world.post('token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...client(clientKey),
  });
const familyOf = (token: unknown): string =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()).family_id;

describe('a second use, which may be theft', () => {
  it('of a refresh token is in the audit and counted, once however often it is tried', async () => {
    const before = { ...world.reuses() };
    const { refresh_token, access_token } = (await passwordGrant(world.world)).json;
    const { json: next } = await refresh(refresh_token);
    expect([await audit(), world.reuses()]).toEqual([[], before]);
    for (let time = 0; time < 3; time += 1) {
      const { status, json } = await refresh(refresh_token);
      expect([status, json['error']]).toEqual([400, 'invalid_grant']);
    }
    const events = await audit();
    expect(events).toEqual([
      {
        actor: `client:${clientKeyInShort(CLIENT)}`,
        action: 'reuseRefreshToken',
        subject: 'customer-oauth',
        detail: {
          catalog: '/acme/sandbox',
          application: expect.any(String),
          person: 'alice',
          family: familyOf(access_token),
        },
      },
    ]);
    for (const secret of [refresh_token, next['refresh_token'], `${CLIENT}-secret`])
      expect(JSON.stringify(events)).not.toContain(secret);
    expect(world.reuses()).toEqual({ ...before, refresh_token: before.refresh_token + 1 });
  });

  it('of a code is in the audit and counted, with the client that brought it again', async () => {
    const before = { ...world.reuses() };
    const code = await codeOf();
    const { json } = await redeem(code);
    for (let time = 0; time < 3; time += 1) expect((await redeem(code, OTHER_CLIENT)).status).toBe(400);
    const events = await audit();
    expect(events).toMatchObject([
      {
        actor: `client:${clientKeyInShort(OTHER_CLIENT)}`,
        action: 'reuseAuthorizationCode',
        detail: { person: 'alice', family: familyOf(json['access_token']) },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(code);
    expect(world.reuses()).toEqual({ ...before, authorization_code: before.authorization_code + 1 });
  });

  it('is told from what was never issued: that is neither in the audit nor counted', async () => {
    const before = { ...world.reuses() };
    expect((await redeem(`ac_${'A'.repeat(43)}`)).status).toBe(400);
    expect((await refresh(`rt_${'A'.repeat(43)}`)).status).toBe(400);
    expect([await audit(), world.reuses()]).toEqual([[], before]);
  });
});

describe('what came of an authorization', () => {
  const families = () => world.database.prisma.tokenFamily.findMany({ select: { id: true } });

  it('is kept for a second use as long as an access token can live, and no longer where nothing refreshes it', async () => {
    const { refresh_token, access_token: refreshable } = (await redeem(await codeOf())).json;
    await world.settings({ refreshTokens: false, refreshTokenSeconds: 90 * 86_400 });
    const { access_token: alone } = (await redeem(await codeOf())).json;
    await world.settings({ refreshTokens: true, refreshTokenSeconds: 86_400 });
    await eventually(async () => expect(await families()).toContainEqual({ id: familyOf(alone) }));

    world.state.now = new Date(START.getTime() + 24 * HOUR_MS - 1);
    expect((await refresh(refresh_token)).status).toBe(200);
    world.state.now = new Date(START.getTime() + 26 * HOUR_MS);
    await removeWhatIsOver(world.database, world.state.now);
    expect(await families()).not.toContainEqual({ id: familyOf(alone) });
    expect(await families()).toContainEqual({ id: familyOf(refreshable) });
  });
});
