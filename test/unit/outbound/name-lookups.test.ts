import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NameLookups } from '../../../src/infrastructure/outbound/name-lookups.ts';

const ADDRESSES: readonly LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];
const SILENT = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });

/** Look-ups: names with `silent` in them take a thread until they are given up. */
function world() {
  let now = 0;
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const lookups = new NameLookups({
    now: () => now,
    resolve: async (hostname) => {
      asked.push(hostname);
      if (!hostname.includes('silent')) return ADDRESSES;
      await new Promise<void>((givenUp) => held.push(givenUp));
      throw SILENT;
    },
  });
  return {
    lookups,
    asked,
    pass: (ms: number) => {
      now += ms;
    },
    /** The threads that silent names hold. */
    held: () => held.length,
    async giveUp(ms: number) {
      now += ms;
      held.shift()?.();
      await settled();
    },
  };
}

const settled = () => new Promise<void>((done) => setImmediate(done));

describe('names that are looked up', () => {
  it('leave a thread to names that were answered before, however many of other sites are silent', async () => {
    const { lookups, held } = world();
    await lookups.of('api.quiet.example');
    for (let at = 0; at < 50; at += 1) lookups.of(`silent.org${at}.example${at}`).catch(() => {});
    await settled();
    expect(held()).toBe(1);
    expect(await lookups.of('api.quiet.example')).toEqual(ADDRESSES);
  });

  it('are looked up at once the first time, while three other orgs have silent names', async () => {
    const { lookups, held } = world();
    for (let at = 0; at < 30; at += 1)
      lookups.of(`silent.org${at}.example${at}`, `org${at % 3}`).catch(() => {});
    await settled();
    expect(held()).toBe(3);
    expect(await lookups.of('new.quiet.example', 'quiet')).toEqual(ADDRESSES);
  });

  it('of one org take one thread where they were answered before', async () => {
    let isSilent = false;
    let held = 0;
    const lookups = new NameLookups({
      resolve: async () => {
        if (!isSilent) return ADDRESSES;
        held += 1;
        return new Promise<never>(() => {});
      },
    });
    const names = Array.from({ length: 20 }, (_, at) => `n${at}.busy.example`);
    for (const name of names) await lookups.of(name);
    isSilent = true;
    for (const name of names) lookups.of(name).catch(() => {});
    await settled();
    expect(held).toBe(1);
  });

  it('take turns by site: a new name of another waits for two silent names, not for all', async () => {
    const { lookups, asked, giveUp } = world();
    for (let at = 0; at < 50; at += 1) lookups.of(`silent${at}.busy.example`).catch(() => {});
    const quiet = lookups.of('new.quiet.example');
    await settled();
    expect(asked).toEqual(['silent0.busy.example']);
    await giveUp(10_000);
    await giveUp(10_000);
    expect(await quiet).toEqual(ADDRESSES);
  });

  it('take turns by site where one owner decides about its servers', async () => {
    const firstAfter = async (waiting: string, name: string) => {
      const { lookups, asked, giveUp } = world();
      for (const each of [waiting, `1.${waiting}`, `2.${waiting}`, name]) lookups.of(each).catch(() => {});
      await settled();
      await giveUp(10_000);
      await giveUp(10_000);
      return asked[2];
    };
    expect(await firstAfter('silent.busy.example', 'api.BUSY.example.')).toBe('2.silent.busy.example');
    expect(await firstAfter('silent.busy.co.uk', 'api.busy.co.uk')).toBe('2.silent.busy.co.uk');
    expect(await firstAfter('silent.busy.co.uk', 'quiet.co.uk')).toBe('quiet.co.uk');
  });

  it('are looked up once for all who ask meanwhile, and anew afterwards', async () => {
    const { lookups, asked } = world();
    await Promise.all(Array.from({ length: 100 }, () => lookups.of('api.quiet.example')));
    expect(asked).toHaveLength(1);
    await lookups.of('api.quiet.example');
    expect(asked).toHaveLength(2);
  });

  it('rest where they failed slowly, as long as that took, with the same error', async () => {
    const { lookups, asked, pass, giveUp } = world();
    const first = lookups.of('silent.busy.example');
    first.catch(() => {});
    await settled();
    await giveUp(10_000);
    await expect(first).rejects.toBe(SILENT);
    await expect(lookups.of('silent.busy.example')).rejects.toBe(SILENT);
    expect(asked).toHaveLength(1);
    pass(10_000);
    lookups.of('silent.busy.example').catch(() => {});
    await settled();
    expect(asked).toHaveLength(2);
  });

  it('are refused where a thousand of their site wait, as the system refuses them', async () => {
    const { lookups } = world();
    const all = Array.from({ length: 1_002 }, (_, at) => lookups.of(`silent${at}.busy.example`));
    for (const each of all) each.catch(() => {});
    await expect(all.at(-1)).rejects.toMatchObject({ name: 'TooManyLookups', code: 'EAI_AGAIN' });
  });
});

