import { equal, holds } from '../expect.ts';
import { askProxy } from '../gateway.ts';
import { inShort, listInShort } from '../short.ts';
import type { Chapter, Step } from '../step.ts';
import type { Answer } from '../wire.ts';
import { createsApplication, type Subscription } from './consumer.ts';
import { createsCatalog } from './version-one.ts';

type GraphQLAnswer = {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
};

const SEVERAL = '{ getCustomers { id } getCustomerById(id: "3") { lastname } getAccounts { Name } }';
const SUBSET = '{ getCustomerById(id: "3") { lastname address { city } } }';

const createsProxy: Step = {
  title: 'A GraphQL proxy API is created from the GraphQL server URL; it is Offline',
  needs: [createsCatalog],
  async run({ manage, settings, show }) {
    const { sdl, ...api } = await manage<{ sdl: string; onlineState: string }>('18-create-graphql-proxy');
    equal('the API', api, {
      name: 'sample',
      version: '1.0.0',
      kind: 'GRAPHQL',
      basePath: '/sample',
      graphqlUrl: `${settings.graphqlServerUrl}/api/sample`,
      onlineState: 'OFFLINE',
      securityDefinitions: [{ name: 'client-key', type: 'API_KEY' }],
    });
    const queries = ['getCustomers', 'getCustomerById', 'getAccounts', 'getAccountById'];
    equal(
      'the queries of its schema',
      queries.filter((query) => sdl.includes(query)),
      queries,
    );
    show(`sample:1.0.0, GRAPHQL, OFFLINE; its schema has ${listInShort(queries)}`);
  },
};

const publishesProxy: Step = {
  title: 'It is published in a product like any other API',
  needs: [createsProxy],
  async run({ manage }) {
    const product = await manage<{ name: string; catalogProducts: unknown }>('19-publish-graphql-product');
    equal('its name', product.name, 'sample-graphql');
    equal('its state', product.catalogProducts, [{ state: 'PUBLISHED', catalog: { name: 'sandbox' } }]);
  },
};

const subscribesToProxy: Step = {
  title: 'The consumer subscribes the first application to it',
  needs: [publishesProxy, createsApplication],
  async run({ portal }) {
    const standard = { product: 'sample-graphql:1.0.0', plan: 'standard' };
    const { state, plan } = await portal<Subscription>('04-subscribe-application', standard);
    equal('the subscription', [state, plan.name], ['ACTIVE', 'standard']);
  },
};

const isOffline: Step = {
  title: 'While it is Offline it does not answer',
  needs: [subscribesToProxy],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const answer = await story.eventually(
      () => askProxy(story, SUBSET, { clientKey }),
      ({ status }) => status === 503,
    );
    equal('the refusal', [answer.status, codeOf(answer)], [503, 'API_OFFLINE']);
  },
};

const goesOnline: Step = {
  title: 'The toggle is switched to Online',
  needs: [publishesProxy],
  async run({ manage }) {
    equal('the API', await manage('20-switch-api-online'), {
      name: 'sample',
      version: '1.0.0',
      onlineState: 'ONLINE',
    });
  },
};

const answersSeveralQueries: Step = {
  title: 'Several queries in one document are answered together, through the gateway',
  needs: [goesOnline, subscribesToProxy],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const answer = await story.eventually(
      () => askProxy(story, SEVERAL, { clientKey }),
      ({ status }) => status === 200,
    );
    equal('the status', answer.status, 200);
    const { getCustomers, getCustomerById, getAccounts } = dataOf(answer) as Record<string, unknown[]>;
    equal('the number of customers', getCustomers?.length, 10);
    holds('accounts', (getAccounts?.length ?? 0) >= 10, getAccounts);
    story.show(`10 customers, ${inShort(getCustomerById)}, ${getAccounts?.length} accounts`);
  },
};

const answersSubsetOfFields: Step = {
  title: 'Selection of a subset of fields returns only those fields',
  needs: [answersSeveralQueries],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const { getCustomerById } = dataOf(await askProxy(story, SUBSET, { clientKey })) as Record<
      string,
      object
    >;
    equal('the fields', Object.keys(getCustomerById ?? {}), ['lastname', 'address']);
    const { address } = getCustomerById as { address: object };
    equal('the fields of the address', Object.keys(address), ['city']);
  },
};

const refusesUnknownClient: Step = {
  title: 'Without a client key it is refused like any other API: Client id missing',
  needs: [publishesProxy],
  async run(story) {
    const answer = await story.eventually(
      () => askProxy(story, SUBSET, {}),
      ({ status }) => status === 401,
    );
    const [error] = (answer.json as GraphQLAnswer).errors ?? [];
    equal(
      'the refusal',
      [answer.status, codeOf(answer), error?.message],
      [401, 'CLIENT_ID_MISSING', 'Client id missing'],
    );
  },
};

function dataOf({ json }: Answer): unknown {
  const { data, errors } = json as GraphQLAnswer;
  equal('the errors', errors, undefined);
  return data;
}

function codeOf({ json }: Answer): string | undefined {
  return (json as GraphQLAnswer).errors?.[0]?.extensions.code;
}

export const graphqlProxy: Chapter = {
  title: 'GraphQL through the gateway',
  steps: [
    createsProxy,
    publishesProxy,
    subscribesToProxy,
    isOffline,
    goesOnline,
    answersSeveralQueries,
    answersSubsetOfFields,
    refusesUnknownClient,
  ],
};
