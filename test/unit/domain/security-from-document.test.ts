import { describe, expect, it } from 'vitest';
import type { Security } from '../../../src/domain/api/security.ts';
import { type MakerOrg, securityFromDocument } from '../../../src/domain/api/security-from-document.ts';
import { documentSecurityOf } from '../../../src/openapi/document/document-security.ts';

const org: MakerOrg = {
  providers: [
    { name: 'main', issuer: null },
    { name: 'outside', issuer: 'https://login.example/realm' },
  ],
  registries: ['people'],
};
const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'Basic' },
  machine: { type: 'mutualTLS' },
  digest: { type: 'http', scheme: 'digest' },
  main: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://old.example/token', scopes: {} } },
  },
  login: {
    type: 'openIdConnect',
    openIdConnectUrl: 'https://login.example/realm/.well-known/openid-configuration',
  },
  jwt: { type: 'http', scheme: 'bearer' },
  referred: { $ref: '#/components/securitySchemes/key' },
};
type Paths = Record<string, Record<string, { security?: object[] }>>;
type Scene = { readonly paths?: Paths; readonly given?: Partial<Security>; readonly org?: MakerOrg };
const read = (security: object[] | undefined, { paths = {}, given = {}, org: scene = org }: Scene = {}) =>
  securityFromDocument({
    document: documentSecurityOf(
      JSON.stringify({ security, paths, components: { securitySchemes: schemes } }),
    ),
    given,
    org: scene,
  });
const refused = (message: string) =>
  expect.objectContaining({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining(message),
    inputPath: ['input', 'securityFromDocument'],
  });

describe('the security that a document says', () => {
  it.each([
    ['key', { type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-Key' }],
    ['referred', { type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-Key' }],
    ['basic', { type: 'HTTP_BASIC', userRegistry: 'people' }],
    ['machine', { type: 'MUTUAL_TLS' }],
    ['main', { type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'main' }],
    ['login', { type: 'OAUTH2', flow: null, oauthProvider: 'outside' }],
  ])('makes the definition of the scheme %s', (name, definition) => {
    expect(read([{ [name]: [] }])).toEqual({
      securityDefinitions: [{ name, ...definition }],
      security: [{ definition: name, scopes: [] }],
      operationSecurity: [],
    });
  });

  it('takes the definition of that name where there is one, whatever the scheme is', () => {
    const securityDefinitions = [{ name: 'cookie', type: 'HTTP_BASIC', userRegistry: 'people' }] as const;
    expect(read([{ cookie: [] }], { given: { securityDefinitions } })).toEqual({
      securityDefinitions,
      security: [{ definition: 'cookie', scopes: [] }],
      operationSecurity: [],
    });
  });

  it('has sets, alternatives, scopes, and the operations that differ', () => {
    const paths = {
      '/a': { get: { security: [{ main: ['read'], key: [] }] }, put: { security: [{ key: [] }] }, post: {} },
      '/b': { get: { security: [] }, put: { security: [{}, { main: [] }] } },
    };
    expect(read([{ key: [] }], { paths })).toMatchObject({
      security: [{ definition: 'key', scopes: [] }],
      operationSecurity: [
        {
          operation: 'GET /a',
          security: [
            {
              all: [
                { definition: 'main', scopes: ['read'] },
                { definition: 'key', scopes: [] },
              ],
            },
          ],
        },
        { operation: 'GET /b', security: [] },
        { operation: 'PUT /b', security: [] },
      ],
    });
  });

  it('opens nothing because the document says nothing of it: the given requirements stay, else the client key', () => {
    const paths = { '/a': { get: { security: [{ key: [] }] }, post: {} } };
    expect(read(undefined, { paths })).toMatchObject({
      securityDefinitions: [{ name: 'key' }, { name: 'client-key' }],
      security: [{ definition: 'client-key', scopes: [] }],
      operationSecurity: [{ operation: 'GET /a' }],
    });
    const given = { security: [{ definition: 'key', scopes: [] }] };
    expect(read(undefined, { paths, given })).toMatchObject({
      security: given.security,
      operationSecurity: [],
    });
    expect(() => read(undefined)).toThrow(refused('The document says nothing of security'));
  });

  it.each([
    [
      'cookie',
      'The gateway has nothing like the scheme cookie (apiKey, cookie): define cookie in securityDefinitions',
    ],
    ['digest', 'The gateway has nothing like the scheme digest (http, digest)'],
    ['jwt', 'Of the scheme jwt no OAuth provider of the org can be told: define jwt in securityDefinitions'],
    ['none', 'The security of the document asks for none, which its components.securitySchemes lack.'],
    ['__proto__', 'asks for __proto__, which'],
  ])('is refused for the scheme %s, and says what to define', (name, message) => {
    expect(() => read([JSON.parse(`{"${name}": []}`)])).toThrow(refused(message));
  });

  it('takes the only provider, and asks which registry where there is not one', () => {
    const only = { providers: [{ name: 'only', issuer: null }], registries: ['a', 'b'] };
    expect(read([{ jwt: [] }], { org: only })).toMatchObject({
      securityDefinitions: [{ name: 'jwt', flow: null, oauthProvider: 'only' }],
    });
    expect(() => read([{ basic: [] }], { org: only })).toThrow(refused('the org has 2 user registries'));
  });
});
