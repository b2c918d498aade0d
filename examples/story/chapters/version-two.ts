import { equal, holds } from '../expect.ts';
import { getCustomers, limitOf } from '../gateway.ts';
import type { Chapter, Step } from '../step.ts';
import { createsApplication, shownProducts, subscribes } from './consumer.ts';
import { assignsOAuthProvider, publishesProduct } from './version-one.ts';

type Transition = { readonly product: string; readonly from: string | null; readonly to: string };
type Change = {
  readonly dryRun: boolean;
  readonly transitions: readonly Transition[];
  readonly subscriptions: readonly unknown[];
  readonly warnings: readonly { readonly code: string }[];
};

const superseded: readonly Transition[] = [
  { product: 'customer:1.0.0', from: 'PUBLISHED', to: 'DEPRECATED' },
  { product: 'customer:2.0.0', from: 'STAGED', to: 'PUBLISHED' },
];
const offered = {
  consumerOrg: 'consumers',
  application: 'my-application',
  kind: 'OFFERED',
  fromPlan: 'default-plan',
  toProduct: 'customer:2.0.0',
  toPlan: 'bronze',
};

const savesApiAsNewVersion: Step = {
  title: 'customerdb 1.0.0 is saved as a new version, 2.0.0',
  needs: [publishesProduct],
  async run({ manage }) {
    equal('the API', await manage('12-save-api-as-new-version'), {
      name: 'customerdb',
      version: '2.0.0',
      basePath: '/customerdb/v1',
      security: [{ definition: 'client-key' }],
    });
  },
};

export const securesApi: Step = {
  title: '2.0.0 is secured by oauth-1: oauth2, flow Resource Owner - Password, scope customer',
  needs: [savesApiAsNewVersion, assignsOAuthProvider],
  async run({ manage }) {
    const api = await manage<{ securityDefinitions: unknown; security: unknown }>('13-secure-api');
    equal('the security definitions', api.securityDefinitions, [
      {
        name: 'oauth-1',
        type: 'OAUTH2',
        flow: 'RESOURCE_OWNER_PASSWORD',
        oauthProvider: { name: 'customer-oauth' },
      },
    ]);
    equal('the security requirement', api.security, [{ definition: 'oauth-1', scopes: ['customer'] }]);
  },
};

const createsProductWithPlans: Step = {
  title: 'Product Customer 2.0.0 has the plans Gold, Silver and Bronze, and no Default Plan',
  needs: [securesApi],
  async run({ manage }) {
    const product = await manage<{ plans: unknown; catalogProducts: unknown }>(
      '14-create-product-with-plans',
    );
    equal('the plans', product.plans, [
      { name: 'gold', title: 'Gold', rateLimit: 500, rateLimitUnit: 'HOUR' },
      { name: 'silver', title: 'Silver', rateLimit: 250, rateLimitUnit: 'HOUR' },
      { name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
    ]);
    equal('the catalogs that it is in', product.catalogProducts, []);
  },
};

const stagesProduct: Step = {
  title: 'It is staged to the catalog; visibility and subscribability keep defaults',
  needs: [createsProductWithPlans],
  async run({ manage }) {
    equal('what changed', await manage('15-stage-product'), {
      transitions: [{ product: 'customer:2.0.0', from: null, to: 'STAGED' }],
      product: { state: 'STAGED', visibility: 'PUBLIC', subscribability: 'AUTHENTICATED' },
    });
  },
};

const hidesStagedProduct: Step = {
  title: 'Staged, it is not visible to or subscribable by developers',
  needs: [stagesProduct, createsApplication],
  async run(story) {
    equal('what the portal shows', await shownProducts(story), [['1.0.0', 'PUBLISHED']]);
    const code = await story.portalRefusal('04-subscribe-application', {
      product: 'customer:2.0.0',
      plan: 'gold',
    });
    equal('subscribing to it', code, 'NOT_FOUND');
  },
};

const previewsSupersede: Step = {
  title: 'Superseding is tried with dryRun: what would move, and what to know before',
  needs: [stagesProduct, subscribes],
  async run(story) {
    const { dryRun, transitions, subscriptions, warnings } =
      await story.manage<Change>('16-preview-supersede');
    equal('dryRun', dryRun, true);
    equal('the transitions', transitions, superseded);
    equal('the subscriptions', subscriptions, [offered]);
    const codes = warnings.map(({ code }) => code);
    holds('a warning that the security changes', codes.includes('SECURITY_CHANGED'), codes);
    story.show(`${inWords(transitions)}; my-application is offered bronze; warnings ${codes.join(', ')}`);
    equal('what the portal shows after it', await shownProducts(story), [['1.0.0', 'PUBLISHED']]);
  },
};

export const supersedesProduct: Step = {
  title: 'Customer 1.0.0 is superseded by 2.0.0: Default Plan subscribers go to Bronze',
  needs: [previewsSupersede],
  async run({ manage, show }) {
    const { dryRun, transitions, subscriptions } = await manage<Change>('17-supersede-product');
    equal('dryRun', dryRun, false);
    equal('the transitions', transitions, superseded);
    equal('the subscriptions', subscriptions, [offered]);
    show(`${inWords(transitions)}; my-application is offered bronze`);
  },
};

const showsBothVersions: Step = {
  title: 'The portal shows its subscriber both versions, the new one open to subscriptions',
  needs: [supersedesProduct],
  async run(story) {
    equal('what the portal shows', await shownProducts(story), [
      ['2.0.0', 'PUBLISHED'],
      ['1.0.0', 'DEPRECATED'],
    ]);
  },
};

const keepsServingSubscribers: Step = {
  title: 'The original keeps its active subscribers: the client key is served as before',
  needs: [supersedesProduct],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const answer = await story.throughout(
      () => getCustomers(story, { clientKey }),
      ({ status }) => status === 200,
    );
    equal('the status', answer.status, 200);
    equal('the limit of Default Plan', answer.headers.get('X-RateLimit-Limit'), '100');
    story.show(`served without a break, ${limitOf(answer)}`);
  },
};

function inWords(transitions: readonly Transition[]): string {
  return transitions.map(({ product, from, to }) => `${product} ${from} → ${to}`).join(', ');
}

export const versionTwo: Chapter = {
  title: 'The provider makes version 2.0.0 and supersedes 1.0.0 by it',
  steps: [
    savesApiAsNewVersion,
    securesApi,
    createsProductWithPlans,
    stagesProduct,
    hidesStagedProduct,
    previewsSupersede,
    supersedesProduct,
    showsBothVersions,
    keepsServingSubscribers,
  ],
};
