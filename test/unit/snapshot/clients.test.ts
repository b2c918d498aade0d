import { describe, expect, it } from 'vitest';
import { createUnpacked, PackedClients } from '../../../src/data-plane/snapshot/clients.ts';
import { GatheredClients } from '../../../src/data-plane/snapshot/gathered-clients.ts';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
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
const plansOf = (limit: number): Plans => new Map([['plan', { productId: 'product', plan: planOf(limit) }]]);

const packed = (clientKey: string, title = clientKey, state = 'ACTIVE') =>
  JSON.stringify([
    clientKey,
    `credential of ${clientKey}`,
    'hash',
    null,
    null,
    'CONFIDENTIAL',
    [],
    'application',
    'name',
    title,
    false,
    'consumers',
    'Consumers',
    [[`subscription of ${clientKey}`, 'plan', state]],
  ]);
const clientsOf = (keys: readonly string[], limit = 1) =>
  PackedClients.of(GatheredClients.of(keys.map((key) => packed(key))), {
    plans: plansOf(limit),
    unpacked: createUnpacked(),
  });
const many = Array.from({ length: 3_000 }, (_, at) => `key-${at}`);

describe('the clients of a catalog', () => {
  it('are found by their key, each with its subscription and plan', async () => {
    const clients = await clientsOf(many);
    expect(clients.size).toBe(3_000);
    for (const key of many) expect(clients.get(key)?.credentialId).toBe(`credential of ${key}`);
    expect(clients.get('key-7')).toEqual({
      clientKey: 'key-7',
      credentialId: 'credential of key-7',
      application: {
        id: 'application',
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
            id: 'subscription of key-7',
            limitKey: 'application:plan',
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
      const inPages = [...clients.pages()].flat();
      expect(inPages.toSorted()).toEqual(keys.map((key) => packed(key)).toSorted());
    },
  );

  it('are after a second reading what was read then, and before it what they were', async () => {
    const before = await clientsOf(many);
    const reread = before.reread();
    for (const key of [...many.toReversed(), 'new'])
      if (key === 'key-7') reread.note(packed(key, 'renamed'));
      else if (key !== 'key-8') reread.note(packed(key));
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
    for (const key of many.toReversed()) reread.note(packed(key));
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
      for (const key of has ?? []) reread.note(packed(key));
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
        ['new', packed('new')],
        ['key-1', packed('key-1', 'Another')],
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
    const all = await none.with(new Map(many.map((key) => [key, packed(key)])));
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
    const before = await PackedClients.of(GatheredClients.of([packed('key-1')]), {
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
