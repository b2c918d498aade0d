import { describe, expect, it } from 'vitest';
import type { SecurityDefinitionDraft } from '../../../src/domain/api/security/types.ts';
import {
  checkSecurity,
  defaultSecurity,
  openSecurityInWords,
  type Security,
  securityAlternativesOf,
  securityDefinition,
} from '../../../src/domain/api/security.ts';
import {
  checkOperations,
  operationSecurityFrom,
  requirementsFrom,
} from '../../../src/domain/api/security-requirements.ts';
import { securityInWords } from '../../../src/domain/api/security-words.ts';

const PATH = ['input', 'securityDefinitions', 0];
const define = (draft: SecurityDefinitionDraft) => securityDefinition(draft, PATH);
const refused = (member: string, message: string | RegExp) =>
  expect.objectContaining({
    code: 'BAD_USER_INPUT',
    status: 400,
    message: expect.stringMatching(message),
    inputPath: [...PATH, member],
  });

describe('a security definition', () => {
  it('oauth-1 of spec.md: type oauth2, flow Resource Owner - Password', () => {
    expect(
      define({ name: 'oauth-1', type: 'OAUTH2', flow: 'RESOURCE_OWNER_PASSWORD', oauthProvider: 'main' }),
    ).toEqual({
      name: 'oauth-1',
      type: 'OAUTH2',
      flow: 'RESOURCE_OWNER_PASSWORD',
      oauthProvider: 'main',
    });
  });

  it('of OAuth 2.0 that says no flow takes tokens of any', () => {
    const definition = define({ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'main' });
    expect(definition).toEqual({ name: 'oauth-1', type: 'OAUTH2', flow: null, oauthProvider: 'main' });
    const api = { name: 'shop', version: '1.0.0', securityDefinitions: [definition] };
    expect(securityInWords({ ...api, security: [{ definition: 'oauth-1', scopes: [] }] })).toBe(
      'an access token of main (any flow)',
    );
  });

  it.each([
    ['API_KEY', { oauthProvider: 'main' }, 'oauthProvider'],
    ['API_KEY', { flow: 'ACCESS_CODE' }, 'flow'],
    ['OAUTH2', { oauthProvider: 'main', keyName: 'X-Key' }, 'keyName'],
    ['OAUTH2', { oauthProvider: 'main', keyLocation: 'QUERY' }, 'keyLocation'],
    ['OAUTH2', { oauthProvider: 'main', userRegistry: 'people' }, 'userRegistry'],
    ['HTTP_BASIC', { userRegistry: 'people', keyName: 'X-Key' }, 'keyName'],
  ] as const)('of type %s has nothing of the other type, as %j', (type, more, member) => {
    expect(() => define({ name: 'mixed', type, ...more })).toThrow(
      refused(member, `The security definition mixed is of type ${type}, which has no ${member}`),
    );
  });

  it('of a client key is the header X-Client-Id, unless it names another header or query parameter', () => {
    expect(define({ name: 'key', type: 'API_KEY' })).toEqual({
      name: 'key',
      type: 'API_KEY',
      keyLocation: 'HEADER',
      keyName: 'X-Client-Id',
    });
    expect(define({ name: 'key', type: 'API_KEY', keyLocation: 'QUERY', keyName: 'api_key' })).toMatchObject({
      keyLocation: 'QUERY',
      keyName: 'api_key',
    });
  });

  it.each(['', 'a b', 'ключ', 'a/b', 'x'.repeat(65)])('has no key %j', (name) => {
    expect(() => define({ name, type: 'API_KEY' })).toThrow(
      refused('name', 'The key of a security definition'),
    );
  });

  it.each([
    '',
    'two words',
    'a:b',
    'X-Key\r\nX-Other',
    'Authorization',
    'HOST',
    'Cookie',
    'Transfer-Encoding',
    'Connection',
    'Content-Type',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Keep-Alive',
    'x'.repeat(101),
  ])('takes no client key from %j', (keyName) => {
    expect(() => define({ name: 'key', type: 'API_KEY', keyName })).toThrow(
      refused('keyName', 'cannot carry a client key'),
    );
  });

  it('of type OAUTH2 names its provider', () => {
    expect(() => define({ name: 'oauth-1', type: 'OAUTH2' })).toThrow(
      refused('oauthProvider', 'oauth-1 is of type OAUTH2: name its oauthProvider'),
    );
  });

  it('of type HTTP_BASIC names its user registry', () => {
    const basic = { name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'people' } as const;
    expect(define(basic)).toEqual(basic);
    expect(() => define({ name: 'basic-1', type: 'HTTP_BASIC' })).toThrow(
      refused('userRegistry', 'basic-1 is of type HTTP_BASIC: name its userRegistry'),
    );
    const api = { name: 'shop', version: '1.0.0', securityDefinitions: [basic] };
    expect(securityInWords({ ...api, security: [{ definition: 'basic-1', scopes: [] }] })).toBe(
      'a client key in the header X-Client-Id, and a username and password of people by HTTP Basic',
    );
  });

  it('of type MUTUAL_TLS names nothing, and is met in the TLS handshake', () => {
    const machine = { name: 'machine', type: 'MUTUAL_TLS' } as const;
    expect(define(machine)).toEqual(machine);
    expect(() => define({ ...machine, keyName: 'X-Cert' })).toThrow(
      refused('keyName', 'machine is of type MUTUAL_TLS, which has no keyName'),
    );
    const api = { name: 'shop', version: '1.0.0', securityDefinitions: [machine] };
    expect(securityInWords({ ...api, security: [{ definition: 'machine', scopes: [] }] })).toBe(
      'a client certificate of the application',
    );
  });
});

