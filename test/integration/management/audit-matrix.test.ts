// Each mutation of the management API leaves the rows that it changed in the audit, as they were before and are after; or
// it says here why it changes none. The calls are made from the schema, so that a new mutation is in them by itself.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import type { ManagementClient } from '../../support/management.ts';
import { passwordOf } from '../../support/tenancy/consumers.ts';
import { managementArguments } from '../../support/tenancy/management-arguments.ts';
import { type Arguments, type Field, questionOf, type Variables } from '../../support/tenancy/questions.ts';
import { CHANGE_REQUEST, OWN, openTenancy, type TenancyWorld } from '../../support/tenancy/world.ts';

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Why a mutation leaves no rows before and after. */
const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  addExternalClientId: 'this world has no external issuer',
  commitChange: 'the mutation that it commits is audited: change-request/commit.test.ts',
  changePassword: 'a secret is all that it changes',
  deleteOrg: 'the audit of the org goes with it',
  deletePasskey: 'only a person can call it: test/integration/console/passkeys.test.ts reads its rows',
  registerExternalClient: 'this world has no external issuer',
  notifySubscribers: 'it sends, and its detail says what',
  rehearse: 'it sends, and its detail says how long and how much',
  removeExternalClientId: 'this world has no external issuer',
  replaceRecoveryCodes: 'secrets are all that it changes',
  replaceWebhookSecret: 'a secret is all that it changes',
  resendWebhookDelivery: 'it sends',
  resetClientSecret: 'a secret is all that it changes, unless the one before is valid for a while',
  resetMemberPassword: 'a secret is all that it changes',
  signOutEverywhere: 'it ends sessions, which are no part of the org',
  stopRehearsal: 'it sends no more',
  testUserRegistry: 'it asks',
};

const address = { org: OWN, catalog: `${OWN}-catalog` };
const product = (version: string) => `${OWN}-product:${version}`;

/** What a call says beside what it names, so that something changes. */
const CHANGES: Readonly<Record<string, Variables>> = {
  deleteApi: { api: `${OWN}-api:9.0.0` },
  deleteCatalog: { name: 'spare' },
  deleteOAuthProvider: { name: 'spare' },
  deletePlan: { name: 'spare' },
  deleteUserRegistry: { name: 'spare' },
  migrateSubscription: { product: product('2.0.0') },
  publishProduct: { product: product('3.0.0') },
  refreshGraphQLSchema: { sdl: 'type Query { changed: String }' },
  scheduleChange: { schedule: { at: '2027-01-05T02:00' } },
  setApiOnline: { online: false },
  setLocalUserState: { state: 'SUSPENDED' },
  setMemberRole: { username: 'demoted', role: 'VIEWER' },
  setProductAudience: { visibility: 'CUSTOM' },
  setQuota: { limit: 5 },
  setSubscriptionForm: { fields: [{ name: 'purpose', label: 'Purpose' }] },
  updateApplication: { title: 'Changed' },
  updateCatalog: { title: 'Changed' },
  updateConsumerGroup: { title: 'Changed' },
  updateGraphQLServer: { title: 'Changed' },
  updateOAuthProvider: { title: 'Changed' },
  updateOrg: { requiresSecondFactor: true },
  updateRuleSet: { title: 'Changed' },
  updateUser: { role: 'VIEWER' },
  updateUserRegistry: { title: 'Changed' },
  updateWebhook: { active: false },
};

/** Begins waves, as the change request that calls name. */
async function beginWaves({ mutate }: ManagementClient): Promise<void> {
  const { changeRequest } = world.database.prisma;
  await changeRequest.deleteMany({ where: { number: CHANGE_REQUEST } });
  const plans = [{ source: `${OWN}-plan`, target: `${OWN}-plan` }];
  const input = { ...address, old: product('2.0.0'), new: product('3.0.0'), plans };
  const mutation = 'mutation ($input: SupersedeProductInput!) { supersedeProduct(input: $input) { dryRun } }';
  const waves = [{ percent: 50 }, { percent: 100, minutes: 5 }];
  const proposal = { org: OWN, mutation, variables: { input }, waves };
  const { number } = await mutate<{ number: number }>('proposeChange', proposal, '{ number }');
  await changeRequest.updateMany({ where: { number }, data: { number: CHANGE_REQUEST } });
  await mutate('commitChange', { org: OWN, number: CHANGE_REQUEST }, '{ number }');
}

