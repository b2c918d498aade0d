import type { Page } from 'playwright-core';
import { demoConsumer } from '../../src/demo/world.ts';

export type TourPage = {
  readonly name: string;
  readonly path: string;
  /** Holds an island: more weight, and parts that are not ours. */
  readonly island?: boolean;
};

export const PORTAL = '/portal/acme/sandbox';

/** Pages of the portal for a member, after the demo world was superseded: see demo-tour.ts. */
export const portalTour: readonly TourPage[] = [
  { name: 'catalogue', path: '/' },
  { name: 'search', path: '/?search=customers' },
  { name: 'product', path: '/products/customer:2.0.0' },
  { name: 'superseded product', path: '/products/customer:1.0.0' },
  { name: 'subscribe', path: '/products/customer:2.0.0/subscribe?plan=gold' },
  { name: 'changelog', path: '/changes' },
  { name: 'operations', path: '/apis/customer:1.0.0/customerdb:1.0.0/operations' },
  { name: 'operation', path: '/apis/customer:1.0.0/customerdb:1.0.0/operations/GET?path=%2Fcustomers' },
  { name: 'fields', path: '/apis/sample-graphql:1.0.0/sample:1.0.0/operations' },
  { name: 'reference', path: '/apis/customer:1.0.0/customerdb:1.0.0/reference' },
  { name: 'explorer', path: '/apis/sample-graphql:1.0.0/sample:1.0.0/explorer', island: true },
  { name: 'applications', path: '/applications' },
  { name: 'application', path: '/applications/demo-application' },
  { name: 'usage', path: '/applications/demo-application/usage' },
  { name: 'quotas', path: '/quotas' },
  { name: 'quotas of an application', path: '/applications/demo-application/quotas' },
  { name: 'deletion', path: '/applications/demo-application/delete' },
  { name: 'subscriptions', path: '/subscriptions' },
  { name: 'refused calls', path: '/calls' },
  { name: 'notices', path: '/notices' },
  { name: 'account', path: '/account' },
  { name: 'team', path: '/team' },
  { name: 'organizations', path: '/organizations' },
  { name: 'deletion of the organization', path: '/team/delete' },
].map((page) => ({ ...page, path: `${PORTAL}${page.path}` }));

/** An administrator of the demo world's org: see console.test.ts for how she came in. */
export const colleague = { email: 'ada@acme.example', password: 'ada-password' };

