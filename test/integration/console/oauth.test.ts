import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import {
  allByRole,
  byRole,
  elementsOf,
  fieldErrorsOf,
  fieldOf,
  postButtonsOf,
} from '../../support/page-elements.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const LIST = '/console/oauth?org=acme';
const NEW_PROVIDER = '/console/oauth/create-provider?org=acme';
const NEW_REGISTRY = '/console/oauth/create-registry?org=acme';
const providerPath = (name: string) => `/console/oauth/providers/${name}?org=acme`;
const registryPath = (name: string) => `/console/oauth/registries/${name}?org=acme`;

/** What the form of a provider holds, once it has a title. */
const provider = {
  title: 'Customer OAuth',
  name: '',
  userRegistry: '',
  scopes: 'customer access to the customer API',
  grantTypes: ['RESOURCE_OWNER_PASSWORD'],
  clientTypes: ['CONFIDENTIAL'],
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  accessTokenSeconds: '3600',
  refreshTokenSeconds: '2682000',
  signingAlgorithm: 'ES256',
  certificateBinding: 'NONE',
};

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let upstream: Upstream;
let registry: Readonly<Record<'title' | 'displayName' | 'url', string>>;

beforeAll(async () => {
  upstream = await recordingUpstream();
  registry = { title: 'Sample users', displayName: 'People of the sample', url: `${upstream.url}/auth` };
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
  await follow(NEW_REGISTRY, { ...registry, name: '' });
  await follow(NEW_PROVIDER, provider);
});
afterAll(async () => {
  await Promise.all([world.close(), upstream.close()]);
});

const page = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: FormFields, visitor = person) => readPage(visitor.submit(path, fields));
/** Sends a form, and reads the page that it leads to. */
async function follow(path: string, fields: FormFields) {
  const { status, location } = await send(path, fields);
  expect([status, location]).toEqual([303, expect.any(String)]);
  return { ...(await page(location ?? '')), location };
}
/** Creates another org, for one test. Where there are two, each mutation has to name one. */
async function anotherOrg(title: string): Promise<void> {
  const { name } = await world.mutate<{ name: string }>('createOrg', { title });
  onTestFinished(async () => void (await world.mutate('deleteOrg', { name }, '')));
}
/** A provider of the management API, where a test is about something else. */
const made = (title: string, input = {}) => world.mutate('createOAuthProvider', { title, ...input });
const stored = (name: string) => world.database.prisma.oAuthProvider.findFirstOrThrow({ where: { name } });

describe('the page of OAuth', () => {
  it('says of an org without a provider and a registry what that means, and leads to their forms', async () => {
    await anotherOrg('Empty');
    const list = LIST.replace('acme', 'empty');
    const { status, text, links } = await page(list);
    expect(status).toBe(200);
    expect(text).toContain('OAuth providers: 0');
    expect(text).toContain('There is none: APIs can ask for a client key alone.');
    expect(text).toContain('User registries: 0');
    const forms = [NEW_PROVIDER, NEW_REGISTRY].map((path) => path.replace('acme', 'empty'));
    expect(links).toEqual(expect.arrayContaining(forms));
    expect((await page('/console/overview?org=empty')).links).toContain(list);
  });
});

describe('pages of OAuth in German', () => {
  it('have their words, those of the types of registries too', async () => {
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    const inGerman = async (path: string) => (await page(path, german)).text;
    expect(await inGerman(LIST)).toContain('OAuth von Acme');
    expect(await inGerman(NEW_REGISTRY)).toContain('Fragt mit einem GET mit HTTP Basic bei seiner URL');
    expect(await inGerman(`${NEW_REGISTRY}&type=LDAP`)).toContain('Der Base-DN und alles darunter');
    expect(await inGerman(NEW_PROVIDER)).toContain('Die Anwendung sendet Benutzername und Passwort');
    expect(await inGerman(providerPath('customer-oauth'))).toContain('Gültig: 60 Minuten');
  });
});

