import { describe, expect, it } from 'vitest';
import {
  allowedActions,
  checkSunset,
  nextAction,
  nextState,
  nextStateOfSuccessor,
  type Position,
  type ProductAction,
  type ProductState,
  serves,
} from '../../../src/domain/product/lifecycle.ts';

const customer = { name: 'customer', version: '1.0.0' };
const states: readonly ProductState[] = ['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'];
const positions: readonly Position[] = [null, ...states];
const actions: readonly ProductAction[] = [
  'STAGE',
  'PUBLISH',
  'SUPERSEDE',
  'REPLACE',
  'SET_MIGRATION_TARGET',
  'MIGRATE_SUBSCRIPTIONS',
  'DEPRECATE',
  'RETIRE',
  'ARCHIVE',
  'REMOVE',
];

/** What may happen, and nothing else: from the state, by the action, to the state. */
const allowed: Readonly<Record<string, Position>> = {
  'null STAGE': 'STAGED',
  'STAGED STAGE': 'STAGED',
  'RETIRED STAGE': 'STAGED',
  'null PUBLISH': 'PUBLISHED',
  'STAGED PUBLISH': 'PUBLISHED',
  'PUBLISHED PUBLISH': 'PUBLISHED',
  'DEPRECATED PUBLISH': 'PUBLISHED',
  'PUBLISHED SUPERSEDE': 'DEPRECATED',
  'PUBLISHED REPLACE': 'RETIRED',
  'PUBLISHED SET_MIGRATION_TARGET': 'PUBLISHED',
  'DEPRECATED SET_MIGRATION_TARGET': 'DEPRECATED',
  'PUBLISHED MIGRATE_SUBSCRIPTIONS': 'PUBLISHED',
  'DEPRECATED MIGRATE_SUBSCRIPTIONS': 'DEPRECATED',
  'PUBLISHED DEPRECATE': 'DEPRECATED',
  'PUBLISHED RETIRE': 'RETIRED',
  'DEPRECATED RETIRE': 'RETIRED',
  'RETIRED ARCHIVE': 'ARCHIVED',
  'STAGED REMOVE': null,
  'RETIRED REMOVE': null,
  'ARCHIVED REMOVE': null,
};

describe.each(positions)('a product that is %s', (from) => {
  it.each(actions)('%s', (action) => {
    const to = allowed[`${from} ${action}`];
    if (to !== undefined) expect(nextState(customer, from, action)).toBe(to);
    else
      expect(() => nextState(customer, from, action)).toThrow(
        expect.objectContaining({ code: 'TRANSITION_REFUSED', status: 409, inputPath: ['input'] }),
      );
    const migrationTargetId = 'the id of a product';
    expect(allowedActions({ state: from, migrationTargetId }).includes(action)).toBe(to !== undefined);
  });
});

it('a product without a migration target is not said to have subscriptions that can be migrated', () => {
  for (const state of ['PUBLISHED', 'DEPRECATED'] as const)
    expect(allowedActions({ state, migrationTargetId: null })).not.toContain('MIGRATE_SUBSCRIPTIONS');
});

/** What the new product of two must be, and what it becomes. */
const successors = {
  SUPERSEDE: { from: 'STAGED', to: 'PUBLISHED' },
  REPLACE: { from: 'STAGED', to: 'PUBLISHED' },
  SET_MIGRATION_TARGET: { from: 'PUBLISHED', to: 'PUBLISHED' },
} as const;

describe.each(['SUPERSEDE', 'REPLACE', 'SET_MIGRATION_TARGET'] as const)(
  'the new product of %s',
  (action) => {
    const { from: wanted, to } = successors[action];
    it.each(states)('that is %s', (from) => {
      if (from === wanted) expect(nextStateOfSuccessor(customer, from, action)).toBe(to);
      else
        expect(() => nextStateOfSuccessor(customer, from, action)).toThrow(
          expect.objectContaining({
            code: 'TRANSITION_REFUSED',
            message: `customer:1.0.0 is ${from}; ${action.toLowerCase().replaceAll('_', ' ')} needs a new product that is ${wanted}.`,
            inputPath: ['input', 'new'],
          }),
        );
    });
  },
);

describe('a refused transition', () => {
  it('names the state and those that the action is for', () => {
    expect(() => nextState(customer, 'STAGED', 'MIGRATE_SUBSCRIPTIONS')).toThrow(
      'customer:1.0.0 is STAGED; migrate subscriptions is for a product that is PUBLISHED or DEPRECATED.',
    );
    expect(() => nextState(customer, 'PUBLISHED', 'REMOVE')).toThrow(
      'customer:1.0.0 is PUBLISHED; remove is for a product that is STAGED, RETIRED or ARCHIVED.',
    );
  });
});

describe('the next step', () => {
  const facts = { allowedActions: actions, subscriptionCount: 1, differsFromDraft: true };
  const ofEach = (more: Partial<Parameters<typeof nextAction>[0]> = {}) =>
    Object.fromEntries(states.map((state) => [state, nextAction({ ...facts, state, ...more })]));

  it('leads through the lifecycle', () => {
    expect(ofEach()).toEqual({
      STAGED: 'PUBLISH',
      PUBLISHED: 'PUBLISH',
      DEPRECATED: 'MIGRATE_SUBSCRIPTIONS',
      RETIRED: 'ARCHIVE',
      ARCHIVED: undefined,
    });
  });

  it('of a published product that equals its draft is none', () => {
    expect(ofEach({ differsFromDraft: false })['PUBLISHED']).toBeUndefined();
  });

  it('of a deprecated product is to migrate its subscriptions, by way of a target, and then to retire it', () => {
    expect(ofEach({ allowedActions: ['RETIRE'] })['DEPRECATED']).toBe('SET_MIGRATION_TARGET');
    expect(ofEach({ subscriptionCount: 0 })['DEPRECATED']).toBe('RETIRE');
  });
});

describe('serving', () => {
  it('is for published and deprecated products', () => {
    expect(states.filter(serves)).toEqual(['PUBLISHED', 'DEPRECATED']);
  });
});

describe('a sunset', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  it('can be left out, or lie in the future', () => {
    expect(() => checkSunset(undefined, now)).not.toThrow();
    expect(() => checkSunset(null, now)).not.toThrow();
    expect(() => checkSunset(new Date(now.getTime() + 1), now)).not.toThrow();
  });

  it('that is now or has passed is refused', () => {
    for (const sunsetAt of [now, new Date(0)])
      expect(() => checkSunset(sunsetAt, now)).toThrow(
        expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', 'sunsetAt'] }),
      );
  });
});
