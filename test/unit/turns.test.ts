import { describe, expect, it } from 'vitest';
import { awayFromTurn, TurnQueue } from '../../src/foundation/turn-queue.ts';

function opened(waitingMax: readonly number[], atOnceMax = 1) {
  const done: string[] = [];
  const turns = new TurnQueue({
    atOnceMax,
    waitingMax,
    tooMany: () => {
      throw new Error('too many');
    },
  });
  const ask = (...keys: string[]) => turns.run(keys, async () => void done.push(keys.join(' ')));
  return { done, turns, ask };
}

function waiting() {
  let answer = () => {};
  const elsewhere = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { elsewhere, answer };
}

describe('turns', () => {
  it('go round the orgs, and within an org round its addresses, in whatever order they came', async () => {
    const { ask, done } = opened([100]);
    const asked = [
      ...['first', 'a', 'a', 'a'].map((address) => ask('eve', address)),
      ask('eve', 'b'),
      ask('vic', 'c'),
      ask('vic', 'c'),
    ];
    await Promise.all(asked);
    expect(done).toEqual(['eve first', 'vic c', 'eve a', 'vic c', 'eve b', 'eve a', 'eve a']);
  });

  it('are had by another org first, also where it came after more of the work that has one', async () => {
    const { ask, done } = opened([100]);
    await Promise.all(['eve', 'eve', 'eve', 'vic', 'vic', 'bob'].map((org, at) => ask(org, `${at}`)));
    expect(done.map((each) => each.split(' ')[0])).toEqual(['eve', 'vic', 'bob', 'eve', 'vic', 'eve']);
  });

  it('are refused where too many of the same org wait, or of the same address, and to nobody else', async () => {
    const { ask, done } = opened([100, 3, 2]);
    const results = await Promise.allSettled([
      ...['a', 'a', 'a', 'a', 'b', 'c'].map((address) => ask('eve', address)),
      ask('vic', 'a'),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(done).toEqual(['eve a', 'vic a', 'eve a', 'eve b', 'eve a']);
  });

  it('leave a seat to other orgs where one may not have all, and tell who has more that waits', async () => {
    const turns = new TurnQueue({
      atOnceMax: 2,
      atOnceEach: 1,
      waitingMax: [],
      tooMany: () => {
        throw new Error('too many');
      },
    });
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (org: string) =>
      turns.run([org], (moreWaits) => {
        running.push(moreWaits ? `${org} of many` : org);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const asked = ['eve', 'eve', 'eve', 'vic', 'bob', 'vic'].map(ask);
    expect(running).toEqual(['eve', 'vic']);
    const seen: string[] = [];
    for (let at = 0; at < asked.length; at += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(at);
      ends[at]?.();
      seen.push(running[at] ?? '');
    }
    await Promise.all(asked);
    expect(seen).toEqual(['eve', 'vic', 'bob', 'eve of many', 'vic', 'eve']);
  });

  it('are so many at once and no more, and a fault gives its seat to the next', async () => {
    const { turns } = opened([100], 2);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      throw new Error('a fault');
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => turns.run(['eve'], work)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(most).toBe(2);
    expect(await turns.run(['vic'], async () => 'served')).toBe('served');
  });

  it('that are left count for their own org alone, and another has the slot meanwhile', async () => {
    const turns = new TurnQueue({
      atOnceMax: 1,
      atOnceEach: 1,
      canLeave: true,
      waitingMax: [],
      tooMany: () => {
        throw new Error('too many');
      },
    });
    const done: string[] = [];
    const { elsewhere, answer } = waiting();
    const eve = turns.run(['eve'], async () => {
      await awayFromTurn(() => elsewhere);
      done.push('eve');
    });
    const more = turns.run(['eve'], async () => void done.push('more of eve'));
    await Promise.all(['vic', 'bob'].map((org) => turns.run([org], async () => void done.push(org))));
    expect(done).toEqual(['vic', 'bob']);
    answer();
    await Promise.all([eve, more]);
    expect(done).toEqual(['vic', 'bob', 'eve', 'more of eve']);
  });

  it('that are left for work which outlasts them free one slot, once', async () => {
    const turns = new TurnQueue({
      atOnceMax: 1,
      canLeave: true,
      waitingMax: [],
      tooMany: () => expect.unreachable(),
    });
    const { elsewhere, answer } = waiting();
    let away: Promise<void> | undefined;
    await turns.run(['eve'], async () => {
      away = awayFromTurn(() => elsewhere);
    });
    let running = 0;
    const work = async () => {
      running += 1;
      await new Promise(setImmediate);
      expect(running).toBe(1);
      running -= 1;
    };
    const all = ['vic', 'vic', 'bob'].map((org) => turns.run([org], work));
    answer();
    await Promise.all([...all, away]);
  });

  it('that take long are had: another org begins beside them, once, and they count for their own alone', async () => {
    const turns = new TurnQueue({
      atOnceMax: 1,
      waitingMax: [],
      lendsAfterMs: 20,
      tooMany: () => expect.unreachable(),
    });
    const begun: string[] = [];
    const { elsewhere, answer } = waiting();
    const ask = (name: string) =>
      turns.run([name.split(' ')[0] ?? ''], () => {
        begun.push(name);
        return elsewhere;
      });
    const all = ['eve', 'eve again', 'mallory', 'vic'].map(ask);
    await expect.poll(() => begun).toEqual(['eve', 'mallory']);
    answer();
    await Promise.all(all);
    expect(begun).toEqual(['eve', 'mallory', 'vic', 'eve again']);
  });
});
