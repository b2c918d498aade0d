import { describe, expect, it } from 'vitest';
import {
  approvalDecisions,
  blocksNewSubscription,
  checkRejectionReason,
  checkSubscribable,
  firstState,
  isSubscribable,
  isSubscriptionId,
  offeredPlan,
  stateDecided,
} from '../../../src/domain/consumer/subscription.ts';

const customer = { name: 'customer', version: '1.0.0' };

describe('a product takes new subscriptions', () => {
  it('only while it is published and subscribable by those who are signed in', () => {
    const open = (['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const).flatMap((state) =>
      (['AUTHENTICATED', 'CUSTOM', 'DISABLED'] as const)
        .filter((subscribability) =>
          isSubscribable({ state, subscribability, subscribableBy: ['group:gold'] }, ['group:silver']),
        )
        .map((subscribability) => [state, subscribability]),
    );
    expect(open).toEqual([['PUBLISHED', 'AUTHENTICATED']]);
  });

  it('and a refusal says why not', () => {
    type Product = Omit<Parameters<typeof isSubscribable>[0], 'subscribableBy'>;
    const check = (product: Product) => () =>
      checkSubscribable(
        { ...customer, ...product, subscribableBy: ['group:gold'] },
        { member: ['group:silver'], path: ['input', 'product'] },
      );
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
    expect(check({ state: 'PUBLISHED', subscribability: 'CUSTOM' })).toThrow(
      'customer:1.0.0 takes no new subscriptions: its subscribability is CUSTOM, for other consumers.',
    );
  });
});

describe('a subscription', () => {
  it('waits for approval where the plan asks for it', () => {
    expect(firstState({ approvalRequired: true })).toBe('PENDING_APPROVAL');
    expect(firstState({ approvalRequired: false })).toBe('ACTIVE');
  });

  it.each(['PENDING_APPROVAL', 'ACTIVE', 'REJECTED'] as const)(
    'that is %s is decided upon as the table says, and else refused',
    (from) => {
      for (const decision of ['APPROVE', 'REJECT'] as const) {
        const row = approvalDecisions.find((each) => each.from === from && each.decision === decision);
        const decide = () => stateDecided(from, decision, ['input', 'id']);
        if (row) expect(decide()).toBe(row.to);
        else
          expect(decide).toThrow(
            expect.objectContaining({
              code: 'TRANSITION_REFUSED',
              status: 409,
              message: `The subscription is ${from}; ${decision.toLowerCase()} is for one that is PENDING_APPROVAL.`,
              inputPath: ['input', 'id'],
            }),
          );
      }
    },
  );

  it('becomes active by approval alone, rejected by rejection alone', () => {
    expect(approvalDecisions).toEqual([
      { from: 'PENDING_APPROVAL', decision: 'APPROVE', to: 'ACTIVE' },
      { from: 'PENDING_APPROVAL', decision: 'REJECT', to: 'REJECTED' },
    ]);
  });

  it('can be asked for again only when it was rejected', () => {
    const states = ['PENDING_APPROVAL', 'ACTIVE', 'REJECTED'] as const;
    expect(states.filter(blocksNewSubscription)).toEqual(['PENDING_APPROVAL', 'ACTIVE']);
  });

  it('is rejected with a reason of 500 characters at most, which says something', () => {
    const check = (reason: string) => () => checkRejectionReason(reason, ['input', 'reason']);
    expect(check('x'.repeat(500))).not.toThrow();
    for (const reason of ['', ' \n', 'x'.repeat(501)])
      expect(check(reason)).toThrow(
        expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', 'reason'] }),
      );
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
