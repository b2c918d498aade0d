import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsPlaces, readDecimal, roundHalfUp, writeDecimal } from '../../../src/domain/plan/decimal.ts';
import {
  digitsOf,
  isDearer,
  type Price,
  type PriceDraft,
  priceChargeLine,
  priceId,
  priceInWords,
  priceOf,
  readPriceCharge,
} from '../../../src/domain/plan/price.ts';

const path = ['input', 'price'];
const priced = (draft: PriceDraft): Price => priceOf(draft, path) ?? expect.fail('It costs nothing.');
const gold = priced({
  currency: 'EUR',
  amount: '49',
  charges: [{ included: 100_000, unitPrice: '0.20', per: 1000 }],
});

const decimals = fc.bigInt({ min: 0n, max: 10n ** 18n });
const prices = fc
  .record({
    amount: fc.integer({ min: 0, max: 10_000 }),
    included: fc.integer({ min: 0, max: 1_000 }),
    unit: fc.integer({ min: 1, max: 1_000 }),
    per: fc.constantFrom(1, 7, 100, 1_000),
    hasCharge: fc.boolean(),
  })
  .map(({ amount, included, unit, per, hasCharge }) =>
    priced({
      currency: 'EUR',
      amount: `${amount + 1}`,
      charges: hasCharge ? [{ included, unitPrice: `0.${String(unit).padStart(4, '0')}`, per }] : [],
    }),
  );

/** What so many calls cost, as a quotient over 10^10 times a common multiple of `per`. */
function costOf({ amount, charges }: Price, calls: bigint): bigint {
  const common = 7_000n;
  const [charge] = charges;
  const base = (readDecimal(amount) ?? 0n) * common;
  if (!charge) return base;
  const billable = calls > BigInt(charge.included) ? calls - BigInt(charge.included) : 0n;
  return base + ((readDecimal(charge.unitPrice) ?? 0n) * billable * common) / BigInt(charge.per);
}

describe('decimals', () => {
  it('are read as they are written', () => {
    fc.assert(fc.property(decimals, (value) => readDecimal(writeDecimal(value)) === value));
  });

  it('add up where numbers of JavaScript do not', () => {
    expect((readDecimal('0.1') ?? 0n) + (readDecimal('0.2') ?? 0n)).toBe(readDecimal('0.3'));
  });

  it.each(['', '-1', '1e3', '.5', '1.', '0.12345678901', ' 1', '１', '1'.repeat(19)])(
    'are no other text: %j',
    (text) => expect(readDecimal(text)).toBeUndefined(),
  );

  it('are rounded by at most half a unit, a half upwards', () => {
    const quotients = fc.record({ of: decimals, over: fc.bigInt({ min: 1n, max: 10n ** 9n }) });
    fc.assert(
      fc.property(quotients, fc.integer({ min: 0, max: 4 }), (fraction, places) => {
        const rounded = roundHalfUp(fraction, places);
        const unit = 10n ** BigInt(10 - places);
        const twiceOff = 2n * (rounded * fraction.over - fraction.of);
        return (
          fitsPlaces(rounded, places) && twiceOff <= unit * fraction.over && twiceOff > -unit * fraction.over
        );
      }),
    );
  });
});