describe('the security of an API', () => {
  const oauth = define({ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'main' });
  const key = define({ name: 'key', type: 'API_KEY' });
  const check = (security: Security) =>
    checkSecurity(security, {
      scopesOf: (provider) => (provider === 'main' ? ['customer'] : undefined),
      registryType: (registry) => (registry === 'people' ? 'LDAP' : undefined),
    });
  const cases: [
    what: string,
    security: Security,
    refusal: { message: string; inputPath: (string | number)[] },
  ][] = [
    [
      'a definition that is there twice',
      { securityDefinitions: [key, oauth, define({ name: 'key', type: 'API_KEY' })], security: [] },
      {
        message: 'There are two security definitions key.',
        inputPath: ['input', 'securityDefinitions', 2, 'name'],
      },
    ],
    [
      'a user registry that there is not',
      {
        securityDefinitions: [define({ name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'other' })],
        security: [],
      },
      {
        message: 'There is no user registry other in this org.',
        inputPath: ['input', 'securityDefinitions', 0, 'userRegistry'],
      },
    ],
    [
      'a scope of a username and password',
      {
        securityDefinitions: [define({ name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'people' })],
        security: [{ definition: 'basic-1', scopes: ['customer'] }],
      },
      {
        message: 'A username and password have no scopes: leave customer out.',
        inputPath: ['input', 'security', 0, 'scopes', 0],
      },
    ],
    [
      'an OAuth provider that there is not',
      {
        securityDefinitions: [define({ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'other' })],
        security: [],
      },
      {
        message: 'There is no OAuth provider other in this org.',
        inputPath: ['input', 'securityDefinitions', 0, 'oauthProvider'],
      },
    ],
    [
      'a requirement without its definition',
      { securityDefinitions: [key], security: [{ definition: 'oauth-1', scopes: [] }] },
      {
        message:
          'security asks for oauth-1, which securityDefinitions lack: define it there, or change security with them.',
        inputPath: ['input', 'security', 0, 'definition'],
      },
    ],
    [
      'a scope that the provider has not',
      {
        securityDefinitions: [oauth],
        security: [{ definition: 'oauth-1', scopes: ['customer', 'Customer'] }],
      },
      {
        message: 'The OAuth provider main has no scope Customer.',
        inputPath: ['input', 'security', 0, 'scopes', 1],
      },
    ],
    [
      'a scope of a client key',
      { securityDefinitions: [key], security: [{ definition: 'key', scopes: ['customer'] }] },
      {
        message: 'A client key has no scopes: leave customer out.',
        inputPath: ['input', 'security', 0, 'scopes', 0],
      },
    ],
  ];

  it.each(cases)('is refused with %s', (_, security, refusal) => {
    expect(() => check(security)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', status: 400, ...refusal }),
    );
  });

  it('may have several ways in (spec.md: scope customer is selected)', () => {
    const security = [
      { definition: 'oauth-1', scopes: ['customer'] },
      { definition: 'key', scopes: [] },
    ];
    expect(() => check({ securityDefinitions: [key, oauth], security })).not.toThrow();
  });

  it('cannot be read where a definition is missing: left out, it could leave an API open', () => {
    const api = { name: 'shop', version: '1.0.0', securityDefinitions: [key] };
    const entrances = securityAlternativesOf({ ...api, security: [{ definition: 'key', scopes: [] }] });
    expect(entrances).toEqual([{ parts: [{ definition: key, scopes: [] }] }]);
    expect(() =>
      securityAlternativesOf({ ...api, security: [{ definition: 'oauth-1', scopes: [] }] }),
    ).toThrow('shop:1.0.0 has no security definition oauth-1');
  });

  it('is a client key where nothing is said: nothing is open because somebody forgot', () => {
    expect(() => check(defaultSecurity)).not.toThrow();
    expect(defaultSecurity.security).toHaveLength(1);
  });
});