describe('a user registry', () => {
  it('is created by its form, named after its title unless a name is given', async () => {
    const { location, text } = await follow(NEW_REGISTRY, {
      ...registry,
      title: 'Users of a form',
      name: '',
    });
    expect(location).toBe(`${registryPath('users-of-a-form')}&done=userRegistry`);
    expect(text).toContain('The user registry is created');
    expect(text).toMatch(
      /Name users-of-a-form Display name People of the sample Kind Authentication URL Address http/,
    );
    await follow(NEW_REGISTRY, { ...registry, title: 'Teams', name: 'teams' });
    const list = await page(LIST);
    expect(list.links).toEqual(
      expect.arrayContaining([registryPath('users-of-a-form'), registryPath('teams')]),
    );
  });

  it('of type LDAP is created and changed by its form, which never shows the password of its bind DN', async () => {
    const form = `${NEW_REGISTRY}&type=LDAP`;
    const directory = {
      title: 'Directory',
      displayName: 'Staff',
      url: 'ldap://127.0.0.1:10389',
      name: '',
      baseDn: 'ou=people,dc=acme',
      scope: 'ONE_LEVEL',
      userFilter: '(uid=alice)',
      bindDn: 'cn=gatehouse,dc=acme',
      bindPassword: 'canary-password',
      startTls: 'yes',
      timeoutMs: '1000',
    };
    const refused = await send(form, directory);
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Filter').error).toContain('compares an attribute with {username}');
    expect(refused.html).not.toContain('canary-password');
    const made = await follow(form, { ...directory, userFilter: '' });
    expect(made.location).toBe(`${registryPath('directory')}&done=userRegistry`);
    expect(made.html).not.toContain('canary-password');
    expect(fieldOf(made, 'Filter').value).toBe('(uid={username})');
    const kept = { ...directory, userFilter: '', bindPassword: '', timeoutMs: '900', action: 'save' };
    const changed = await follow(registryPath('directory'), kept);
    expect(fieldOf(changed, 'Timeout, in milliseconds').value).toBe('900');
    const row = await world.database.prisma.userRegistry.findFirstOrThrow({ where: { name: 'directory' } });
    expect(row.secretSealed).not.toBeNull();
    const moved = await send(registryPath('directory'), { ...kept, url: 'ldap://127.0.0.1:10390' });
    expect(fieldOf(moved, 'Password of the bind DN').error).toContain('Give the password of the bind DN');
  });

  it('of type OPENID_CONNECT is created and changed by its form, and its page says what is wrong and what to register', async () => {
    const form = `${NEW_REGISTRY}&type=OPENID_CONNECT`;
    const login = {
      title: 'Company login',
      displayName: 'Acme Login',
      url: 'http://127.0.0.1:9',
      name: '',
      clientId: 'gatehouse',
      clientType: 'CONFIDENTIAL',
      clientSecret: '',
      scopes: 'email  profile',
      subjectClaim: '',
    };
    const refused = await send(form, login);
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Client secret').error).toContain('Give the secret of the client');
    const made = await follow(form, { ...login, clientSecret: 'canary-secret' });
    expect(made.location).toBe(`${registryPath('company-login')}&done=userRegistry`);
    expect(made.html).not.toContain('canary-secret');
    expect(fieldOf(made, 'Scopes').value).toBe('openid email profile');
    expect(fieldOf(made, 'Subject claim').value).toBe('sub');
    expect(made.text).toContain('openid-configuration cannot be reached');
    expect(made.html).not.toContain('Test the registry');
    const input = { org: 'acme', title: 'Login', userRegistry: 'company-login', grantTypes: ['ACCESS_CODE'] };
    await world.mutate('createOAuthProvider', input, '{ name }');
    await world.mutate(
      'assignOAuthProvider',
      { org: 'acme', catalog: CATALOG, oauthProvider: 'login' },
      '{ name }',
    );
    const kept = { ...login, subjectClaim: 'email', action: 'save' };
    const changed = await follow(registryPath('company-login'), kept);
    expect(changed.text).toContain('/login/oauth2/callback');
    expect(fieldOf(changed, 'Subject claim').value).toBe('email');
    const where = { name: 'company-login' };
    expect(
      (await world.database.prisma.userRegistry.findFirstOrThrow({ where })).secretSealed,
    ).not.toBeNull();
  });

  it('of type LOCAL has no address, and its people are added, found, given passwords, suspended and removed', async () => {
    const form = `${NEW_REGISTRY}&type=LOCAL`;
    const made = await follow(form, { title: 'Kept here', displayName: 'Acme', name: '' });
    const path = registryPath('kept-here');
    expect(made.location).toBe(`${path}&done=userRegistry`);
    expect(made.html).toContain('Nobody yet.');
    expect(made.html).not.toContain('local://users');
    const secret = 'canary-password';
    const refused = await send(path, { action: 'addPerson', username: 'a:b', password: secret });
    expect([refused.status, fieldOf(refused, 'New username').value]).toEqual([400, 'a:b']);
    expect(fieldOf(refused, 'New username').error).toContain('The username has a colon');
    expect(refused.html).not.toContain(secret);
    const added = await follow(path, { action: 'addPerson', username: ' Zoë/1 ', password: secret });
    expect(added.location).toBe(`${path}&done=localUserAdded`);
    const person = `/console/oauth/registries/kept-here/users/${encodeURIComponent('Zoë/1')}?org=acme`;
    expect(added.html).toContain(`href="${person.replace('&', '&amp;')}"`);
    const short = await send(person, { action: 'password', password: 'short' });
    expect([short.status, fieldOf(short, 'New password').error]).toEqual([
      400,
      'A password has 8 to 256 characters.',
    ]);
    const steps = [
      [{ action: 'password', password: 'another-password' }, 'localUserPassword'],
      [{ action: 'suspend' }, 'localUserSuspended'],
      [{ action: 'enable' }, 'localUserEnabled'],
    ] as const;
    for (const [sent, done] of steps)
      expect((await follow(person, sent)).location).toBe(`${person}&done=${done}`);
    const answer = await send(path, { action: 'test', username: 'zoë/1', password: 'another-password' });
    expect(answer.html).toContain('zoë/1 is accepted');
    expect(answer.html).toContain('Not as long as it has people');
    expect((await follow(person, { action: 'remove' })).location).toBe(`${path}&done=localUserRemoved`);
    expect((await send(person, { action: 'suspend' })).status).toBe(404);
    expect((await follow(path, { action: 'delete' })).location).toContain('done=registryDeleted');
  });

  it.each([
    ['no address', { url: 'crm' }, [400, 'Authentication URL', 'is no URL. An absolute']],
    [
      'a private address',
      { url: 'http://10.0.0.1/' },
      [400, 'Authentication URL', 'is in a private network'],
    ],
    [
      'a password in it',
      { url: 'http://a:b@127.0.0.1/' },
      [400, 'Authentication URL', 'without a username and password'],
    ],
    ['an empty title', { title: ' ' }, [400, 'Title', 'The title is empty.']],
    ['a taken name', {}, [409, 'Name', 'There is a user registry sample-users already']],
  ] as const)(
    'is refused beside its field, with what was typed kept: %s',
    async (_what, changes, [status, field, why]) => {
      for (const path of field === 'Name' ? [NEW_REGISTRY] : [NEW_REGISTRY, registryPath('sample-users')]) {
        const fields = { ...registry, displayName: 'As typed', ...changes, name: '', action: 'save' };
        const refused = await send(path, fields);
        expect(refused.status).toBe(status);
        expect(fieldOf(refused, field).error).toContain(why);
        expect(fieldOf(refused, 'Display name').value).toBe('As typed');
      }
    },
  );

  it('is asked for a username and password, which go no further', async () => {
    upstream.answer = (_request, response) => void response.writeHead(401).end();
    const { status, text, html } = await send(registryPath('sample-users'), {
      action: 'test',
      username: 'alice',
      password: 'wrong-password',
    });
    expect(status).toBe(200);
    expect(text).toMatch(/alice is not accepted .* HTTP status 401, after \d+ ms/);
    expect(html).not.toContain('wrong-password');
  });

  it('is changed, assigned to a catalog and taken from it', async () => {
    const path = registryPath('sample-users');
    const saved = await follow(path, { action: 'save', ...registry, displayName: 'Everybody' });
    expect(saved.text).toMatch(/The change is saved.* Display name Everybody/);
    const assigned = await follow(path, { action: 'assign', catalog: CATALOG });
    expect(assigned.text).toMatch(/Catalogs: 1 .* Sandbox Unassign from Sandbox/);
    expect(allByRole(assigned, 'button', 'Assign')).toEqual([]);
    const taken = await follow(path, { action: 'unassign', catalog: CATALOG });
    expect(taken.text).toMatch(
      /Unassigned from the catalog\. .* Not assigned to a catalog: nobody signs in with it yet\./,
    );
  });

  it('is not deleted while a provider asks it, and says which one', async () => {
    await follow(NEW_REGISTRY, { ...registry, title: 'Visitors', name: 'visitors' });
    await made('Asking', { userRegistry: 'visitors' });
    const shown = await page(registryPath('visitors'));
    expect(shown.text).toContain('give another registry to Asking first.');
    expect(shown.links).toContain(providerPath('asking'));
    expect(postButtonsOf(shown)).toEqual(['Test the registry', 'Assign', 'Save the user registry']);
    expect(await send(registryPath('visitors'), { action: 'delete' })).toMatchObject({
      status: 409,
      text: expect.stringContaining('The OAuth provider asking authenticates people with visitors'),
    });
    await world.mutate('deleteOAuthProvider', { name: 'asking' }, '');
    const { location, text: list } = await follow(registryPath('visitors'), { action: 'delete' });
    expect(location).toBe(`${LIST}&done=registryDeleted`);
    expect(list).toContain('The user registry is deleted.');
  });

  it('that somebody else has deleted meanwhile is there no more, whatever is asked of it', async () => {
    for (const action of ['save', 'assign', 'test', 'delete']) {
      const fields = { ...registry, action, catalog: CATALOG, username: 'a', password: 'b' };
      expect(await send(registryPath('gone'), fields)).toMatchObject({
        status: 404,
        text: expect.stringContaining('There is no such page'),
      });
    }
  });
});