describe('a price', () => {
  it('has the digits of its currency', () => {
    expect(gold).toStrictEqual({
      currency: 'EUR',
      amount: '49.00',
      charges: [{ counts: 'CALLS', included: 100_000, unitPrice: '0.2', per: 1000 }],
    });
    expect(['EUR', 'JPY', 'KWD'].map(digitsOf)).toStrictEqual([2, 0, 3]);
  });

  it('is nothing where none is given', () => expect(priceOf(null, path)).toBeNull());

  const refused: readonly (readonly [PriceDraft, string, readonly (string | number)[]])[] = [
    [{ currency: 'EURO', amount: '1' }, 'is no currency', ['currency']],
    [{ currency: 'eur', amount: '1' }, 'ISO 4217 in capitals', ['currency']],
    [{ currency: 'EUR', amount: '-1' }, 'amount is "-1": give a decimal from 0', ['amount']],
    [{ currency: 'EUR', amount: '1.005' }, 'at most 2 digits after the point', ['amount']],
    [{ currency: 'JPY', amount: '1.5' }, 'no digits after the point', ['amount']],
    [{ currency: 'EUR', amount: '1000000000' }, 'from 0 to 999999999', ['amount']],
    [{ currency: 'EUR' }, 'The price is nothing', []],
    [{ currency: 'EUR', charges: [{ unitPrice: '0' }] }, 'unitPrice is 0', ['charges', 0, 'unitPrice']],
    [
      { currency: 'EUR', charges: [{ unitPrice: '0.00000000001' }] },
      'at most 10 digits after the point',
      ['charges', 0, 'unitPrice'],
    ],
    [
      { currency: 'EUR', charges: [{ unitPrice: '1', included: -1 }] },
      'included is -1',
      ['charges', 0, 'included'],
    ],
    [{ currency: 'EUR', charges: [{ unitPrice: '1', per: 0 }] }, 'per is 0', ['charges', 0, 'per']],
    [
      { currency: 'EUR', charges: [{ unitPrice: '1' }, { unitPrice: '2' }] },
      'There are two charges for calls',
      ['charges', 1],
    ],
  ];
  it.each(refused)('is refused: %j', (draft, detail, at) => {
    expect(() => priceOf(draft, path)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(detail),
        inputPath: [...path, ...at],
      }),
    );
  });

  it('has an id that names all that it says', () => {
    expect(priceId(gold)).toBe(priceId(priced({ ...gold, amount: '49.0' })));
    expect(priceId(gold)).not.toBe(priceId({ ...gold, amount: '49.01' }));
    expect(priceId(gold)).not.toBe(priceId({ ...gold, charges: [] }));
  });

  it('has charges that people write on a line', () => {
    const [charge] = gold.charges;
    if (!charge) expect.fail('It has a charge.');
    expect(priceChargeLine(charge)).toBe('0.2 per 1000 calls after 100000');
    expect(readPriceCharge('0.2 per 1000 calls after 100000')).toStrictEqual({
      counts: 'CALLS',
      unitPrice: '0.2',
      per: 1000,
      included: 100_000,
    });
    expect(readPriceCharge('0.0002 per call')).toStrictEqual({
      counts: 'CALLS',
      unitPrice: '0.0002',
      per: 1,
      included: 0,
    });
    for (const line of ['2 per 1000 tokens after 500', '0.01 per 1 tokens']) {
      const read = readPriceCharge(line);
      expect(read).toMatchObject({ counts: 'METER', meter: 'tokens' });
      expect(
        priced({ currency: 'EUR', charges: [read ?? expect.fail(line)] }).charges.map(priceChargeLine),
      ).toEqual([line]);
    }
    expect(readPriceCharge('a euro for each call')).toBeUndefined();
  });

  it('charges for calls and for each meter once, and each makes another price', () => {
    const tokens = { counts: 'METER', meter: 'tokens', included: 1_000, unitPrice: '2', per: 1_000 } as const;
    const calls = { unitPrice: '0.01' };
    const both = priced({ currency: 'EUR', charges: [calls, tokens, { ...tokens, meter: 'rows' }] });
    expect(both.charges.map(({ counts, meter }) => [counts, meter])).toEqual([
      ['CALLS', undefined],
      ['METER', 'tokens'],
      ['METER', 'rows'],
    ]);
    expect(priceInWords(both)).toBe(
      '0.01 EUR for each of the calls, 1000 tokens included, then 2 EUR for 1000 tokens and 1000 rows included, then 2 EUR for 1000 rows',
    );
    const ids = ['tokens', 'rows'].map((meter) =>
      priceId(priced({ currency: 'EUR', charges: [{ ...tokens, meter }] })),
    );
    expect(ids[0]).not.toBe(ids[1]);
    const onlyTokens = priced({ currency: 'EUR', charges: [tokens] });
    expect([isDearer(both, onlyTokens), isDearer(onlyTokens, both)]).toEqual([true, false]);
    const refused = (charge: PriceDraft['charges']) => () =>
      priced({ currency: 'EUR', charges: charge ?? [] });
    expect(refused([tokens, tokens])).toThrow('There are two charges for tokens: keep one of them.');
    expect(refused([{ ...tokens, meter: null }])).toThrow('A charge for METER names a meter of an API');
    expect(refused([{ ...tokens, counts: 'CALLS' }])).toThrow('A charge for CALLS has no meter');
    expect(refused([{ ...tokens, meter: 'To Kens' }])).toThrow('is not a name of a meter');
  });

  it('is told in words', () => {
    expect(priceInWords(gold)).toBe(
      '49.00 EUR a month and 100000 calls included, then 0.2 EUR for 1000 calls',
    );
    expect(priceInWords(null)).toBe('nothing');
  });
});

describe('a dearer price', () => {
  it('is one that some number of calls costs more under', () => {
    fc.assert(
      fc.property(prices, prices, (after, before) => {
        const points = [...after.charges, ...before.charges].map(({ included }) => BigInt(included));
        const tried = [0n, ...points, 10n ** 12n];
        const costsMore = tried.some((calls) => costOf(after, calls) > costOf(before, calls));
        return isDearer(after, before) === costsMore;
      }),
      { numRuns: 500 },
    );
  });

  it('is any where there was none, and any of another currency', () => {
    expect(isDearer(gold, null)).toBe(true);
    expect(isDearer(null, gold)).toBe(false);
    expect(isDearer({ ...gold, currency: 'JPY' }, gold)).toBe(true);
    expect(isDearer(gold, gold)).toBe(false);
  });
});
