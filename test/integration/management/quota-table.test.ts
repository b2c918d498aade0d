// Each resource of the table of quotas is refused beyond its limit by whatever makes one more. This fails until a new
// resource has a row here, or says where it is held.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type QuotaResource, quotaResources, quotas } from '../../../src/domain/org/quota.ts';
import { selfSigned } from '../../support/certificates.ts';
import type { ManagementClient } from '../../support/management.ts';
import { passwordOf } from '../../support/tenancy/consumers.ts';
import { documentNamed } from '../../support/tenancy/manifest.ts';
import { OWN, openTenancy, type TenancyWorld } from '../../support/tenancy/world.ts';

/** Held by tests of their own. */
const ELSEWHERE: Readonly<Partial<Record<QuotaResource, string>>> = {
  DOCUMENT_MEGABYTES: 'document-quota.test.ts',
  DAILY_LETTERS: '../mail/letters.test.ts',
  DAILY_MESSAGE_MAILS: 'campaign.test.ts',
  EVENT_STREAMS: 'events.test.ts',
  CONSUMER_EVENT_STREAMS: '../portal/events.test.ts',
  CONSUMER_WEBHOOKS: '../portal/webhooks.test.ts',
  PORTAL_SESSIONS: '../portal/session.test.ts: one more is not refused, the oldest ends',
};

