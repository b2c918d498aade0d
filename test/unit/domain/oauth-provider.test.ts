import { describe, expect, it } from 'vitest';
import {
  checkOAuthProvider,
  OUTLIVED_MS,
  oauthProviderDefaults,
} from '../../../src/domain/oauth/oauth-provider.ts';

const scope = (name: string, description = 'What it allows') => ({ name, description });

describe('the settings of an OAuth provider', () => {
  it('are right by default: password grant, confidential clients, one scope, an hour', () => {
    expect(() => checkOAuthProvider(oauthProviderDefaults)).not.toThrow();
    expect(oauthProviderDefaults).toMatchObject({
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      clientTypes: ['CONFIDENTIAL'],
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      scopes: [{ name: 'sample-scope' }],
      accessTokenSeconds: 3600,
      refreshTokens: false,
      refreshTokenSeconds: 2_682_000,
    });
  });

  it.each(['customer', 'openid', 'read:customers', 'a/b', '!#[]~', 'x'.repeat(128)])(
    'take the scope %s',
    (name) => {
      expect(() => checkOAuthProvider({ ...oauthProviderDefaults, scopes: [scope(name)] })).not.toThrow();
    },
  );

  it.each([
    { accessTokenSeconds: 60 },
    { accessTokenSeconds: 86_400 },
    { refreshTokenSeconds: 60 },
    { refreshTokenSeconds: 31_536_000 },
    { scopes: Array.from({ length: 100 }, (_, at) => scope(`s${at}`)) },
    { scopes: [scope('a', 'b'.repeat(500))] },
  ])('go as far as they may', (changes) => {
    expect(() => checkOAuthProvider({ ...oauthProviderDefaults, ...changes })).not.toThrow();
  });

  it('let no access token outlive what is remembered of its revocation', () => {
    const longest = OUTLIVED_MS / 1000;
    const settings = { ...oauthProviderDefaults, accessTokenSeconds: longest };
    expect(() => checkOAuthProvider(settings)).toThrow('accessTokenSeconds');
  });

  it.each([
    ['no grant type', { grantTypes: [] }, ['grantTypes']],
    ['no client type', { clientTypes: [] }, ['clientTypes']],
    ['no grant that clients without a secret can use', { clientTypes: ['PUBLIC' as const] }, ['grantTypes']],
    ['a token for 59 seconds', { accessTokenSeconds: 59 }, ['accessTokenSeconds']],
    ['a token for more than a day', { accessTokenSeconds: 86_401 }, ['accessTokenSeconds']],
    ['a refresh token for more than a year', { refreshTokenSeconds: 31_536_001 }, ['refreshTokenSeconds']],
    ['a refresh token for no time', { refreshTokenSeconds: 0 }, ['refreshTokenSeconds']],
    ['a path without a slash', { tokenPath: 'token' }, ['tokenPath']],
    ['a path that leaves the provider', { authorizePath: '/../other' }, ['authorizePath']],
    ['two equal paths', { tokenPath: '/oauth2/authorize' }, ['tokenPath']],
    ['a path that is there for all', { tokenPath: '/oauth2/revoke' }, ['tokenPath']],
    ['the path of the consents', { authorizePath: '/oauth2/consents' }, ['authorizePath']],
    ['a path among the files of the pages', { tokenPath: '/oauth2/assets/token' }, ['tokenPath']],
    ['an empty scope', { scopes: [scope('')] }, ['scopes', 0, 'name']],
    ['a scope with a space', { scopes: [scope('a'), scope('b c')] }, ['scopes', 1, 'name']],
    ['a scope with a quote', { scopes: [scope('a"')] }, ['scopes', 0, 'name']],
    ['a scope beyond ASCII', { scopes: [scope('ä')] }, ['scopes', 0, 'name']],
    ['a scope that is too long', { scopes: [scope('x'.repeat(129))] }, ['scopes', 0, 'name']],
    ['one scope twice', { scopes: [scope('a'), scope('a')] }, ['scopes', 1, 'name']],
    ['a description of two lines', { scopes: [scope('a', 'b\nc')] }, ['scopes', 0, 'description']],
    [
      'a description of 501 characters',
      { scopes: [scope('a', 'b'.repeat(501))] },
      ['scopes', 0, 'description'],
    ],
    ['101 scopes', { scopes: Array.from({ length: 101 }, (_, at) => scope(`s${at}`)) }, ['scopes']],
  ])('refuse %s, with its place', (_what, changes, path) => {
    expect(() => checkOAuthProvider({ ...oauthProviderDefaults, ...changes })).toThrowError(
      expect.objectContaining({ code: 'BAD_USER_INPUT', status: 400, inputPath: ['input', ...path] }),
    );
  });
});
