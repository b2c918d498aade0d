import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createUnpacked, PackedClients } from '../../../src/data-plane/snapshot/clients.ts';
import { GatheredRows } from '../../../src/data-plane/snapshot/gathered-rows.ts';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
import { bytesOfId, packed } from '../../../src/data-plane/snapshot/packed-row.ts';
import { rowsIn } from '../../../src/data-plane/snapshot/row-page.ts';
import type { Plans } from '../../../src/data-plane/snapshot/unpack-client.ts';

const planOf = (limit: number) => ({
  id: 'plan',
  name: 'gold',
  title: 'Gold',
  ...limitWindows('gold', [
    { name: 'rateLimit', counts: 'CALLS', limit, per: 'MINUTE', every: 1, timeZone: null, operations: [] },
  ]),
  maxConcurrentCalls: 100,
  maxGraphQLCost: null,
  maxGraphQLDepth: null,
  hiddenGraphQL: [],
  registeredOperationsOnly: false,
});
/** A uuid of its own for a text. */
const idOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
const PLAN = idOf('plan');
const plansOf = (limit: number): Plans => new Map([[PLAN, { productId: 'product', plan: planOf(limit) }]]);

const cell = (text: string) => Buffer.from(text);
const idCell = (text: string) => bytesOfId(idOf(text));
const packedClient = (clientKey: string, title = clientKey) =>
  packed([
    cell(clientKey),
    idCell(`credential of ${clientKey}`),
    cell('hash'),
    null,
    null,
    null,
    null,
    null,
    idCell('application'),
    cell('name'),
    cell(title),
    null,
    cell('consumers'),
    cell('Consumers'),
    idCell(`subscription of ${clientKey}`),
    idCell('plan'),
    null,
    null,
  ]);
const clientsOf = (keys: readonly string[], limit = 1) =>
  PackedClients.of(GatheredRows.of(keys.map((key) => packedClient(key))), {
    plans: plansOf(limit),
    unpacked: createUnpacked(),
  });
const many = Array.from({ length: 3_000 }, (_, at) => `key-${at}`);

describe('the clients of a catalog', () => {
  it('are found by their key, each with its subscription and plan', async () => {
    const clients = await clientsOf(many);
    expect(clients.size).toBe(3_000);
    for (const key of many) expect(clients.get(key)?.credentialId).toBe(idOf(`credential of ${key}`));
    expect(clients.get('key-7')).toEqual({
      clientKey: 'key-7',
      credentialId: idOf('credential of key-7'),
      application: {
        id: idOf('application'),
        name: 'name',
        title: 'key-7',
        consumerOrg: 'consumers',
        consumerOrgTitle: 'Consumers',
        suspended: false,
      },
      secretHash: 'hash',
      secretEndsAt: null,
      previousSecret: null,
      clientType: 'CONFIDENTIAL',
      redirectUris: [],
      subscriptions: new Map([
        [
          'product',
          {
            id: idOf('subscription of key-7'),
            limitKey: `${idOf('application')}:plan`,
            plan: planOf(1),
          },
        ],
      ]),
      unapproved: new Map(),
      moved: undefined,
    });
  });

  it.each([0, 1, 128, 129, 8_191, 8_192, 8_193, 20_000])(
    'are found, and no others, where there are %i',
    async (size) => {
      const keys = Array.from({ length: size }, (_, at) => `key-${at}`);
      const clients = await clientsOf(keys);
      expect(clients.size).toBe(size);
      expect(keys.filter((key) => clients.get(key)?.clientKey !== key)).toEqual([]);
      expect(clients.has(`key-${size}`)).toBe(false);
      const inPages = clients.pages.flatMap(rowsIn).map((row) => row.toString('latin1'));
      const all = keys.map((key) => packedClient(key).toString('latin1'));
      expect(inPages.toSorted()).toEqual(all.toSorted());
    },
  );

  it('are after a second reading what was read then, and before it what they were', async () => {
    const before = await clientsOf(many);
    const reread = before.reread();
    for (const key of [...many.toReversed(), 'new'])
      if (key === 'key-7') reread.add(packedClient(key, 'renamed'));
      else if (key !== 'key-8') reread.add(packedClient(key));
    const after = await reread.done();
    expect(after.size).toBe(3_000);
    for (const key of many)
      expect(after.get(key)?.application.title, key).toBe(
        key === 'key-8' ? undefined : key === 'key-7' ? 'renamed' : key,
      );
    expect(after.has('new')).toBe(true);
    expect([before.size, before.has('new'), before.has('key-8')]).toEqual([3_000, false, true]);
    expect(before.get('key-7')?.application.title).toBe('key-7');
  });

  it('stay the same object where a second reading finds them as they were', async () => {
    const before = await clientsOf(many);
    const reread = before.reread();
    for (const key of many.toReversed()) reread.add(packedClient(key));
    expect(await reread.done()).toBe(before);
  });

  it('are after a second reading any others that were read then', async () => {
    for (const [had, has] of [
      [many, []],
      [[], many],
      [many.slice(0, 100), many],
      [many, many.slice(2_990)],
    ]) {
      const reread = (await clientsOf(had ?? [])).reread();
      for (const key of has ?? []) reread.add(packedClient(key));
      const after = await reread.done();
      expect(after.size).toBe(has?.length);
      expect(many.filter((key) => after.has(key))).toEqual(has);
    }
  });

  it.each(['', 'key', 'key-', 'key-30000', 'key-1"', 'key-1\\', 'key-1", "credential of key-1'])(
    'are not found by %j, which is the key of none',
    async (key) => {
      const clients = await clientsOf(many);
      expect([clients.get(key), clients.has(key)]).toEqual([undefined, false]);
    },
  );

  it.each([0, 1, 253, 254, 255, 256, 70_000])('may have keys and titles of %i bytes', async (length) => {
    const key = `k${'k'.repeat(length)}`;
    const title = 't'.repeat(length);
    const gathered = GatheredRows.of([packedClient('other'), packedClient(key, title)]);
    const clients = await PackedClients.of(gathered, { plans: plansOf(1), unpacked: createUnpacked() });
    const found = clients.get(key);
    expect([found?.clientKey, found?.application.title]).toEqual([key, title]);
    expect(clients.has(`${key}k`)).toBe(false);
  });

  it.each(['a"b', '"', 'a\\', 'ключ', 'a\nb', 'a", "b'])('may have the odd key %j', async (key) => {
    const clients = await clientsOf([...many, key]);
    expect(clients.get(key)?.clientKey).toBe(key);
    expect((await clients.with(new Map([[key, undefined]]))).has(key)).toBe(false);
  });
});

