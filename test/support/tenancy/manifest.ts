/** Named by the word of the org. */
export const documentNamed = (name: string) => ({
  openapi: '3.0.3',
  info: { title: name, version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:1/v1' }],
  paths: { '/things': { get: { operationId: 'things', responses: { 200: { description: name } } } } },
});

export const SERVER_URL = 'http://graphql.test/api';

/** One of everything that a manifest holds. */
export function manifestOf(org: string): object {
  const product = (version: string) => ({
    name: `${org}-product`,
    title: `${org} product`,
    version,
    apis: [`${org}-api:1.0.0`, `${org}-proxy:1.0.0`],
    plans: [{ name: `${org}-plan`, title: `${org} plan`, rateLimit: 10 }],
  });
  return {
    gatehouse: '1',
    userRegistries: [
      {
        name: `${org}-registry`,
        title: `${org} registry`,
        displayName: `${org} people`,
        url: `http://127.0.0.1:1/${org}`,
      },
      { name: `${org}-people`, title: `${org} local users`, type: 'LOCAL' },
      {
        name: `${org}-directory`,
        title: `${org} directory`,
        type: 'LDAP',
        url: 'ldap://127.0.0.1:1',
        ldap: { baseDn: `dc=${org}` },
      },
    ],
    oauthProviders: [
      {
        name: `${org}-provider`,
        title: `${org} provider`,
        grantTypes: ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'],
        scopes: [{ name: 'read', description: `Reads ${org}` }],
        userRegistry: `${org}-registry`,
      },
    ],
    backends: [
      { name: `${org}-backend`, title: `${org} back-end` },
      { name: `${org}-backend-spare`, title: `${org} spare back-end` },
    ],
    ruleSets: [`${org}-rule-set`, `${org}-rule-set-spare`].map((name) => ({
      name,
      rules: `rules: { ${org}: { given: $.info, then: { function: defined } } }`,
    })),
    apis: [
      {
        name: `${org}-api`,
        title: `${org} api`,
        version: '1.0.0',
        basePath: `/${org}-api`,
        openapi: documentNamed(org),
        securityDefinitions: [
          {
            name: 'oauth',
            type: 'OAUTH2',
            flow: 'RESOURCE_OWNER_PASSWORD',
            oauthProvider: `${org}-provider`,
          },
          { name: 'key', type: 'API_KEY', keyName: 'X-Client-Id', keyLocation: 'HEADER' },
        ],
        security: [{ definition: 'oauth', scopes: ['read'] }, { definition: 'key' }],
      },
      {
        name: `${org}-serving`,
        title: `${org} serving`,
        version: '1.0.0',
        basePath: `/${org}-serving`,
        openapi: documentNamed(org),
      },
      {
        name: `${org}-proxy`,
        title: `${org} proxy`,
        version: '1.0.0',
        basePath: `/${org}-proxy`,
        graphqlUrl: `${SERVER_URL}/${org}/${org}-server`,
        backend: `${org}-backend`,
        sdl: `type Query { ${org}: String more: String }`,
      },
    ],
    products: ['1.0.0', '2.0.0', '3.0.0', '4.0.0'].map(product),
    catalogs: [
      {
        name: `${org}-catalog`,
        title: `${org} catalog`,
        selfServiceSignUp: true,
        lintPolicy: { ruleSet: `${org}-rule-set` },
        userRegistries: [`${org}-registry`],
        oauthProviders: [`${org}-provider`],
        webhooks: [
          {
            name: `${org}-webhook`,
            url: `http://127.0.0.1:1/${org}`,
            types: ['CREDENTIAL', 'SUBSCRIPTION'],
            secret: `${org} secret that signs deliveries`,
          },
        ],
        secrets: [
          { name: `${org}-secret`, value: `${org} secret of a back-end` },
          { name: `${org}-secret-spare`, value: `${org} spare secret` },
        ],
        pages: [{ path: '/', title: `${org} page`, markdown: `${org} words` }],
        backends: [`${org}-backend`, `${org}-backend-spare`].map((name) => ({
          name,
          targets: [{ url: `http://127.0.0.1:1/${org}` }],
          credentials: { type: 'BASIC', username: org, secret: `${org}-secret` },
        })),
        products: [
          { product: `${org}-product:1.0.0`, state: 'PUBLISHED' },
          { product: `${org}-product:2.0.0`, state: 'PUBLISHED' },
          { product: `${org}-product:3.0.0`, state: 'STAGED' },
        ],
      },
    ],
  };
}

/** GraphQL servers, which come before the rest: APIs refer to them. */
export const serversOf = (org: string) => ({
  gatehouse: '1',
  graphqlServers: [
    {
      name: `${org}-server`,
      title: `${org} server`,
      sources: [{ name: 'things', url: 'http://127.0.0.1:1/v1', openapi: documentNamed(org) }],
    },
  ],
});
