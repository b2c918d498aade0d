import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ldapSettingsFrom } from '../../../src/domain/oauth/ldap-settings.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { LdapDirectory } from '../../support/ldap-directory.ts';
import { client, passwordGrant } from '../../support/oauth.ts';
import { allow, openProviderBrowser, SIGN_IN, VERIFIER } from '../../support/provider-browser.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

const BASE = 'ou=people,dc=acme';
const SERVICE = { dn: 'cn=gatehouse,dc=acme', userPassword: 'canary-service-password' };
const ALICE = { dn: `cn=Alice,${BASE}`, uid: 'alice', userPassword: SIGN_IN.password };

let world: StoredOAuth;
let directory: LdapDirectory;
beforeAll(async () => {
  [world, directory] = await Promise.all([openStoredOAuth(), LdapDirectory.open()]);
  directory.state.entries = [SERVICE, { dn: BASE }, ALICE];
  const url = `ldap://127.0.0.1:${directory.port}`;
  const ldap = ldapSettingsFrom({ baseDn: BASE, bindDn: SERVICE.dn, startTls: false }, url, []);
  const { userRegistryId: id } = world;
  const secretSealed = new Uint8Array(world.secrets.seal(SERVICE.userPassword, id));
  const data = { type: 'LDAP', url, ldap: toStore(ldap), secretSealed } as const;
  await world.change((prisma) => prisma.userRegistry.update({ where: { id }, data }));
});
beforeEach(() => {
  directory.seen.length = 0;
  directory.state.answer = undefined;
});
afterAll(async () => {
  await Promise.all([world.close(), directory.close()]);
});

const subjectOf = (json: Record<string, unknown>) => decodeJwt(String(json['access_token'])).sub;

describe('at an OAuth provider with a registry of type LDAP', () => {
  it('the password grant issues a token for the person that the directory names', async () => {
    const { status, json } = await passwordGrant(world, { username: 'Alice' });
    expect(status).toBe(200);
    expect(subjectOf(json)).toBe('alice');
    expect(directory.binds.map(({ dn }) => dn)).toEqual([SERVICE.dn, ALICE.dn]);
  });

  it('a person signs in on its page, and the code becomes a token of theirs', async () => {
    const location = await allow(openProviderBrowser(world.url));
    const code = location.searchParams.get('code') ?? '';
    const form = { ...client(), grant_type: 'authorization_code', code, code_verifier: VERIFIER };
    const { status, json } = await world.post('token', { ...form, redirect_uri: REDIRECT_URI });
    expect([status, subjectOf(json)]).toEqual([200, 'alice']);
  });

  it.each([
    ['a wrong password', { password: 'other' }, [400, 'invalid_grant']],
    ['an empty password', { password: '' }, [400, 'invalid_request']],
    ['a filter in place of a username', { username: '*)(uid=*' }, [400, 'invalid_grant']],
    ['a control character', { username: 'al\0ice' }, [400, 'invalid_request']],
  ])('%s gets no token', async (_what, change, expected) => {
    const { status, json } = await passwordGrant(world, change);
    expect([status, json['error']]).toEqual(expected);
    expect(directory.binds.filter(({ password }) => password === '')).toEqual([]);
  });

  it('a directory that cannot say so is a registry that is not available', async () => {
    directory.state.entries = [{ ...SERVICE, userPassword: 'changed' }, { dn: BASE }, ALICE];
    const { status, json, headers } = await passwordGrant(world);
    directory.state.entries = [SERVICE, { dn: BASE }, ALICE];
    expect([status, json['error'], json['error_description']]).toEqual([
      503,
      'temporarily_unavailable',
      'The user registry cannot say whether the username and password are right.',
    ]);
    expect(headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(json)).not.toContain('canary');
  });

  it('spellings of one person share their guesses', async () => {
    const spellings = ['bob', 'Bob', 'BOB', 'bOb', 'boB', 'BoB', 'bOB', 'BOb', 'ｂob', 'ＢOB'];
    for (const username of spellings) {
      const { headers } = await passwordGrant(world, { username, password: 'other' });
      expect(headers.get('retry-after')).toBeNull();
    }
    directory.seen.length = 0;
    const { status, json, headers } = await passwordGrant(world, { username: 'bob', password: 'other' });
    expect([status, json['error'], headers.get('retry-after')]).toEqual([400, 'invalid_grant', '5']);
    expect(directory.seen).toEqual([]);
  });
});
