import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../../src/control-plane/management/schema.ts';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeAll(async () => {
  world = await openManifest();
  for (const title of ['First', 'People'])
    await world.mutate('createUserRegistry', {
      title,
      displayName: title,
      url: 'http://127.0.0.1:8091/auth',
    });
});
afterAll(() => world.close());

/** What an input says of the thing that it makes: all of its fields, but for those that say how it is made. */
function fieldsOf(input: string, how: readonly string[] = []): string[] {
  const type = schema.getType(input);
  if (!type || !('getFields' in type)) throw new Error(`There is no input ${input}.`);
  return Object.keys(type.getFields())
    .filter((field) => !how.includes(field))
    .sort();
}
const namesOf = (thing: object) => Object.keys(thing).sort();

/** Every field of a provider, none as it is by default. */
const provider = {
  name: 'whole',
  title: 'The whole',
  grantTypes: ['ACCESS_CODE', 'APPLICATION'],
  clientTypes: ['CONFIDENTIAL', 'PUBLIC'],
  authorizePath: '/authorize',
  tokenPath: '/token',
  scopes: [{ name: 'all', description: 'Everything' }],
  userRegistry: 'people',
  accessTokenSeconds: 61,
  refreshTokens: true,
  refreshTokenSeconds: 62,
  signingAlgorithm: 'EdDSA',
  certificateBinding: 'OPTIONAL',
};
/** Every field of an external issuer, but that it is either verified with keys or introspected. */
const external = {
  name: 'outside',
  title: 'The outside',
  scopes: [{ name: 'all', description: 'Everything' }],
  issuer: {
    url: 'http://127.0.0.1:8091/issuer',
    jwksUrl: 'http://127.0.0.1:8091/keys',
    audiences: ['https://api.acme.test'],
    clientClaim: 'azp',
    subjectClaim: 'upn',
    scopeClaim: 'scp',
    algorithms: ['RS512'],
    clockSkewSeconds: 7,
    registration: {
      url: 'http://127.0.0.1:8091/register',
      initialAccessToken: 'key-of-anywhere',
      grantTypes: ['APPLICATION'],
    },
  },
};
const introspection = {
  url: 'http://127.0.0.1:8091/introspect',
  clientId: 'gate',
  secret: 'key-of-anywhere',
  cacheSeconds: 7,
};
const introspecting = {
  name: 'introspecting',
  scopes: [],
  issuer: { url: 'http://127.0.0.1:8091/other', introspection, audiences: [] },
};
/** Every field of an API of either kind, and of each kind alone. */
const api = {
  version: '1.2.3',
  title: 'The whole API',
  summary: 'All of it.',
  description: 'For **everybody**\nwho reads.',
  links: [{ title: 'Terms of the API', url: 'https://example.com/api-terms' }],
  tags: ['money'],
  icon: 'data:image/svg+xml;base64,PHN2Zy8+',
  securityDefinitions: [
    { name: 'by-token', type: 'OAUTH2', flow: 'ACCESS_CODE', oauthProvider: 'whole' },
    { name: 'by-key', type: 'API_KEY', keyLocation: 'QUERY', keyName: 'key' },
    { name: 'by-person', type: 'HTTP_BASIC', userRegistry: 'people' },
  ],
  security: [
    { definition: 'by-token', scopes: ['all'] },
    { definition: 'by-key' },
    { definition: 'by-person' },
    {
      all: [{ definition: 'by-token', scopes: ['all'] }, { definition: 'by-key' }],
      condition: 'operation.method == "GET"',
    },
  ],
  forwardAuthorization: true,
  timeouts: { connectMs: 101, answerMs: 45_000, idleMs: 61_000, callMs: 3_601_000 },
  maxRequestBytes: 1234,
  trustsHtml: true,
  meters: [
    { name: 'tokens', operations: ['GET /customers'], pointer: '/usage/total_tokens' },
    { name: 'rows', header: 'X-Rows' },
    { name: 'seconds', expression: 'response.duration' },
  ],
  transformations: [
    { on: 'REQUEST', condition: 'client.plan == "gold"', setHeader: { name: 'X-Tier', value: 'gold' } },
    { on: 'ANSWER', setHeader: { name: 'X-Total', expression: 'response.headers["x-count"]' } },
    { on: 'ANSWER', removeHeader: 'X-Powered-By' },
  ],
  cors: {
    allowedOrigins: ['https://shop.example'],
    allowedHeaders: ['x-one'],
    exposedHeaders: ['x-two'],
    maxAgeSeconds: 61,
    allowCredentials: true,
  },
};
const rest = {
  name: 'rest',
  basePath: '/there',
  targetUrl: 'http://127.0.0.1:8091/elsewhere',
  openapi: document('The whole API', '1.2.3'),
  mock: 'EXAMPLES',
  contract: { requests: 'MEASURE', answers: 'MEASURE', sample: 0.5 },
  transformations: [
    { on: 'ANSWER', operations: ['GET /customers'], json: '{"list": [items]}' },
    { on: 'REQUEST', rewritePath: '/v2{+path}' },
    { on: 'REQUEST', setQuery: { name: 'tier', value: 'gold' } },
    { on: 'REQUEST', setQuery: { name: 'plan', expression: 'client.plan' } },
    { on: 'REQUEST', removeQuery: 'debug' },
    { on: 'REQUEST', renameQuery: { from: 'q', to: 'query' } },
  ],
  compat: {
    of: 'serving:1.0.0',
    request: [{ condition: 'client.plan == "gold"', setHeader: { name: 'X-Tier', value: 'gold' } }],
    answer: [{ operations: ['GET /customers'], json: '{"list": [items]}' }],
  },
  responseCache: { operations: ['GET /customers'], seconds: 60, authorized: true },
  errorTemplates: [
    { codes: ['RATE_LIMIT_EXCEEDED'], contentType: 'text/plain', body: '{code}' },
    { contentType: 'application/json', body: '{"error":"{code}"}' },
  ],
  operationSecurity: [{ operation: 'GET /customers', security: [{ definition: 'by-key' }] }],
};
const proxy = {
  backend: 'anywhere',
  schemaRefreshMinutes: 60,
  name: 'proxy',
  basePath: '/proxied',
  graphqlUrl: 'http://127.0.0.1:8091/graphql',
  sdl: 'type Query {\n  hello(max: Int): [String]\n}',
  costs: {
    assumedListSize: 20,
    rules: [
      {
        at: 'Query.hello',
        weight: 1.5,
        assumedSize: 5,
        slicingArguments: ['max'],
        requireOneSlicingArgument: false,
      },
      { at: 'String', weight: 0.5 },
    ],
  },
  documentBounds: {
    maxTokens: 100,
    maxOperations: 5,
    maxFragments: 6,
    maxAliases: 1,
    maxDirectives: 2,
    maxRootFields: 3,
    maxBatch: 4,
  },
  registeredOperations: [
    { id: 'greeting', document: '{ hello(max: 1) }' },
    { document: '{ hello(max: 2) }' },
  ],
};
/** Every field of a plan. */
const plan = {
  name: 'whole-plan',
  title: 'The whole plan',
  description: 'For **teams** that call\nevery day.',
  summary: 'For teams.',
  tags: ['recommended'],
  links: [{ title: 'Terms of the plan', url: 'https://example.com/terms' }],
  rateLimit: 7,
  rateLimitUnit: 'MINUTE',
  limits: [
    {
      name: 'reports',
      counts: 'GRAPHQL_COST',
      limit: 100,
      per: 'MONTH',
      every: 2,
      timeZone: 'Europe/Berlin',
      operations: ['mutation', 'query'],
      mode: 'MEASURE',
    },
  ],
  approvalRequired: true,
  price: {
    currency: 'EUR',
    amount: '49.00',
    charges: [{ included: 1000, unitPrice: '0.2', per: 100 }],
  },
  graphQLCostLimit: 70,
  graphQLCostLimitUnit: 'MINUTE',
  hiddenGraphQL: ['Query.hello(max:)'],
  maxConcurrentCalls: 7,
  maxGraphQLCost: 8,
  maxGraphQLDepth: 9,
  registeredOperationsOnly: true,
};