/** What is done before a call, which would be refused or change nothing otherwise. */
const BEFORE: Readonly<Record<string, (administrator: ManagementClient) => Promise<unknown>>> = {
  setMemberRole: ({ mutate }) =>
    mutate(
      'addMember',
      { ...address, consumerOrg: `${OWN}-consumers`, username: 'demoted', password: passwordOf('somebody') },
      '{ name }',
    ),
  addToConsumerGroup: ({ mutate }) =>
    mutate('removeFromConsumerGroup', {
      ...address,
      name: `${OWN}-group`,
      consumerOrg: `${OWN}-consumers`,
    }),
  advanceChange: beginWaves,
  haltChange: beginWaves,
  applyManifest: ({ mutate }) =>
    mutate('updateProduct', { org: OWN, product: product('4.0.0'), title: 'Changed' }),
  archiveProduct: ({ mutate }) =>
    mutate('retireProduct', { ...address, product: product('1.0.0') }, '{ dryRun }'),
  assignOAuthProvider: ({ mutate }) =>
    mutate('unassignOAuthProvider', { ...address, oauthProvider: `${OWN}-provider` }),
  assignUserRegistry: ({ mutate }) =>
    mutate('unassignUserRegistry', { ...address, userRegistry: `${OWN}-registry` }),
  deleteApi: ({ mutate }) =>
    mutate('saveApiAsNewVersion', { org: OWN, api: `${OWN}-api:1.0.0`, version: '9.0.0' }),
  deleteCatalog: ({ mutate }) => mutate('createCatalog', { org: OWN, title: 'Spare' }),
  deleteOAuthProvider: ({ mutate }) =>
    mutate('createOAuthProvider', { org: OWN, title: 'Spare', grantTypes: ['APPLICATION'] }),
  deletePlan: ({ mutate }) =>
    mutate('createPlan', { org: OWN, product: product('1.0.0'), plan: { title: 'Spare' } }),
  deleteUserRegistry: ({ mutate }) =>
    mutate('createUserRegistry', {
      org: OWN,
      title: 'Spare',
      displayName: 'People',
      url: 'http://127.0.0.1:1/',
    }),
  resetSecondFactor: async () => {
    const { prisma } = world.database;
    const { id, userId } = await prisma.membership.findFirstOrThrow({
      where: { user: { email: `${OWN}@example.com` } },
    });
    const { id: secondFactorId } = await prisma.secondFactor.create({ data: { userId } });
    await prisma.membership.update({ where: { id }, data: { secondFactorId } });
  },
  // When the password was set is all that the audit shows of it.
  setLocalUserPassword: async () => world.pass(1_000),
  // The same value at another instant is another secret.
  setSecret: async () => world.pass(1_000),
  setMigrationTarget: ({ mutate }) =>
    mutate('undoLifecycleChange', { org: OWN, token: world.own.undoToken }, '{ dryRun }'),
};

let world: TenancyWorld;
let tables: Arguments;
beforeAll(async () => {
  world = await openTenancy();
  tables = managementArguments(world);
});
afterEach(async () => void (await world.restore()));
afterAll(() => world.close());

type AuditEvent = { readonly action: string; readonly detail: Variables | null };
async function lastEvent(org: string): Promise<AuditEvent | undefined> {
  const { auditEvents } = await world.query<{ auditEvents: { nodes: AuditEvent[] } }>(
    'query ($org: String!) { auditEvents(org: $org, first: 1) { nodes { action detail } } }',
    { org },
  );
  return auditEvents.nodes[0];
}

/** Orgs are made by an administrator of the platform, and this one has an audit of its own. */
const isOfPlatform = ({ name }: Field) => name === 'createOrg';

/** What a caller has sent or got that nobody else may read. */
const SECRETS = /\b(?:gh|gh_undo|gi|gk|gs|gv|cs|whsec)_[\w-]{16,}/g;
const sent = [passwordOf('owner'), passwordOf('somebody'), passwordOf(OWN), 'a value that nobody reads'];

it('says of no mutation that is gone why it leaves nothing', () => {
  const names = mutations.map(({ name }) => name);
  const said = [WITHOUT_ROWS, CHANGES, BEFORE].flatMap((table) => Object.keys(table));
  expect(said.filter((name) => !names.includes(name))).toEqual([]);
});

it.each(mutations.filter(({ name }) => !WITHOUT_ROWS[name]))(
  '$name leaves what it changed, before and after',
  async (field: Field) => {
    const administrator = await world.as('ADMINISTRATOR', OWN);
    await BEFORE[field.name]?.(administrator);
    const { document, variables } = questionOf('mutation', field, tables);
    const input = { ...(variables['input'] as Variables), ...CHANGES[field.name] };
    const caller = isOfPlatform(field) ? world : administrator;
    const { data, errors } = await caller.send(document, { ...variables, input });
    expect(errors).toEqual([]);
    const { action, detail } = (await lastEvent(isOfPlatform(field) ? `${OWN}-org-new` : OWN)) ?? {};
    expect(action).toBe(field.name);
    const { before, after } = detail ?? {};
    expect(before).toEqual(expect.any(Object));
    expect(Object.keys(after as object)).toEqual(Object.keys(before as object));
    expect(after).not.toEqual(before);
    const issued = JSON.stringify(data).match(SECRETS) ?? [];
    for (const secret of [...issued, ...sent]) expect(JSON.stringify(detail)).not.toContain(secret);
  },
  60_000,
);
