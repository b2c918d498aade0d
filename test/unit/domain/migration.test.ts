import { describe, expect, it } from 'vitest';
import { type PlanMigrationInput, planMigration } from '../../../src/domain/product/plan-migration.ts';

const subscription = (id: string, changes: object = {}) => ({
  id,
  consumerOrg: 'consumers',
  application: id,
  plan: 'default-plan',
  alreadyOnTarget: false,
  ...changes,
});
const world: PlanMigrationInput = {
  old: { name: 'customer', version: '1.0.0' },
  target: { name: 'customer', version: '2.0.0' },
  subscriptions: [
    subscription('c'),
    subscription('a'),
    subscription('b', { plan: 'unmapped' }),
    subscription('d', { alreadyOnTarget: true }),
  ],
  plans: [{ source: 'default-plan', target: 'bronze' }],
};
const who = (id: string, fromPlan = 'default-plan') => ({
  consumerOrg: 'consumers',
  application: id,
  fromProduct: 'customer:1.0.0',
  fromPlan,
});
const moves = { kind: 'MOVES', toProduct: 'customer:2.0.0', toPlan: 'bronze' };
const stays = { kind: 'STAYS', toProduct: null, toPlan: null };

describe('migrating the subscriptions of a product', () => {
  it('moves those on mapped plans; the others and those that are there already stay, and are reported', () => {
    expect(planMigration(world)).toEqual([
      { id: 'a', move: { ...who('a'), ...moves } },
      { id: 'b', move: { ...who('b', 'unmapped'), ...stays } },
      { id: 'c', move: { ...who('c'), ...moves } },
      { id: 'd', move: { ...who('d'), ...stays } },
    ]);
  });

  it('touches only those that are named', () => {
    expect(planMigration({ ...world, ids: ['c'] }).map(({ id }) => id)).toEqual(['c']);
    expect(planMigration({ ...world, ids: [] })).toEqual([]);
  });

  it('takes no longer for each of a hundred thousand that are named', () => {
    const subscriptions = Array.from({ length: 100_000 }, (_, at) => subscription(`${at}`));
    const ids = subscriptions.map(({ id }) => id);
    expect(planMigration({ ...world, subscriptions, ids })).toHaveLength(100_000);
  });

  it('refuses an id that is none of the product, naming the place', () => {
    expect(() => planMigration({ ...world, ids: ['a', 'zz'] })).toThrow(
      expect.objectContaining({
        code: 'NOT_FOUND',
        message: 'There is no subscription "zz" to customer:1.0.0.',
        inputPath: ['input', 'subscriptions', 1],
      }),
    );
  });
});
