import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { NameLookups } from '../../../src/infrastructure/outbound/name-lookups.ts';

const ADDRESSES: readonly LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];
const SILENT = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });

/** Look-ups over two threads: names with `silent` in them take a thread until they are given up. */
function world() {
  let now = 0;
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const lookups = new NameLookups({
    threads: 2,
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

  it('of one site take one thread, also where they were answered before', async () => {
    let isSilent = false;
    let held = 0;
    const lookups = new NameLookups({
      threads: 2,
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

  it('take turns by site: a new name of another waits for one silent name, not for all', async () => {
    const { lookups, asked, giveUp } = world();
    for (let at = 0; at < 50; at += 1) lookups.of(`silent${at}.busy.example`).catch(() => {});
    const quiet = lookups.of('new.quiet.example');
    await settled();
    expect(asked).toEqual(['silent0.busy.example']);
    await giveUp(10_000);
    expect(await quiet).toEqual(ADDRESSES);
  });

  it('are of one site where one owner decides about their servers', async () => {
    const waitsFor = async (silent: string, name: string) => {
      const { lookups, asked } = world();
      await lookups.of(name);
      lookups.of(silent).catch(() => {});
      lookups.of(name).catch(() => {});
      await settled();
      return asked.length === 2;
    };
    expect(await waitsFor('silent.busy.example', 'api.BUSY.example.')).toBe(true);
    expect(await waitsFor('silent.busy.co.uk', 'api.busy.co.uk')).toBe(true);
    expect(await waitsFor('silent.busy.co.uk', 'quiet.co.uk')).toBe(false);
    expect(await waitsFor('silent.default.svc.cluster.local', 'db.default.svc.cluster.local')).toBe(false);
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
