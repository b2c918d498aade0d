import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { proposalOf, propose, setPolicy } from '../../support/change-requests.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import type { ManagementClient } from '../../support/management.ts';
import { callsOf, createApplications, judgeNow, openWaves, proposeWaves } from '../../support/waves.ts';

let world: ConsoleWorld<CatalogWorld>;
let ada: Visitor;
let bob: Visitor;
let bobsClient: ManagementClient;
let viewer: Visitor;
let round = 0;
let name: string;
let product: string;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  ada = await world.signedIn();
  const input = { org: 'acme', name: 'bob', role: 'DEVELOPER' };
  const { token } = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
  bob = await world.signedIn(token);
  bobsClient = world.withToken(token);
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  name = `customer-${round}`;
  product = `${name}:1.0.0`;
  await world.product(product);
});
afterEach(() => setPolicy(world, null));

const page = (path: string, visitor = ada) => readPage(visitor.get(path));
const submit = (path: string, fields: Record<string, string>, visitor = ada) =>
  readPage(visitor.submit(path, fields));
const publishPage = () => `/console/catalogs/acme/${CATALOG}/products/${name}/1.0.0/publish`;
const pathOf = (number: number) => `/console/changes/acme/${number}`;
const hashIn = (html: string) => /name="hash" value="([^"]+)"/.exec(html)?.[1] ?? '';
const proposed = () =>
  propose(bobsClient, proposalOf('publishProduct', { catalog: CATALOG, product }, { comment: 'Please.' }));
const state = async () => (await world.inCatalog<{ state: string } | null>(product, '{ state }'))?.state;

describe('change requests in the console', () => {
  it('begin at the page of an action, and are approved and committed by others', async () => {
    await setPolicy(world, { rules: [{}] });
    const sent = await submit(publishPage(), { step: 'propose' });
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(/^\/console\/changes\/acme\/\d+\?done=changeProposed$/);
    const path = sent.location?.split('?')[0] ?? '';
    const own = await page(path);
    expect(own.text).toContain('You proposed it: somebody else approves it.');
    expect(own.text).toContain('One more is needed.');
    expect(own.html).not.toContain('value="approve"');
    const read = await page(path, bob);
    expect(read.text).toContain(`${product} Not in the catalog Published`);
    const approved = await submit(path, { action: 'approve', hash: hashIn(read.html) }, bob);
    expect(approved.location).toBe(`${path}?done=changeApproved`);
    const committed = await submit(path, { action: 'commit' }, bob);
    expect(committed.location).toBe(`${path}?done=changeDone`);
    expect(await state()).toBe('PUBLISHED');
    const done = await page(path);
    expect(done.text).toContain('Done');
    expect(done.links.some((href) => href.startsWith(`/console/catalogs/acme/${CATALOG}/undo/`))).toBe(true);
  });

  it('are the only way where the catalog refuses direct changes, which the page says', async () => {
    await setPolicy(world, { rules: [{}], refuseDirect: true });
    const refused = await submit(publishPage(), {});
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('takes this only as an approved change request');
    expect(refused.text).toContain('Propose');
    expect(await state()).toBeUndefined();
  });

  it('are listed by state, and readers see them without buttons', async () => {
    const { number } = await proposed();
    const list = await page('/console/changes?org=acme', viewer);
    expect(list.links).toContain(pathOf(number));
    const read = await page(pathOf(number), viewer);
    expect(read.status).toBe(200);
    expect(read.text).toContain('Please.');
    expect(read.html).not.toContain('name="action"');
    await submit(pathOf(number), { action: 'cancel' });
    expect((await page('/console/changes?org=acme')).links).not.toContain(pathOf(number));
    expect((await page('/console/changes?org=acme&state=closed')).links).toContain(pathOf(number));
  });

  it('take a comment, a time, and a rejection with its reason', async () => {
    const { number } = await proposed();
    const path = pathOf(number);
    expect((await submit(path, { action: 'comment', text: 'Why now?' })).status).toBe(303);
    const timed = await submit(path, {
      action: 'schedule',
      at: '2027-01-05T02:00',
      timeZone: 'Europe/Berlin',
    });
    expect(timed.location).toBe(`${path}?done=changeScheduled`);
    expect((await page(path)).text).toContain('(Europe/Berlin)');
    const wrong = await submit(path, { action: 'schedule', at: 'tomorrow', timeZone: '' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('is no time');
    expect((await submit(path, { action: 'unschedule' })).status).toBe(303);
    await submit(path, { action: 'reject', reason: 'Not this week.' });
    const { text } = await page(path);
    expect(text).toContain('Why now?');
    expect(text).toContain('Rejected');
    expect(text).toContain('Not this week.');
  });

  it('that are stale say what has changed, and can be proposed again', async () => {
    const { number } = await proposed();
    await world.mutate('updateProduct', { product, title: 'Another' });
    const refused = await submit(pathOf(number), { action: 'commit' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(`product ${product} would be different: title`);
    const again = await submit(pathOf(number), { action: 'again' });
    expect(again.location).toMatch(/^\/console\/changes\/acme\/\d+\?done=changeProposed$/);
  });

  it('of a manifest show its steps with their differences', async () => {
    const manifest = { gatehouse: '1', catalogs: [{ name: CATALOG, title: 'The sandbox' }] };
    const { number } = await propose(bobsClient, proposalOf('applyManifest', { manifest }));
    const { text } = await page(pathOf(number));
    expect(text).toContain(`Update Catalog ${CATALOG}`);
    expect(text).toContain('The sandbox');
  });

  it('that there are not are not found', async () => {
    for (const number of ['999999', 'x', '0'])
      expect((await page(`/console/changes/acme/${number}`)).status).toBe(404);
  });

  it('in waves show each wave with its calls, go on at once, and are halted and begun again', async () => {
    const pair = await openWaves(world, `waves-${round}`, await createApplications(world, 4));
    const waves = [{ percent: 25 }, { applications: ['consumers/app-3'], percent: 50 }, { percent: 100 }];
    const { number } = await proposeWaves(bobsClient, { ...pair, more: { waves } });
    const path = pathOf(number);
    const proposal = await page(path);
    expect(proposal.text).toContain('50 %, consumers/app-3');
    expect(proposal.text).toContain('Halts where more than usual fail by 2 %');
    expect((await submit(path, { action: 'commit' })).location).toBe(`${path}?done=wavesBegun`);
    await callsOf(world, pair.new, { calls: 1_200 });
    await callsOf(world, pair.new, { calls: 3, outcome: 'SERVER_ERROR' });
    await judgeNow(world);
    const running = await page(path);
    expect(running.text).toContain('Moved, on the new version 1,203 3 (0.2 %)');
    expect(running.html).not.toContain('value="commit"');
    expect((await page(path, viewer)).html).not.toContain('value="halt"');
    const ahead = await submit(path, { action: 'advance', wave: '1' });
    expect(ahead.location).toBe(`${path}?done=wavesAdvanced`);
    expect((await submit(path, { action: 'advance', wave: '1' })).status).toBe(409);
    expect((await submit(path, { action: 'halt' })).location).toBe(`${path}?done=wavesHalted`);
    const halted = await page(path);
    expect(halted.text).toContain('Wave 2 was halted');
    expect(halted.text).toContain(
      '2 subscriptions are on the old version again. The new version is as it was before.',
    );
    world.pass(60_000);
    expect((await submit(path, { action: 'commit' })).location).toBe(`${path}?done=wavesBegun`);
    await submit(path, { action: 'halt' });
  });
});
