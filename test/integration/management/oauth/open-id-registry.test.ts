import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LyingIssuer, openLyingIssuer } from '../../../support/lying-issuer.ts';
import { fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

const SECRET = 'canary-of-the-client';
const SELECTION = '{ name type url openId { clientId clientType scopes subjectClaim } }';

let world: ManifestWorld;
let issuer: LyingIssuer;
let url: string;
beforeEach(async () => {
  [world, issuer] = await Promise.all([openManifest(), openLyingIssuer()]);
  url = issuer.url;
});
afterEach(async () => {
  await Promise.all([world.close(), issuer.close()]);
});

const openId = { clientId: 'gatehouse', clientSecret: SECRET };
const people = { title: 'People', displayName: 'People', type: 'OPENID_CONNECT' };
const create = (change: object = {}, selection = SELECTION) =>
  world.mutate('createUserRegistry', { ...people, url, openId: { ...openId, ...change } }, selection);
const update = (input: object) => world.mutate('updateUserRegistry', { name: 'people', ...input }, SELECTION);

describe('createUserRegistry of type OPENID_CONNECT', () => {
  it('completes the settings, never tells the secret, and asks nobody', async () => {
    expect(await create({ scopes: ['email', 'openid'] })).toEqual({
      name: 'people',
      type: 'OPENID_CONNECT',
      url,
      openId: {
        clientId: 'gatehouse',
        clientType: 'CONFIDENTIAL',
        scopes: ['openid', 'email'],
        subjectClaim: 'sub',
      },
    });
    expect(issuer.seen).toEqual([]);
  });

  it('says what is wrong with the issuer where it is asked to', async () => {
    issuer.state.answers.set('/.well-known/openid-configuration', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    const made = await create({}, '{ openId { check { authorizationUrl faults } } }');
    const fault = `Nobody can sign in at the issuer: ${url}/.well-known/openid-configuration answered with no JSON object.`;
    expect(made).toEqual({ openId: { check: { authorizationUrl: null, faults: [fault] } } });
  });

  it.each([
    ['no settings', { openId: undefined }, 'openId'],
    ['no client id', { openId: { clientSecret: SECRET } }, 'clientId'],
    ['a confidential client without a secret', { openId: { clientId: 'a' } }, 'clientSecret'],
    ['an empty secret', { openId: { ...openId, clientSecret: '' } }, 'clientSecret'],
    ['a secret with a line break', { openId: { ...openId, clientSecret: 'a\nb' } }, 'clientSecret'],
    ['a public client with a secret', { openId: { ...openId, clientType: 'PUBLIC' } }, 'clientSecret'],
    ['a scope with a space', { openId: { ...openId, scopes: ['a b'] } }, 'scopes'],
    [
      'many scopes',
      { openId: { ...openId, scopes: Array.from({ length: 30 }, (_, at) => `s${at}`) } },
      'scopes',
    ],
    ['a claim without a name', { openId: { ...openId, subjectClaim: '' } }, 'subjectClaim'],
    ['an issuer with a query', { url: 'https://login.acme.test/?a=b' }, 'url'],
    ['an issuer of LDAP', { url: 'ldaps://login.acme.test' }, 'url'],
    ['settings of LDAP', { ldap: { baseDn: 'dc=acme' } }, 'ldap'],
    ['settings of another type', { type: 'LOCAL', url: undefined }, 'openId'],
  ])('refuses %s', async (_what, change, member) => {
    const input = { ...people, url, openId, ...change };
    const refused = await world.changesNothing(() => world.refused('createUserRegistry', input));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(refused.path?.at(-1)).toBe(member);
  });

  it('refuses an issuer in a private network', async () => {
    const input = { ...people, url: 'https://10.0.0.1', openId };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({ code: 'TARGET_NOT_ALLOWED' });
  });
});

describe('updateUserRegistry of type OPENID_CONNECT', () => {
  it('changes what it is given, and keeps the rest with the secret', async () => {
    await create();
    expect(await update({ openId: { subjectClaim: 'email' } })).toMatchObject({
      openId: { clientId: 'gatehouse', subjectClaim: 'email' },
    });
    expect((await world.database.prisma.userRegistry.findFirstOrThrow()).secretSealed).not.toBeNull();
    await update({ openId: { clientType: 'PUBLIC' } });
    expect((await world.database.prisma.userRegistry.findFirstOrThrow()).secretSealed).toBeNull();
  });

  it.each([
    ['issuer', () => ({ url: `${url}/other` })],
    ['client id', () => ({ openId: { clientId: 'other' } })],
  ])('asks for the secret again with another %s', async (_what, change) => {
    await create();
    const input = { name: 'people', ...change() };
    expect(await world.changesNothing(() => world.refused('updateUserRegistry', input))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Give the secret of the client: it is kept for the client alone that it was set for.',
      path: ['input', 'openId', 'clientSecret'],
    });
  });
});

describe('what asks a registry of type OPENID_CONNECT for a password is refused:', () => {
  const provider = { title: 'Main', userRegistry: 'people', clientTypes: ['CONFIDENTIAL'] };
  const PASSWORDS =
    'People of the user registry people sign in at pages of its own: leave RESOURCE_OWNER_PASSWORD out, or name a registry that takes passwords.';

  it('an OAuth provider with the password grant', async () => {
    await create();
    const input = { ...provider, grantTypes: ['RESOURCE_OWNER_PASSWORD'] };
    expect(await world.refused('createOAuthProvider', input)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: PASSWORDS,
      path: ['input', 'grantTypes'],
    });
    await world.mutate('createOAuthProvider', { ...provider, grantTypes: ['ACCESS_CODE'] }, '{ name }');
    const change = { name: 'main', grantTypes: ['ACCESS_CODE', 'RESOURCE_OWNER_PASSWORD'] };
    expect(await world.refused('updateOAuthProvider', change)).toMatchObject({ message: PASSWORDS });
    const local = { title: 'Others', displayName: 'Others', type: 'LOCAL' };
    await world.mutate('createUserRegistry', local, '{ name }');
    await world.mutate('updateOAuthProvider', { ...change, userRegistry: 'others' }, '{ name }');
    expect(
      await world.refused('updateOAuthProvider', { name: 'main', userRegistry: 'people' }),
    ).toMatchObject({
      message: PASSWORDS,
    });
  });

  it('a security definition HTTP_BASIC', async () => {
    await create();
    const refused = await world.refused('createApi', {
      title: 'Things',
      version: '1.0.0',
      openapi: { openapi: '3.0.3', info: { title: 'Things', version: '1.0.0' }, paths: {} },
      securityDefinitions: [{ name: 'basic', type: 'HTTP_BASIC', userRegistry: 'people' }],
      security: [{ definition: 'basic' }],
    });
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'People of the user registry people sign in at pages of its own: HTTP Basic needs one that takes passwords.',
    });
  });

  it('testUserRegistry', async () => {
    await create();
    const input = { name: 'people', username: 'alice', password: 'x' };
    expect(await world.refused('testUserRegistry', input, '{ message }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'name'],
    });
    expect(issuer.seen).toEqual([]);
  });
});

