import { equal, holds } from '../expect.ts';
import type { Chapter, Step } from '../step.ts';

const createsOrg: Step = {
  title: 'An org is created: <org_name> in everything that the gateway serves',
  async run({ manage, org }) {
    equal('the org', await manage('01-create-org'), { name: org, title: 'The story', catalogs: [] });
  },
};

export const createsCatalog: Step = {
  title: 'It gets the catalog Sandbox, without self-service sign-up',
  needs: [createsOrg],
  async run({ manage, org }) {
    const catalog = await manage<{ name: string; gatewayUrl: string; selfServiceSignUp: boolean }>(
      '02-create-catalog',
    );
    equal('the path on the gateway', new URL(catalog.gatewayUrl).pathname, `/${org}/sandbox`);
    equal('self-service sign-up', catalog.selfServiceSignUp, false);
  },
};

const createsUserRegistry: Step = {
  title: 'A user registry of type authentication URL is created',
  needs: [createsOrg],
  async run({ manage, settings }) {
    equal('the registry', await manage('03-create-user-registry'), {
      name: 'sample-users',
      title: 'Sample users',
      displayName: 'People of the sample',
      type: 'AUTHENTICATION_URL',
      url: `${settings.backendsUrl}/auth`,
    });
  },
};

const testsUserRegistry: Step = {
  title: 'Its URL validates a username and password',
  needs: [createsUserRegistry],
  async run({ manage }) {
    type Test = { authenticated: boolean; httpStatus: number };
    const right = await manage<Test>('04-test-user-registry');
    equal('the right password', [right.authenticated, right.httpStatus], [true, 200]);
    const wrong = await manage<Test>('04-test-user-registry', { password: 'wrong-password' });
    equal('a wrong password', [wrong.authenticated, wrong.httpStatus], [false, 401]);
  },
};

const assignsUserRegistry: Step = {
  title: 'The registry is assigned to the catalog',
  needs: [createsCatalog, createsUserRegistry],
  async run({ manage }) {
    const { userRegistries } = await manage<{ userRegistries: unknown }>('05-assign-user-registry');
    equal('the registries', userRegistries, [{ name: 'sample-users', displayName: 'People of the sample' }]);
  },
};

const createsOAuthProvider: Step = {
  title: 'A native OAuth provider is created: password grant, confidential clients, default paths, one scope',
  needs: [createsUserRegistry],
  async run({ manage }) {
    const { scopes, accessTokenSeconds, ...provider } = await manage<{
      scopes: readonly unknown[];
      accessTokenSeconds: number;
    }>('06-create-oauth-provider');
    equal('the provider', provider, {
      name: 'customer-oauth',
      gatewayType: 'NATIVE',
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      clientTypes: ['CONFIDENTIAL'],
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      userRegistry: { name: 'sample-users' },
    });
    equal('the number of scopes', scopes.length, 1);
    holds('a lifetime of tokens', accessTokenSeconds > 0, accessTokenSeconds);
  },
};

const renamesScope: Step = {
  title: 'Its scope is renamed to customer, access to the customer API',
  needs: [createsOAuthProvider],
  async run({ manage }) {
    const { scopes } = await manage<{ scopes: unknown }>('07-rename-scope');
    equal('the scopes', scopes, [{ name: 'customer', description: 'access to the customer API' }]);
  },
};

export const assignsOAuthProvider: Step = {
  title: 'The provider is assigned to the catalog, where it has a token endpoint',
  needs: [createsCatalog, renamesScope, assignsUserRegistry],
  async run({ manage, org }) {
    const catalog = await manage<{ oauthProviders: { tokenUrls: string[] }[] }>('08-assign-oauth-provider');
    const paths = catalog.oauthProviders.flatMap(({ tokenUrls }) =>
      tokenUrls.map((url) => new URL(url).pathname),
    );
    equal('the token endpoint', paths, [`/${org}/sandbox/customer-oauth/oauth2/token`]);
  },
};

const createsApi: Step = {
  title: 'API customerdb 1.0.0 is created from an OpenAPI document, secured by the client key',
  needs: [createsOrg],
  async run({ manage }) {
    equal('the API', await manage('09-create-api'), {
      name: 'customerdb',
      version: '1.0.0',
      kind: 'REST',
      basePath: '/customerdb/v1',
      onlineState: 'OFFLINE',
      securityDefinitions: [
        { name: 'client-key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' },
      ],
      security: [{ definition: 'client-key', scopes: [] }],
    });
  },
};

export const publishesProduct: Step = {
  title: 'Product Customer 1.0.0 is created with its Default Plan and published at once',
  needs: [createsCatalog, createsApi],
  async run({ manage }) {
    equal('the product', await manage('10-create-product'), {
      name: 'customer',
      version: '1.0.0',
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      apis: [{ name: 'customerdb', version: '1.0.0', onlineState: 'ONLINE' }],
      plans: [{ name: 'default-plan', title: 'Default Plan', rateLimit: 100, rateLimitUnit: 'HOUR' }],
      catalogProducts: [{ state: 'PUBLISHED', catalog: { name: 'sandbox' } }],
    });
  },
};

export const createsConsumerOrg: Step = {
  title: 'A consumer organization is created, with an owner who can sign in to the portal',
  needs: [createsCatalog],
  async run({ manage }) {
    equal('the consumer organization', await manage('11-create-consumer-org'), {
      name: 'consumers',
      title: 'Consumers',
      members: ['carol'],
    });
  },
};

export const versionOne: Chapter = {
  title: 'The provider publishes version 1.0.0',
  steps: [
    createsOrg,
    createsCatalog,
    createsUserRegistry,
    testsUserRegistry,
    assignsUserRegistry,
    createsOAuthProvider,
    renamesScope,
    assignsOAuthProvider,
    createsApi,
    publishesProduct,
    createsConsumerOrg,
  ],
};