describe('an API that the client id alone opens', () => {
  const by = (...drafts: SecurityDefinitionDraft[]) => {
    const securityDefinitions = drafts.map(define);
    const security = securityDefinitions.map(({ name }) => ({ definition: name, scopes: [] }));
    return openSecurityInWords({ name: 'customerdb', version: '1.0.0', securityDefinitions, security });
  };
  const token = { name: 'token', type: 'OAUTH2', oauthProvider: 'main' } as const;
  const key = { name: 'key', type: 'API_KEY' } as const;

  it('is said to be open to whoever has seen one, also where it is one way in of several', () => {
    const said =
      'customerdb:1.0.0 is open to whoever has seen a client id: key takes the client id alone, which names its application and is no secret. Give it the kind CLIENT_ID_AND_SECRET or KEY.';
    expect([by(key), by(token, key)]).toEqual([said, said]);
  });

  it('is none where a secret, an API key or a token is asked for, or nothing', () => {
    expect(by({ ...key, kind: 'CLIENT_ID_AND_SECRET' })).toBeUndefined();
    expect(by({ ...key, kind: 'KEY' }, token)).toBeUndefined();
    expect(by()).toBeUndefined();
  });
});

describe('definitions that a call must meet together', () => {
  const definitions = [
    define({ name: 'token', type: 'OAUTH2', oauthProvider: 'main' }),
    define({ name: 'person', type: 'OAUTH2', oauthProvider: 'main', flow: 'ACCESS_CODE' }),
    define({ name: 'machine', type: 'OAUTH2', oauthProvider: 'main', flow: 'APPLICATION' }),
    define({ name: 'outside', type: 'OAUTH2', oauthProvider: 'other' }),
    define({ name: 'key', type: 'API_KEY', kind: 'KEY' }),
    define({ name: 'id', type: 'API_KEY' }),
    define({ name: 'id-again', type: 'API_KEY', kind: 'KEY', keyName: 'x-client-id' }),
    define({ name: 'basic', type: 'HTTP_BASIC', userRegistry: 'people' }),
  ];
  const org = { scopesOf: () => ['read'], registryType: () => 'LDAP' };
  const together = (...names: string[]): Security => ({
    securityDefinitions: definitions,
    security: [{ all: names.map((definition) => ({ definition, scopes: [] })) }],
  });

  it.each([
    ['token', 'key'],
    ['token', 'person'],
    ['id', 'key'],
    ['basic', 'id'],
    ['basic', 'key'],
  ])('can be %s and %s', (...names) => {
    expect(() => checkSecurity(together(...names), org)).not.toThrow();
  });

  it.each([
    [
      'token',
      'outside',
      'No call meets token and outside together: the header authorization would have to be',
    ],
    ['token', 'basic', 'No call meets token and basic together: the header authorization'],
    ['person', 'machine', 'No call meets person and machine together: the access token of main'],
    ['id', 'id-again', 'No call meets id and id-again together: the header x-client-id'],
    ['key', 'key', 'all names key twice'],
  ])('are not %s and %s', (one, other, message) => {
    expect(() => checkSecurity(together(one, other), org)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
        inputPath: ['input', 'security', 0, 'all', 1, 'definition'],
      }),
    );
  });

  it('are told of together, and opened by a client id only where all are', () => {
    const api = { name: 'shop', version: '1.0.0' };
    expect(securityInWords({ ...api, ...together('id', 'key') })).toBe(
      'a client key in the header X-Client-Id, together with an API key in the header X-API-Key',
    );
    expect(openSecurityInWords({ ...api, ...together('id', 'key') })).toBeUndefined();
    expect(openSecurityInWords({ ...api, ...together('id') })).toContain(
      'is open to whoever has seen a client id',
    );
  });
});