describe('an OAuth provider', () => {
  const PATH = providerPath('customer-oauth');

  it('has a form with the defaults, and is created with what that says', async () => {
    const form = await page(NEW_PROVIDER);
    expect(fieldOf(form, 'Authenticate application users using').value).toBe('sample-users');
    expect(fieldOf(form, 'Supported grant types').value).toBe('RESOURCE_OWNER_PASSWORD');
    expect(fieldOf(form, 'Token path').value).toBe('/oauth2/token');
    const { location, text, links } = await follow(NEW_PROVIDER, {
      ...provider,
      title: 'As the Form Says',
      userRegistry: 'sample-users',
      grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'],
      refreshTokens: 'yes',
    });
    expect(location).toBe(`${providerPath('as-the-form-says')}&done=oauthProvider`);
    expect(text).toContain('The OAuth provider is created.');
    expect(text).toMatch(
      /Name as-the-form-says Grant types Resource owner - Password, Access code Client types Confidential Scopes customer access to the customer API User registry Sample users Access tokens Valid 60 minutes Refresh tokens Valid 31 days Signs with ES256/,
    );
    expect(links).toContain(registryPath('sample-users'));
  });

  it.each([
    ['no grant', { grantTypes: [] }, [400, 'Supported grant types', 'name at least one']],
    [
      'a client that can use none',
      { clientTypes: ['PUBLIC'] },
      [400, 'Supported grant types', 'need ACCESS_CODE'],
    ],
    ['a scope twice', { scopes: 'one\none again' }, [400, 'Scopes', 'There are two scopes one']],
    ['a scope that cannot be', { scopes: 'größe' }, [400, 'Scopes', 'is not a scope']],
    ['a long description', { scopes: `one ${'x'.repeat(501)}` }, [400, 'Scopes', 'at most 500']],
    [
      'a token of a year',
      { accessTokenSeconds: '31536000' },
      [400, 'Access token lifetime, in seconds', '60 to 86400'],
    ],
    [
      'no number',
      { accessTokenSeconds: 'long' },
      [400, 'Access token lifetime, in seconds', 'non-integer value: "long'],
    ],
    ['one path for two', { tokenPath: '/as/typed' }, [400, 'Token path', 'a path of its own']],
    [
      'a registry that is gone',
      { userRegistry: 'gone' },
      [404, 'Authenticate application users using', 'no user registry gone'],
    ],
    ['no title', { title: '' }, [400, 'Title', 'The title is empty.']],
    ['a taken name', {}, [409, 'Name', 'There is an OAuth provider customer-oauth already']],
  ] as const)(
    'is refused beside its field, with what was typed kept: %s',
    async (_what, changes, [status, field, why]) => {
      for (const path of field === 'Name' ? [NEW_PROVIDER] : [NEW_PROVIDER, PATH]) {
        const typed = { ...provider, authorizePath: '/as/typed', signingAlgorithm: 'EdDSA' };
        const refused = await send(path, { ...typed, action: 'save', ...changes });
        expect(refused.status).toBe(status);
        expect(fieldOf(refused, field).error).toContain(why);
        expect(fieldErrorsOf(refused)).toHaveLength(1);
        expect(fieldOf(refused, 'Authorize path').value).toBe('/as/typed');
        expect(fieldOf(refused, 'Sign with').value).toBe('EdDSA');
      }
    },
  );

  it('is changed by its form: what is not ticked is taken away', async () => {
    await follow(NEW_PROVIDER, {
      ...provider,
      title: 'Changing',
      userRegistry: 'sample-users',
      grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'],
      refreshTokens: 'yes',
    });
    const changes = { title: 'Customers', userRegistry: '', accessTokenSeconds: '600' };
    const { text } = await follow(providerPath('changing'), { ...provider, ...changes, action: 'save' });
    expect(text).toMatch(/Customers .*The change is saved/);
    expect(text).toContain(
      'Nobody can sign in at changing: RESOURCE_OWNER_PASSWORD asks a user registry, and it has none. Give it one.',
    );
    expect(text).toMatch(/User registry None: nobody signs in Access tokens Valid 10 minutes/);
    expect(await stored('changing')).toMatchObject({
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      refreshTokens: false,
      userRegistryId: null,
    });
  });

  it('has its addresses in each catalog that it is assigned to, to be copied', async () => {
    const shown = await follow(PATH, { action: 'assign', catalog: CATALOG });
    expect(shown.text).toMatch(/Assigned to the catalog\..* Catalogs: 1 .* Sandbox/);
    const at = 'http://gateway.test/acme/sandbox/customer-oauth';
    const copied = elementsOf(shown)
      .all('[data-copy]')
      .map(({ attributes }) => attributes['data-copy']);
    expect(copied.toSorted()).toEqual([
      'http://gateway.test/.well-known/oauth-authorization-server/acme/sandbox/customer-oauth',
      ...['', '/oauth2/introspect', '/oauth2/jwks', '/oauth2/revoke', '/oauth2/token'].map(
        (below) => at + below,
      ),
    ]);
    const taken = await follow(PATH, { action: 'unassign', catalog: CATALOG });
    expect(taken.text).toContain('Not assigned to a catalog: no application can get a token from it yet.');
  });

  it('has its key rotated, once until the new one signs, or all keys withdrawn', async () => {
    const { text } = await follow(PATH, { action: 'rotate' });
    expect(text).toMatch(/Signing keys: 2 .* ES256 Published 1 Jan 2027, 00:10 UTC .* Signing /);
    expect(await send(PATH, { action: 'rotate' })).toMatchObject({
      status: 409,
      text: expect.stringContaining(
        'A new key signs from 2027-01-01T00:10:00.000Z: rotate again after that.',
      ),
    });
    const withdrawn = await follow(PATH, { action: 'withdraw' });
    expect(withdrawn.text).toMatch(/The keys before are withdrawn.* Signing keys: 1 .* Signing /);
  });

  it('says which APIs take its tokens, and keeps itself and their scopes for them', async () => {
    await follow(NEW_PROVIDER, { ...provider, title: 'Securing' });
    const path = providerPath('securing');
    await world.api('customerdb:1.0.0', {
      security: {
        securityDefinitions: [
          {
            name: 'oauth-1',
            type: 'OAUTH2',
            flow: 'RESOURCE_OWNER_PASSWORD',
            oauthProvider: 'securing',
          },
        ],
        security: [{ definition: 'oauth-1', scopes: ['customer'] }],
      },
    });
    await world.product('customer:1.0.0', { publishTo: CATALOG });
    const shown = await page(path);
    const { text, links } = shown;
    expect(text).toMatch(/APIs that accept its tokens: 1 .* customerdb:1\.0\.0 customer Draft Sandbox/);
    expect(links).toContain(`/console/catalogs/acme/${CATALOG}`);
    expect(text).toContain('Not as long as an API takes its tokens');
    expect(postButtonsOf(shown)).toEqual([
      'Assign',
      'Rotate the key',
      'Withdraw all keys',
      'Save the OAuth provider',
    ]);
    expect((await page(LIST)).text).toMatch(
      /Securing securing Resource owner - Password customer None None yet 1 ES256/,
    );
    const renamed = await send(path, { ...provider, title: 'Securing', scopes: 'account', action: 'save' });
    expect(renamed.status).toBe(409);
    expect(fieldOf(renamed, 'Scopes').error).toContain('requires the scope customer');
    expect(await send(path, { action: 'delete' })).toMatchObject({
      status: 409,
      text: expect.stringContaining('The API customerdb:1.0.0 is secured with securing'),
    });
  });

  it('is deleted after it has said what becomes of its tokens', async () => {
    await made('Partners');
    await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'partners' });
    const shown = await page(providerPath('partners'));
    expect(shown.text).toContain('It is assigned to Sandbox: its tokens are refused there at once.');
    const confirmed = elementsOf(shown)
      .all('form')
      .map(({ attributes }) => attributes['data-confirm']);
    expect(confirmed).toContain('Delete the OAuth provider Partners and its keys?');
    const { location, text: list } = await follow(providerPath('partners'), { action: 'delete' });
    expect(location).toBe(`${LIST}&done=providerDeleted`);
    expect(list).toContain('The OAuth provider is deleted, with its signing keys.');
    expect(list).not.toContain('partners');
  });

  it('that somebody else has deleted meanwhile is there no more, whatever is asked of it', async () => {
    for (const action of ['save', 'assign', 'rotate', 'withdraw', 'delete'])
      expect(await send(providerPath('gone'), { ...provider, action, catalog: CATALOG })).toMatchObject({
        status: 404,
        text: expect.stringContaining('There is no such page'),
      });
  });
});

