import { expect } from 'vitest';

export const ADMIN_TOKEN = 'the-admin-token-of-the-e2e-tests';
export const LIMIT = 50;

const application = (title: string) =>
  `{ org: "acme", catalog: "sandbox", consumerOrg: "consumers", title: "${title}" }`;
const subscription = (name: string, plan = name) =>
  `{ org: "acme", catalog: "sandbox", consumerOrg: "consumers", application: "${name}", product: "time:1.0.0", plan: "${plan}" }`;

/** Two applications: one without a limit, one with a plan of so many calls. */
const WORLD = `mutation ($target: URL!, $openapi: JSON!) {
  createOrg(input: { title: "Acme" }) { name }
  createCatalog(input: { org: "acme", title: "Sandbox" }) { name }
  createApi(input: { org: "acme", title: "Clock", version: "1.0.0", openapi: $openapi, targetUrl: $target }) { name }
  createProduct(input: { org: "acme", title: "Time", version: "1.0.0", apis: ["clock:1.0.0"], publishTo: "sandbox",
    plans: [{ title: "Free" }, { title: "Tight", rateLimit: ${LIMIT}, rateLimitUnit: HOUR }] }) { name }
  createConsumerOrg(input: { org: "acme", catalog: "sandbox", title: "Consumers",
    owner: { username: "consumer", password: "consumer-password" } }) { name }
  free: createApplication(input: ${application('free')}) { clientKey }
  tight: createApplication(input: ${application('tight')}) { clientKey }
  one: createSubscription(input: ${subscription('free')}) { id }
  two: createSubscription(input: ${subscription('tight')}) { id }
}`;
const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Clock', version: '1.0.0' },
  paths: { '/now': { get: { responses: { 200: { description: 'Now.' } } } } },
};

type Document = { readonly query: string; readonly variables?: object; readonly token?: string };

/** Sends a document to a GraphQL API, which must answer without errors. */
export async function graphql<Data>(url: string, { token, ...document }: Document): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(document),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Path below a gateway's address. */
export const CLOCK = '/acme/sandbox/clock/now';

/** Creates the org `acme` with the API `clock`, and returns two client keys. */
export async function createClockWorld(control: string | undefined, target: string) {
  const made = await graphql<Record<'free' | 'tight', { clientKey: string }>>(`${control}/graphql`, {
    query: WORLD,
    variables: { target, openapi: OPENAPI },
    token: ADMIN_TOKEN,
  });
  return { free: made.free.clientKey, tight: made.tight.clientKey };
}

/**
 * Creates a further application with a subscription, to the unlimited plan by default.
 *
 * @returns its client key
 */
export async function createSubscriber(
  control: string | undefined,
  name: string,
  plan: 'free' | 'tight' = 'free',
): Promise<string> {
  const made = await graphql<{ application: { clientKey: string } }>(`${control}/graphql`, {
    query: `mutation {
      application: createApplication(input: ${application(name)}) { clientKey }
      createSubscription(input: ${subscription(name, plan)}) { id }
    }`,
    token: ADMIN_TOKEN,
  });
  return made.application.clientKey;
}

/** Counts the calls of an application by their outcome, as the platform reports them. */
export async function countedCalls(control: string | undefined, application: string) {
  type Counted = Record<'calls' | 'answered', number>;
  const { usage } = await graphql<{ usage: { nodes: Counted[] } }>(`${control}/graphql`, {
    query: `query ($from: DateTime!, $application: String!) {
      usage(org: "acme", from: $from, filter: { application: $application }) { nodes { calls answered } }
    }`,
    variables: { from: new Date(Date.now() - 3_600_000), application },
    token: ADMIN_TOKEN,
  });
  return usage.nodes[0] ?? { calls: 0, answered: 0 };
}
