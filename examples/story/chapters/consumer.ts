import { equal, holds } from '../expect.ts';
import { type Client, getCustomers, limitOf } from '../gateway.ts';
import type { Chapter, Step } from '../step.ts';
import type { Story } from '../story.ts';
import { listsCustomersOfV1 } from './back-ends.ts';
import { createsConsumerOrg, publishesProduct } from './version-one.ts';

export type Subscription = {
  readonly id: string;
  readonly state: string;
  readonly product: { readonly name: string; readonly version: string };
  readonly plan: { readonly name: string };
};
type Product = { readonly version: string; readonly state: string; readonly subscribable: boolean };

/** Versions and states of the product Customer, as the portal shows them. The newest is the first. */
export async function shownProducts({ portal, show }: Story): Promise<[version: string, state: string][]> {
  const products = await portal<Product[]>('02-browse-products');
  show(
    products
      .map(
        ({ version, state, subscribable }) =>
          `${version} ${state}${subscribable ? ', open to subscriptions' : ''}`,
      )
      .join('; '),
  );
  return products.map(({ version, state }) => [version, state]);
}

export const signsIn: Step = {
  title: 'The consumer signs in to the portal of the catalog',
  needs: [createsConsumerOrg],
  async run({ portal, enter }) {
    const { token, viewer } = await portal<{ token: string; viewer: unknown }>('01-sign-in');
    equal('the viewer', viewer, { username: 'carol', consumerOrg: { name: 'consumers' } });
    enter(token);
  },
};

const browsesProducts: Step = {
  title: 'The published product appears in the developer portal, open to subscriptions',
  needs: [signsIn, publishesProduct],
  async run({ portal, org }) {
    const [product, ...others] =
      await portal<(Product & { apis: { url: string }[] })[]>('02-browse-products');
    equal('other products', others, []);
    equal(
      'the product',
      [product?.version, product?.state, product?.subscribable],
      ['1.0.0', 'PUBLISHED', true],
    );
    const paths = product?.apis.map(({ url }) => new URL(url).pathname);
    equal('where its API is called', paths, [`/${org}/sandbox/customerdb/v1`]);
  },
};

export const createsApplication: Step<Client> = {
  title: 'The consumer creates an application, which yields a client key and a client secret',
  needs: [signsIn],
  async run({ portal }) {
    const client = await portal<Client>('03-create-application');
    equal('the application', client.application, { name: 'my-application', title: 'My application' });
    holds('a client key and a client secret', Boolean(client.clientKey && client.clientSecret));
    return client;
  },
};

export const subscribes: Step<Subscription> = {
  title: 'The application is subscribed to Default Plan of Customer 1.0.0',
  needs: [createsApplication, publishesProduct],
  async run({ portal }) {
    const subscription = await portal<Subscription>('04-subscribe-application');
    equal('the state', subscription.state, 'ACTIVE');
    equal('the product', subscription.product, { name: 'customer', version: '1.0.0' });
    equal('the plan', subscription.plan.name, 'default-plan');
    return subscription;
  },
};

const callsWithClientKey: Step = {
  title: 'GET /customerdb/v1/customers with the client key gives the JSON list of customer records',
  needs: [subscribes, listsCustomersOfV1],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const answer = await story.eventually(
      () => getCustomers(story, { clientKey }),
      ({ status }) => status === 200,
    );
    equal('the status', answer.status, 200);
    equal('the customers', answer.json, story.of(listsCustomersOfV1));
    equal('the limit of Default Plan', answer.headers.get('X-RateLimit-Limit'), '100');
    story.show(`${story.of(listsCustomersOfV1).length} customers, ${limitOf(answer)}`);
  },
};

const callsWithoutClientKey: Step = {
  title: 'Without the client key the call is refused: Client id missing',
  needs: [publishesProduct],
  async run(story) {
    const { status, json } = await story.eventually(
      () => getCustomers(story, {}),
      (answer) => answer.status === 401,
    );
    const { detail, code } = json as { detail: string; code: string };
    equal('the refusal', [status, code, detail], [401, 'CLIENT_ID_MISSING', 'Client id missing']);
  },
};

export const consumer: Chapter = {
  title: 'A consumer subscribes to it and calls it by client key',
  steps: [
    signsIn,
    browsesProducts,
    createsApplication,
    subscribes,
    callsWithClientKey,
    callsWithoutClientKey,
  ],
};
