import { describe, expect, it } from 'vitest';
import { announcedRevocation, RevocationMemory } from '../../../src/data-plane/snapshot/revocations.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-01T00:30:00Z');

function memory() {
  const state = { now: START };
  return { state, revocations: new RevocationMemory(() => new Date(state.now)) };
}

describe('the revocations of a process', () => {
  it('have a new revision with each that is new, and no other', () => {
    const { revocations } = memory();
    const before = revocations.revision;
    revocations.add({ id: 'one', expiresAt: START + 1 });
    const after = revocations.revision;
    revocations.add({ id: 'one', expiresAt: START + 1 });
    expect([before === after, after === revocations.revision]).toEqual([false, true]);
    expect([revocations.has('one'), revocations.has('two')]).toEqual([true, false]);
  });

  it('are kept until they expire, and forgotten when others come after that', () => {
    const { state, revocations } = memory();
    revocations.add({ id: 'short', expiresAt: START + HOUR_MS });
    revocations.add({ id: 'long', expiresAt: START + 3 * HOUR_MS });
    state.now = START + HOUR_MS - 1;
    revocations.add({ id: 'another', expiresAt: START + 4 * HOUR_MS });
    expect(['short', 'long'].map((id) => revocations.has(id))).toEqual([true, true]);
    state.now = START + 2 * HOUR_MS;
    revocations.add({ id: 'a third', expiresAt: START + 5 * HOUR_MS });
    expect(['short', 'long'].map((id) => revocations.has(id))).toEqual([false, true]);
  });

  it('come with any id, whatever is in it', () => {
    expect(announcedRevocation('1767225600000 an id')).toEqual({ id: 'an id', expiresAt: 1_767_225_600_000 });
  });
});
