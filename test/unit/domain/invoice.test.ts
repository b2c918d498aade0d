import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDecimal } from '../../../src/domain/plan/decimal.ts';
import {
  invoicedPeriods,
  invoiceLines,
  monthOf,
  readMonth,
  totalsOf,
  type UsedUnits,
  writeMonth,
} from '../../../src/domain/plan/invoice.ts';
import type { Price } from '../../../src/domain/plan/price.ts';
import { priceExample } from '../../../src/domain/plan/price-example.ts';
import type { PricePeriod } from '../../../src/domain/plan/price-periods.ts';

const month = monthOf(new Date('2026-11-15T12:00:00Z'));
const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const price = (amount: string, included = 0): Price => ({
  currency: 'EUR',
  amount,
  charges: [{ counts: 'CALLS', included, unitPrice: '0.2', per: 1000 }],
});
const period = (from: Date, to: Date | null, more: Partial<PricePeriod> = {}): PricePeriod => ({
  product: 'customer:1.0.0',
  plan: 'gold',
  price: price('49.00', 100_000),
  awaiting: null,
  acceptance: null,
  from,
  to,
  ...more,
});
const used = (from: Date, units: bigint, plan = 'gold'): UsedUnits => ({
  product: 'customer:1.0.0',
  plan,
  from,
  thing: 'CALLS',
  units,
});
const invoice = (periods: PricePeriod[], usage: UsedUnits[]) =>
  invoiceLines(invoicedPeriods(periods, month), month, usage).map(({ plan, lines }) => [
    plan,
    ...lines.map(({ amount }) => writeDecimal(amount, 2)),
  ]);

describe('an invoice of a month', () => {
  it('has the base amount, and what is used beyond what is included', () => {
    const whole = period(new Date('2026-10-01T00:00:00Z'), null);
    expect(invoice([whole], [used(at('05T10:00'), 100_000n), used(at('06T10:00'), 50_000n)])).toEqual([
      ['gold', '49.00', '10.00'],
    ]);
  });

  it('charges for the units of a meter beside the calls', () => {
    const charges = [
      ...price('0.00').charges,
      { counts: 'METER', meter: 'tokens', included: 1_000, unitPrice: '2', per: 1_000 } as const,
    ];
    const whole = period(new Date('2026-10-01T00:00:00Z'), null, { price: { ...price('0.00'), charges } });
    const tokens = { ...used(at('06T10:00'), 3_500n), thing: 'METER:tokens' };
    const rows = { ...tokens, thing: 'METER:rows' };
    expect(invoice([whole], [used(at('05T10:00'), 10_000n), tokens, rows])).toEqual([
      ['gold', '0.00', '2.00', '5.00'],
    ]);
  });

  it('has an example of a price: twice what is included, else a hundred times its units', () => {
    const charges = [
      ...price('49.00', 100_000).charges,
      { counts: 'METER', meter: 'tokens', included: 0, unitPrice: '0.01', per: 10 } as const,
    ];
    expect(priceExample({ ...price('49.00'), charges })).toEqual({
      units: [200_000, 1_000],
      amount: '70.00',
    });
  });

  it('has of a part of the month its part, by the hour', () => {
    expect(invoice([period(at('16T00:10'), null)], [used(at('20T00:00'), 60_000n)])).toEqual([
      ['gold', '24.50', '2.00'],
    ]);
  });

  it('charges usage by the plan that it was of, also in the hour of a change', () => {
    const before = period(at('01T00:00'), at('16T00:20'), { plan: 'silver', price: price('10.00') });
    const after = period(at('16T00:20'), null);
    const usage = [used(at('16T00:00'), 1_000n, 'silver'), used(at('16T00:00'), 1_000n)];
    expect(invoice([before, after], usage)).toEqual([
      ['silver', '5.00', '0.20'],
      ['gold', '24.50', '0.00'],
    ]);
  });

  it('charges no call of the hour in which its price was accepted, where it cost less before', () => {
    const free = period(at('01T00:00'), at('16T00:20'), { price: null });
    const usage = [used(at('16T00:00'), 5_000n), used(at('16T01:00'), 1_000n)];
    expect(invoice([free, period(at('16T00:20'), null, { price: price('0.00') })], usage)).toEqual([
      ['gold', '0.00', '0.20'],
    ]);
  });

  it('charges nothing of a free period after a priced one', () => {
    const free = period(at('16T00:00'), null, { price: null });
    const first = period(at('01T00:00'), at('16T00:00'), { price: price('0.00') });
    expect(invoice([first, free], [used(at('20T00:00'), 9_000n)])).toEqual([['gold', '0.00', '0.00']]);
  });

  it('is for parts of the month together what it is for the whole, to a cent each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 719 }), fc.integer({ min: 0, max: 100_000 }), (hour, cents) => {
        const split = new Date(month.from.getTime() + hour * 3_600_000);
        const amount = (cents / 100).toFixed(2);
        const parts = [
          period(month.from, split, { price: price(amount) }),
          period(split, null, { price: price(amount) }),
        ];
        const groups = invoiceLines(invoicedPeriods(parts, month), month, []);
        const total = totalsOf(groups).get('EUR') ?? 0n;
        const off = total - BigInt(cents) * 10n ** 8n;
        return off >= -(10n ** 8n) && off <= 10n ** 8n;
      }),
    );
  });

  it('is of a month by its name', () => {
    expect(writeMonth(readMonth('2026-11') ?? expect.fail('It is a month.'))).toBe('2026-11');
    expect(writeMonth(monthOf(new Date('2026-01-31T00:00:00Z'), -1))).toBe('2025-12');
    for (const text of ['2026-13', '2026', '26-01', '2026-1']) expect(readMonth(text)).toBeUndefined();
  });
});
