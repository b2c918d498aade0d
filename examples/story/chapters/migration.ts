import { setTimeout as sleep } from 'node:timers/promises';
import { equal, holds } from '../expect.ts';
import { getCustomers, limitOf, requestToken } from '../gateway.ts';
import type { Chapter, Step } from '../step.ts';
import type { Story } from '../story.ts';
import type { Answer } from '../wire.ts';
import { listsCustomersOfV1 } from './back-ends.ts';
import { createsApplication, type Subscription, subscribes } from './consumer.ts';
import { supersedesProduct } from './version-two.ts';

/** So much of the minute has to be left for three calls. */
const SECONDS_NEEDED = 5;

type Offered = Omit<Subscription, 'state'> & {
  readonly migrationTarget: { readonly product: unknown; readonly plan: { readonly name: string } } | null;
};

const isOfferedMigration: Step = {
  title: 'Under Subscriptions the consumer finds the plan that the subscription can go to',
  needs: [supersedesProduct],
  async run({ portal, of, show }) {
    const { subscriptions } = await portal<{ subscriptions: Offered[] }>('05-list-subscriptions');
    const [subscription] = subscriptions;
    equal(
      'the subscriptions',
      subscriptions.map(({ id }) => id),
      [of(subscribes).id],
    );
    equal('the plan', subscription?.plan.name, 'default-plan');
    equal('the product that is offered', subscription?.migrationTarget?.product, { version: '2.0.0' });
    equal('the plan that is offered', subscription?.migrationTarget?.plan.name, 'bronze');
    show('customer 1.0.0 DEPRECATED, Default Plan; can go to 2.0.0, Bronze');
  },
};

export const migrates: Step = {
  title: 'Migrate this subscription: it goes to Bronze of Customer 2.0.0',
  needs: [isOfferedMigration],
  async run({ portal, of }) {
    equal('the subscription', await portal('06-migrate-subscription', { id: of(subscribes).id }), {
      id: of(subscribes).id,
      product: { name: 'customer', version: '2.0.0' },
      plan: { name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      migrationTarget: null,
    });
  },
};

const refusesClientKeyAlone: Step = {
  title: 'The client key alone is now refused: version 2.0.0 asks for a bearer token',
  needs: [migrates],
  async run(story) {
    const { clientKey } = story.of(createsApplication);
    const answer = await story.eventually(
      () => getCustomers(story, { clientKey }),
      ({ status }) => status === 401,
    );
    equal('the status', answer.status, 401);
    const challenge = answer.headers.get('WWW-Authenticate') ?? '';
    holds('a challenge', challenge.startsWith('Bearer'), challenge);
  },
};

const obtainsToken: Step<string> = {
  title: 'A token is obtained with client id and secret, username and password, and the scope customer',
  needs: [migrates],
  async run(story) {
    const { status, json, headers } = await requestToken(story, story.of(createsApplication));
    equal('the status', status, 200);
    const { access_token, token_type, scope } = json as Record<string, string>;
    equal('its type and scope', [token_type, scope], ['Bearer', 'customer']);
    holds(
      'an answer that is not stored',
      headers.get('Cache-Control') === 'no-store',
      headers.get('Cache-Control'),
    );
    return access_token ?? '';
  },
};

const refusesWrongPassword: Step = {
  title: 'With a wrong password there is none',
  needs: [obtainsToken],
  async run(story) {
    const { status, json } = await requestToken(story, story.of(createsApplication), 'wrong-password');
    equal('the refusal', [status, (json as { error: string }).error], [400, 'invalid_grant']);
  },
};

const reachesLimit: Step = {
  title: 'Bronze, 2 calls per minute: two calls by bearer token are served, the third has to wait',
  needs: [obtainsToken, refusesClientKeyAlone, listsCustomersOfV1],
  async run(story) {
    const token = story.of(obtainsToken);
    const isServed = (call: Answer) => {
      equal('the status', call.status, 200);
      equal('the customers', call.json, story.of(listsCustomersOfV1));
      story.show(limitOf(call));
    };
    isServed(await firstOfAMinute(story, token));
    isServed(await getCustomers(story, { token }));
    const third = await getCustomers(story, { token });
    const { code, detail } = third.json as { code: string; detail: string };
    equal('the third call', [third.status, code], [429, 'RATE_LIMIT_EXCEEDED']);
    const seconds = Number(third.headers.get('Retry-After'));
    holds('Retry-After, 1 to 60 seconds', seconds >= 1 && seconds <= 60, third.headers.get('Retry-After'));
    story.show(`${code}: ${detail} Retry-After: ${seconds}`);
  },
};

/** Makes the first call of a new minute. A window that is open already is waited out. */
async function firstOfAMinute(story: Story, token: string): Promise<Answer> {
  const first = await getCustomers(story, { token });
  const secondsLeft = Number(first.headers.get('X-RateLimit-Reset'));
  if (first.status === 200 && !(secondsLeft < SECONDS_NEEDED)) return first;
  await sleep(Math.min(secondsLeft || SECONDS_NEEDED, 60) * 1000);
  return getCustomers(story, { token });
}

export const migration: Chapter = {
  title: 'The consumer migrates, and calls version 2.0.0 by bearer token',
  steps: [
    isOfferedMigration,
    migrates,
    refusesClientKeyAlone,
    obtainsToken,
    refusesWrongPassword,
    reachesLimit,
  ],
};