/** Every field of a back-end in a catalog. */
const backend = {
  name: 'anywhere',
  targets: [
    { url: 'http://127.0.0.1:8091/one', weight: 3, drained: true },
    { url: 'http://127.0.0.1:8091/two', weight: 2 },
  ],
  credentials: { type: 'HEADER', name: 'X-Key', secret: 'key-of-anywhere' },
  headers: [{ name: 'X-Tenant', value: 'acme' }],
  timeouts: { connectMs: 102, answerMs: 46_000, idleMs: 62_000, callMs: 3_602_000 },
  healthCheck: {
    path: '/healthz',
    intervalSeconds: 7,
    timeoutMs: 500,
    healthyAfter: 4,
    unhealthyAfter: 5,
    expectedStatus: 204,
  },
  sticky: { by: 'HEADER', header: 'x-tenant' },
  slowStartSeconds: 30,
};
/** Every field of a rule set, and of a catalog's use of it. */
const ruleSet = {
  name: 'house-style',
  title: 'House style',
  rules: 'rules: { has-info: { given: $, then: { field: info, function: defined } } }\n',
};
const lintPolicy = { ruleSet: 'house-style', refuseStage: 'ERROR', refusePublish: 'HINT' };
/** Every field of how people sign in to a portal. */
const people = {
  name: 'people-of-the-directory',
  title: 'People',
  displayName: 'People',
  type: 'LDAP',
  url: 'ldaps://directory.acme.test',
  ldap: { baseDn: 'dc=acme' },
};
const signInProvider = {
  userRegistry: people.name,
  title: 'The directory',
  consumerOrgs: [
    { claim: 'memberOf', value: 'cn=partners,dc=acme', consumerOrg: 'partners' },
    { claim: 'o', create: true },
  ],
  roles: [{ claim: 'memberOf', value: 'cn=owners,dc=acme', role: 'OWNER' }],
  unmatched: 'SIGN_UP',
};
const signIn = { passwords: false, providers: [signInProvider] };
const secret = { name: 'key-of-anywhere', value: 'the key of anywhere' };

