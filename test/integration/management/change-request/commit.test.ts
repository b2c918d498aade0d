import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import {
  act,
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
let round = 0;
let v1: string;
let v2: string;
let publish: Variables;
let replace: Variables;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  ada = await world.as('DEVELOPER');
  bob = await world.as('DEVELOPER');
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  [v1, v2] = [`customer-${round}:1.0.0`, `customer-${round}:2.0.0`];
  await world.product(v1, { publishTo: CATALOG });
  await world.product(v2);
  await world.lifecycle('stageProduct', { product: v2 });
  publish = { catalog: CATALOG, product: v2 };
  replace = {
    catalog: CATALOG,
    old: v1,
    new: v2,
    plans: [{ source: 'default-plan', target: 'default-plan' }],
  };
});
afterEach(() => setPolicy(world, null));

const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string }>(product, '{ state }'))?.state;

describe('a commit', () => {
  it('does what was reviewed, is audited with all who took part, and can be undone', async () => {
    await setPolicy(world, { rules: [{}] });
    await world.client(`Alpha ${round}`, [v1, 'default-plan']);
    const { number, hash, proposedBy } = await propose(ada, proposalOf('replaceProduct', replace));
    await act(bob, 'approveChange', { number, hash });
    const done = await act(bob, 'commitChange', { number });
    expect(done).toMatchObject({ state: 'DONE', change: { id: expect.any(String) } });
    expect([await stateOf(v1), await stateOf(v2)]).toEqual(['RETIRED', 'PUBLISHED']);
    const event = await world.database.prisma.auditEvent.findFirstOrThrow({
      where: { action: 'replaceProduct', subject: v2 },
    });
    expect(event).toMatchObject({
      actor: done.approvals[0]?.approvedBy,
      detail: {
        changeRequest: number,
        proposedBy,
        approvedBy: [done.approvals[0]?.approvedBy],
        catalog: CATALOG,
        change: done.change?.id,
      },
    });
    await world.mutate('undoLifecycleChange', { change: done.change?.id }, '{ dryRun }');
    expect([await stateOf(v1), await stateOf(v2)]).toEqual(['PUBLISHED', 'STAGED']);
    expect(await requestOf(world, number)).toMatchObject({ state: 'DONE', change: null });
  });

  it('tells of each state by an event', async () => {
    await setPolicy(world, { rules: [{}] });
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    await act(bob, 'approveChange', { number, hash });
    await act(bob, 'commitChange', { number });
    const events = await world.database.prisma.event.findMany({
      where: { type: 'CHANGE_REQUEST', subject: String(number) },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ detail }) => (detail as { state: string }).state)).toEqual([
      'PROPOSED',
      'APPROVED',
      'DONE',
    ]);
    expect(events[0]).toMatchObject({
      catalogId: world.catalogId,
      detail: { mutation: 'publishProduct', about: v2 },
    });
  });

  it('after the draft was edited is STALE and changes nothing', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    const [name = '', version = ''] = v2.split(':');
    await world.mutate('updateProduct', { product: v2, title: 'Another title' });
    const refused = await refusedAct(bob, 'commitChange', { number });
    expect(refused).toMatchObject({ status: 409, code: 'CHANGE_STALE' });
    expect(refused.message).toContain(`product ${name}:${version}`);
    expect(await stateOf(v2)).toBe('STAGED');
    expect(await requestOf(world, number)).toMatchObject({
      state: 'STALE',
      moved: [{ item: `product ${v2}`, kind: 'CHANGED', members: ['title'] }],
    });
  });

  it('after a subscription began is STALE where it would move too', async () => {
    const { number } = await propose(ada, proposalOf('replaceProduct', replace));
    await world.client(`Late ${round}`, [v1, 'default-plan']);
    expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({ code: 'CHANGE_STALE' });
    const { moved } = await requestOf(world, number);
    expect(moved).toContainEqual({
      item: `subscriptions ${v1}/default-plan → ${v2}/default-plan`,
      kind: 'ADDED',
      members: ['count', 'which'],
    });
  });

  it('that may move whoever is subscribed by then moves them, by the plans that were reviewed', async () => {
    await world.client(`Early ${round}`, [v1, 'default-plan']);
    const { number } = await propose(ada, proposalOf('replaceProduct', replace, { anySubscribers: true }));
    await world.client(`Late ${round}`, [v1, 'default-plan']);
    expect(await act(bob, 'commitChange', { number })).toMatchObject({ state: 'DONE' });
    const { subscriptions } = await world.inCatalog<{ subscriptions: unknown[] }>(
      v2,
      '{ subscriptions { plan { name } } }',
    );
    expect(subscriptions).toHaveLength(2);
  });

  it('that a rule refuses by then is FAILED, with what refused it', async () => {
    const { number } = await propose(ada, proposalOf('replaceProduct', replace));
    await world.lifecycle('retireProduct', { product: v1 });
    const refused = await refusedAct(bob, 'commitChange', { number });
    expect(refused).toMatchObject({ status: 409, code: 'TRANSITION_REFUSED', path: ['input', 'number'] });
    expect(await requestOf(world, number)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'TRANSITION_REFUSED', message: refused.message },
    });
  });

  it('of what is so by then is STALE', async () => {
    const input = { api: 'customerdb:1.0.0', online: false, catalog: CATALOG };
    const { number } = await propose(ada, proposalOf('setApiOnline', input));
    await world.mutate('setApiOnline', input, '{ name }');
    expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({ code: 'CHANGE_STALE' });
    await world.mutate('setApiOnline', { ...input, online: true }, '{ name }');
    expect(await requestOf(world, number)).toMatchObject({ state: 'STALE' });
  });

  it('of a proposer who may no more is FAILED', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    const { proposedBy } = await requestOf(world, number);
    const leaver = await world.as('DEVELOPER');
    const other = await propose(leaver, proposalOf('publishProduct', publish));
    const name = other.proposedBy.replace('token:', '');
    await world.query('mutation ($input: AccessTokenInput!) { revokeAccessToken(input: $input) }', {
      input: { org: 'acme', name },
    });
    expect(await refusedAct(bob, 'commitChange', { number: other.number })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: `The access token ${name}, which proposed it, was revoked.`,
    });
    expect(await requestOf(world, other.number)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'FORBIDDEN' },
    });
    expect(proposedBy).not.toBe(other.proposedBy);
    expect(await stateOf(v2)).toBe('STAGED');
  });

  it('twice at once is done once', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    const answers = await Promise.all(
      [ada, bob].map((client) =>
        client.send(`mutation { commitChange(input: {number: ${number}}) { state } }`),
      ),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      'TRANSITION_REFUSED',
    ]);
    const done = await world.database.prisma.auditEvent.count({
      where: { action: 'publishProduct', subject: v2 },
    });
    expect(done).toBe(1);
  });

  it('and a cancel at once leave one of both', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    const answers = await Promise.all([
      bob.send(`mutation { commitChange(input: {number: ${number}}) { state } }`),
      ada.send(`mutation { cancelChange(input: {number: ${number}}) { state } }`),
    ]);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    const { state } = await requestOf(world, number);
    expect([state, await stateOf(v2)]).toEqual(
      state === 'DONE' ? ['DONE', 'PUBLISHED'] : ['CANCELLED', 'STAGED'],
    );
  });
});

