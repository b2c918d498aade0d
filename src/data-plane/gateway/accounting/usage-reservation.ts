import type { Counters } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { LimitWindow } from '../../snapshot/limit-window.ts';
import type { ServedMeter } from '../../snapshot/served-meter.ts';
import { type Call, chosenOf } from '../call.ts';
import { CallMeter } from './call-meter.ts';
import { type CountedLimit, uncounted } from './counted-limit.ts';
import type { Metering } from './metering.ts';
import type { UsageAverages } from './usage-averages.ts';

type ReservationDeps = {
  readonly limits: Pick<Counters, 'consume'>;
  readonly averages: Pick<UsageAverages, 'of'>;
};

/** Attempts to take what a window has left. Others take of it meanwhile. */
const TRIES = 4;
const NO_LIMITS: readonly LimitWindow[] = [];

/**
 * Begins to meter a call, and reserves what calls of its plan usually use. It does so where its API has meters or its
 * plan limits usage. Where less is left, that is reserved: no call is refused while something is left, and many at once
 * exceed a limit by little.
 *
 * @returns a promise only where there is a limit
 */
export function meterCall(call: Call, deps: ReservationDeps): Promise<void> | undefined {
  const { meters: all } = chosenOf(call).api;
  const limits = call.subscription?.plan.usageLimits ?? NO_LIMITS;
  if (all.length === 0 && limits.length === 0) return undefined;
  const meters = all.filter((meter) => isOf(call, meter));
  const windows = limits.filter((window) => isOf(call, window) && isTold(window, meters));
  if (meters.length === 0 && windows.length === 0) return undefined;
  const metering: Metering = {
    meter: new CallMeter(call.request.method === 'HEAD' ? [] : meters),
    reserved: uncounted,
    reserving: undefined,
  };
  call.metering = metering;
  if (windows.length > 0) metering.reserving = reserve(call, { metering, windows, deps });
  return metering.reserving;
}

const isOf = ({ operation }: Call, { operations }: Pick<ServedMeter, 'operations'>) =>
  operations?.has(operation ?? '') ?? true;

/** Tells whether a limit counts what needs no meter, or what one of these tells. */
const isTold = ({ meter }: LimitWindow, meters: readonly ServedMeter[]) =>
  meter === undefined || meters.some(({ name }) => name === meter);

type ReserveInput = {
  readonly metering: Metering;
  readonly windows: readonly LimitWindow[];
  readonly deps: ReservationDeps;
};

/** Reserves of one limit after another, until one refuses. */
async function reserve(
  { subscription }: Call,
  { metering, windows, deps: { limits, averages } }: ReserveInput,
): Promise<void> {
  const reserved: CountedLimit[] = [];
  metering.reserved = reserved;
  for (const window of windows) {
    const key = `${subscription?.limitKey}${window.keySuffix}`;
    const counted = await takeUpTo({ window, key, points: averages.of(key) }, limits);
    reserved.push(counted);
    if (!counted.result.admitted && !window.isMeasured) return;
  }
}

type TakeInput = Pick<CountedLimit, 'window' | 'key' | 'points'>;

/** Takes points of a window; where fewer are left, those. */
export async function takeUpTo(
  { window, key, points }: TakeInput,
  limits: Pick<Counters, 'consume'>,
): Promise<CountedLimit> {
  let taken = Math.min(points, window.burst ?? window.limit);
  let result = await limits.consume(key, window, taken);
  for (let tries = 1; tries < TRIES && !result.admitted && result.remaining > 0; tries += 1) {
    taken = Math.min(taken, result.remaining);
    result = await limits.consume(key, window, taken);
  }
  return { window, key, points: result.admitted ? taken : 0, result };
}