/** The pages of the console. */
export const consoleTour: readonly TourPage[] = [
  { name: 'console', path: '/console/graphiql', island: true },
  { name: 'overview', path: '/console/overview' },
  { name: 'APIs', path: '/console/apis' },
  { name: 'GraphQL servers', path: '/console/graphql-servers' },
  { name: 'catalogs', path: '/console/catalogs' },
  { name: 'creation of an org', path: '/console/orgs/new' },
  { name: 'creation of a catalog', path: '/console/catalogs/new?org=acme' },
  { name: 'catalog', path: '/console/catalogs/acme/sandbox' },
  { name: 'board', path: '/console/catalogs/acme/sandbox/board' },
  { name: 'search', path: '/console/search?q=customer' },
  { name: 'style', path: '/console/style' },
  { name: 'pages of the portal', path: '/console/catalogs/acme/sandbox/pages' },
  { name: 'import', path: '/console/import?org=acme' },
  { name: 'API', path: '/console/apis/acme/customerdb/1.0.0' },
  { name: 'security of an API', path: '/console/apis/acme/customerdb/1.0.0?tab=security' },
  { name: 'settings of an API', path: '/console/apis/acme/customerdb/1.0.0?tab=settings' },
  { name: 'findings in an API', path: '/console/apis/acme/customerdb/1.0.0?tab=findings' },
  { name: 'schema of an API', path: '/console/apis/acme/sample/1.0.0?tab=schema' },
  { name: 'product', path: '/console/products/acme/customer/1.0.0' },
  { name: 'creation of a product', path: '/console/products/new?org=acme&api=customerdb:1.0.0' },
  { name: 'APIs of a product', path: '/console/products/acme/customer/1.0.0/apis' },
  { name: 'new version of an API', path: '/console/apis/acme/customerdb/1.0.0/new-version' },
  { name: 'new version of a product', path: '/console/products/acme/customer/1.0.0/new-version' },
  { name: 'deletion of an API', path: '/console/apis/acme/customerdb/1.0.0/delete' },
  { name: 'trial of a plan', path: '/console/products/acme/customer/1.0.0/plans/default-plan/trial' },
  { name: 'new GraphQL server', path: '/console/graphql-servers/new?org=acme' },
  { name: 'GraphQL server', path: '/console/graphql-servers/acme/sample' },
  { name: 'schema of a GraphQL server', path: '/console/graphql-servers/acme/sample/schema' },
  { name: 'messages', path: '/console/catalogs/acme/sandbox/messages' },
  { name: 'settings of a catalog', path: '/console/catalogs/acme/sandbox/settings' },
  { name: 'OAuth', path: '/console/oauth' },
  { name: 'rule sets', path: '/console/rule-sets?org=acme' },
  { name: 'creation of an OAuth provider', path: '/console/oauth/create-provider?org=acme' },
  { name: 'creation of an external issuer', path: '/console/oauth/create-issuer?org=acme' },
  { name: 'creation of a user registry', path: '/console/oauth/create-registry?org=acme' },
  {
    name: 'creation of a registry of local users',
    path: '/console/oauth/create-registry?org=acme&type=LOCAL',
  },
  {
    name: 'creation of a registry of an OpenID provider',
    path: '/console/oauth/create-registry?org=acme&type=OPENID_CONNECT',
  },
  {
    name: 'creation of a registry of a SAML identity provider',
    path: '/console/oauth/create-registry?org=acme&type=SAML',
  },
  { name: 'user registry', path: '/console/oauth/registries/sample-users?org=acme' },
  { name: 'picture of a catalog', path: '/console/catalogs/acme/sandbox/picture' },
  { name: 'consumers', path: '/console/catalogs/acme/sandbox/consumers' },
  { name: 'audience of a product', path: '/console/catalogs/acme/sandbox/audiences/customer/1.0.0' },
  { name: 'subscription form', path: '/console/catalogs/acme/sandbox/forms/customer/1.0.0' },
  { name: 'groups', path: '/console/catalogs/acme/sandbox/groups' },
  { name: 'consumer org', path: '/console/catalogs/acme/sandbox/consumers/consumers' },
  { name: 'application', path: '/console/catalogs/acme/sandbox/consumers/consumers/demo-application' },
  {
    name: 'subscription',
    path: '/console/catalogs/acme/sandbox/consumers/consumers/demo-application/subscriptions/customer/1.0.0',
  },
  { name: 'plans', path: '/console/catalogs/acme/sandbox/consumers/consumers/demo-application/plans' },
  { name: 'invoice preview', path: '/console/catalogs/acme/sandbox/invoices/consumers' },
  { name: 'history', path: '/console/catalogs/acme/sandbox/history' },
  { name: 'rehearsals', path: '/console/catalogs/acme/sandbox/rehearsals' },
  { name: 'undo', path: '/console/catalogs/acme/sandbox/undo' },
  { name: 'backends', path: '/console/catalogs/acme/sandbox/backends' },
  { name: 'webhooks', path: '/console/catalogs/acme/sandbox/webhooks' },
  { name: 'change requests', path: '/console/changes?org=acme' },
  { name: 'usage', path: '/console/usage?span=MONTH' },
  { name: 'live calls', path: '/console/calls' },
  { name: 'quotas', path: '/console/quotas' },
  { name: 'quotas of a catalog', path: '/console/quotas?org=acme&catalog=sandbox' },
  { name: 'audit', path: '/console/audit' },
  { name: 'people', path: '/console/people' },
  { name: 'access tokens', path: '/console/access-tokens' },
];

/** Pages of the colleague, and of what is made in console.test.ts. */
export const colleagueTour: readonly TourPage[] = [
  { name: 'OAuth provider', path: '/console/oauth/providers/customer-oauth?org=acme' },
  { name: 'rule set', path: '/console/rule-sets/acme/house-style' },
  { name: 'person', path: `/console/people/${encodeURIComponent(colleague.email)}?org=acme` },
  { name: 'account', path: '/console/account' },
];

/** Signs the demo world's consumer in to the portal. */
export async function signInToPortal(page: Page, control: string): Promise<void> {
  await page.goto(`${control}${PORTAL}/sign-in`);
  await page.fill('#username', demoConsumer.username);
  await page.fill('#password', demoConsumer.password);
  await page.click('main button[type=submit]');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** Signs a person in to the console, at whose sign-in page the browser is. */
export async function signInAs(page: Page, { email, password }: typeof colleague): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('form:has(#email) button[type=submit]');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** Signs an administrator in to the console. */
export async function signInToConsole(page: Page, control: string, token: string): Promise<void> {
  await page.goto(`${control}/console/sign-in`);
  await page.fill('#token', token);
  await page.click('form:has(#token) button[type=submit]');
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}