let world: TenancyWorld;
/** Who calls the management API: a token that has issued no other. */
let by: ManagementClient;
beforeAll(async () => {
  world = await openTenancy();
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const org = OWN;
const address = { org, catalog: `${OWN}-catalog` };
const consumer = { ...address, consumerOrg: `${OWN}-consumers` };
const application = `${OWN}-application`;

type Refused = {
  readonly status: number;
  readonly code: unknown;
  readonly message: string;
};
/** Makes one more, and gives why it was refused; undefined where it was not. */
type More = (at: number) => Promise<Refused | undefined>;

const managed =
  (field: string, input: (at: number) => object, selection = '{ name }'): More =>
  async (at) => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const document = `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`;
    const { status, errors } = await by.send(document, { input: input(at) });
    return errors[0] && { status, code: errors[0].extensions.code, message: errors[0].message };
  };
const inPortal =
  (document: (at: number) => string): More =>
  async (at) => {
    const { status, errors } = await world.consumer.send(`mutation { ${document(at)} }`);
    return errors[0] && { status, code: errors[0].extensions['code'], message: errors[0].message };
  };

const ofOrg = `the org ${OWN}`;
const ofCatalog = `the catalog ${OWN}-catalog`;
const ofConsumers = `the consumer org ${OWN}-consumers`;
const ofApplication = `the application ${application}`;
const subscribable = (at: number) => `${OWN}-product:${at + 1}.0.0`;

const rows: readonly { resource: QuotaResource; by: string; whose: string; more: More }[] = [
  {
    resource: 'APIS',
    by: 'createApi',
    whose: ofOrg,
    more: managed('createApi', (at) => ({ org, openapi: documentNamed(`made-${at}`) })),
  },
  {
    resource: 'APIS',
    by: 'saveApiAsNewVersion',
    whose: ofOrg,
    more: managed('saveApiAsNewVersion', (at) => ({
      org,
      api: `${OWN}-api:1.0.0`,
      version: `${at + 1}.0.0`,
    })),
  },
  {
    resource: 'PRODUCTS',
    by: 'createProduct',
    whose: ofOrg,
    more: managed('createProduct', (at) => ({ org, title: `Made ${at}`, apis: [`${OWN}-api:1.0.0`] })),
  },
  {
    resource: 'PRODUCTS',
    by: 'saveProductAsNewVersion',
    whose: ofOrg,
    more: managed('saveProductAsNewVersion', (at) => ({
      org,
      product: `${OWN}-product:1.0.0`,
      version: `9.${at}.0`,
    })),
  },
  {
    resource: 'CATALOGS',
    by: 'createCatalog',
    whose: ofOrg,
    more: managed('createCatalog', (at) => ({ org, title: `Made ${at}` })),
  },
  {
    resource: 'GRAPHQL_SERVERS',
    by: 'createGraphQLServer',
    whose: ofOrg,
    more: managed('createGraphQLServer', (at) => ({
      org,
      title: `Made ${at}`,
      sources: [{ name: 'things', url: 'http://127.0.0.1:1/v1', openapi: documentNamed('things') }],
    })),
  },
  {
    resource: 'BACKENDS',
    by: 'createBackend',
    whose: ofOrg,
    more: managed('createBackend', (at) => ({ org, name: `made-${at}` })),
  },
  {
    resource: 'RULE_SETS',
    by: 'createRuleSet',
    whose: ofOrg,
    more: managed('createRuleSet', (at) => ({
      org,
      title: `Made ${at}`,
      rules: 'rules: { some: { given: $, then: { function: defined } } }',
    })),
  },
  {
    resource: 'CHANGE_REQUESTS',
    by: 'proposeChange',
    whose: ofOrg,
    more: managed(
      'proposeChange',
      () => ({
        org,
        mutation: `mutation { deprecateProduct(input: {catalog: "${OWN}-catalog", product: "${OWN}-product:1.0.0"}) { dryRun } }`,
      }),
      '{ number }',
    ),
  },
  {
    resource: 'USER_REGISTRIES',
    by: 'createUserRegistry',
    whose: ofOrg,
    more: managed('createUserRegistry', (at) => ({
      org,
      title: `Made ${at}`,
      displayName: 'People',
      url: 'http://127.0.0.1:1/people',
    })),
  },
  {
    resource: 'LOCAL_USERS',
    by: 'addLocalUser',
    whose: ofOrg,
    more: managed(
      'addLocalUser',
      (at) => ({
        org,
        userRegistry: `${OWN}-people`,
        username: `person-${at}`,
        password: passwordOf(OWN),
      }),
      '{ username }',
    ),
  },
  {
    resource: 'OAUTH_PROVIDERS',
    by: 'createOAuthProvider',
    whose: ofOrg,
    more: managed('createOAuthProvider', (at) => ({ org, title: `Made ${at}` })),
  },
  {
    resource: 'USERS',
    by: 'inviteUser',
    whose: ofOrg,
    more: managed(
      'inviteUser',
      (at) => ({ org, email: `made-${at}@example.com`, role: 'VIEWER' }),
      '{ url }',
    ),
  },
  {
    resource: 'ACCESS_TOKENS',
    by: 'createAccessToken',
    whose: ofOrg,
    more: managed('createAccessToken', (at) => ({ org, name: `made-${at}`, role: 'VIEWER' }), '{ token }'),
  },
  {
    resource: 'TEMPORARY_TOKENS',
    by: 'issueTemporaryToken',
    whose: ofOrg,
    more: managed('issueTemporaryToken', () => ({ org }), '{ token }'),
  },
  {
    resource: 'OWN_TEMPORARY_TOKENS',
    by: 'issueTemporaryToken',
    whose: 'the access token administrator-\\S+',
    more: managed('issueTemporaryToken', () => ({ org }), '{ token }'),
  },
  {
    resource: 'CONSUMER_ORGS',
    by: 'createConsumerOrg',
    whose: ofCatalog,
    more: managed('createConsumerOrg', (at) => ({ ...address, title: `Made ${at}` })),
  },
  {
    resource: 'CONSUMER_ORGS',
    by: 'signUp of the portal',
    whose: ofCatalog,
    more: inPortal(
      (at) =>
        `signUp(input: { username: "made-${at}", email: "made-${at}@example.com", password: "${passwordOf(OWN)}", consumerOrgTitle: "Signed up ${at}" }) { token }`,
    ),
  },
  {
    resource: 'CONSUMER_GROUPS',
    by: 'createConsumerGroup',
    whose: ofCatalog,
    more: managed('createConsumerGroup', (at) => ({ ...address, title: `Made ${at}` })),
  },
  {
    resource: 'SECRETS',
    by: 'setSecret',
    whose: ofCatalog,
    more: managed('setSecret', (at) => ({ ...address, name: `made-${at}`, value: 'a value' })),
  },
  {
    resource: 'WEBHOOKS',
    by: 'createWebhook',
    whose: ofCatalog,
    more: managed(
      'createWebhook',
      (at) => ({ ...address, name: `made-${at}`, url: 'http://127.0.0.1:1/hook', types: ['SUBSCRIPTION'] }),
      '{ secret }',
    ),
  },
  {
    resource: 'MEMBERS',
    by: 'addMember',
    whose: ofConsumers,
    more: managed('addMember', (at) => ({
      ...consumer,
      username: `colleague-${at}`,
      password: passwordOf(OWN),
    })),
  },
  {
    resource: 'APPLICATIONS',
    by: 'createApplication',
    whose: ofConsumers,
    more: managed('createApplication', (at) => ({ ...consumer, title: `Made ${at}` }), '{ clientKey }'),
  },
  {
    resource: 'APPLICATIONS',
    by: 'createApplication of the portal',
    whose: ofConsumers,
    more: inPortal((at) => `createApplication(title: "Made in the portal ${at}") { clientKey }`),
  },
  {
    resource: 'CREDENTIALS',
    by: 'createCredential',
    whose: ofApplication,
    more: managed(
      'createCredential',
      (at) => ({ ...consumer, application, title: `Made ${at}` }),
      '{ clientKey }',
    ),
  },
  {
    resource: 'API_KEYS',
    by: 'createApiKey',
    whose: ofApplication,
    more: managed('createApiKey', (at) => ({ ...consumer, application, title: `Made ${at}` }), '{ key }'),
  },
  {
    resource: 'API_KEYS',
    by: 'createApiKey of the portal',
    whose: ofApplication,
    more: inPortal((at) => `createApiKey(application: "${application}", title: "Made ${at}") { key }`),
  },
  {
    resource: 'CLIENT_CERTIFICATES',
    by: 'addClientCertificate',
    whose: ofApplication,
    more: managed(
      'addClientCertificate',
      (at) => ({ ...consumer, application, certificate: selfSigned(`Made ${at}`).cert }),
      '{ thumbprint }',
    ),
  },
  {
    resource: 'CLIENT_CERTIFICATES',
    by: 'addClientCertificate of the portal',
    whose: ofApplication,
    more: inPortal(
      (at) =>
        `addClientCertificate(application: "${application}", certificate: ${JSON.stringify(selfSigned(`Made in the portal ${at}`).cert)}) { thumbprint }`,
    ),
  },
  {
    resource: 'SUBSCRIPTIONS',
    by: 'createSubscription',
    whose: ofApplication,
    more: managed(
      'createSubscription',
      (at) => ({ ...consumer, application, product: subscribable(at), plan: `${OWN}-plan` }),
      '{ id }',
    ),
  },
  {
    resource: 'SUBSCRIPTIONS',
    by: 'subscribe of the portal',
    whose: ofApplication,
    more: inPortal(
      (at) =>
        `subscribe(application: "${application}", product: "${subscribable(at)}", plan: "${OWN}-plan") { id }`,
    ),
  },
];

/** How many there are, as the API tells; null where the quota is of nobody that can be named. */
async function used(resource: QuotaResource): Promise<number | null> {
  const document = `query ($org: String, $catalog: String, $consumerOrg: String, $application: String) {
    quotas(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, application: $application) { resource used } }`;
  const named = {
    ORG: { org },
    ISSUER: { org },
    CATALOG: address,
    CONSUMER_ORG: consumer,
    APPLICATION: { ...consumer, application },
    MEMBER: consumer,
  }[quotas[resource].owner];
  const answer = await world.query<{ quotas: { resource: string; used: number | null }[] }>(document, named);
  return answer.quotas.find((quota) => quota.resource === resource)?.used ?? null;
}
const setQuota = (resource: QuotaResource, limit: number | null) =>
  world.mutate('setQuota', { org, resource, limit }, '{ limit }');

async function begin(): Promise<void> {
  await world.restore();
  by = await world.as('ADMINISTRATOR', OWN);
  await by.mutate('publishProduct', { ...address, product: `${OWN}-product:3.0.0` }, '{ dryRun }');
}

describe('the quota', () => {
  it.each(rows)('$resource bounds $by', async ({ resource, whose, more }) => {
    await begin();
    const there = (await used(resource)) ?? 0;
    await setQuota(resource, there + 1);
    expect(await more(1)).toBeUndefined();
    expect(await more(2)).toEqual({
      status: 409,
      code: 'QUOTA_EXCEEDED',
      message: expect.stringMatching(
        `^The quota ${resource} allows ${there + 1} ${quotas[resource].noun}, and ${whose} has ${there + 1}: ${quotas[resource].room}, or have an administrator of the (?:org|platform) raise it\\.$`,
      ),
    });
    await setQuota(resource, null);
    expect(await more(2)).toBeUndefined();
  });

  it('has a row here, of whatever it is', () => {
    const held = new Set([...rows.map(({ resource }) => resource), ...Object.keys(ELSEWHERE)]);
    expect(quotaResources.filter((resource) => !held.has(resource))).toEqual([]);
  });
});

describe('temporary tokens of one issuer', () => {
  const issue = managed('issueTemporaryToken', () => ({ org }), '{ token }');
  const issued = async (by: ManagementClient) => {
    const { token } = await by.mutate<{ token: string }>('issueTemporaryToken', { org }, '{ token }');
    return world.withToken(token);
  };
  const refused = (by: ManagementClient) => by.refused('issueTemporaryToken', { org }, '{ token }');

  it('are counted down to the last that came of it, and another issuer has its own', async () => {
    await begin();
    await setQuota('OWN_TEMPORARY_TOKENS', 2);
    const [first, other] = [await world.as('VIEWER', OWN), await world.as('VIEWER', OWN)];
    const second = await issued(first);
    const third = await issued(second);
    for (const each of [first, second, third])
      expect(await refused(each)).toMatchObject({
        status: 409,
        code: 'QUOTA_EXCEEDED',
        message: expect.stringMatching(
          /^The quota OWN_TEMPORARY_TOKENS allows 2 temporary tokens, and the access token viewer-\S+ has 2: /,
        ),
      });
    await issued(other);
    world.pass(3_600_000);
    await issued(first);
    expect(await issue(1)).toBeUndefined();
  });

  it('are counted together for a person, by whichever of her tokens they are issued', async () => {
    await begin();
    await setQuota('OWN_TEMPORARY_TOKENS', 2);
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: OWN } });
    const user = await prisma.user.create({ data: { email: 'ada@example.com' } });
    const membership = await prisma.membership.create({
      data: { userId: user.id, orgId, role: 'DEVELOPER', state: 'ENABLED' },
    });
    const [laptop, pipeline] = ['laptop', 'pipeline'].map((name) => {
      const token = world.deps.secrets.issue('gh_');
      return { name, token, tokenHash: world.deps.secrets.hash(token) };
    });
    if (!laptop || !pipeline) throw new Error('no tokens');
    for (const { name, tokenHash } of [laptop, pipeline])
      await prisma.accessToken.create({
        data: { orgId, membershipId: membership.id, name, role: 'DEVELOPER', tokenHash },
      });
    const third = await issued(await issued(world.withToken(laptop.token)));
    for (const each of [third, world.withToken(pipeline.token)])
      expect((await refused(each)).message).toMatch(
        /^The quota OWN_TEMPORARY_TOKENS allows 2 temporary tokens, and ada@example.com has 2: /,
      );
  });
});
