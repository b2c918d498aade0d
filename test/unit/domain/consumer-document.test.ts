import { describe, expect, it } from 'vitest';
import {
  type ConsumerView,
  consumerDocument,
  shownDocument,
} from '../../../src/control-plane/portal/api/product/consumer-document.ts';
import { defaultSecurity } from '../../../src/domain/api/security.ts';
import type { GrantType } from '../../../src/domain/oauth/grant-types.ts';

const url = 'https://gateway.test:8443/acme/sandbox/customerdb/v1';
const view: ConsumerView = {
  ...defaultSecurity,
  title: 'Customer Database',
  version: '2.0.0',
  url,
  targetUrl: 'http://crm.internal:8091/customerdb/v1',
  providers: providersWith(['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION']),
};
function providersWith(grantTypes: readonly GrantType[]): ConsumerView['providers'] {
  const customerOauth = {
    url: 'https://gateway.test:8443/acme/sandbox/customer-oauth',
    authorizeUrl: 'https://sign-in.test/acme/sandbox/customer-oauth/oauth2/authorize',
    issuer: null,
    tokenPath: '/oauth2/token',
    grantTypes,
    clientTypes: ['CONFIDENTIAL'] as const,
    scopes: [{ name: 'customer', description: 'access to the customer API' }],
  };
  return new Map([['customer-oauth', customerOauth]]);
}
const document = {
  openapi: '3.0.3',
  info: { title: 'customerdb', version: '1.0.0', description: 'Customers.' },
  servers: [{ url: 'http://crm.internal:8091/customerdb/v1' }],
  paths: { '/customers': { get: { responses: { 200: { description: 'The customers' } } } } },
};
const read = (more: object, changes: Partial<ConsumerView> = {}) => {
  const changed = { ...view, ...changes };
  return consumerDocument(shownDocument({ ...document, ...more }, changed), changed);
};
/** What a description says after it was cleaned. */
const said = (description: string, changes?: Partial<ConsumerView>, more: object = {}) =>
  read({ ...more, tags: [{ name: 'all', description }] }, changes)['tags'] as [{ description: string }];
const textOf = (...args: Parameters<typeof said>) => said(...args)[0].description;

describe('the document of a REST API for its consumers', () => {
  it('says the own words of the API in place of its own', () => {
    const own = { summary: 'Who buys.', description: 'All **customers**.' };
    expect(read({}, own)['info']).toEqual({
      title: 'Customer Database',
      version: '2.0.0',
      description: own.description,
    });
    const info = { ...document.info, summary: 'Customers', contact: { name: 'CRM' } };
    expect(read({ openapi: '3.1.0', info }, own)['info']).toEqual({
      title: 'Customer Database',
      version: '2.0.0',
      contact: { name: 'CRM' },
      ...own,
    });
  });

  it('has the gateway as its one server, and the title and version of the API', () => {
    expect(read({})).toEqual({
      openapi: '3.0.3',
      info: { title: 'Customer Database', version: '2.0.0', description: 'Customers.' },
      servers: [{ url }],
      security: [{ 'client-key': [] }],
      paths: document.paths,
      components: {
        securitySchemes: {
          'client-key': {
            type: 'apiKey',
            in: 'header',
            name: 'X-Client-Id',
            description: 'The client key of an application.',
          },
        },
      },
    });
  });

  it('does not change the document that it is made from', () => {
    const before = JSON.stringify(document);
    read({});
    expect(JSON.stringify(document)).toBe(before);
  });
});

