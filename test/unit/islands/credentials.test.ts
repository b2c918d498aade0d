import { expect, it } from 'vitest';
import {
  credentials,
  flowsWithToken,
  type SecuredDocument,
  schemesOf,
} from '../../../web/scalar/credentials.ts';

const tokenUrl = 'http://gateway.test/token';
const scopes = { customer: '', admin: '' };
const document: SecuredDocument = {
  security: [{ 'client-key': [] }, { 'oauth-1': ['customer'] }],
  paths: {
    '/customers': {
      summary: 'All',
      parameters: [],
      delete: { security: [{ 'oauth-1': ['customer', 'admin'] }] },
    },
  },
  components: {
    securitySchemes: {
      'client-key': { type: 'apiKey', name: 'X-Client-Id' },
      'client-key.secret': { type: 'apiKey', name: 'X-Client-Secret' },
      key: { type: 'apiKey', name: 'X-API-Key' },
      'oauth-1': { type: 'oauth2', flows: { password: { tokenUrl, scopes } } },
      'oauth-2': {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl, scopes },
          authorizationCode: { authorizationUrl: tokenUrl, tokenUrl, scopes },
        },
      },
    },
  },
};

const redirectUri = 'http://portal.test/portal/acme/main/signed-in';
const caller = { clientKey: 'ck_1', clientKeyNames: ['X-Client-Id'], redirectUri };

it('an application’s key is filled in wherever the document asks for one, a secret and an API key are left to be typed, with the scopes that it asks for; a sign-in in a window ends at a page of the portal, by PKCE', () => {
  const flow = { 'x-scalar-client-id': 'ck_1', selectedScopes: ['customer', 'admin'] };
  expect(credentials(document, caller)).toEqual({
    securitySchemes: {
      'client-key': { value: 'ck_1' },
      'client-key.secret': { value: '' },
      key: { value: '' },
      'oauth-1': { flows: { password: flow } },
      'oauth-2': {
        flows: {
          clientCredentials: { ...flow, selectedScopes: [] },
          authorizationCode: {
            ...flow,
            selectedScopes: [],
            'x-scalar-redirect-uri': redirectUri,
            'x-usePkce': 'SHA-256',
          },
        },
      },
    },
  });
});

it('nothing is filled in without an application, or without security', () => {
  expect(credentials(document, { ...caller, clientKey: null })).toEqual({});
  expect(credentials({}, caller)).toEqual({ securitySchemes: {} });
});

it('a token is handed to each flow whose tokens come from its endpoint, and to no other scheme', () => {
  const token = { 'x-scalar-secret-token': 'at_1' };
  expect(flowsWithToken(document, { tokenUrl, token: 'at_1' })).toEqual([
    { name: 'oauth-1', flows: { password: token } },
    { name: 'oauth-2', flows: { clientCredentials: token, authorizationCode: token } },
  ]);
  expect(flowsWithToken(document, { tokenUrl: 'http://other.test/token', token: 'at_1' })).toEqual([]);
  expect(flowsWithToken({}, { tokenUrl, token: 'at_1' })).toEqual([]);
});

it('an API key that is typed goes where the document sends it by that name, and nowhere else', () => {
  expect(schemesOf(document, ['X-API-Key'])).toEqual(['key']);
  expect(schemesOf(document, [])).toEqual([]);
  expect(schemesOf({}, ['X-API-Key'])).toEqual([]);
});
