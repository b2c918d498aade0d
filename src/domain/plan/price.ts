import { createHash } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { listed, short } from '../../foundation/text/listed.ts';
import { checkMeterName } from '../api/meters.ts';
import { checkWhole, LIMIT_MAX } from './checked-limits.ts';
import {
  DECIMAL_PLACES,
  type Decimal,
  type Fraction,
  fitsPlaces,
  readDecimal,
  sumOf,
  writeDecimal,
} from './decimal.ts';

/** The things that a price can charge for. */
export const chargedThings = ['CALLS', 'METER'] as const;
export type ChargedThing = (typeof chargedThings)[number];

/** A charge for what is used beyond what the price includes. */
export type PriceCharge = {
  readonly counts: ChargedThing;
  /** The meter whose units it is for. CALLS has none. */
  readonly meter?: string | null | undefined;
  /** Units of a calendar month that cost nothing. */
  readonly included: number;
  /** The price of `per` units, a decimal. Fewer units cost their part of it. */
  readonly unitPrice: string;
  readonly per: number;
};

/** A price of a plan for a calendar month (UTC). Its decimals are in one form, so equal prices are equal as JSON. */
export type Price = {
  /** ISO 4217. */
  readonly currency: string;
  /** The base amount, a decimal with the digits of the currency. */
  readonly amount: string;
  readonly charges: PriceCharge[];
};

/** A price as the management API takes it, before it is checked. */
export type PriceDraft = {
  readonly currency: string;
  readonly amount?: string | null | undefined;
  readonly charges?: readonly PriceChargeDraft[] | null | undefined;
};

type PriceChargeDraft = {
  readonly counts?: ChargedThing | null | undefined;
  readonly meter?: string | null | undefined;
  readonly included?: number | null | undefined;
  readonly unitPrice: string;
  readonly per?: number | null | undefined;
};

const CHARGES_MAX = 10;
const PER_MAX = 1_000_000_000;
/** The largest amount, and the largest price of units. */
const AMOUNT_MAX = '999999999';

/** The currencies that are known, as Unicode lists them. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns the digits of a currency after the point. Yen have none, most others have two. */
export function digitsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/**
 * Checks and completes a price.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function priceOf(draft: PriceDraft | null | undefined, path: InputPath): Price | null {
  if (draft == null) return null;
  const { currency } = draft;
  if (!currencies.has(currency))
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(currency))} is no currency: give a code of ISO 4217 in capitals, for example "EUR".`,
      path: [...path, 'currency'],
    });
  const amount = amountIn(draft.amount ?? '0', currency, [...path, 'amount']);
  const charges = chargesOf(draft.charges ?? [], [...path, 'charges']);
  if (amount === 0n && charges.length === 0)
    refuse('BAD_USER_INPUT', {
      detail:
        'The price is nothing: give an amount or a charge, or price: null for a plan that costs nothing.',
      path,
    });
  return { currency, amount: writeDecimal(amount, digitsOf(currency)), charges };
}

function amountIn(text: string, currency: string, path: InputPath): Decimal {
  const amount = decimalIn(text, path);
  const digits = digitsOf(currency);
  if (fitsPlaces(amount, digits)) return amount;
  return refuse('BAD_USER_INPUT', {
    detail: `amount is ${short(text)}: an amount of ${currency} has ${digits === 0 ? 'no digits' : `at most ${digits} digits`} after the point.`,
    path,
  });
}

/** @throws BAD_USER_INPUT; the path ends in the name of the member */
function decimalIn(text: string, path: InputPath): Decimal {
  const value = readDecimal(text);
  if (value !== undefined && value <= (readDecimal(AMOUNT_MAX) ?? 0n)) return value;
  return refuse('BAD_USER_INPUT', {
    detail: `${path.at(-1)} is ${JSON.stringify(short(text))}: give a decimal from 0 to ${AMOUNT_MAX} with at most ${DECIMAL_PLACES} digits after the point, for example "0.0002".`,
    path,
  });
}