it('a viewer reads everything, is offered no form, and is refused what they send', async () => {
  for (const path of [LIST, providerPath('customer-oauth'), registryPath('sample-users')]) {
    const shown = await page(path, viewer);
    expect(shown.status).toBe(200);
    expect(allByRole(byRole(shown, 'main'), 'form')).toEqual([]);
    expect(shown.links).not.toContain(NEW_PROVIDER);
  }
  const refused = {
    status: 403,
    text: expect.stringContaining('This needs the role DEVELOPER; yours is VIEWER.'),
  };
  for (const path of [NEW_PROVIDER, NEW_REGISTRY]) {
    expect(await page(path, viewer)).toMatchObject(refused);
    expect(await send(path, { ...provider, ...registry }, viewer)).toMatchObject(refused);
  }
  for (const path of [providerPath('customer-oauth'), registryPath('sample-users')])
    for (const action of ['save', 'assign', 'delete'])
      expect(await send(path, { ...provider, ...registry, catalog: CATALOG, action }, viewer)).toMatchObject(
        refused,
      );
});

it('another org’s providers and registries are not there, and their pages are of no other origin', async () => {
  await anotherOrg('Beta');
  const { token } = await world.mutate<{ token: string }>(
    'createAccessToken',
    { org: 'beta', name: 'other', role: 'ADMINISTRATOR' },
    '{ token }',
  );
  const other = await world.signedIn(token);
  for (const path of [LIST, NEW_PROVIDER, providerPath('customer-oauth'), registryPath('sample-users')])
    expect((await page(path, other)).status).toBe(404);
  expect((await send(NEW_REGISTRY, { ...registry, title: 'Theirs' }, other)).status).toBe(404);
  for (const path of [NEW_PROVIDER, NEW_REGISTRY, providerPath('customer-oauth')])
    expect((await person.post(path, {}, { origin: 'http://evil.test' })).status).toBe(403);
});

