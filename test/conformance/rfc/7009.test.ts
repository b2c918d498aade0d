import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, REVOKED } from '../../../src/infrastructure/database/database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  basic,
  bearer,
  CATALOG,
  CLIENT,
  client,
  type OAuthWorld,
  OTHER_CLIENT,
  oauthWorld,
  PROVIDER,
  START,
} from '../../support/oauth.ts';
import { removeWhatIsOver } from '../../support/retention.ts';

let database: Database;
let world: OAuthWorld;
const announced: (string | undefined)[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
  await database.listen((notice) => announced.push(notice), REVOKED);
  world = await oauthWorld({ database });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const revoke = (form: Record<string, string>) => world.post('revoke', { ...client(), ...form });
const jtiOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
const stored = async () => (await database.prisma.revocation.findMany()).map(({ id }) => id);

describe('RFC 7009, token revocation', () => {
  it('§2.1 stores and announces the revocation, until the token would expire', async () => {
    const token = await bearer(world);
    announced.length = 0;
    const { status, text, headers } = await revoke({ token });
    expect([status, text, headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    const expiresAt = new Date(START.getTime() + 3_600_000);
    expect(await database.prisma.revocation.findUnique({ where: { id: jtiOf(token) } })).toMatchObject({
      expiresAt,
    });
    await eventually(() => expect(announced).toEqual([`${expiresAt.getTime()} ${jtiOf(token)}`]));
  });

  it('§2.1 takes the client from HTTP Basic, and any hint', async () => {
    const [one, two] = [await bearer(world), await bearer(world)];
    const byBasic = await world.post('revoke', { token: one }, basic(CLIENT, `${CLIENT}-secret`));
    const hinted = await revoke({ token: two, token_type_hint: 'refresh_token' });
    expect([byBasic.status, hinted.status]).toEqual([200, 200]);
    expect(await stored()).toEqual(expect.arrayContaining([jtiOf(one), jtiOf(two)]));
  });

  it('§2.2 is no error for a token that is unknown, altered, expired or revoked already', async () => {
    const token = await bearer(world);
    await revoke({ token });
    const before = await stored();
    for (const text of ['garbage', 'a.b.c', `${token}A`, token])
      expect((await revoke({ token: text })).status).toBe(200);
    const expired = await bearer(world);
    world.state.now = new Date(START.getTime() + 3_600_000);
    expect((await revoke({ token: expired })).status).toBe(200);
    world.state.now = START;
    expect(await stored()).toEqual(before);
  });

  it('§2.2 is no error when many revoke one token at once', async () => {
    const token = await bearer(world);
    const replies = await Promise.all(Array.from({ length: 8 }, () => revoke({ token })));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await stored()).filter((jti) => jti === jtiOf(token))).toHaveLength(1);
  });

  it('§2.1 leaves the token of another client valid, and answers it as one that nobody knows', async () => {
    const token = await bearer(world, client(OTHER_CLIENT));
    const [foreign, unknown] = [await revoke({ token }), await revoke({ token: 'garbage' })];
    expect([foreign.status, foreign.json]).toEqual([200, unknown.json]);
    const named = ({ headers }: typeof foreign) => [...headers.keys()];
    expect(named(foreign)).toEqual(named(unknown));
    expect(await stored()).not.toContain(jtiOf(token));
  });

  it('§2.1 refuses a client that does not authenticate', async () => {
    const token = await bearer(world);
    const wrong = await revoke({ token, client_secret: 'wrong' });
    const nobody = await world.post('revoke', { token });
    for (const { status, json } of [wrong, nobody])
      expect([status, json['error']]).toEqual([401, 'invalid_client']);
    expect(await stored()).not.toContain(jtiOf(token));
  });

  it('§2.1 needs the token, once, by POST and in the body', async () => {
    const none = await revoke({});
    const twice = await world.post('revoke', `${new URLSearchParams(client())}&token=a&token=b`);
    const inQuery = await world.post('revoke?token=a', client());
    for (const { status, json } of [none, twice, inQuery])
      expect([status, json['error']]).toEqual([400, 'invalid_request']);
    const got = await world.send(`${CATALOG}/${PROVIDER}/oauth2/revoke?token=a`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('§2.2.1 answers 503 with Retry-After when the revocation cannot be stored', async () => {
    const broken = await oauthWorld();
    const token = await bearer(broken);
    const { status, headers, json } = await broken.post('revoke', { ...client(), token });
    expect([status, json['error'], headers.get('retry-after')]).toEqual([
      503,
      'temporarily_unavailable',
      '5',
    ]);
    expect(broken.faults).toHaveLength(1);
    await broken.close();
  });

  it('forgets revocations of tokens that expired long ago', async () => {
    const long = new Date(START.getTime() - 3_600_001);
    const lately = new Date(START.getTime() - 3_599_999);
    await database.prisma.revocation.createMany({
      data: [
        { id: 'long ago', expiresAt: long },
        { id: 'lately', expiresAt: lately },
      ],
    });
    await removeWhatIsOver(database, START);
    expect(await stored()).not.toContain('long ago');
    expect(await stored()).toContain('lately');
  });
});
