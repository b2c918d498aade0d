import { pages } from '../../src/control-plane/portal/pages/pages.ts';
import type { PortalPages } from '../../src/control-plane/portal/pages/parts/page-context.ts';
import { demoConsumer } from '../../src/demo/world.ts';
import type { Settings } from './platform.ts';
import { PORTAL, portalTour, type TourPage } from './tour-pages.ts';

/** Routes that are no pages: files, feeds, pictures and redirects. */
const NO_PAGES = [
  '/.well-known/api-catalog',
  '/account/data.json',
  '/apis/:product/:api/icon',
  '/brand.css',
  '/changes.atom',
  '/llms.txt',
  '/logo',
  '/products',
  '/products/:product/icon',
  '/sign-in/with/:provider/callback',
  '/sign-in/with/:provider/metadata',
];

/** The addresses of all pages of the portal, as their files write them. */
function routesOfPages(): string[] {
  const routes: string[] = [];
  const recording = { get: (path: string) => void routes.push(path), post() {} } as unknown as PortalPages;
  for (const add of pages) add(recording);
  return routes.filter((route) => !NO_PAGES.includes(route));
}

/** Lists the pages of the portal that a tour does not come to. */
export function unvisited(tour: readonly TourPage[]): string[] {
  const paths = tour.map(({ path }) => new URL(path, 'http://portal.test').pathname.slice(PORTAL.length));
  const isVisited = (route: string) => {
    const pattern = route.replace(
      /:\w+(?:\{(.+?)\})?(?=\/|$)/g,
      (_, given?: string) => `(?:${given ?? '[^/]+'})`,
    );
    return paths.some((path) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('\\.+', '.+')}$`).test(path),
    );
  };
  return routesOfPages().filter((route) => !isVisited(route));
}

const IN = '{org: "acme", catalog: "sandbox"';
const LDAP = `type: LDAP, url: "ldap://127.0.0.1:389", ldap: {baseDn: "dc=acme", userFilter: "(uid={username})",
  subjectAttribute: "uid"}`;

/** Makes in sandbox, once, what pages have to show. */
const FURNISHING = `mutation {
  updateCatalog(input: {org: "acme", name: "sandbox", selfServiceSignUp: true, mail: {}}) { name }
  setPage(input: ${IN}, path: "start", title: "First steps", markdown: "# Begin\\n\\nCall **us**."}) { path }
  createUserRegistry(input: {org: "acme", title: "Staff", displayName: "Staff", ${LDAP}}) { name }
  assignUserRegistry(input: ${IN}, userRegistry: "staff"}) { name }
  addMember(input: ${IN}, consumerOrg: "consumers", username: "newcomer"}) { name }
  resetMemberPassword(input: ${IN}, consumerOrg: "consumers", username: "newcomer"}) { url }
  inviteMember(input: ${IN}, consumerOrg: "consumers", role: VIEWER}) { url }
  signIn: updateCatalog(input: {org: "acme", name: "sandbox", signIn: {providers: [{userRegistry: "staff",
    consumerOrgs: [{consumerOrg: "consumers"}]}]}}) { name }
}`;

type Furnished = Readonly<Record<'resetMemberPassword' | 'inviteMember', { readonly url: string }>>;
type Own = {
  readonly createWebhook: { readonly webhook: { readonly id: string } };
  readonly signIn: { readonly token: string };
};

/**
 * Makes what the pages of the portal need beside the demo world. The tour of a member has all pages that are one's own,
 * that of a visitor those that nobody has signed in for.
 *
 * @param clientKey of the demo application
 */
export async function furnishPortal(
  { CONTROL_URL = '', GATEWAY_URL = '', ADMIN_TOKEN = '' }: Settings,
  clientKey: string,
) {
  const run = async <Data>(path: string, query: string, token: string): Promise<Data> => {
    const response = await fetch(`${CONTROL_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const portal = `${PORTAL}/graphql`;
  const { username, password } = demoConsumer;
  const made = await run<Furnished>('/graphql', FURNISHING, ADMIN_TOKEN);
  const { signIn } = await run<Own>(
    portal,
    `mutation { signIn(username: "${username}", password: "${password}") { token } }`,
    '',
  );
  const { createWebhook } = await run<Own>(
    portal,
    'mutation { createWebhook(url: "https://hooks.example.com/gatehouse", kinds: [API_CHANGED]) { webhook { id } } }',
    signIn.token,
  );
  const { viewer } = await run<{ viewer: { consumerOrg: { subscriptions: { id: string }[] } } }>(
    portal,
    '{ viewer { consumerOrg { subscriptions(first: 1) { id } } } }',
    signIn.token,
  );
  const refused = await fetch(`${GATEWAY_URL}/acme/sandbox/customerdb/v1/nowhere`, {
    headers: { 'x-client-id': clientKey },
  });
  const { requestId } = (await refused.json()) as { requestId: string };
  const subscription = `/subscriptions/${viewer.consumerOrg.subscriptions[0]?.id}`;
  const credential = `/applications/demo-application/credentials/${clientKey}`;
  const pathOf = (url: string) => url.slice(url.indexOf(PORTAL) + PORTAL.length);
  const inPortal = (page: TourPage) => ({ ...page, path: `${PORTAL}${page.path}` });
  return {
    member: [
      ...portalTour,
      ...[
        { name: 'field', path: '/apis/sample-graphql:1.0.0/sample:1.0.0/operations/query/getCustomers' },
        { name: 'replacement of a secret', path: `${credential}/replace` },
        { name: 'proof of a secret', path: `${credential}/verify` },
        { name: 'withdrawal of a client key', path: `${credential}/withdraw` },
        { name: 'subscription', path: subscription },
        { name: 'migration', path: `${subscription}/migrate` },
        { name: 'change of the plan', path: `${subscription}/plan` },
        { name: 'end of a subscription', path: `${subscription}/unsubscribe` },
        { name: 'refused call', path: `/calls/${requestId}` },
        { name: 'webhooks', path: '/webhooks' },
        { name: 'webhook', path: `/webhooks/${createWebhook.webhook.id}` },
        { name: 'invitation for who has an account', path: pathOf(made.inviteMember.url) },
        { name: 'page of the provider', path: '/pages/start' },
        { name: 'verification of an address that has ended', path: '/verify-email?code=ended' },
      ].map(inPortal),
    ],
    visitor: [
      { name: 'sign-in', path: '/sign-in' },
      { name: 'sign-in that has ended', path: '/sign-in?ended' },
      { name: 'sign-in by a directory', path: '/sign-in/with/staff' },
      { name: 'own organization', path: '/sign-in/organization' },
      { name: 'end of a sign-in for Try it', path: '/signed-in' },
      { name: 'sign-up', path: '/sign-up' },
      { name: 'forgotten password', path: '/forgot-password' },
      { name: 'forgotten password, once the mail is sent', path: '/forgot-password?sent' },
      { name: 'choice of a password', path: pathOf(made.resetMemberPassword.url) },
      { name: 'invitation', path: pathOf(made.inviteMember.url) },
      { name: 'invitation that has ended', path: '/invitation?code=ended' },
      { name: 'end of mail', path: '/end-mail?member=somebody&proof=none' },
      { name: 'errors', path: '/errors' },
      { name: 'error', path: '/errors/rate-limit-exceeded' },
    ].map(inPortal),
  };
}
