// spec.md, what it says of the developer portal, row by row. How the gateway serves what is subscribed to is told by
// other files; here the portal alone is asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld, passwordOf } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
});
afterAll(() => portal.close());

const CREATE = `mutation ($title: String!) {
  createApplication(title: $title) { clientKey clientSecret application { name title } } }`;
const SUBSCRIBE = `mutation ($application: String!, $product: VersionedName!, $plan: String!) {
  subscribe(application: $application, product: $product, plan: $plan) { id product { version } plan { name } } }`;
type Issued = {
  createApplication: { clientKey: string; clientSecret: string; application: { name: string } };
};
const create = async (title: string) => (await carol.run<Issued>(CREATE, { title })).createApplication;
async function versionsOf(name: string): Promise<string[]> {
  const { products } = await carol.run<{ products: { name: string; version: string }[] }>(
    '{ products { name version } }',
  );
  return products.filter((product) => product.name === name).map(({ version }) => version);
}

describe('What the service does', () => {
  it('"A developer portal belongs to a catalog."', async () => {
    expect(await portal.run('{ catalog { name } }')).toEqual({ catalog: { name: 'sandbox' } });
    const elsewhere = portal.withToken(undefined, { org: 'acme', catalog: 'preview' });
    expect(await elsewhere.run('{ catalog { name } }')).toEqual({ catalog: { name: 'preview' } });
  });

  it('"Consumers sign in, create an application (which yields a client key and a client secret)"', async () => {
    expect(await portal.refused(CREATE, { title: 'Shop' })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(await create('Shop')).toEqual({
      clientKey: expect.stringMatching(/^ck_.{22}$/),
      clientSecret: expect.stringMatching(/^cs_.{43}$/),
      application: { name: 'shop', title: 'Shop' },
    });
  });

  it('"subscribe the application to a plan of a product"', async () => {
    await portal.product({ name: 'weather' });
    const { application } = await create('Weather station');
    const variables = { application: application.name, product: 'weather:1.0.0', plan: 'default-plan' };
    expect(await carol.run(SUBSCRIBE, variables)).toMatchObject({
      subscribe: { plan: { name: 'default-plan' } },
    });
  });
});

describe('Application and subscription', () => {
  it('"application title | string | required; created in the portal"', async () => {
    expect(await carol.refused('mutation { createApplication { clientKey } }')).toMatchObject({
      status: 400,
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
    expect(await carol.refused(CREATE, { title: '' })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  });

  it('"client key (API key) | string | issued at creation; shown once with the secret"', async () => {
    const { clientKey, clientSecret } = await create('Once');
    const later = await carol.send(
      '{ application(name: "once") { credentials { title clientKey createdAt } } }',
    );
    expect(later.text).toContain(clientKey);
    expect(later.text).not.toContain(clientSecret);
  });
});

describe('Product state in a catalog', () => {
  it('"Staged: not visible to or subscribable by developers"', async () => {
    await portal.product({ name: 'forecast', state: 'STAGED' });
    expect(await versionsOf('forecast')).toEqual([]);
    const { application } = await create('Early');
    const variables = { application: application.name, product: 'forecast:1.0.0', plan: 'default-plan' };
    expect(await carol.refused(SUBSCRIBE, variables)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('"Published: appears in the developer portal"', async () => {
    await portal.product({ name: 'tides', state: 'PUBLISHED' });
    expect(await versionsOf('tides')).toEqual(['1.0.0']);
  });
});

describe('Authentication', () => {
  const SIGN_IN = `mutation ($username: String!, $password: String!) {
    signIn(username: $username, password: $password) { viewer { username consumerOrg { name } } } }`;

  it('"The portal is entered by signing in with a consumer-organization user and password"', async () => {
    const variables = { username: 'carol', password: passwordOf('carol') };
    expect(await portal.run(SIGN_IN, variables)).toEqual({
      signIn: { viewer: { username: 'carol', consumerOrg: { name: 'consumers' } } },
    });
    const wrong = { ...variables, password: passwordOf('dave') };
    expect(await portal.refused(SIGN_IN, wrong)).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
  });

  it('"self-service account creation exists but is disabled on the cluster described"', async () => {
    const input = {
      consumerOrgTitle: 'New',
      username: 'new',
      password: 'new-password',
      email: 'new@example.com',
    };
    const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { viewer { username } } }';
    expect(await portal.refused(SIGN_UP, { input })).toMatchObject({ status: 403, code: 'SIGN_UP_DISABLED' });
    const where = { id: portal.catalogId };
    await portal.database.prisma.catalog.update({ where, data: { selfServiceSignUp: true } });
    expect(await portal.run(SIGN_UP, { input })).toEqual({ signUp: { viewer: { username: 'new' } } });
  });
});

describe('Versioning', () => {
  it('"Consumers migrate their subscription in the portal […] to the plan of the new product version"', async () => {
    const { prisma } = portal.database;
    const old = await portal.product();
    const { application } = await create('Moving');
    const variables = { application: application.name, product: 'customer:1.0.0', plan: 'default-plan' };
    const { subscribe } = await carol.run<{ subscribe: { id: string } }>(SUBSCRIBE, variables);
    const bronze = { name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' as const };
    const current = await portal.product({ version: '2.0.0', plans: [bronze] });
    const migrationPlans = toStore([{ source: 'default-plan', target: 'bronze' }]);
    const superseded = { state: 'DEPRECATED' as const, migrationTargetId: current.id, migrationPlans };
    await prisma.catalogProduct.update({ where: { id: old.id }, data: superseded });
    expect(await versionsOf('customer')).toEqual(['2.0.0', '1.0.0']);

    const MIGRATE =
      'mutation ($id: ID!) { migrateSubscription(id: $id) { id product { version } plan { name } } }';
    expect(await carol.run(MIGRATE, { id: subscribe.id })).toEqual({
      migrateSubscription: { id: subscribe.id, product: { version: '2.0.0' }, plan: { name: 'bronze' } },
    });
    expect(await versionsOf('customer')).toEqual(['2.0.0']);
  });
});
