// spec.md, "User registry (type: authentication URL)": what the address that is called answers.
import { describe, expect, it } from 'vitest';
import { createBackends } from '../../../src/demo/backends/backends.ts';

const backends = createBackends();
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
const authenticate = (authorization?: string) =>
  backends.request('/auth', { ...(authorization !== undefined && { headers: { authorization } }) });

describe('"url | the address called to validate a username and password"', () => {
  it.each(['alice:alice-password', 'bob:bob-password'])('accepts %s with 200', async (credentials) => {
    const answer = await authenticate(basic(credentials));
    expect([answer.status, await answer.json()]).toEqual([200, { username: credentials.split(':')[0] }]);
  });

  it.each([
    ['a wrong password', basic('alice:bob-password')],
    ['an unknown username', basic('carol:alice-password')],
    ['another case', basic('Alice:alice-password')],
    ['an empty password', basic('alice:')],
    ['no password', basic('alice')],
    ['another scheme', `Bearer ${Buffer.from('alice:alice-password').toString('base64')}`],
    ['no base64', 'Basic ####'],
    ['an empty header', ''],
    ['nothing', undefined],
  ])('refuses %s with 401, a challenge, and no word of what was wrong', async (_name, authorization) => {
    const answer = await authenticate(authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="sample users", charset="UTF-8"');
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'The username or the password is wrong.',
      status: 401,
      detail: 'Send a username and password that are known here as HTTP Basic credentials.',
      code: 'SIGN_IN_FAILED',
    });
  });
});