describe('names that an org asks for', () => {
  /** Look-ups of a millisecond each, by the loop's turns. */
  function quickly() {
    const asked: string[] = [];
    const lookups = new NameLookups({
      resolve: async (hostname) => {
        asked.push(hostname);
        await settled();
        return ADDRESSES;
      },
    });
    const behind = async (name: string, asker: string) => {
      const before = asked.length;
      await lookups.of(name, asker);
      return asked.slice(before).indexOf(name);
    };
    return { lookups, behind };
  }

  it('keep no other org waiting, also below a site that both have names of', async () => {
    const { lookups, behind } = quickly();
    const eve = Array.from({ length: 900 }, (_, at) => lookups.of(`n${at}.cloud.example`, 'eve'));
    expect(await behind('vic.cloud.example', 'vic'), 'one that is new').toBeLessThan(3);
    expect(await behind('vic.cloud.example', 'vic'), 'one that was answered').toBeLessThan(3);
    expect(await behind('n899.cloud.example', 'vic'), 'one that the other waits for').toBeLessThan(3);
    await Promise.all(eve);
  });

  it('keep no other org waiting, however many sites they are of', async () => {
    const { lookups, behind } = quickly();
    const eve = Array.from({ length: 1_900 }, (_, at) => lookups.of(`n${at}.internal`, 'eve'));
    expect(await behind('vic.example', 'vic')).toBeLessThan(3);
    await Promise.all(eve);
  });

  it('displace none of another org from those that were answered quickly', async () => {
    const { lookups, behind } = quickly();
    await lookups.of('vic.example', 'vic');
    for (let at = 0; at < 12_000; at += 1_000)
      await Promise.all(Array.from({ length: 1_000 }, (_, n) => lookups.of(`n${at + n}.internal`, 'eve')));
    const others = ['eve', 'mallory'].flatMap((org) =>
      Array.from({ length: 20 }, (_, at) => lookups.of(`new${at}.${org}.example`, org)),
    );
    expect(await behind('vic.example', 'vic')).toBe(0);
    await Promise.all(others);
  });

  it('take one thread where they were answered quickly before and are silent now, of whatever sites', async () => {
    let isSilent = false;
    const held: string[] = [];
    const lookups = new NameLookups({
      resolve: async (hostname) => {
        if (!isSilent || hostname.startsWith('vic')) return ADDRESSES;
        held.push(hostname);
        return new Promise<never>(() => {});
      },
    });
    const names = Array.from({ length: 20 }, (_, at) => `api.eve${at}.example`);
    for (const name of names) await lookups.of(name, 'eve');
    await lookups.of('vic.example', 'vic');
    isSilent = true;
    for (const name of names) lookups.of(name, 'eve').catch(() => {});
    expect(await lookups.of('vic.example', 'vic')).toEqual(ADDRESSES);
    expect(held).toHaveLength(1);
  });

  describe('and that are known', () => {
    afterEach(() => void vi.useRealTimers());

    /** Orgs with a known name each, of whose names those of eve and mallory turn silent. */
    async function silenced() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let now = 0;
      let isSilent = false;
      const held: ((error: Error) => void)[] = [];
      const lookups = new NameLookups({
        now: () => now,
        resolve: async (hostname) => {
          if (isSilent && !hostname.startsWith('vic')) await new Promise((_, giveUp) => held.push(giveUp));
          return ADDRESSES;
        },
      });
      for (const org of ['eve', 'mallory', 'vic']) await lookups.of(`${org}.example`, org);
      isSilent = true;
      const asked = ['eve', 'mallory'].map((org) => lookups.of(`${org}.example`, org));
      await settled();
      return {
        lookups,
        held,
        asked,
        pass: (ms: number) => {
          now += ms;
        },
      };
    }

    it('have their last addresses after a second, while names of others hold all threads', async () => {
      const { lookups, held } = await silenced();
      expect(held).toHaveLength(2);
      const vic = lookups.of('vic.example', 'vic');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await vic).toEqual(ADDRESSES);
      expect(await lookups.of('vic.example', 'vic'), 'at once, for who asks then').toEqual(ADDRESSES);
    });

    it('have them while they rest, for ten minutes after they came', async () => {
      const { lookups, held, asked, pass } = await silenced();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await Promise.all(asked)).toEqual([ADDRESSES, ADDRESSES]);
      pass(599_999);
      for (const giveUp of held.splice(0)) giveUp(SILENT);
      await settled();
      expect(await lookups.of('eve.example', 'eve')).toEqual(ADDRESSES);
      expect(held).toEqual([]);
      pass(1);
      await expect(lookups.of('eve.example', 'eve')).rejects.toBe(SILENT);
    });
  });
});
