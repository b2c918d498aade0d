import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AttemptInput, Attempts } from '../../../src/infrastructure/limits/guesses/attempts.ts';
import { serverUrl } from '../../support/servers.ts';

const redisUrl = await serverUrl('Redis server');
const stores = [
  { name: 'in memory', url: undefined },
  ...(redisUrl ? [{ name: 'in Redis', url: redisUrl }] : []),
];
const WAIT_SECONDS = [5, 10, 20, 40, 60, 60];
const FORGOTTEN_MS = 900_000;

/** What others wait for until it is opened. */
function latch() {
  let open = () => {};
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { opened, open: () => open() };
}

describe.each(stores)('failed attempts, counted $name,', ({ url }) => {
  let now: number;
  let attempts: Attempts;
  let run: string;
  beforeEach(() => {
    now = Date.parse('2026-01-01T00:00:00Z');
    attempts = new Attempts({ clock: () => new Date(now), redisUrl: url });
    run = randomUUID();
  });
  afterEach(() => attempts.close());

  const known = (target: string, device: string): AttemptInput => ({ ...at(target, device), isKnown: true });
  const at = (target: string, source?: string): AttemptInput => ({
    target: [run, target],
    ...(source !== undefined && { source: [run, source] }),
  });
  /** right, wrong or unknown; or for how many seconds it was refused. */
  const outcome = async (guess: AttemptInput, isRight: boolean | undefined, by = attempts) => {
    try {
      return await by.attempt(guess, async () => isRight);
    } catch (error) {
      const { code, status, headers } = error as {
        code: string;
        status: number;
        headers: Record<string, string>;
      };
      expect([code, status]).toEqual(['TOO_MANY_ATTEMPTS', 429]);
      return Number(headers['Retry-After']);
    }
  };
  const fail = async (guess: AttemptInput, times: number) => {
    for (let count = 0; count < times; count += 1) expect(await outcome(guess, false)).toBe(false);
  };

  it('are free ten times; then each makes the next one wait, longer and longer, but never above a minute', async () => {
    await fail(at('alice'), 10);
    for (const seconds of WAIT_SECONDS) {
      expect(await outcome(at('alice'), true)).toBe(seconds);
      now += seconds * 1000 - 1;
      expect(await outcome(at('alice'), true)).toBe(1);
      now += 1;
      expect(await outcome(at('alice'), false)).toBe(false);
    }
  });

  it('are not judged while they wait, and what is refused is not counted', async () => {
    await fail(at('alice'), 10);
    let judged = 0;
    const guess = () =>
      attempts.attempt(at('alice'), async () => {
        judged += 1;
        return true;
      });
    for (let count = 0; count < 20; count += 1) await expect(guess()).rejects.toThrow('5 seconds');
    expect(judged).toBe(0);
    now += 5_000;
    expect(await guess()).toBe(true);
  });

  it('are forgotten with the right one, and those that nobody could judge do not count', async () => {
    await fail(at('alice'), 9);
    expect(await outcome(at('alice'), true)).toBe(true);
    await fail(at('alice'), 9);
    for (let count = 0; count < 5; count += 1) expect(await outcome(at('alice'), undefined)).toBeUndefined();
    await fail(at('alice'), 1);
    expect(await outcome(at('alice'), true)).toBe(5);
  });

  it('through one source hold up neither the same target through another, nor other targets', async () => {
    await fail(at('alice', 'app'), 10);
    expect(await outcome(at('alice', 'app'), true)).toBe(5);
    expect(await outcome(at('alice', 'other app'), true)).toBe(true);
    expect(await outcome(at('bob', 'app'), true)).toBe(true);
  });

  it('from a hundred sources at one target slow any further one, and none that is known', async () => {
    expect(await outcome(at('alice', 'her own'), true)).toBe(true);
    for (let source = 0; source < 99; source += 1) await fail(at('alice', `source ${source}`), 1);
    expect(await outcome(at('alice', 'a new one'), true)).toBe(true);
    await fail(at('alice', 'the hundredth'), 1);
    expect(await outcome(at('alice', 'one more'), false)).toBe(5);
    expect(await outcome(at('alice', 'her own'), true)).toBe(true);
    expect(await outcome(known('alice', 'her device'), true)).toBe(true);
  });

  it('again and again from many sources at one target slow those sources, and no new one', async () => {
    for (const source of ['a', 'b', 'c', 'd', 'e']) await fail(at('alice', source), 10);
    await fail(at('alice', 'f'), 6);
    expect(await outcome(at('alice', 'f'), false)).toBe(5);
    expect(await outcome(at('alice', 'a new one'), true)).toBe(true);
  });

  it('in a simulated hour, never hold up a known device, a known address, or a new address while fewer than a hundred guess', async () => {
    expect(await outcome(at('alice', 'her address'), true)).toBe(true);
    const guessers = Array.from({ length: 99 }, (_, index) => at('alice', `guesser ${index}`));
    const judged: Record<string, unknown[]> = { address: [], device: [], elsewhere: [] };
    // In Redis it is the clock of the server that forgets: none of this is forgotten there.
    const step = url ? 5 : 1;
    let tries = 0;
    for (let minute = 0; minute < 60; minute += step) {
      tries += (await Promise.all(guessers.map((guesser) => outcome(guesser, false)))).length;
      judged['address']?.push(await outcome(at('alice', 'her address'), true));
      judged['device']?.push(await outcome(known('alice', 'her device'), true));
      judged['elsewhere']?.push(await outcome(at('alice', `hotel ${minute}`), true));
      now += step * 60_000;
    }
    expect(tries).toBe((99 * 60) / step);
    for (const each of Object.values(judged)) expect(each).toEqual(Array(60 / step).fill(true));
  });

  it('wait in a line that is bounded for each source: who comes after a hundred is refused at once', async () => {
    const judge = latch();
    const flood = Array.from({ length: 120 }, () => attempts.attempt(at('alice', 'app'), () => judge.opened));
    const settled = Promise.allSettled(flood);
    await expect(Promise.race(flood)).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      status: 429,
      headers: { 'Retry-After': '1' },
    });
    expect(await outcome(at('alice', 'elsewhere'), true)).toBe(true);
    judge.open();
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(120 - 1 - 100);
  });

  it('take turns by source, however many of one wait', async () => {
    for (const source of ['a', 'b', 'c', 'd', 'e']) await fail(at('alice', source), 10);
    await fail(at('alice', 'f'), 5);
    for (const source of ['flood', 'person']) await fail(at('alice', source), 1);
    const order: string[] = [];
    const first = latch();
    const begun = latch();
    const held = attempts.attempt(at('alice', 'flood'), () => {
      begun.open();
      return first.opened;
    });
    await begun.opened;
    const come = (source: string) =>
      attempts.attempt(at('alice', source), async () => {
        order.push(source);
        return undefined;
      });
    const flood = Array.from({ length: 50 }, () => come('flood'));
    const person = come('person');
    // Whatever is asked after them is answered after them: all stand in line.
    await outcome(at('bob', 'app'), true);
    first.open();
    await Promise.all([held, person, ...flood]);
    expect(order.indexOf('person')).toBeLessThan(5);
    expect(order).toHaveLength(51);
  });

  it('through one source at many targets are slowed, and who was right through it before is not', async () => {
    expect(await outcome(at('alice', 'app'), true)).toBe(true);
    for (let person = 0; person < 500; person += 1) await fail(at(`person ${person}`, 'app'), 1);
    expect(await outcome(at('another', 'app'), false)).toBe(5);
    expect(await outcome(at('alice', 'app'), true)).toBe(true);
    expect(await outcome(at('another', 'other app'), true)).toBe(true);
  });

  it('at the same time are counted as exactly, and right ones are never refused because of each other', async () => {
    const wrong = await Promise.all(Array.from({ length: 60 }, () => outcome(at('alice'), false)));
    expect(wrong.filter((each) => each === false)).toHaveLength(10);
    expect(wrong.filter((each) => each === 5)).toHaveLength(50);
    const right = await Promise.all(Array.from({ length: 100 }, () => outcome(at('bob', 'app'), true)));
    expect(right).toEqual(Array(100).fill(true));
  });

  it('are right so often a minute where that is bounded, from wherever; wrong ones take none of these', async () => {
    const signIn = (source: string): AttemptInput => ({ ...known('alice', source), rightMax: 3 });
    for (const isRight of [true, false, true, false, true])
      expect(await outcome(signIn('phone'), isRight)).toBe(isRight);
    now += 20_000;
    for (const source of ['phone', 'tablet']) expect(await outcome(signIn(source), true)).toBe(40);
    expect(await outcome({ ...known('bob', 'phone'), rightMax: 3 }, true)).toBe(true);
    now += 40_000;
    expect(await outcome(signIn('phone'), true)).toBe(true);
  });

  it('do not wait for a judge that fails itself', async () => {
    const broken = () => attempts.attempt(at('alice'), () => Promise.reject(new Error('broken')));
    const settled = await Promise.allSettled(Array.from({ length: 30 }, broken));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await outcome(at('alice'), true)).toBe(true);
  });

  it('of one name count together in several spellings', async () => {
    for (const spelling of ['Alice', 'ALICE', 'alice', 'ａｌｉｃｅ', 'aLICE']) await fail(at(spelling), 2);
    expect(await outcome(at('alice'), true)).toBe(5);
  });

  if (url)
    it('are the same for all processes, also at the same time', async () => {
      const others = [0, 1, 2].map(() => new Attempts({ clock: () => new Date(now), redisUrl: url }));
      const guesses = Array.from({ length: 90 }, (_, index) =>
        outcome(at('alice'), false, others[index % 3]),
      );
      expect((await Promise.all(guesses)).filter((each) => each === false)).toHaveLength(10);
      expect(await outcome(at('alice'), true)).toBe(5);
      for (const each of others) each.close();
    });
  else
    it('are forgotten a quarter of an hour after the first one, so that rare ones never add up', async () => {
      await fail(at('alice'), 1);
      now += FORGOTTEN_MS - 1;
      await fail(at('alice'), 9);
      expect(await outcome(at('alice'), false)).toBe(5);
      now += 1;
      await fail(at('alice'), 10);
      expect(await outcome(at('alice'), false)).toBe(5);
    });
});

