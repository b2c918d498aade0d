import { describe, expect, it } from 'vitest';
import type { OAuthContext } from '../../../src/data-plane/oauth/endpoint.ts';
import type { GrantRequest } from '../../../src/data-plane/oauth/grants/grant.ts';
import { password } from '../../../src/data-plane/oauth/grants/password.ts';
import { countIssue, countRevocation } from '../../../src/data-plane/oauth/issue-counts.ts';
import { Refusal } from '../../../src/foundation/errors.ts';
import { DAY_MS, PeriodCounts } from '../../../src/infrastructure/limits/period-counts.ts';

const opened = () => {
  const state = { now: new Date('2026-01-01T00:00:00Z') };
  const clock = () => state.now;
  return {
    state,
    issues: new PeriodCounts(clock, 1_000),
    issuesOfDay: new PeriodCounts(clock, 1_000, DAY_MS),
  };
};

const refusedWith = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.message, error.headers?.['Retry-After']];
  }
};

const OF_ORG = [
  'RATE_LIMIT_EXCEEDED',
  'All applications of the organization together got 12000 tokens within a minute: use a token until it expires, and try again in 60 seconds.',
  '60',
];

describe('tokens of an org', () => {
  it('are 12000 within a minute, however many consumer orgs and people it has; another org has its own', () => {
    const { state, ...counts } = opened();
    const issue = (orgId: string, name: string) => countIssue('CODE', { orgId, name }, counts);
    for (let at = 0; at < 12_000; at += 1) issue('eve', `person ${at}`);
    expect(refusedWith(() => issue('eve', 'one more'))).toEqual(OF_ORG);
    expect(refusedWith(() => issue('vic', 'person 1'))).toBeUndefined();
    state.now = new Date(state.now.getTime() + 60_000);
    expect(refusedWith(() => issue('eve', 'one more'))).toBeUndefined();
  });

  it('are not used up by what a consumer org is refused', () => {
    const counts = opened();
    const issue = (name: string) =>
      refusedWith(() => countIssue('CLIENT_CREDENTIALS', { orgId: 'eve', name }, counts));
    const answers = Array.from({ length: 20_000 }, () => issue('greedy'));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1_200);
    expect(issue('modest')).toBeUndefined();
  });
});

describe('within a day', () => {
  const refused = (sentence: string) => [
    'RATE_LIMIT_EXCEEDED',
    `${sentence}, and try again in 86400 seconds.`,
    '86400',
  ];

  it('people sign in to an org a million times, and to another one besides; tokens without people are more', () => {
    const { state, issuesOfDay } = opened();
    const issues = { add: () => ({ count: 1, secondsLeft: 60 }) } as unknown as PeriodCounts;
    const issue = (orgId: string, kind: Parameters<typeof countIssue>[0] = 'CODE') =>
      refusedWith(() => countIssue(kind, { orgId, name: 'holder' }, { issues, issuesOfDay }));
    for (let at = 0; at < 1_000_000; at += 1) issue('eve', at % 2 ? 'PASSWORD' : 'CODE');
    expect(issue('eve')).toEqual(
      refused(
        'People signed in to the applications of the organization 1000000 times within a day: use a token until it expires',
      ),
    );
    expect([issue('eve', 'CLIENT_CREDENTIALS'), issue('eve', 'REFRESH')]).toEqual([undefined, undefined]);
    expect(issue('vic')).toBeUndefined();
    state.now = new Date(state.now.getTime() + DAY_MS);
    expect(issue('eve')).toBeUndefined();
  });

  it('the clients of an org revoke a hundred thousand, and those of another have their own', () => {
    const { issuesOfDay } = opened();
    const revoke = (orgId: string) => refusedWith(() => countRevocation(orgId, { issuesOfDay }));
    for (let at = 0; at < 100_000; at += 1) revoke('eve');
    expect(revoke('eve')).toEqual(
      refused(
        'All applications of the organization together revoked 100000 tokens within a day: let the others expire',
      ),
    );
    expect(revoke('vic')).toBeUndefined();
  });
});

it('usernames and passwords give a consumer org 3000 tokens within a minute, however many people there are', async () => {
  const context = {
    ...opened(),
    signInUnavailable: new Map(),
    registries: { authenticate: async () => ({ answer: 'ACCEPTED' }) },
    attempts: { attempt: async (_guess: unknown, judge: () => Promise<boolean>) => judge() },
  } as unknown as OAuthContext;
  const signIn = (username: string, consumerOrg = 'consumers') =>
    password.authorize(
      {
        form: new Map([
          ['username', username],
          ['password', 'any'],
        ]),
        address: '192.0.2.1',
        catalog: { id: 'catalog', orgId: 'eve', path: '/eve/sandbox' },
        provider: {
          id: 'provider',
          name: 'oauth',
          scopes: [],
          registry: { name: 'yes', type: 'AUTHENTICATION_URL', isAssigned: true },
        },
        client: { clientKey: 'key', application: { consumerOrg } },
      } as unknown as GrantRequest,
      context,
    );
  for (let at = 0; at < 3_000; at += 1) await signIn(`person ${at}`);
  await expect(signIn('one more')).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message:
      'The consumer organization of the application got 3000 tokens for usernames and passwords within a minute: use a token until it expires, and try again in 60 seconds.',
  });
  expect(await signIn('one more', 'others')).toMatchObject({ subject: 'one more' });
});