it.each(['create-provider', 'create-issuer'])(
  'the form %s is of the first org where none is named',
  async (form) => {
    const { status, text } = await page(`/console/oauth/${form}`);
    expect(status).toBe(200);
    expect(text).toContain('OAuth of Acme');
  },
);

describe('an external issuer', () => {
  const NEW_ISSUER = '/console/oauth/create-issuer?org=acme';
  const issuer = {
    title: 'Company',
    name: '',
    url: '',
    audiences: 'https://api.acme.test',
    clientClaim: 'azp',
    subjectClaim: 'sub',
    scopeClaim: 'scope',
    scopes: 'read Reads',
    jwksUrl: '',
    algorithms: ['ES256'],
    clockSkewSeconds: '30',
    introspectionUrl: '',
    clientId: '',
    secret: '',
    cacheSeconds: '60',
    registrationUrl: '',
    initialAccessToken: '',
  };

  it('is created by its form, and its page says what is wrong with what it publishes', async () => {
    const { location, text } = await follow(NEW_ISSUER, { ...issuer, url: upstream.url });
    expect(location).toBe(`${providerPath('company')}&done=externalIssuer`);
    expect(text).toContain('The issuer cannot be used');
    expect(text).toContain('azp is the client, sub the person, scope the scopes');
    expect(text).not.toContain('Signing keys');
    expect((await page(LIST)).text).toContain('External issuer');
  });

  it('is changed by the form of its page, which keeps what was refused', async () => {
    await follow(NEW_ISSUER, { ...issuer, title: 'Changed', url: upstream.url });
    const path = providerPath('changed');
    const refused = await send(path, {
      ...issuer,
      url: upstream.url,
      clockSkewSeconds: '301',
      action: 'saveIssuer',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('clockSkewSeconds is 301: give 0 to 300 seconds.');
    await follow(path, { ...issuer, url: upstream.url, clientClaim: 'cid', action: 'saveIssuer' });
    expect((await stored('changed')).issuer).toMatchObject({ clientClaim: 'cid' });
    await follow(path, { action: 'assign', catalog: CATALOG });
    expect((await page(path)).text).toContain('Catalogs: 1');
  });

  it('registers applications for the grants that are chosen, and else none', async () => {
    await follow(NEW_ISSUER, { ...issuer, title: 'Open', url: upstream.url });
    const path = providerPath('open');
    expect((await stored('open')).issuer).not.toHaveProperty('registration');
    const registration = { registrationGrants: ['APPLICATION'], initialAccessToken: 'registration-token' };
    const { text } = await follow(path, {
      ...issuer,
      url: upstream.url,
      ...registration,
      action: 'saveIssuer',
    });
    expect(text).toContain('For Application');
    expect((await stored('open')).issuer).toMatchObject({
      registration: { url: null, initialAccessToken: 'registration-token', grantTypes: ['APPLICATION'] },
    });
    await follow(path, { ...issuer, url: upstream.url, action: 'saveIssuer' });
    expect((await stored('open')).issuer).not.toHaveProperty('registration');
  });
});

it('providers and registries come page by page, each list by itself', async () => {
  await anotherOrg('Crowd');
  const { prisma } = world.database;
  const { id: orgId } = await prisma.org.findFirstOrThrow({ where: { name: 'crowd' } });
  const names = Array.from({ length: 30 }, (_, at) => `many-${at + 10}`);
  const { id: _, userRegistryId: __, issuer: ___, ...row } = await stored('customer-oauth');
  await prisma.oAuthProvider.createMany({
    data: names.map((name) => ({ ...row, orgId, name, title: name, scopes: [] })),
  });
  await prisma.userRegistry.createMany({
    data: names.map((name) => ({
      orgId,
      name,
      title: name,
      displayName: name,
      url: 'http://x/',
    })),
  });
  const list = LIST.replace('acme', 'crowd');
  const first = await page(list);
  expect(first.text.match(/1 to 25 of 30/g)).toHaveLength(2);
  expect(first.links).toContain(`${list}&registries=2`);
  const second = await page(`${list}&providers=2`);
  expect(second.text).toMatch(/26 to 30 of 30 .* 1 to 25 of 30/);
});