describe('a catalog that refuses direct changes', () => {
  const REFUSES = { rules: [{ actions: ['PUBLISH', 'SET_API_ONLINE', 'UNDO'] }], refuseDirect: true };

  it('takes them as approved requests alone, rehearses always, and takes other actions directly', async () => {
    await setPolicy(world, REFUSES);
    const refused = await world.lifecycleRefused('publishProduct', { product: v2 });
    expect(refused).toMatchObject({ status: 409, code: 'APPROVAL_REQUIRED' });
    expect(refused.message).toContain('`proposeChange`');
    expect(await world.lifecycle('publishProduct', { product: v2, dryRun: true })).toMatchObject({
      dryRun: true,
    });
    await world.lifecycle('stageProduct', { product: v2 });
    const { number, hash } = await propose(ada, proposalOf('publishProduct', publish));
    await act(bob, 'approveChange', { number, hash });
    expect(await act(ada, 'commitChange', { number })).toMatchObject({ state: 'DONE' });
    expect(await stateOf(v2)).toBe('PUBLISHED');
  });

  it('has no way around: a new product, an import, an activated API, a switch and an undo', async () => {
    const { id } = (
      await world.mutate<{ change: { id: string } }>(
        'deprecateProduct',
        { catalog: CATALOG, product: v1 },
        '{ change { id } }',
      )
    ).change;
    await setPolicy(world, REFUSES);
    const openapi = { openapi: '3.0.3', info: { title: `way-${round}`, version: '1.0.0' }, paths: {} };
    const made = { openapi, targetUrl: 'http://127.0.0.1:8091/v1' };
    const ways: readonly (readonly [string, Variables, string?])[] = [
      [
        'createProduct',
        {
          title: 'New',
          name: `new-${round}`,
          version: '1.0.0',
          apis: ['customerdb:1.0.0'],
          publishTo: CATALOG,
        },
      ],
      ['importApi', { ...made, publishTo: [CATALOG] }, '{ dryRun }'],
      ['createApi', { ...made, activate: true }],
      ['setApiOnline', { api: 'customerdb:1.0.0', online: false, catalog: CATALOG }],
      ['undoLifecycleChange', { change: id }, '{ dryRun }'],
    ];
    for (const [mutation, input, selection] of ways)
      expect(await world.refused(mutation, input, selection), mutation).toMatchObject({
        status: 409,
        code: 'APPROVAL_REQUIRED',
      });
  });

  it('is deleted by administrators alone', async () => {
    await world.mutate('createCatalog', { org: 'acme', title: 'Spare', name: `spare-${round}` });
    const changePolicy = { rules: [{}] };
    await world.mutate('updateCatalog', { org: 'acme', name: `spare-${round}`, changePolicy });
    const document = 'mutation ($name: String!) { deleteCatalog(input: {org: "acme", name: $name}) }';
    const { status, errors } = await ada.send(document, { name: `spare-${round}` });
    expect([status, errors[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
    await world.query(document, { name: `spare-${round}` });
  });

  it('is set by administrators alone', async () => {
    const input = { org: 'acme', name: CATALOG, changePolicy: null };
    expect(await ada.refused('updateCatalog', input)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await ada.mutate('updateCatalog', { org: 'acme', name: CATALOG, title: 'Sandbox' })).toBeTruthy();
  });

  it.each([
    [{ rules: Array.from({ length: 21 }, () => ({})) }, ['rules']],
    [{ rules: [{ approvals: 0 }] }, ['rules', 0, 'approvals']],
    [{ rules: [{ actions: [] }] }, ['rules', 0, 'actions']],
    [{ rules: [{ role: 'VIEWER' }] }, ['rules', 0, 'role']],
    [{ expiresAfterDays: 91 }, ['expiresAfterDays']],
  ])('with a policy that is none is refused: %j', async (changePolicy, path) => {
    expect(await world.refused('updateCatalog', { org: 'acme', name: CATALOG, changePolicy })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'changePolicy', ...path],
    });
  });
});
