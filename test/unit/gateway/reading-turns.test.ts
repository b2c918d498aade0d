import { beforeEach, describe, expect, it } from 'vitest';
import { createReadingTurns, type ReadingTurns } from '../../../src/gateway/graphql/reading-turns.ts';

/** Turns that end when a test says so, and a clock that reading alone moves. */
let now = 0;
let later: (() => void)[];
let turns: ReadingTurns;
let done: string[];
beforeEach(() => {
  now = 0;
  later = [];
  done = [];
  turns = createReadingTurns({ now: () => now, later: (next) => later.push(next) });
});
const endTurn = () => {
  for (const next of later.splice(0)) next();
};
const read = (org: string, name: string, ms: number) =>
  turns.inTurn(org, () => {
    now += ms;
    done.push(name);
  });

describe('reading GraphQL documents', () => {
  it('is done at once while it takes little, and waits for nobody', () => {
    for (let n = 0; n < 4; n += 1) expect(read('eve', `cheap ${n}`, 1)).toBeUndefined();
    expect(done).toHaveLength(4);
  });

  it('goes on in later turns once it took its time of one: a dear document is the last of its turn', async () => {
    const reads = Array.from({ length: 3 }, (_, n) => read('eve', `dear ${n}`, 20));
    expect(done).toEqual(['dear 0']);
    endTurn();
    expect(done).toEqual(['dear 0', 'dear 1']);
    endTurn();
    expect(done).toEqual(['dear 0', 'dear 1', 'dear 2']);
    await Promise.all(reads);
    endTurn();
    expect(later).toEqual([]);
    expect(read('eve', 'after', 1)).toBeUndefined();
  });

  it('takes orgs in turn, however many documents one of them has sent', () => {
    for (let n = 0; n < 10; n += 1) void read('eve', `eve ${n}`, 20);
    void read('vic', 'vic', 1);
    endTurn();
    endTurn();
    expect(done).toContain('vic');
    expect(done.length).toBeLessThanOrEqual(4);
  });

  it('tells whoever waits what went wrong, and goes on with the next', async () => {
    void read('eve', 'dear', 20);
    const failing = turns.inTurn('eve', () => {
      throw new Error('odd');
    });
    const next = read('eve', 'next', 1);
    endTurn();
    endTurn();
    await expect(failing).rejects.toThrow('odd');
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
