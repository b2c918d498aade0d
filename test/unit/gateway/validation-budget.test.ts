import { beforeEach, describe, expect, it } from 'vitest';
import { ValidationBudget } from '../../../src/data-plane/gateway/graphql/validation-budget.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

let now: number;
let budget: ValidationBudget;
beforeEach(() => {
  now = 1_000_000;
  budget = new ValidationBudget(() => new Date(now));
});

const refusedFor = (payer: string): Refusal | undefined => {
  try {
    budget.check(payer);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe('the budget of reading documents', () => {
  it('lets thousands of usual documents be new at once', () => {
    for (let at = 0; at < 1_600; at += 1) {
      expect(refusedFor('usual')).toBeUndefined();
      budget.spend('usual', 60);
    }
  });

  it('refuses whoever has spent all, says when there is more, and touches nobody else', () => {
    budget.spend('hostile', 145_000);
    expect(refusedFor('hostile')).toMatchObject({
      status: 429,
      code: 'VALIDATION_BUDGET_EXCEEDED',
      message:
        'New documents of more than 20000 tokens a second are too many: try again in 3 seconds, and send values as variables, so that one document serves many calls.',
      headers: { 'Retry-After': '3' },
    });
    expect(refusedFor('neighbour')).toBeUndefined();
    now += 2_000;
    expect(refusedFor('hostile')?.headers).toEqual({ 'Retry-After': '1' });
    now += 1_000;
    expect(refusedFor('hostile')).toBeUndefined();
  });

  it('keeps no more than its bound, however long nothing is spent', () => {
    budget.spend('late', 1);
    now += 3_600_000;
    budget.spend('late', 100_000);
    expect(refusedFor('late')).toMatchObject({ code: 'VALIDATION_BUDGET_EXCEEDED' });
  });

  it('does not lose what was spent where the clock goes back', () => {
    budget.spend('early', 100_000);
    now -= 60_000;
    expect(refusedFor('early')).toMatchObject({ code: 'VALIDATION_BUDGET_EXCEEDED' });
  });
});