describe('its security', () => {
  const schemeOf = (definition: ConsumerView['securityDefinitions'][number], scopes: string[] = []) => {
    const security = [{ definition: definition.name, scopes }];
    const { components, security: required } = read({}, { securityDefinitions: [definition], security });
    return { scheme: (components as { securitySchemes: object }).securitySchemes, required };
  };
  const byCertificate: Pick<ConsumerView, 'securityDefinitions' | 'security'> = {
    securityDefinitions: [
      { name: 'machine', type: 'MUTUAL_TLS' },
      { name: 'key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Key' },
    ],
    security: [
      { definition: 'machine', scopes: [] },
      {
        all: [
          { definition: 'key', scopes: [] },
          { definition: 'machine', scopes: [] },
        ],
      },
    ],
  };
  const oauth = { name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'customer-oauth' } as const;
  const tokenUrl = 'https://gateway.test:8443/acme/sandbox/customer-oauth/oauth2/token';
  const scopes = { customer: 'access to the customer API' };

  it('is a client key in a query parameter where the definition says so', () => {
    const key = { name: 'key', type: 'API_KEY', keyLocation: 'QUERY', keyName: 'client' } as const;
    expect(schemeOf(key).scheme).toMatchObject({ key: { type: 'apiKey', in: 'query', name: 'client' } });
  });

  it('is mutual TLS, which OpenAPI 3.1 has a type for', () => {
    const shown = read({ openapi: '3.1.0' }, byCertificate);
    expect(shown).toMatchObject({
      security: [{ machine: [] }, { key: [], machine: [] }],
      components: { securitySchemes: { machine: { type: 'mutualTLS' } } },
      info: { description: 'Customers.' },
    });
  });

  it('tells of mutual TLS in its description where it is of OpenAPI 3.0, whose tools know no such type', () => {
    const { security, components, info } = read({}, byCertificate);
    expect(security).toEqual([{}, { key: [] }]);
    expect(Object.keys((components as { securitySchemes: object }).securitySchemes)).toEqual(['key']);
    expect(info).toMatchObject({
      description: expect.stringMatching(/^Customers\.\n\n.*client certificate/),
    });
    const operationSecurity = [
      { operation: 'GET /customers', security: [{ definition: 'machine', scopes: [] }] },
    ];
    const ofOne = read({}, { ...byCertificate, security: [], operationSecurity });
    expect(ofOne).toMatchObject({
      info: { description: expect.stringContaining('mutual TLS') },
      paths: { '/customers': { get: { security: [{}] } } },
    });
    expect(read({}, { securityDefinitions: byCertificate.securityDefinitions }).info).toMatchObject({
      description: 'Customers.',
    });
  });

  it('is HTTP Basic, and beside it the client key of the application that calls', () => {
    const basic = { name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'people' } as const;
    const { scheme, required } = schemeOf(basic);
    expect(scheme).toMatchObject({
      'basic-1': { type: 'http', scheme: 'basic' },
      'basic-1.client': { type: 'apiKey', in: 'header', name: 'X-Client-Id' },
    });
    expect(required).toEqual([{ 'basic-1': [], 'basic-1.client': [] }]);
    expect(JSON.stringify(scheme)).not.toContain('people');
  });

  it.each([
    ['RESOURCE_OWNER_PASSWORD', { password: { tokenUrl, scopes } }],
    ['APPLICATION', { clientCredentials: { tokenUrl, scopes } }],
    [
      'ACCESS_CODE',
      {
        authorizationCode: {
          authorizationUrl: 'https://sign-in.test/acme/sandbox/customer-oauth/oauth2/authorize',
          tokenUrl,
          scopes,
        },
      },
    ],
  ] as const)('is OAuth 2.0 in the flow %s, with the real token endpoint and scopes', (flow, flows) => {
    expect(schemeOf({ ...oauth, flow }, ['customer'])).toEqual({
      scheme: { 'oauth-1': { type: 'oauth2', flows } },
      required: [{ 'oauth-1': ['customer'] }],
    });
  });

  it('lists each flow whose tokens are taken and obtainable, where the one that is said is not, or none is', () => {
    const flowsOf = (flow: GrantType | null, grantTypes: GrantType[]) => {
      const definition = { ...oauth, flow };
      const { components } = read(
        {},
        { securityDefinitions: [definition], security: [], providers: providersWith(grantTypes) },
      );
      const { securitySchemes } = components as { securitySchemes: Record<string, { flows: object }> };
      return Object.keys(securitySchemes['oauth-1']?.flows ?? {});
    };
    expect(flowsOf(null, ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'])).toEqual([
      'password',
      'clientCredentials',
    ]);
    expect(flowsOf('RESOURCE_OWNER_PASSWORD', ['ACCESS_CODE', 'APPLICATION'])).toEqual(['authorizationCode']);
    expect(flowsOf('APPLICATION', ['RESOURCE_OWNER_PASSWORD'])).toEqual([]);
  });

  it('tells where tokens of people are refreshed, where the provider gives refresh tokens', () => {
    const refreshUrls = (refreshTokens: boolean) => {
      const [[name, provider] = []] = providersWith(['ACCESS_CODE', 'APPLICATION']);
      if (!name || !provider) throw new Error('no provider');
      const { components } = read(
        {},
        {
          providers: new Map([[name, { ...provider, refreshTokens }]]),
          securityDefinitions: [{ ...oauth, flow: 'ACCESS_CODE' }],
          security: [{ definition: oauth.name, scopes: [] }],
        },
      );
      return JSON.stringify(components).match(/"refreshUrl":"[^"]*"/g);
    };
    expect(refreshUrls(true)).toEqual([`"refreshUrl":"${tokenUrl}"`]);
    expect(refreshUrls(false)).toBeNull();
  });

  it('has no flow where the provider is not in the catalog', () => {
    const definition = { ...oauth, oauthProvider: 'another', flow: 'APPLICATION' } as const;
    expect(schemeOf(definition).scheme).toEqual({ 'oauth-1': { type: 'oauth2', flows: {} } });
  });

  it('replaces what the document says of security, also in its operations', () => {
    const get = { security: [{ old: [] }], responses: {} };
    const { paths, components } = read({
      security: [{ old: [] }],
      paths: { '/customers': { get } },
      components: { schemas: { A: {} }, securitySchemes: { old: { type: 'http', scheme: 'basic' } } },
    });
    expect(paths).toEqual({ '/customers': { get: { responses: {} } } });
    expect(Object.keys((components as { securitySchemes: object }).securitySchemes)).toEqual(['client-key']);
    expect(components).toMatchObject({ schemas: { A: {} } });
  });

  it('names several schemes together, and has that of an operation at the operation', () => {
    const paths = {
      '/customers': { get: { security: [{ old: [] }], responses: {} }, post: { responses: {} } },
      '/shared': { $ref: '#/components/pathItems/shared' },
    };
    const components = { pathItems: { shared: { get: { responses: {} } } } };
    const part = (definition: string) => ({ definition, scopes: [] });
    const shown = read(
      { paths, components },
      {
        securityDefinitions: [
          { name: 'key', type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-API-Key' },
          { name: 'basic', type: 'HTTP_BASIC', userRegistry: 'people' },
        ],
        security: [{ all: [part('key'), part('basic')] }, part('key')],
        operationSecurity: [
          { operation: 'POST /customers', security: [part('basic')] },
          { operation: 'GET /shared', security: [] },
        ],
      },
    );
    expect(shown['security']).toEqual([{ key: [], basic: [], 'basic.client': [] }, { key: [] }]);
    expect(shown['paths']).toEqual({
      '/customers': {
        get: { responses: {} },
        post: { responses: {}, security: [{ basic: [], 'basic.client': [] }] },
      },
      '/shared': { get: { responses: {}, security: [] } },
    });
  });

  it('tells of conditions in the description of the API, and not what they are', () => {
    const [requirement] = [{ definition: 'key', scopes: [], condition: 'client.plan == "gold"' }];
    const definition = { name: 'key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Key' } as const;
    const shown = read(
      { info: { description: 'Customers.' } },
      { securityDefinitions: [definition], security: [requirement] },
    );
    expect(shown['info']).toMatchObject({
      description:
        'Customers.\n\nThe provider has set conditions for calls. One that does not meet them is refused with 403 and the code CONDITION_UNMET.',
    });
    expect(JSON.stringify(shown)).not.toContain('gold');
  });

  it('is empty where the API is open', () => {
    expect(read({}, { securityDefinitions: [], security: [] })).toMatchObject({ security: [] });
  });
});

describe('its servers', () => {
  it('are gone from paths, operations and links', () => {
    const servers = [{ url: 'https://elsewhere.internal/v9' }];
    const link = { operationId: 'getCustomer', server: servers[0] };
    const get = { servers, responses: { default: { description: 'ok', links: { one: link } } } };
    const { paths } = read({ paths: { '/customers': { servers, get } } });
    expect(paths).toEqual({
      '/customers': {
        get: {
          responses: { default: { description: 'ok', links: { one: { operationId: 'getCustomer' } } } },
        },
      },
    });
  });
});

describe('vendor extensions', () => {
  it('are gone wherever OpenAPI allows them', () => {
    const extended = {
      'x-root': 1,
      info: { 'x-owner': 'team' },
      paths: {
        'x-paths': 1,
        '/a': { 'x-item': 1, get: { 'x-operation': 1, responses: { 'x-responses': 1, 200: { 'x-a': 1 } } } },
      },
      components: { 'x-components': 1, schemas: { A: { 'x-schema': 1, properties: { b: { 'x-b': 1 } } } } },
    };
    expect(JSON.stringify(read(extended))).not.toMatch(/"x-/);
  });

  it('are told from names and data that begin alike', () => {
    const schema = { properties: { 'x-name': { enum: ['x-a'] } }, example: { 'x-name': 'x-a' } };
    const response = { description: 'ok', headers: { 'x-request-id': { schema: {} } } };
    const example = { value: { 'x-name': 1 } };
    const get = {
      responses: {
        200: { ...response, content: { 'application/json': { examples: { 'x-one': example } } } },
      },
    };
    const components = { schemas: { A: { ...schema, examples: [{ 'x-name': 'x-b' }] } } };
    const cleaned = read({ paths: { '/a': { get } }, components });
    expect(cleaned['paths']).toEqual({ '/a': { get } });
    expect(cleaned['components']).toMatchObject(components);
  });

  it('include no property that has the name of an OpenAPI field', () => {
    const A = {
      properties: { properties: { properties: { servers: {}, security: {}, 'x-c': {} } }, example: {} },
    };
    expect(read({ components: { schemas: { A } } })['components']).toMatchObject({ schemas: { A } });
  });
});

describe('a mention of the back-end', () => {
  it.each([
    ['its root', 'See http://crm.internal:8091/customerdb/v1.', `See ${url}.`],
    [
      'a URL below its root',
      'GET http://crm.internal:8091/customerdb/v1/customers?a=1',
      `GET ${url}/customers?a=1`,
    ],
    [
      'a URL beside its root',
      'http://crm.internal:8091/customerdb/v10',
      'http://gateway.test:8443/customerdb/v10',
    ],
    ['its host with the port', 'Ask crm.internal:8091!', 'Ask gateway.test:8443!'],
    ['its host alone, in any case', 'Runs on CRM.Internal.', 'Runs on gateway.test:8443.'],
    ['its host with another port', 'Admin at crm.internal:9999', 'Admin at gateway.test:8443'],
  ])('becomes the gateway: %s', (_what, description, expected) => {
    expect(textOf(description)).toBe(expected);
  });

  it.each(['crm.internals.org', 'my-crm.internal.org', 'crm.internal.example.com', 'The crm is internal.'])(
    'is no other host: %s',
    (description) => expect(textOf(description)).toBe(description),
  );

  it('is replaced in keys, examples, links to documentation and references', () => {
    const cleaned = read({
      externalDocs: { url: 'http://crm.internal:8091/docs' },
      components: {
        schemas: { A: { $ref: 'http://crm.internal:8091/customerdb/v1/a.json', default: ['crm.internal'] } },
        examples: { one: { value: { 'http://crm.internal:8091/': 1 } } },
      },
    });
    expect(JSON.stringify(cleaned)).not.toContain('crm.internal');
  });

  it('is also one of a server of a path, with its variables', () => {
    const server = { url: 'https://{site}.internal/v1', variables: { site: { default: 'berlin' } } };
    const more = { paths: { '/a': { servers: [server] } } };
    expect(textOf('Was https://berlin.internal/v1/a', {}, more)).toBe(`Was ${url}/a`);
  });

  it('of one word is told from the word', () => {
    const changes = { targetUrl: 'http://backend:8091' };
    expect(textOf('The backend at backend:8091, http://backend:8091/a', changes, { servers: [] })).toBe(
      `The backend at gateway.test:8443, ${url}/a`,
    );
  });

  it('on the host of the gateway is told by its port', () => {
    const changes = { url: 'http://127.0.0.1:8080/a/b/c', targetUrl: 'http://127.0.0.1:8091/c' };
    const text = '127.0.0.1:8091 http://127.0.0.1:8091/c/d http://127.0.0.1:8080/x 127.0.0.1 127.0.0.1:80910';
    expect(textOf(text, changes, { servers: [] })).toBe(
      '127.0.0.1:8080 http://127.0.0.1:8080/a/b/c/d http://127.0.0.1:8080/x 127.0.0.1 127.0.0.1:80910',
    );
  });

  it('changes nothing where the servers of the document are relative and no target is known', () => {
    const changes = { targetUrl: null };
    expect(textOf('See /v1 and http://crm.internal', changes, { servers: [{ url: '/v1' }] })).toBe(
      'See /v1 and http://crm.internal',
    );
  });
});