const page = {
  path: 'start',
  title: 'Getting started',
  product: 'customer',
  audience: 'SIGNED_IN',
  markdown: '# Begin\n\n`here`',
};

describe('a manifest', () => {
  it('has every field that a provider, an API or a plan can be made with: a new one belongs in this test', () => {
    // There is one gateway type, and a manifest need not say it.
    // That a provider is an external issuer shows by its issuer.
    const how = ['org', 'gatewayType', 'type', 'dryRun'];
    expect(namesOf({ ...provider, ...external })).toEqual(fieldsOf('CreateOAuthProviderInput', how));
    expect(namesOf({ ...external.issuer, introspection })).toEqual(fieldsOf('ExternalIssuerInput'));
    expect(namesOf(external.issuer.registration)).toEqual(fieldsOf('IssuerRegistrationInput'));
    expect(namesOf(introspection)).toEqual(fieldsOf('IssuerIntrospectionInput'));
    expect(namesOf({ ...api, ...rest, ...proxy })).toEqual(
      fieldsOf('CreateApiInput', [
        'org',
        'acceptBreaking',
        'acceptBreakingUnusedDays',
        'activate',
        'overlay',
        'securityFromDocument',
      ]),
    );
    // TLS settings are for HTTPS targets alone: gateway/backend-tls has them.
    expect(namesOf(backend)).toEqual(
      [...fieldsOf('SetBackendInput', ['org', 'catalog', 'backend', 'dryRun', 'tls']), 'name'].sort(),
    );
    expect(namesOf({ ...page, order: 1 })).toEqual(fieldsOf('SetPageInput', ['org', 'catalog']));
    expect(namesOf(backend.healthCheck)).toEqual(fieldsOf('HealthCheckInput'));
    expect(namesOf(backend.sticky)).toEqual(fieldsOf('StickyInput'));
    expect(namesOf(backend.targets[0] ?? {})).toEqual(fieldsOf('BackendTargetInput'));
    const tokens = { tokenUrl: '', clientId: '', scopes: [], audience: '' };
    expect(namesOf({ ...backend.credentials, username: '', ...tokens })).toEqual(
      fieldsOf('BackendCredentialsInput'),
    );
    expect(namesOf(backend.headers[0] ?? {})).toEqual(fieldsOf('BackendHeaderInput'));
    expect(namesOf(plan)).toEqual(fieldsOf('PlanInput'));
    expect(namesOf(ruleSet)).toEqual(fieldsOf('CreateRuleSetInput', ['org']));
    expect(namesOf(lintPolicy)).toEqual(fieldsOf('LintPolicyInput'));
    expect(namesOf(signIn)).toEqual(fieldsOf('SignInPolicyInput'));
    expect(namesOf(signInProvider)).toEqual(fieldsOf('SignInProviderInput'));
    expect(namesOf(Object.assign({}, ...signInProvider.consumerOrgs))).toEqual(
      fieldsOf('ConsumerOrgRuleInput'),
    );
    expect(namesOf(signInProvider.roles[0] ?? {})).toEqual(fieldsOf('RoleRuleInput'));
    expect(namesOf({ ...api.security[0], ...api.security[3] })).toEqual(fieldsOf('SecurityRequirementInput'));
    expect(namesOf(rest.operationSecurity[0] ?? {})).toEqual(fieldsOf('OperationSecurityInput'));
    expect(namesOf(api.timeouts)).toEqual(fieldsOf('TimeoutsInput'));
    expect(namesOf(api.cors)).toEqual(fieldsOf('CorsInput'));
    expect(namesOf(proxy.costs)).toEqual(fieldsOf('GraphQLCostsInput'));
    expect(namesOf(proxy.documentBounds)).toEqual(fieldsOf('GraphQLDocumentBoundsInput'));
    expect(namesOf(proxy.registeredOperations[0] ?? {})).toEqual(fieldsOf('GraphQLRegisteredOperationInput'));
    // Of the lists in its object, `hello` has none.
    expect(namesOf({ ...proxy.costs.rules[0], sizedFields: [] })).toEqual(fieldsOf('GraphQLCostRuleInput'));
  });

  it('gives each of them back, and makes the same of an empty org', async () => {
    await world.mutate('createOAuthProvider', provider);
    const serving = { name: 'serving', title: 'Serving', version: '1.0.0', basePath: '/serving' };
    await world.mutate('createApi', { ...serving, openapi: document('Serving', '1.0.0') });
    await world.mutate('createApi', { ...api, ...rest });
    const product = {
      name: 'whole',
      version: '1.0.0',
      title: 'Whole',
      apis: [`${proxy.name}:${api.version}`],
      plans: [plan],
    };
    const backends = [{ name: 'anywhere', title: 'Anywhere' }];
    const apis = [{ ...api, ...proxy }];
    const catalogs = [
      {
        name: 'there',
        lintPolicy,
        signIn,
        pages: [page, { ...page, path: 'z', order: 2 }],
        secrets: [secret],
        backends: [backend],
      },
    ];
    const ruleSets = [ruleSet];
    const oauthProviders = [provider, external, introspecting];
    await world.apply({
      gatehouse: '1',
      userRegistries: [people],
      oauthProviders,
      backends,
      ruleSets,
      apis,
      products: [product],
      catalogs,
    });
    const exported = await world.export();
    expect(exported['backends']).toEqual(backends);
    expect(exported['ruleSets']).toEqual(ruleSets);
    expect(exported.catalogs).toContainEqual({
      name: 'there',
      pages: [page, { ...page, path: 'z', order: 2 }],
      lintPolicy,
      signIn,
      secrets: [{ name: secret.name }],
      backends: [backend],
      products: [],
    });
    expect(exported.oauthProviders).toEqual([introspecting, external, provider]);
    expect(exported.apis).toEqual([
      { ...api, ...proxy },
      { ...api, ...rest },
      expect.objectContaining(serving),
    ]);
    expect(exported.products).toMatchObject([product]);
    await world.emptyOrg('empty');
    const withSecrets = exported.catalogs.map((catalog) =>
      catalog['name'] === 'there' ? { ...catalog, secrets: [secret] } : catalog,
    );
    await world.apply({ ...exported, catalogs: withSecrets }, { org: 'empty' });
    expect(JSON.stringify({ ...(await world.export('empty')), org: exported.org })).toBe(
      JSON.stringify(exported),
    );
  });
});
