import { HOUR_MS } from '../call/usage.ts';
import { type Decimal, readDecimal, roundHalfUp } from './decimal.ts';
import { digitsOf, type Price, type PriceCharge, rateOf, thingOf } from './price.ts';
import type { PricePeriod } from './price-periods.ts';

/** A calendar month (UTC). */
export type BilledMonth = { readonly from: Date; readonly to: Date };

/** A period of a month in whole hours, which is invoiced together. */
type InvoicedPeriod = {
  readonly product: string;
  readonly plan: string;
  /** Null costs nothing. */
  readonly price: Price | null;
  readonly from: Date;
  readonly to: Date;
};

/** Units that were used under a plan from an instant on. */
export type UsedUnits = {
  readonly product: string;
  readonly plan: string;
  readonly from: Date;
  readonly thing: string;
  readonly units: bigint;
};

/** A line of an invoice. That of the base amount has no charge. */
export type InvoiceLine = {
  readonly charge: PriceCharge | null;
  readonly used: bigint;
  readonly included: bigint;
  readonly billable: bigint;
  /** Rounded half up to the digits of the currency. */
  readonly amount: Decimal;
};

/** The lines of a period. */
export type InvoiceGroup = Omit<InvoicedPeriod, 'price'> & {
  readonly price: Price;
  readonly lines: readonly InvoiceLine[];
};

/** Returns the month that an instant is in. */
export function monthOf(instant: Date, offset = 0): BilledMonth {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth() + offset];
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Reads `2026-11`; undefined for what is no month. */
export function readMonth(text: string): BilledMonth | undefined {
  const [, year, month] = MONTH.exec(text) ?? [];
  return year === undefined ? undefined : monthOf(new Date(`${year}-${month}-01T00:00:00Z`));
}

export const writeMonth = ({ from }: BilledMonth): string => from.toISOString().slice(0, 7);

const floor = (at: Date) => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
const ceil = (at: Date) => Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS;

type Adjacent = { readonly before: PricePeriod | undefined; readonly period: PricePeriod };

/**
 * Returns the hour that a period begins with. Usage tells plans apart, so another plan begins with the hour of the
 * change. Another price of the same plan begins with the next hour: no call is charged at a price that was accepted
 * after it.
 */
function hourOf({ before, period }: Adjacent): number {
  const isSamePlan =
    before?.to?.getTime() === period.from.getTime() &&
    before.product === period.product &&
    before.plan === period.plan;
  return isSamePlan ? ceil(period.from) : floor(period.from);
}

/**
 * Returns the periods of a month in whole hours, also those that cost nothing. The last one lasts until its plan
 * changes.
 */
export function invoicedPeriods(periods: readonly PricePeriod[], month: BilledMonth): InvoicedPeriod[] {
  const [first, last] = [month.from.getTime(), month.to.getTime()];
  return periods.flatMap((period, index) => {
    const { product, plan, price } = period;
    const begins = Math.max(first, hourOf({ before: periods[index - 1], period }));
    const ends = Math.min(last, endOf(period, periods[index + 1]));
    const isOver = period.to !== null && period.to.getTime() <= first;
    if (isOver || begins >= last) return [];
    return [{ product, plan, price, from: new Date(begins), to: new Date(Math.max(begins, ends)) }];
  });
}

function endOf(period: PricePeriod, next: PricePeriod | undefined): number {
  if (period.to === null) return Number.POSITIVE_INFINITY;
  return next?.from.getTime() === period.to.getTime()
    ? hourOf({ before: period, period: next })
    : ceil(period.to);
}

/**
 * Writes the lines of each period that costs something. The base amount and the included units are for a whole month:
 * a period of a part of it has that part of both, by the hour.
 */
export function invoiceLines(
  periods: readonly InvoicedPeriod[],
  month: BilledMonth,
  used: readonly UsedUnits[],
): InvoiceGroup[] {
  const units = new Map<string, bigint>();
  for (const each of used) {
    const key = `${periodOf(periods, each)} ${each.thing}`;
    units.set(key, (units.get(key) ?? 0n) + each.units);
  }
  return periods.flatMap(({ price, ...period }, index) => {
    if (!price) return [];
    const part = { of: hoursIn(period), over: hoursIn(month) };
    const charges = price.charges.map((charge) =>
      chargeLine(charge, { price, part, used: units.get(`${index} ${thingOf(charge)}`) ?? 0n }),
    );
    const lines = [baseLine(price, part), ...charges];
    return part.of === 0n && lines.every(({ used }) => used === 0n) ? [] : [{ ...period, price, lines }];
  });
}

const hoursIn = ({ from, to }: BilledMonth) => BigInt(to.getTime() - from.getTime()) / BigInt(HOUR_MS);

/** Finds the period of usage: the last one of its plan that had begun. */
export const periodOf = (periods: readonly InvoicedPeriod[], { product, plan, from }: UsedUnits): number =>
  periods.findLastIndex((each) => each.product === product && each.plan === plan && each.from <= from);

type Part = { readonly of: bigint; readonly over: bigint };

function baseLine({ currency, amount }: Price, part: Part): InvoiceLine {
  const base = { of: (readDecimal(amount) ?? 0n) * part.of, over: part.over };
  return {
    charge: null,
    used: 0n,
    included: 0n,
    billable: 0n,
    amount: roundHalfUp(base, digitsOf(currency)),
  };
}

type ChargeUse = { readonly price: Price; readonly part: Part; readonly used: bigint };

function chargeLine(charge: PriceCharge, { price, part, used }: ChargeUse): InvoiceLine {
  const included = (BigInt(charge.included) * part.of) / part.over;
  const billable = used > included ? used - included : 0n;
  const { of, over } = rateOf(charge);
  const amount = roundHalfUp({ of: of * billable, over }, digitsOf(price.currency));
  return { charge, used, included, billable, amount };
}

/** Returns what a whole month costs with these units of each thing. */
export function monthCost(price: Price, units: ReadonlyMap<string, bigint>): Decimal {
  const part = { of: 1n, over: 1n };
  const lines = price.charges.map((charge) =>
    chargeLine(charge, { price, part, used: units.get(thingOf(charge)) ?? 0n }),
  );
  return [baseLine(price, part), ...lines].reduce((sum, { amount }) => sum + amount, 0n);
}

/** Adds amounts by currency. */
export function totalsOf(groups: readonly InvoiceGroup[]): ReadonlyMap<string, Decimal> {
  const totals = new Map<string, Decimal>();
  for (const { price, lines } of groups)
    for (const { amount } of lines) totals.set(price.currency, (totals.get(price.currency) ?? 0n) + amount);
  return totals;
}