describe('requirements as they are given', () => {
  const path = ['input', 'security'];
  it('are stored short where they ask for one definition', () => {
    expect(
      requirementsFrom([{ all: [{ definition: 'key' }] }, { definition: 'key', scopes: ['a', 'a'] }], path),
    ).toEqual([
      { definition: 'key', scopes: [] },
      { definition: 'key', scopes: ['a'] },
    ]);
  });

  it('keep their condition, and refuse one that is no expression by its line and column', () => {
    const condition = '"a" in caller.scopes\n  && operation.method != "DELETE"';
    expect(requirementsFrom([{ definition: 'key', condition }], path)).toEqual([
      { definition: 'key', scopes: [], condition },
    ]);
    const all = [{ definition: 'key' }, { definition: 'other' }];
    expect(requirementsFrom([{ all, condition: 'true' }], path)).toMatchObject([{ condition: 'true' }]);
  });

  it.each([
    ['', 'Line 1, column 1: '],
    [
      'true &&\n  callr.scopes',
      'Line 2, column 3: Unknown variable: callr: there are caller, client and operation.',
    ],
    ['operation.verb == "GET"', 'an operation method, path and name.'],
    ['arguments.id == 1', 'there are caller, client and operation.'],
    ['client.plan', 'A condition is true or false, and this is of type string'],
    ['"a".matches("a+")', 'There is no function matches'],
    ['caller.headers["authorization"] == ""', 'Conditions never see the header authorization'],
    [`"${'a'.repeat(2_000)}" == "a"`, 'An expression has at most 2000 characters.'],
  ])('refuse the condition %j', (condition, message) => {
    expect(() => requirementsFrom([{ definition: 'key', condition }], path)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
        inputPath: [...path, 0, 'condition'],
      }),
    );
  });

  it('of operations have at most 200 conditions', () => {
    const security = [{ definition: 'key', condition: 'true' }];
    const many = Array.from({ length: 201 }, (_, index) => ({ operation: `GET /${index}`, security }));
    expect(() => operationSecurityFrom(many)).toThrow('The operations have 201 conditions in all');
  });

  it.each([
    [[{}], 'Give either a definition with its scopes, or all', [0, 'definition']],
    [[{ definition: 'a', all: [{ definition: 'b' }] }], 'Give either a definition', [0, 'all']],
    [[{ scopes: ['a'], all: [{ definition: 'b' }] }], 'Give either a definition', [0, 'all']],
    [[{ all: [] }], 'all names 1 to 10 definitions', [0, 'all']],
    [[{ all: Array(11).fill({ definition: 'a' }) }], 'all names 1 to 10 definitions', [0, 'all']],
    [Array(51).fill({ definition: 'a' }), 'There are 51 alternatives: give at most 50.', []],
  ])('are refused: %j', (drafts, message, at) => {
    expect(() => requirementsFrom(drafts, path)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
        inputPath: [...path, ...at],
      }),
    );
  });

  it('of operations name each one once, and at most 1000', () => {
    const twice = [
      { operation: 'GET /a', security: [] },
      { operation: 'GET /a', security: [] },
    ];
    expect(() => operationSecurityFrom(twice)).toThrow('operationSecurity names GET /a twice');
    const many = Array.from({ length: 1001 }, (_, index) => ({ operation: `GET /${index}`, security: [] }));
    expect(() => operationSecurityFrom(many)).toThrow('There are 1001 operations');
    const wide = many
      .slice(0, 501)
      .map((each) => ({ ...each, security: Array(10).fill({ definition: 'a' }) }));
    expect(() => operationSecurityFrom(wide)).toThrow('The operations name 5010 definitions in all');
    expect(() => checkOperations([{ operation: 'GET /b', security: [] }], new Set(['GET /a']))).toThrow(
      'The document has no operation GET /b: name one as it does, for example GET /a.',
    );
  });
});
