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
let product: string;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  ada = await world.as('DEVELOPER');
  bob = await world.as('DEVELOPER');
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  product = `customer-${round}:1.0.0`;
  await world.product(product);
});
afterEach(() => setPolicy(world, null));

const manifestOf = (catalog: Variables = {}) => ({
  gatehouse: '1',
  catalogs: [{ name: CATALOG, title: 'Sandbox', products: [{ product, state: 'PUBLISHED' }], ...catalog }],
});
const stateOf = async () => (await world.inCatalog<{ state: string } | null>(product, '{ state }'))?.state;

describe('a manifest', () => {
  it('is proposed with its steps, keeps its text to itself, and is committed', async () => {
    await setPolicy(world, { rules: [{ actions: ['PUBLISH'] }] });
    const request = await propose(ada, proposalOf('applyManifest', { manifest: manifestOf() }));
    expect(request).toMatchObject({
      state: 'PROPOSED',
      input: null,
      subject: 'acme',
      steps: [{ action: 'TRANSITION', kind: 'CatalogProduct' }],
    });
    const { number, hash } = request;
    await act(bob, 'approveChange', { number, hash });
    expect(await act(bob, 'commitChange', { number })).toMatchObject({ state: 'DONE' });
    expect(await stateOf()).toBe('PUBLISHED');
    const kept = await world.database.prisma.changeRequest.findFirstOrThrow({
      where: { number, orgId: world.orgId },
    });
    expect(kept.inputSealed).toBeNull();
  });

  it('that would do something else by then is STALE, though its steps have the same names', async () => {
    const { number } = await propose(ada, proposalOf('applyManifest', { manifest: manifestOf() }));
    await world.mutate('updateProduct', { product, title: 'Another title' });
    expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({ code: 'CHANGE_STALE' });
    expect(await requestOf(world, number)).toMatchObject({
      state: 'STALE',
      moved: [{ kind: 'CHANGED', members: ['content'] }],
    });
    expect(await stateOf()).toBeUndefined();
  });

  it('that publishes is refused where that needs approval, and rehearses always', async () => {
    await setPolicy(world, { rules: [{ actions: ['PUBLISH'] }], refuseDirect: true });
    const manifest = manifestOf();
    expect(await ada.refused('applyManifest', { manifest }, '{ dryRun }')).toMatchObject({
      status: 409,
      code: 'APPROVAL_REQUIRED',
    });
    expect(await ada.mutate('applyManifest', { manifest, dryRun: true }, '{ dryRun }')).toEqual({
      dryRun: true,
    });
    const other = { gatehouse: '1', catalogs: [{ name: CATALOG, title: `Sandbox ${round}` }] };
    expect(await ada.mutate('applyManifest', { manifest: other }, '{ dryRun }')).toEqual({ dryRun: false });
  });

  it('carries the policy, keeps it where it is left out, and changes it for administrators alone', async () => {
    const changePolicy = {
      rules: [{ actions: ['PUBLISH', 'REMOVE'], approvals: 2, role: 'ADMINISTRATOR' }, { approvals: 1 }],
      refuseDirect: true,
      expiresAfterDays: 3,
    };
    await setPolicy(world, changePolicy);
    const exported = await world.query<{ exportManifest: { catalogs: Variables[] } }>(
      '{ exportManifest(org: "acme") }',
    );
    expect(exported.exportManifest.catalogs[0]).toMatchObject({ changePolicy });
    await ada.mutate(
      'applyManifest',
      { manifest: { gatehouse: '1', catalogs: [{ name: CATALOG }] } },
      '{ dryRun }',
    );
    const lifted = { gatehouse: '1', catalogs: [{ name: CATALOG, changePolicy: null }] };
    expect(await ada.refused('applyManifest', { manifest: lifted }, '{ dryRun }')).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(
      await refusedAct(ada, 'proposeChange', proposalOf('applyManifest', { manifest: lifted })),
    ).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const kept = await world.query(
      `{ catalog(org: "acme", name: "${CATALOG}") { changePolicy { refuseDirect } } }`,
    );
    expect(kept).toMatchObject({ catalog: { changePolicy: { refuseDirect: true } } });
    const eve = await world.as('ADMINISTRATOR');
    await eve.mutate('applyManifest', { manifest: lifted }, '{ dryRun }');
    const gone = await world.query(
      `{ catalog(org: "acme", name: "${CATALOG}") { changePolicy { refuseDirect } } }`,
    );
    expect(gone).toMatchObject({ catalog: { changePolicy: null } });
  });

  it('that is too large is refused', async () => {
    const manifest = { ...manifestOf(), note: 'x'.repeat(5_000_000) };
    const refused = await refusedAct(ada, 'proposeChange', proposalOf('applyManifest', { manifest }));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', path: ['input', 'variables'] });
  });
});