describe('a manifest with a registry of type OPENID_CONNECT', () => {
  it('says all but the secret, and changes nothing where it was exported', async () => {
    await fill(world);
    await create({ scopes: ['email'], subjectClaim: 'email' });
    const manifest = await world.export();
    expect(manifest.userRegistries.find(({ name }) => name === 'people')).toEqual({
      name: 'people',
      title: 'People',
      type: 'OPENID_CONNECT',
      url,
      openId: { clientId: 'gatehouse', scopes: ['openid', 'email'], subjectClaim: 'email' },
    });
    expect((await world.apply(manifest)).changes).toEqual([]);
  });

  it('makes one with its secret, and asks for it where the client is another', async () => {
    const registry = { name: 'people', type: 'OPENID_CONNECT', url, openId };
    await world.apply({ gatehouse: '1', userRegistries: [registry] });
    const kept = { ...registry, openId: { clientId: 'gatehouse', subjectClaim: 'email' } };
    await world.apply({ gatehouse: '1', userRegistries: [kept] });
    const { secretSealed, id } = await world.database.prisma.userRegistry.findFirstOrThrow();
    expect(world.deps.secrets.unseal(secretSealed ?? new Uint8Array(), id)).toBe(SECRET);
    const other = { ...registry, openId: { clientId: 'other' } };
    const { faults } = await world.changesNothing(() =>
      world.applyRefused({ gatehouse: '1', userRegistries: [other] }),
    );
    expect(faults).toMatchObject([
      {
        path: ['input', 'manifest', 'userRegistries', 0, 'openId'],
        message:
          'The client of people is new, or its issuer is, and secrets are never exported: give its clientSecret.',
      },
    ]);
  });

  it('keeps a registry one of its kind, and its providers without the password grant', async () => {
    await create();
    const passwords = { name: 'people', url: 'http://127.0.0.1/auth' };
    const { faults } = await world.applyRefused({ gatehouse: '1', userRegistries: [passwords] });
    expect(faults).toMatchObject([{ path: ['input', 'manifest', 'userRegistries', 0, 'type'] }]);
    const main = { name: 'main', userRegistry: 'people', grantTypes: ['RESOURCE_OWNER_PASSWORD'] };
    const refused = await world.applyRefused({ gatehouse: '1', oauthProviders: [main] });
    expect(refused.faults).toMatchObject([
      { path: ['input', 'manifest', 'oauthProviders', 0, 'grantTypes'], code: 'BAD_USER_INPUT' },
    ]);
  });
});

it('the address to come back to is told for each catalog', async () => {
  await create();
  const provider = { title: 'Main', userRegistry: 'people', grantTypes: ['ACCESS_CODE'] };
  await world.mutate('createOAuthProvider', provider, '{ name }');
  const assigned = await world.mutate(
    'assignOAuthProvider',
    { catalog: 'sandbox', oauthProvider: 'main' },
    '{ oauthProviders { endpoints { callbackUrl } } }',
  );
  expect(JSON.stringify(assigned)).toContain('/sandbox/main/oauth2/callback');
});

it('the secret of a client is in no audit, no change and no column in clear', async () => {
  await create();
  await update({ openId: { clientSecret: SECRET, scopes: ['email'] } });
  for (const table of ['AuditEvent', 'UserRegistry', 'Event']) {
    const rows = await world.database.query(`SELECT row_to_json(t)::text AS row FROM "${table}" t`);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString('hex'));
  }
});
