import { describe, expect, it } from 'vitest';
import {
  type PastMigration,
  undoableMigration,
  undoMigrationUntil,
} from '../../../src/control-plane/consumer/undo-migration-rules.ts';

const DAY_MS = 86_400_000;
const at = new Date('2027-01-01T10:00:00Z');
const days = (count: number) => new Date(at.getTime() + count * DAY_MS);
const migration = (change: Partial<PastMigration['from']> = {}): PastMigration => ({
  at,
  toPlanId: 'bronze',
  from: { id: 'old', state: 'DEPRECATED', sunsetAt: null, ...change },
});
const subscription = (migrations: readonly PastMigration[], planId = 'bronze') => ({
  id: 'mine',
  planId,
  migrations,
  siblings: [{ id: 'mine', productId: 'new', state: 'ACTIVE' as const }],
});

describe('a migration can be undone', () => {
  it.each([
    { when: 'on the same day', made: migration(), now: days(0), isUndoable: true },
    {
      when: 'a millisecond before 30 days are over',
      made: migration(),
      now: new Date(days(30).getTime() - 1),
      isUndoable: true,
    },
    { when: 'not after 30 days', made: migration(), now: days(30), isUndoable: false },
    {
      when: 'while the old product is published',
      made: migration({ state: 'PUBLISHED' }),
      now: days(1),
      isUndoable: true,
    },
    {
      when: 'not when the old product is retired',
      made: migration({ state: 'RETIRED' }),
      now: days(1),
      isUndoable: false,
    },
    {
      when: 'not when the old product is staged again',
      made: migration({ state: 'STAGED' }),
      now: days(1),
      isUndoable: false,
    },
    {
      when: 'before the sunset of the old product',
      made: migration({ sunsetAt: days(2) }),
      now: days(1),
      isUndoable: true,
    },
    {
      when: 'not from its sunset on',
      made: migration({ sunsetAt: days(2) }),
      now: days(2),
      isUndoable: false,
    },
  ])('$when', ({ made, now, isUndoable }) =>
    expect(undoableMigration(subscription([made]), now)).toBe(isUndoable ? made : undefined),
  );

  it('not where the subscription is on another plan since', () =>
    expect(undoableMigration(subscription([migration()], 'gold'), at)).toBeUndefined());

  it('of several the newest to the plan that it is on', () => {
    const [newest, older] = [{ ...migration(), at: days(1) }, migration()];
    expect(undoableMigration(subscription([newest, older]), days(1))).toBe(newest);
  });

  it.each([
    ['ACTIVE', false],
    ['PENDING_APPROVAL', false],
    ['REJECTED', true],
  ] as const)('where the application has a subscription to the old product that is %s: %s', (state, is) => {
    const again = { id: 'again', productId: 'old', state };
    const [made, mine] = [migration(), subscription([])];
    const found = undoableMigration({ ...mine, migrations: [made], siblings: [...mine.siblings, again] }, at);
    expect(found).toBe(is ? made : undefined);
  });
});

it('the way back closes after 30 days, or with the sunset of the old product', () => {
  expect(undoMigrationUntil(migration())).toEqual(days(30));
  expect(undoMigrationUntil(migration({ sunsetAt: days(2) }))).toEqual(days(2));
  expect(undoMigrationUntil(migration({ sunsetAt: days(31) }))).toEqual(days(30));
});
