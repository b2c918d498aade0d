import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import {
  act,
  documentOf,
  proposalOf,
  propose,
  refusedAct,
  requestOf,
  setPolicy,
} from '../../../support/change-requests.ts';
import type { ManagementClient, Variables } from '../../../support/management.ts';

let world: CatalogWorld;
let ada: ManagementClient;
let bob: ManagementClient;
let eve: ManagementClient;
let round = 0;
let v1: string;
let v2: string;
let publish: Variables;
let supersede: Variables;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  ada = await world.as('DEVELOPER');
  bob = await world.as('DEVELOPER');
  eve = await world.as('ADMINISTRATOR');
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  [v1, v2] = [`customer-${round}:1.0.0`, `customer-${round}:2.0.0`];
  await world.product(v1, { publishTo: CATALOG });
  await world.product(v2);
  await world.lifecycle('stageProduct', { product: v2 });
  publish = { catalog: CATALOG, product: v2 };
  supersede = {
    catalog: CATALOG,
    old: v1,
    new: v2,
    plans: [{ source: 'default-plan', target: 'default-plan' }],
  };
});
afterEach(() => setPolicy(world, null));

const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string }>(product, '{ state }'))?.state;
const revision = async () =>
  (await world.database.prisma.org.findUniqueOrThrow({ where: { id: world.orgId } })).revision;
const TWO = { rules: [{ approvals: 2 }] };

