import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AnswerSharers } from '../../src/process/parts/control/answer-sharers.ts';

/** Look-ups of access tokens, each of which waits until it is answered. */
function world() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  type Query = { readonly where: { readonly tokenHash: { readonly in: string[] } } };
  const findFirst = async ({ where }: Query) => {
    const [token = ''] = where.tokenHash.in;
    asked.push(token);
    await new Promise<void>((answer) => answers.push(answer));
    return token.startsWith('known') ? { id: token, orgId: 'vic' } : null;
  };
  const findSession = async (query: Query) => ({ accessToken: null, membership: await findFirst(query) });
  const prisma = { accessToken: { findFirst }, consoleSession: { findFirst: findSession } };
  const sharers = new AnswerSharers({
    database: { prisma } as never,
    secrets: { hashes: (token) => [token] },
  });
  return {
    asked,
    find: (token: string, network: string) =>
      sharers.find({ portalOrg: undefined, session: undefined, authorization: `Bearer ${token}`, network }),
    findBySession: (session: string, network: string) =>
      sharers.find({ portalOrg: undefined, session, authorization: undefined, network }),
    /** Answers the look-ups under way. */
    async answer() {
      for (const each of answers.splice(0)) each();
      await turn();
    },
  };
}

it('a network with invented tokens keeps nobody of another one waiting for more than a turn', async () => {
  const { asked, find, answer } = world();
  const invented = Array.from({ length: 50 }, (_, at) => find(`invented-${at}`, 'flood'));
  const known = find('known', 'office');
  await turn();
  expect(asked, 'few ask the database at a time').toHaveLength(4);
  await answer();
  await answer();
  expect(asked.slice(0, 8)).toContain('known');
  expect(await known).toEqual({ kind: 'TOKENS', key: 'vic' });
  while (asked.length < 51) await answer();
  await answer();
  expect(new Set((await Promise.all(invented)).map(({ kind }) => kind))).toEqual(new Set(['UNKNOWN']));
  expect(await find('known', 'office'), 'who is known does not wait').toEqual({ kind: 'TOKENS', key: 'vic' });
});

it('a network of which fifty wait is refused more, and no other', async () => {
  const { asked, find, answer } = world();
  const invented = Array.from({ length: 54 }, (_, at) => find(`invented-${at}`, 'flood'));
  await expect(find('one-more', 'flood')).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    status: 429,
    message: 'Too many requests with unknown tokens, or to unknown portals, wait: try again in a second.',
    headers: { 'Retry-After': '1' },
  });
  const known = find('known', 'office');
  while (asked.length < 55) await answer();
  await answer();
  await Promise.all(invented);
  expect(await known).toEqual({ kind: 'TOKENS', key: 'vic' });
});

it('sessions of the console take the same turns', async () => {
  const { asked, find, findBySession, answer } = world();
  const invented = Array.from({ length: 10 }, (_, at) => findBySession(`invented-${at}`, 'flood'));
  const known = findBySession('known', 'office');
  await turn();
  expect(asked).toHaveLength(4);
  await answer();
  await answer();
  expect(await known).toEqual({ kind: 'TOKENS', key: 'vic' });
  const token = find('known-token', 'office');
  while (asked.length < 12) await answer();
  await answer();
  expect(await token).toEqual({ kind: 'TOKENS', key: 'vic' });
  expect(new Set((await Promise.all(invented)).map(({ kind }) => kind))).toEqual(new Set(['UNKNOWN']));
});