describe('a change of clients', () => {
  it('adds, replaces and removes, and leaves those before it as they were', async () => {
    const before = await clientsOf(many);
    expect(before.get('key-1')?.application.title).toBe('key-1');
    const after = await before.with(
      new Map([
        ['new', packedClient('new')],
        ['key-1', packedClient('key-1', 'Another')],
        ['key-2', undefined],
        ['never was', undefined],
      ]),
    );
    expect([before.size, after.size]).toEqual([3_000, 3_000]);
    expect([before.has('new'), after.has('new')]).toEqual([false, true]);
    expect([before.has('key-2'), after.has('key-2')]).toEqual([true, false]);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(before.get('key-1')?.application.title).toBe('key-1');
      expect(after.get('key-1')?.application.title).toBe('Another');
      expect(after.get('key-3')?.clientKey).toBe('key-3');
    }
  });

  it('finds all of them again when they have become many, or few', async () => {
    const none = await clientsOf([]);
    const all = await none.with(new Map(many.map((key) => [key, packedClient(key)])));
    expect(all.size).toBe(3_000);
    for (const key of many) expect(all.has(key)).toBe(true);
    const few = await all.with(new Map(many.slice(3).map((key) => [key, undefined])));
    expect(few.size).toBe(3);
    expect(many.filter((key) => few.has(key))).toEqual(['key-0', 'key-1', 'key-2']);
  });

  it('of a plan reaches every client, though none of them is read again', async () => {
    const before = await clientsOf(many, 1);
    const limitIn = (clients: PackedClients) =>
      clients.get('key-1')?.subscriptions.get('product')?.plan.callLimits[0]?.limit;
    const after = before.under(plansOf(2));
    expect([limitIn(before), limitIn(after), limitIn(before)]).toEqual([1, 2, 1]);
  });

  it('of other plans leaves a client the same object, so that it is not unpacked again', async () => {
    const plans = plansOf(1);
    const before = await PackedClients.of(GatheredRows.of([packedClient('key-1')]), {
      plans,
      unpacked: createUnpacked(),
    });
    const client = before.get('key-1');
    const after = before.under(new Map([...plans, ['another', { productId: 'other', plan: planOf(2) }]]));
    expect(after.get('key-1')).toBe(client);
    expect(after.under(new Map()).get('key-1')).not.toBe(client);
  });

  it('of a product that serves no calls any more leaves no subscription to it', async () => {
    const clients = (await clientsOf(many)).under(new Map());
    expect(clients.get('key-1')?.subscriptions.size).toBe(0);
  });
});
