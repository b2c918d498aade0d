import { describe, expect, it } from 'vitest';
import {
  checkSubscribable,
  firstState,
  isSubscribable,
  isSubscriptionId,
  offeredPlan,
} from '../../../src/domain/subscription.ts';

const customer = { name: 'customer', version: '1.0.0' };

describe('a product takes new subscriptions', () => {
  it('only while it is published and subscribable by those who are signed in', () => {
    const open = (['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const).flatMap((state) =>
      (['AUTHENTICATED', 'CUSTOM', 'DISABLED'] as const)
        .filter((subscribability) => isSubscribable({ state, subscribability }))
        .map((subscribability) => [state, subscribability]),
    );
    expect(open).toEqual([['PUBLISHED', 'AUTHENTICATED']]);
  });

  it('and a refusal says why not', () => {
    const check = (product: Parameters<typeof isSubscribable>[0]) => () =>
      checkSubscribable({ ...customer, ...product }, ['input', 'product']);
    expect(check({ state: 'PUBLISHED', subscribability: 'AUTHENTICATED' })).not.toThrow();
    expect(check({ state: 'DEPRECATED', subscribability: 'AUTHENTICATED' })).toThrow(
      expect.objectContaining({
        code: 'NOT_SUBSCRIBABLE',
        status: 409,
        message: 'customer:1.0.0 takes no new subscriptions: it is DEPRECATED, not PUBLISHED.',
        inputPath: ['input', 'product'],
      }),
    );
    expect(check({ state: 'PUBLISHED', subscribability: 'DISABLED' })).toThrow(
      'customer:1.0.0 takes no new subscriptions: its subscribability is DISABLED.',
    );
  });
});

describe('a subscription', () => {
  it('waits for approval where the plan asks for it', () => {
    expect(firstState({ approvalRequired: true })).toBe('PENDING_APPROVAL');
    expect(firstState({ approvalRequired: false })).toBe('ACTIVE');
  });

  it('is offered the plan that its own is mapped to, if any', () => {
    const mappings = [{ source: 'default-plan', target: 'bronze' }];
    expect(offeredPlan(mappings, 'default-plan')).toBe('bronze');
    expect(offeredPlan(mappings, 'gold')).toBeUndefined();
  });

  it('has a UUID', () => {
    expect(isSubscriptionId('0195a3c2-7a10-7f3e-8a5b-0123456789ab')).toBe(true);
    for (const text of [
      '',
      '1',
      "' OR 1=1",
      '0195a3c2-7a10-7f3e-8a5b-0123456789ab\n',
      '0195a3c27a107f3e8a5b0123456789ab',
    ])
      expect(isSubscriptionId(text)).toBe(false);
  });
});