describe('failed attempts while Redis is lost', () => {
  it('are counted in this process, and the operator is told once', async () => {
    const faults: unknown[] = [];
    const attempts = new Attempts({
      clock: () => new Date(0),
      redisUrl: 'redis://127.0.0.1:1',
      onFault: (fault) => faults.push(fault),
    });
    const guess = { target: ['alice'] };
    for (let count = 0; count < 10; count += 1)
      expect(await attempts.attempt(guess, async () => false)).toBe(false);
    await expect(attempts.attempt(guess, async () => true)).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(faults).toHaveLength(1);
    attempts.close();
  });
});

describe('failed attempts of one catalog, counted in memory,', () => {
  it('are not forgotten, however many fail at another one, or show tokens from other networks', async () => {
    const attempts = new Attempts({ clock: () => new Date(0) });
    const fail = (target: string[], source?: string[]) =>
      attempts.attempt({ target, ...(source && { source }) }, async () => false).catch(({ code }) => code);
    const guess = () => fail(['sign-in', 'vic', 'alice'], ['sign-in', 'vic', 'network']);
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(false);
    for (let at = 0; at < 30_000; at += 1) {
      await fail(['sign-in', 'eve', `${at}`], ['sign-in', 'eve', `network ${at}`]);
      await fail(['management', `network ${at}`]);
    }
    expect(await guess()).toBe('TOO_MANY_ATTEMPTS');
    attempts.close();
  });
});
