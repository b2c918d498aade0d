import { equal, holds } from '../expect.ts';
import { type Client, getCustomers, limitOf, postForm, requestToken } from '../gateway.ts';
import type { Chapter, Step } from '../step.ts';
import type { Story } from '../story.ts';
import { type Subscription, signsIn } from './consumer.ts';
import { supersedesProduct } from './version-two.ts';

const CLIENT_ID_MISSING = { status: 401, code: 'CLIENT_ID_MISSING', detail: 'Client id missing' };
type Problem = { readonly status: number; readonly code: string; readonly detail: string };

const subscribesToGold: Step<Client> = {
  title: 'Another application is subscribed to Gold, 500 calls per hour',
  needs: [signsIn, supersedesProduct],
  async run({ portal }) {
    const client = await portal<Client>('03-create-application', { title: 'Gold application' });
    const application = client.application.name;
    const gold = { application, product: 'customer:2.0.0', plan: 'gold' };
    const { state, plan } = await portal<Subscription>('04-subscribe-application', gold);
    equal('the subscription', [state, plan.name], ['ACTIVE', 'gold']);
    return client;
  },
};

const callsWithToken: Step<string> = {
  title: 'Its bearer token is served',
  needs: [subscribesToGold],
  async run(story) {
    const granted = await story.eventually(
      () => requestToken(story, story.of(subscribesToGold)),
      ({ status }) => status === 200,
    );
    equal('the status of the token endpoint', granted.status, 200);
    const { access_token: token } = granted.json as { access_token: string };
    const answer = await story.eventually(
      () => getCustomers(story, { token }),
      ({ status }) => status === 200,
    );
    equal('the status', answer.status, 200);
    equal('the limit of Gold', answer.headers.get('X-RateLimit-Limit'), '500');
    story.show(limitOf(answer));
    return token;
  },
};

/** Calls with the token altered in one of its parts. The change is at the beginning, within or at the end. */
async function refusalsOf(story: Story, part: 0 | 1 | 2): Promise<Problem[]> {
  const parts = story.of(callsWithToken).split('.');
  const text = parts[part] ?? '';
  const refusals: Problem[] = [];
  for (const index of [0, Math.floor(text.length / 2), text.length - 1]) {
    const altered = `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
    const token = parts.with(part, altered).join('.');
    const { status, json } = await getCustomers(story, { token });
    const { code, detail } = json as Problem;
    refusals.push({ status, code, detail });
    story.show(`${code}: ${detail} (character ${index + 1} of ${text.length} altered)`);
  }
  return refusals;
}

const refusesAlteredFirstPart: Step = {
  title: 'The first part of the bearer token is modified: Client id missing',
  needs: [callsWithToken],
  async run(story) {
    equal('the refusals', await refusalsOf(story, 0), Array(3).fill(CLIENT_ID_MISSING));
  },
};

const refusesAlteredMiddle: Step = {
  title: 'The middle of the bearer token is modified: an error different from the above',
  needs: [callsWithToken],
  run: async (story) => isOtherError(await refusalsOf(story, 1)),
};

const refusesAlteredEnd: Step = {
  title: 'The end of the bearer token is modified: an error different from the above',
  needs: [callsWithToken],
  run: async (story) => isOtherError(await refusalsOf(story, 2)),
};

function isOtherError(refusals: readonly Problem[]): void {
  for (const { status, code, detail } of refusals) {
    equal('the refusal', [status, code], [401, 'TOKEN_INVALID']);
    holds('another message', detail !== CLIENT_ID_MISSING.detail, detail);
  }
}

const refusesRevokedToken: Step = {
  title: 'A bearer token is served until its client revokes it',
  needs: [callsWithToken],
  async run(story) {
    const token = story.of(callsWithToken);
    equal('the token before', (await getCustomers(story, { token })).status, 200);
    story.show('served');
    const client = story.of(subscribesToGold);
    equal('the revocation', (await postForm(story, 'revoke', { client, token })).status, 200);
    story.show('revoked');
    const answer = await story.eventually(
      () => getCustomers(story, { token }),
      ({ status }) => status === 401,
    );
    equal('the refusal', [answer.status, (answer.json as Problem).code], [401, 'TOKEN_INVALID']);
  },
};

export const alteredTokens: Chapter = {
  title: 'Altered and revoked tokens',
  steps: [
    subscribesToGold,
    callsWithToken,
    refusesAlteredFirstPart,
    refusesAlteredMiddle,
    refusesAlteredEnd,
    refusesRevokedToken,
  ],
};
