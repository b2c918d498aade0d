import { describe, expect, it } from 'vitest';
import { checkRedirectUris, isRegistered } from '../../../src/domain/consumer/application.ts';
import { checkEmail, checkUsername } from '../../../src/domain/people/member.ts';

const path = ['input', 'redirectUris'];
const check =
  (...uris: string[]) =>
  () =>
    checkRedirectUris(uris, path);

describe('redirect URIs', () => {
  it.each([
    'https://client.example.com/callback',
    'https://client.example.com/callback?tenant=1',
    'http://localhost/callback',
    'http://127.0.0.1:8123/callback',
    'http://[::1]:8123/',
    'com.example.client:/callback',
  ])('%s is taken', (uri) => expect(check(uri)).not.toThrow());

  it.each([
    ['callback', 'is not an absolute URI'],
    ['/callback', 'is not an absolute URI'],
    ['', 'is not an absolute URI'],
    ['https://client.example.com/a b', 'is not an absolute URI'],
    ['https://client.example.com/\u0000', 'is not an absolute URI'],
    ['https://client.example.com/#', 'has a fragment'],
    ['https://client.example.com/#token', 'has a fragment'],
    ['https://carol:secret@client.example.com/', 'holds a username or a password'],
    ['https://*.example.com/callback', 'has a * in its host: give each host by its name'],
    ['http://client.example.com/callback', 'is http: use https'],
    ['http://localhost.example.com/', 'is http: use https'],
    ['javascript:alert(1)', 'has a scheme of its own'],
    ['data:text/html,hello', 'has a scheme of its own'],
    ['client:/callback', 'has a scheme of its own'],
    [`https://client.example.com/${'a'.repeat(2048)}`, 'is longer than 2048 characters'],
  ])('%j is refused: it %s', (uri, why) => {
    expect(check('https://client.example.com/', uri)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(why),
        inputPath: ['input', 'redirectUris', 1],
      }),
    );
  });

  it('are at most 50', () => {
    const uris = Array.from({ length: 51 }, (_, index) => `https://client.example.com/${index}`);
    expect(check(...uris.slice(1))).not.toThrow();
    expect(check(...uris)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: path }));
  });
});

describe('a username', () => {
  it('is any text that can be told from others by eye', () => {
    for (const username of ['carol', 'carol@example.com', 'Ζωή', 'x'.repeat(200)])
      expect(() => checkUsername(username, ['input'])).not.toThrow();
  });

  it.each(['', '   ', ' carol', 'carol\t', 'ca\u0000rol', 'ca\nrol', 'x'.repeat(201)])(
    'is not %j',
    (username) => {
      expect(() => checkUsername(username, ['input', 'owner', 'username'])).toThrow(
        expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', 'owner', 'username'] }),
      );
    },
  );
});

describe('an email', () => {
  it('has the form name@host', () => {
    expect(() => checkEmail('carol@example.com', ['input'])).not.toThrow();
    for (const email of [
      '',
      'carol',
      'carol@',
      '@example.com',
      'a b@example.com',
      'a@b@c',
      `${'x'.repeat(320)}@example.com`,
    ])
      expect(() => checkEmail(email, ['input'])).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });
});

describe('a redirect URI that is asked for', () => {
  const registered = [
    'https://client.test/callback?a=1',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'http://localhost/callback',
    'com.example.client:/callback',
  ];

  it.each([
    ...registered,
    'http://127.0.0.1:49152/callback',
    'http://[::1]/callback',
    'http://[::1]:1/callback',
  ])('is registered when it is %s', (uri) => {
    expect(isRegistered(uri, registered)).toBe(true);
  });

  it.each([
    'https://client.test/callback',
    'https://client.test/callback?a=1&b=2',
    'https://client.test:443/callback?a=1',
    'HTTPS://client.test/callback?a=1',
    'http://client.test/callback?a=1',
    'http://localhost:8080/callback',
    'http://127.0.0.1:x/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:80@evil.test/callback',
    'http://127.0.0.1.evil.test/callback',
    'http://127.0.0.1:123456/callback',
    'http://127.0.0.1:1/other',
    'https://127.0.0.1/callback',
    'com.example.client:/callback/',
    '',
  ])('is not registered when it is %j', (uri) => {
    expect(isRegistered(uri, registered)).toBe(false);
  });
});
