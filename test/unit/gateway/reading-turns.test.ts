import { beforeEach, describe, expect, it } from 'vitest';
import { ReadingTurns } from '../../../src/data-plane/gateway/graphql/reading-turns.ts';

/** A clock that reading moves, and a loop that comes to what is due when a test says so. */
let now: number;
let due: { at: number; next: () => void }[];
let turns: ReadingTurns;
let done: string[];
let readMs: number;
beforeEach(() => {
  now = 1_000;
  due = [];
  done = [];
  readMs = 0;
  turns = new ReadingTurns({
    now: () => now,
    later: (next, ms) => due.push({ at: now + ms, next }),
  });
});

/** What calls have the event loop for. */
function pass(ms: number): void {
  const until = now + ms;
  for (;;) {
    const next = due.sort((one, other) => one.at - other.at)[0];
    if (!next || next.at > until) break;
    due.shift();
    now = Math.max(now, next.at);
    next.next();
  }
  now = Math.max(now, until);
}

/** A document whose first step takes no time, and each other one as long as is said. */
function* document(name: string, steps: readonly number[]): Generator<void, string> {
  for (const ms of steps) {
    yield;
    now += ms;
    readMs += ms;
  }
  done.push(name);
  return name;
}
const read = (org: string, name: string, ...steps: number[]) => turns.inTurn(org, document(name, steps));

describe('reading GraphQL documents', () => {
  it('is done at once while it takes little, and waits for nobody', () => {
    for (let n = 0; n < 1_000; n += 1) {
      expect(read('eve', `cheap ${n}`, 0.2, 0.2)).toBe(`cheap ${n}`);
      pass(2);
    }
    expect(due).toEqual([]);
  });

  it('goes on once calls had three times as long, when it took its time of a turn', async () => {
    const dear = read('eve', 'dear', 2, 2, 2, 2);
    expect(readMs).toBe(4);
    pass(11);
    expect(readMs).toBe(4);
    pass(1);
    expect([readMs, done]).toEqual([8, ['dear']]);
    await expect(dear).resolves.toBe('dear');
    expect(due).toEqual([]);
    pass(12);
    expect(read('eve', 'after', 1)).toBe('after');
  });

  it('takes a quarter of the time at most, however many orgs send however many dear documents', () => {
    for (let n = 0; n < 1_000; n += 1) void read(`org ${n % 7}`, `dear ${n}`, 1, 6, 3, 1);
    const [began, readBefore] = [now, readMs];
    pass(10_000);
    expect((readMs - readBefore) / (now - began)).toBeLessThan(0.25);
    expect((readMs - readBefore) / (now - began)).toBeGreaterThan(0.2);
  });

  it('holds nobody up twice who comes with many in turns of their own', () => {
    for (let n = 0; n < 1_000; n += 1) {
      void read('eve', `each ${n}`, 2.9);
      pass(1);
    }
    expect(readMs / (now - 1_000)).toBeLessThan(0.26);
  });

  it('takes no turn for what is read in the first step: a remembered document', () => {
    void read('eve', 'dear', 20, 20);
    expect(read('eve', 'remembered')).toBe('remembered');
    expect(read('vic', 'remembered')).toBe('remembered');
  });

  it('takes orgs in turn, however many documents one of them has sent', () => {
    for (let n = 0; n < 10; n += 1) void read('eve', `eve ${n}`, 20);
    void read('vic', 'vic', 1);
    pass(200);
    expect(done).toContain('vic');
    expect(done.length).toBeLessThanOrEqual(4);
  });

  it('tells whoever waits what went wrong, and goes on with the next', async () => {
    void read('eve', 'dear', 20);
    const failing = turns.inTurn(
      'eve',
      (function* () {
        yield;
        throw new Error('odd');
      })(),
    );
    const next = read('eve', 'next', 1);
    const told = expect(failing).rejects.toThrow('odd');
    pass(60);
    await told;
    await next;
    expect(done).toEqual(['dear', 'next']);
  });

  it('is refused to an org of which 1,000 wait, and to no other', () => {
    for (let n = 0; n < 1_001; n += 1) void read('eve', `eve ${n}`, 20);
    expect(() => read('eve', 'one more', 20)).toThrow(
      'Too many GraphQL documents of this organization wait to be checked: try again in a second.',
    );
    expect(read('vic', 'vic', 1)).toBeInstanceOf(Promise);
  });
});