function chargesOf(drafts: readonly PriceChargeDraft[], path: InputPath): PriceCharge[] {
  if (drafts.length > CHARGES_MAX)
    refuse('BAD_USER_INPUT', { detail: `A price has at most ${CHARGES_MAX} charges.`, path });
  const charges = drafts.map((draft, index) => chargeOf(draft, [...path, index]));
  charges.forEach((charge, index) => {
    if (charges.findIndex((each) => thingOf(each) === thingOf(charge)) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two charges for ${thingInWords(charge)}: keep one of them.`,
        path: [...path, index],
      });
  });
  return charges;
}

function chargeOf(draft: PriceChargeDraft, path: InputPath): PriceCharge {
  const counts = draft.counts ?? 'CALLS';
  const meter = meterOf({ ...draft, counts }, [...path, 'meter']);
  const included = draft.included ?? 0;
  const per = draft.per ?? 1;
  if (included !== 0) checkWhole(included, LIMIT_MAX, [...path, 'included']);
  checkWhole(per, PER_MAX, [...path, 'per']);
  const unitPrice = decimalIn(draft.unitPrice, [...path, 'unitPrice']);
  if (unitPrice === 0n)
    refuse('BAD_USER_INPUT', {
      detail: 'unitPrice is 0: leave out the charge for what costs nothing.',
      path: [...path, 'unitPrice'],
    });
  return { counts, ...(meter && { meter }), included, unitPrice: writeDecimal(unitPrice), per };
}

function meterOf({ counts, meter }: PriceChargeDraft, path: InputPath): string | undefined {
  if (counts !== 'METER' && meter == null) return undefined;
  if (counts !== 'METER')
    return refuse('BAD_USER_INPUT', {
      detail: 'A charge for CALLS has no meter: leave meter out, or charge for METER.',
      path,
    });
  if (meter == null)
    return refuse('BAD_USER_INPUT', {
      detail: 'A charge for METER names a meter of an API: give meter, for example "tokens".',
      path,
    });
  checkMeterName(meter, path);
  return meter;
}

/** Names the thing that a charge is for, uniquely within a price. Usage of meters has the same name. */
export const thingOf = ({ counts, meter }: Pick<PriceCharge, 'counts' | 'meter'>): string =>
  counts === 'METER' ? `METER:${meter}` : counts;

const thingInWords = ({ counts, meter }: PriceCharge) => (counts === 'METER' ? `${meter}` : 'calls');

/** Returns a charge as people write it: `0.20 per 1000 calls after 100000`, or `2 per 1000 tokens` of a meter. */
export function priceChargeLine(charge: PriceCharge): string {
  const { counts, included, unitPrice, per } = charge;
  const units = counts === 'CALLS' && per === 1 ? 'call' : `${per} ${thingInWords(charge)}`;
  return `${unitPrice} per ${units}${included === 0 ? '' : ` after ${included}`}`;
}

const LINE =
  /^(?<unitPrice>\d+(?:\.\d+)?)\s+per\s+(?:(?<per>\d+)\s+)?(?<thing>[\w.-]+)(?:\s+after\s+(?<included>\d+))?$/;

/**
 * Reads a charge as people write it on a line: {@link priceChargeLine}.
 *
 * @returns undefined for other words
 */
export function readPriceCharge(line: string): PriceChargeDraft | undefined {
  const read = LINE.exec(line.trim())?.groups;
  if (read?.['unitPrice'] === undefined) return undefined;
  const { thing } = read;
  const isOfCalls = thing === 'call' || thing === 'calls';
  return {
    ...(isOfCalls ? { counts: 'CALLS' } : { counts: 'METER', meter: thing }),
    unitPrice: read['unitPrice'],
    per: Number(read['per'] ?? 1),
    included: Number(read['included'] ?? 0),
  };
}

/** Returns the id of a price. It names all that the price says, so it changes with any part of it. */
export function priceId({ currency, amount, charges }: Price): string {
  const parts = charges.map((charge) => [thingOf(charge), charge.included, charge.unitPrice, charge.per]);
  return createHash('sha256')
    .update(JSON.stringify([currency, amount, parts]))
    .digest('hex')
    .slice(0, 20);
}

/** Returns a price in words: `49.00 EUR a month, 100000 calls included, then 0.20 EUR for 1000 calls`. */
export function priceInWords(price: Price | null): string {
  if (!price) return 'nothing';
  const { currency, amount, charges } = price;
  const parts = charges.map((charge) => {
    const { included, unitPrice, per } = charge;
    const things = thingInWords(charge);
    const rate = `${unitPrice} ${currency} for ${per === 1 ? `each of the ${things}` : `${per} ${things}`}`;
    return included === 0 ? rate : `${included} ${things} included, then ${rate}`;
  });
  const base = readDecimal(amount) === 0n ? [] : [`${amount} ${currency} a month`];
  return listed([...base, ...parts], 'and');
}

/**
 * Tells whether a price can cost more than another one, whatever is used. Prices of different currencies cannot be
 * compared, so each is dearer than the other.
 */
export function isDearer(after: Price | null, before: Price | null): boolean {
  if (!after) return false;
  if (!before || after.currency !== before.currency) return true;
  const had = new Map(before.charges.map((charge) => [thingOf(charge), charge]));
  const more: Fraction[] = [];
  for (const charge of after.charges) {
    const was = had.get(thingOf(charge));
    if (!was || exceeds(rateOf(charge), rateOf(was))) return true;
    // Both rates apply beyond what the old price included. Between, only the new one does.
    more.push(timesUnits(rateOf(charge), BigInt(Math.max(0, was.included - charge.included))));
  }
  const base = { of: decimalOf(after.amount) - decimalOf(before.amount), over: 1n };
  return sumOf([base, ...more]).of > 0n;
}

const decimalOf = (text: string): Decimal => readDecimal(text) ?? 0n;

/** Returns the price of one unit. */
export const rateOf = ({ unitPrice, per }: PriceCharge): Fraction => ({
  of: decimalOf(unitPrice),
  over: BigInt(per),
});

const exceeds = (one: Fraction, other: Fraction) => one.of * other.over > other.of * one.over;
const timesUnits = ({ of, over }: Fraction, units: bigint): Fraction => ({ of: of * units, over });
