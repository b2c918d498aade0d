import { beforeEach, describe, expect, it } from 'vitest';
import { OrgTurns } from '../../../src/graphql/server/org-turns.ts';

/** Time that a test moves, and timers that it lets end. */
let now = 0;
let timers: { readonly at: number; readonly work: () => void }[];
let turns: OrgTurns;
let done: string[];
beforeEach(() => {
  now = 0;
  timers = [];
  done = [];
  turns = new OrgTurns({ now: () => now, after: (ms, work) => timers.push({ at: now + ms, work }) });
});
function pass(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { work } of due) work();
}
const ask = (org: string, name: string) => turns.turn(org)?.then(() => done.push(name));
/** Everything that goes on in a turn of the event loop of its own. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Eve has had four requests under way for a second. */
function flood() {
  const leave = Array.from({ length: 4 }, () => turns.enter('eve'));
  pass(1_000);
  return leave;
}

describe('the turn of an org', () => {
  it('is at once where no other org has a request under way, however much it asks for', () => {
    flood();
    expect(turns.turn('eve')).toBeUndefined();
  });

  it('waits while an org that asks for much less is served, and comes when that is done', async () => {
    flood();
    const leave = turns.enter('vic');
    void ask('eve', 'eve');
    expect(turns.turn('vic')).toBeUndefined();
    await settled();
    expect(done).toEqual([]);
    leave();
    await expect.poll(() => done).toEqual(['eve']);
  });

  it('comes one by one each 50 ms, however long others are served', async () => {
    flood();
    turns.enter('vic');
    for (const name of ['one', 'two', 'three']) void ask('eve', name);
    pass(49);
    await settled();
    expect(done).toEqual([]);
    pass(1);
    await expect.poll(() => done).toEqual(['one']);
    pass(50);
    await expect.poll(() => done).toEqual(['one', 'two']);
  });

  it('comes first for the org that asked for less, of those that wait', async () => {
    const [first] = flood();
    for (let n = 0; n < 20; n += 1) turns.enter('mallory');
    pass(1_000);
    turns.enter('vic');
    void ask('mallory', 'mallory');
    void ask('eve', 'eve');
    pass(50);
    await expect.poll(() => done).toEqual(['eve']);
    first?.();
  });

  it('does not wait for an org that asks for as much', () => {
    flood();
    for (let n = 0; n < 3; n += 1) turns.enter('vic');
    pass(2_000);
    expect(turns.turn('eve')).toBeUndefined();
  });

  it('forgives what an org asked for within some seconds', () => {
    for (const leave of flood()) leave();
    pass(20_000);
    turns.enter('vic');
    pass(100);
    turns.enter('eve');
    expect(turns.turn('eve')).toBeUndefined();
  });
});