describe('a proposal', () => {
  it('keeps what the mutation would do, and changes nothing', async () => {
    await world.lifecycle('setApiOnline', { api: 'customerdb:1.0.0', online: false }, '{ name }');
    const before = await revision();
    const request = await propose(
      ada,
      proposalOf('supersedeProduct', supersede, { comment: 'Version 2 is ready.' }),
    );
    expect(await revision()).toBe(before);
    expect(await stateOf(v1)).toBe('PUBLISHED');
    expect(request).toMatchObject({
      state: 'APPROVED',
      mutation: 'supersedeProduct',
      subject: v2,
      title: `supersedeProduct ${v2}`,
      input: { ...supersede, org: 'acme' },
      approvalsLacking: 0,
      transitions: [
        { product: v1, from: 'PUBLISHED', to: 'DEPRECATED' },
        { product: v2, from: 'STAGED', to: 'PUBLISHED' },
      ],
      comments: [{ text: 'Version 2 is ready.' }],
      change: null,
    });
    await world.lifecycle('setApiOnline', { api: 'customerdb:1.0.0', online: true }, '{ name }');
    expect(request.warnings.map(({ code }) => code)).toContain('API_OFFLINE');
  });

  it('takes variables, literals and defaults alike', async () => {
    const literal = `mutation { publishProduct(input: {catalog: "${CATALOG}", product: "${v2}", dryRun: false}) { dryRun } }`;
    const byDefault = `mutation ($product: VersionedName = "${v2}", $catalog: String!) {
      publishProduct(input: {catalog: $catalog, product: $product}) { product { ...P } } } fragment P on CatalogProduct { name }`;
    const hashes = [
      await act(ada, 'proposeChange', { mutation: literal }),
      await act(ada, 'proposeChange', { mutation: byDefault, variables: { catalog: CATALOG } }),
      await propose(ada, proposalOf('publishProduct', publish)),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(1);
  });

  it.each([
    ['no document', 'mutation {', 'Syntax Error'],
    ['a query', '{ orgs { name } }', 'one operation, which is a mutation'],
    ['two operations', 'mutation A { a } mutation B { b }', 'one operation'],
    ['two fields', 'mutation { a: publishProduct b: publishProduct }', 'has one field'],
    ['another mutation', 'mutation { deleteOrg(input: {name: "acme"}) }', 'deleteOrg cannot be proposed'],
    [
      'a directive',
      'mutation { publishProduct(input: {catalog: "c", product: "p:1.0.0"}) @skip(if: true) { dryRun } }',
      'without a directive',
    ],
    [
      'an unknown field',
      'mutation { publishProduct(input: {catalog: "c", product: "p:1.0.0", no: 1}) { dryRun } }',
      '"no" is not defined',
    ],
    ['too long a text', `mutation { ${' '.repeat(100_001)} }`, 'at most 100000'],
  ])('of %s is refused', async (_what, mutation, detail) => {
    const refused = await refusedAct(ada, 'proposeChange', { mutation });
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', path: ['input', 'mutation'] });
    expect(refused.message).toContain(detail);
  });

  it('is refused as the mutation would be', async () => {
    const input = { catalog: CATALOG, product: 'nobody:1.0.0' };
    expect(await refusedAct(ada, 'proposeChange', proposalOf('publishProduct', input))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    const mutation = documentOf('publishProduct', 'CatalogProductInput');
    const variables = { input: { catalog: CATALOG, product: 'no version' } };
    expect(await refusedAct(ada, 'proposeChange', { mutation, variables })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  it('of what is so already is refused', async () => {
    const input = { api: 'customerdb:1.0.0', online: true, catalog: CATALOG };
    const refused = await refusedAct(ada, 'proposeChange', proposalOf('setApiOnline', input));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(refused.message).toContain('It would change nothing');
  });

  it('needs the role DEVELOPER', async () => {
    const viewer = await world.as('VIEWER');
    const refused = await refusedAct(viewer, 'proposeChange', proposalOf('publishProduct', publish));
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('beyond the quota of the org is refused', async () => {
    const open = await world.database.prisma.changeRequest.count({
      where: { orgId: world.orgId, state: { in: ['PROPOSED', 'APPROVED'] } },
    });
    await world.mutate('setQuota', { org: 'acme', resource: 'CHANGE_REQUESTS', limit: open }, '{ limit }');
    const refused = await refusedAct(ada, 'proposeChange', proposalOf('publishProduct', publish));
    expect(refused).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await world.mutate('setQuota', { org: 'acme', resource: 'CHANGE_REQUESTS', limit: null }, '{ limit }');
  });
});

describe('approval', () => {
  it('is by as many others as the catalog asks for, never by the proposer', async () => {
    await setPolicy(world, TWO);
    const { number, hash, state, approvalsLacking } = await propose(
      ada,
      proposalOf('publishProduct', publish),
    );
    expect({ state, approvalsLacking }).toEqual({ state: 'PROPOSED', approvalsLacking: 2 });
    const own = await refusedAct(ada, 'approveChange', { number, hash });
    expect(own).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(own.message).toContain('somebody else');
    expect(await act(bob, 'approveChange', { number, hash })).toMatchObject({
      state: 'PROPOSED',
      approvalsLacking: 1,
    });
    // Twice by one is once.
    expect(await act(bob, 'approveChange', { number, hash })).toMatchObject({ approvalsLacking: 1 });
    expect(await refusedAct(eve, 'commitChange', { number })).toMatchObject({
      status: 409,
      code: 'APPROVAL_REQUIRED',
      message: `Change request ${number} needs 1 more approval.`,
    });
    expect(await act(eve, 'approveChange', { number, hash })).toMatchObject({
      state: 'APPROVED',
      approvalsLacking: 0,
    });
  });

  it('by a temporary token of the proposer is none', async () => {
    await setPolicy(world, TWO);
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    const { token } = await ada.mutate<{ token: string }>('issueTemporaryToken', {}, '{ token }');
    const refused = await refusedAct(world.withToken(token), 'approveChange', { number, hash });
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('is of what was reviewed', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    expect(await refusedAct(bob, 'approveChange', { number, hash: 'another' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
  });

  it('needs the role that the rule asks for', async () => {
    await setPolicy(world, { rules: [{ actions: ['PUBLISH'], role: 'ADMINISTRATOR' }] });
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    expect(await refusedAct(bob, 'approveChange', { number, hash })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'Approving this change needs the role ADMINISTRATOR; yours is DEVELOPER.',
    });
    expect(await act(eve, 'approveChange', { number, hash })).toMatchObject({ state: 'APPROVED' });
  });

  it('of other actions is not needed', async () => {
    await setPolicy(world, { rules: [{ actions: ['RETIRE'] }] });
    expect(await propose(ada, proposalOf('publishProduct', publish))).toMatchObject({ state: 'APPROVED' });
  });

  it('follows the policy as it is at the commit', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    await setPolicy(world, TWO);
    expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    expect(await stateOf(v2)).toBe('STAGED');
  });

  it('of two at once counts both', async () => {
    await setPolicy(world, TWO);
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    await Promise.all([bob, eve].map((client) => act(client, 'approveChange', { number, hash })));
    expect(await requestOf(world, number)).toMatchObject({ state: 'APPROVED', approvalsLacking: 0 });
  });
});

describe('the end of a request', () => {
  it('by rejection has a reason, and is not the proposer’s', async () => {
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    expect(await refusedAct(ada, 'rejectChange', { number })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await act(bob, 'rejectChange', { number, reason: 'Not before Monday.' })).toMatchObject({
      state: 'REJECTED',
      reason: 'Not before Monday.',
    });
    const told = await world.database.prisma.event.findFirstOrThrow({
      where: { type: 'CHANGE_REQUEST' },
      orderBy: { id: 'desc' },
    });
    expect(told.detail).toMatchObject({ number, state: 'REJECTED', reason: 'Not before Monday.' });
    for (const [mutation, input] of [
      ['approveChange', { number, hash }],
      ['commitChange', { number }],
      ['cancelChange', { number }],
    ] as const)
      expect(await refusedAct(eve, mutation, input)).toMatchObject({
        status: 409,
        code: 'TRANSITION_REFUSED',
        message: `Change request ${number} is REJECTED: propose the change again.`,
      });
    expect(await act(bob, 'commentOnChange', { number, text: 'Still readable.' })).toMatchObject({
      comments: [{ text: 'Still readable.' }],
    });
  });

  it('by cancelling is the proposer’s and the administrator’s', async () => {
    const [one, other] = [
      await propose(ada, proposalOf('publishProduct', publish)),
      await propose(ada, proposalOf('publishProduct', publish)),
    ];
    expect(await refusedAct(bob, 'cancelChange', { number: one.number })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await act(ada, 'cancelChange', { number: one.number })).toMatchObject({ state: 'CANCELLED' });
    expect(await act(eve, 'cancelChange', { number: other.number })).toMatchObject({ state: 'CANCELLED' });
  });

  it('comes by itself after the days of the policy', async () => {
    await setPolicy(world, { rules: [], expiresAfterDays: 1 });
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    world.pass(86_400_000);
    const refused = await refusedAct(bob, 'commitChange', { number });
    expect(refused).toMatchObject({ status: 409, code: 'TRANSITION_REFUSED' });
    expect(refused.message).toContain('ended on');
  });
});

describe('lists', () => {
  it('show the newest first, by catalog and state', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    await act(ada, 'cancelChange', { number });
    const second = await propose(ada, proposalOf('publishProduct', publish));
    const found = await world.query<{ changeRequests: { number: number }[]; changeRequestCount: number }>(
      `{ changeRequests(org: "acme", catalog: "${CATALOG}", states: [CANCELLED, APPROVED], first: 2) { number }
        changeRequestCount(org: "acme", catalog: "nobody") }`,
    );
    expect(found).toEqual({
      changeRequests: [{ number: second.number }, { number }],
      changeRequestCount: 0,
    });
  });
});
