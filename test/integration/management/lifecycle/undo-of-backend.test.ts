import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const at = (path: string) => `http://127.0.0.1:8091/${path}`;
const UNDONE =
  '{ dryRun transitions { product } backends { name from { targets { url } } to { targets { url } } } }';

let world: CatalogWorld;
let round = 0;
let backend: string;
beforeAll(async () => {
  world = await openCatalog();
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  backend = `crm-${round}`;
  await world.mutate('createBackend', { title: 'CRM', name: backend });
});

type Set = { readonly undoToken: string | null; readonly change: { readonly id: string } | null };
const set = (path: string, settings: Variables = {}) =>
  world.mutate<Set>(
    'setBackend',
    { catalog: CATALOG, backend, targets: [{ url: at(path) }], ...settings },
    '{ undoToken change { id action subject catalog } }',
  );
const undo = (input: Variables) => world.mutate('undoLifecycleChange', input, UNDONE);
const refused = (input: Variables) => world.refused('undoLifecycleChange', input, '{ dryRun }');
async function targets(): Promise<string[] | undefined> {
  const { catalog } = await world.query<{
    catalog: { backends: { backend: { name: string }; targets: { url: string }[] }[] };
  }>(`{ catalog(org: "acme", name: "${CATALOG}") { backends { backend { name } targets { url } } } }`);
  return catalog.backends.find((each) => each.backend.name === backend)?.targets.map(({ url }) => url);
}
const called = () =>
  world.mutate('createApi', {
    openapi: { openapi: '3.0.3', info: { title: backend, version: '1.0.0' }, paths: {} },
    name: backend,
    backend,
  });

describe('setting a back-end', () => {
  it('is undone by its token, with a preview, and that is undone in turn', async () => {
    await set('before');
    const { undoToken, change } = await set('after');
    expect(change).toMatchObject({
      action: 'setBackend',
      subject: `${CATALOG}/${backend}`,
      catalog: CATALOG,
    });
    const backends = [
      { name: backend, from: { targets: [{ url: at('after') }] }, to: { targets: [{ url: at('before') }] } },
    ];
    const rehearsed = await world.changesNothing(() => undo({ token: undoToken, dryRun: true }));
    expect(rehearsed).toEqual({ dryRun: true, transitions: [], backends });
    expect(await targets()).toEqual([at('after')]);
    expect(await undo({ token: undoToken })).toEqual({ dryRun: false, transitions: [], backends });
    expect(await targets()).toEqual([at('before')]);
    const { undoableChanges } = await world.query<{ undoableChanges: { nodes: { id: string }[] } }>(
      '{ undoableChanges(org: "acme", first: 1) { nodes { id action subject } } }',
    );
    expect(undoableChanges.nodes).toMatchObject([
      { action: 'undoLifecycleChange', subject: `${CATALOG}/${backend}` },
    ]);
    await undo({ change: undoableChanges.nodes[0]?.id });
    expect(await targets()).toEqual([at('after')]);
  });

  it('rehearsed leaves nothing to undo', async () => {
    expect(await world.changesNothing(() => set('rehearsed', { dryRun: true }))).toEqual({
      undoToken: null,
      change: null,
    });
  });

  it('for the first time is undone by taking it out, unless an API calls it', async () => {
    const { change } = await set('first');
    await called();
    await world.product(`${backend}:1.0.0`, { apis: [`${backend}:1.0.0`], publishTo: CATALOG });
    expect(await refused({ change: change?.id })).toEqual({
      status: 409,
      code: 'UNDO_CONFLICT',
      path: ['input', 'change'],
      message: `It cannot be undone any more. The API ${backend}:1.0.0 calls the back-end ${backend}, which would be gone.`,
    });
    await world.lifecycle('retireProduct', { product: `${backend}:1.0.0` });
    expect(await undo({ change: change?.id })).toMatchObject({ backends: [{ to: null }] });
    expect(await targets()).toBeUndefined();
  });

  it('is not undone once it was set again, nor without the secret that it had', async () => {
    const secret = `secret-${round}`;
    await world.mutate('setSecret', { catalog: CATALOG, name: secret, value: 'a value' });
    await set('before', { credentials: { type: 'BASIC', username: 'gate', secret } });
    const { change } = await set('after', { credentials: { type: 'NONE' } });
    await set('again');
    expect(await refused({ change: change?.id })).toMatchObject({
      code: 'UNDO_CONFLICT',
      message: `It cannot be undone any more. The back-end ${backend} was changed since: settings.`,
    });
    await set('after');
    await world.mutate('deleteSecret', { catalog: CATALOG, name: secret }, '');
    expect(await refused({ change: change?.id })).toMatchObject({
      code: 'UNDO_CONFLICT',
      message: `It cannot be undone any more. The secret ${secret}, which the back-end ${backend} had, was deleted.`,
    });
  });
});

describe('removing a back-end', () => {
  it('is undone: it is as it was', async () => {
    await set('removed');
    await world.mutate('removeBackend', { catalog: CATALOG, backend }, '');
    expect(await targets()).toBeUndefined();
    const { auditEvents } = await world.query<{
      auditEvents: { nodes: { action: string; detail: { change: string } }[] };
    }>('{ auditEvents(org: "acme", first: 1) { nodes { action detail } } }');
    expect(auditEvents.nodes).toMatchObject([{ action: 'removeBackend' }]);
    await undo({ change: auditEvents.nodes[0]?.detail.change });
    expect(await targets()).toEqual([at('removed')]);
  });
});
