import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDearer, type Price } from '../../../src/domain/plan/price.ts';
import { type PriceChange, pricePeriods, subscriptionPrice } from '../../../src/domain/plan/price-periods.ts';

const euros = (amount: number): Price => ({ currency: 'EUR', amount: `${amount}.00`, charges: [] });
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
const change = (minute: number, price: Price | null, more: Partial<PriceChange> = {}): PriceChange => ({
  at: at(minute),
  product: 'customer:1.0.0',
  plan: 'gold',
  price,
  active: true,
  acceptedBy: null,
  ...more,
});

const changes = fc
  .array(
    fc.record({
      price: fc.option(fc.integer({ min: 1, max: 5 }).map(euros)),
      active: fc.boolean(),
      acceptedBy: fc.option(fc.constantFrom('carol', 'dave')),
      later: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let minute = 0;
    return steps.map(({ later, ...step }) => {
      minute += later;
      return change(minute, step.price, step);
    });
  });

describe('the price of a subscription', () => {
  it('never is dearer than one that a member has accepted by then', () => {
    fc.assert(
      fc.property(changes, (all) =>
        pricePeriods(all).every(({ price, from }) => {
          const accepted = all.filter((each) => each.acceptedBy !== null && each.at <= from);
          return price === null || accepted.some((each) => !isDearer(price, each.price));
        }),
      ),
    );
  });

  it('covers no instant twice', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const periods = pricePeriods(all);
        return periods.every(({ from, to }, index) => {
          const next = periods[index + 1];
          return (to === null || from < to) && (!next || (to !== null && to <= next.from));
        });
      }),
    );
  });

  it('waits for acceptance where it is dearer, and holds at once where it is not', () => {
    const accepted = change(0, euros(3), { acceptedBy: 'carol' });
    const { acceptance, ...standing } = subscriptionPrice([accepted, change(1, euros(5))]);
    expect(standing).toEqual({ price: euros(3), awaiting: euros(5) });
    expect(acceptance).toEqual({ by: 'carol', at: at(0) });
    expect(subscriptionPrice([accepted, change(1, euros(2))])).toMatchObject({
      price: euros(2),
      awaiting: null,
    });
    expect(subscriptionPrice([accepted, change(1, euros(2)), change(2, euros(3))])).toMatchObject({
      price: euros(2),
      awaiting: euros(3),
    });
  });

  it('is nothing while nobody has accepted one', () => {
    expect(subscriptionPrice([])).toEqual({ price: null, awaiting: null, acceptance: null });
    expect(subscriptionPrice([change(0, euros(1))])).toMatchObject({ price: null, awaiting: euros(1) });
  });

  it('is there again when an undo brings a subscription back that had ended', () => {
    const all = [
      change(0, euros(3), { acceptedBy: 'carol' }),
      change(5, euros(3), { active: false }),
      change(9, euros(3)),
    ];
    expect(pricePeriods(all).map(({ from, to, price }) => [from, to, price])).toEqual([
      [at(0), at(5), euros(3)],
      [at(9), null, euros(3)],
    ]);
  });
});
