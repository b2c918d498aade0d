import type { Clock } from '../../../foundation/clock.ts';
import { PendingWork } from '../../../foundation/pending-work.ts';
import type { Counters } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { LimitWindow } from '../../snapshot/limit-window.ts';
import type { Call } from '../call.ts';
import type { Reading } from './call-meter.ts';
import { refunded } from './charges.ts';
import type { CountedLimit } from './counted-limit.ts';
import { MeterFaults } from './meter-faults.ts';
import type { Metering } from './metering.ts';
import { UsageAverages } from './usage-averages.ts';
import { takeUpTo } from './usage-reservation.ts';

type SettlementDeps = {
  readonly limits: Pick<Counters, 'consume' | 'refund'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly recorder: {
    /** Records the units that an answer told. Undefined is what could not be told. */
    metered(call: Call, meter: string, units: number | undefined): void;
    settled(call: Call, limits: readonly CountedLimit[]): void;
  };
};

const NONE: readonly Reading[] = [];

/**
 * Settles what calls have used, once each and after their answers. The difference to what was reserved is charged, or
 * refunded. Where a window has less left than a call used, that is taken: the window is full, and the next call refused.
 *
 * Decision: a call that fails, or is answered with 400 or more, costs nothing. A caller that leaves before the end of an
 * answer keeps what was reserved, or what the answer told until then. Else leaving before the end would be free.
 */
export class UsageSettlements {
  readonly averages = new UsageAverages();
  readonly faults: MeterFaults;
  readonly #deps: SettlementDeps;
  readonly #pending = new PendingWork();

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
    this.faults = new MeterFaults(deps);
  }

  /** Settles a call that has ended. Nobody waits for it. */
  settle(call: Call): void {
    const { metering } = call;
    if (!metering) return;
    this.#pending.add(this.#settle(call, metering).catch(this.#deps.onFault));
  }

  /** Resolves when all calls that have ended are settled. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }

  async #settle(call: Call, metering: Metering): Promise<void> {
    await metering.reserving?.catch(() => {});
    const ending = endingOf(call, metering);
    const readings = ending === 'FAILED' ? NONE : await metering.meter.readings();
    for (const reading of readings) this.#record(call, reading);
    const settled: CountedLimit[] = [];
    for (const counted of metering.reserved) {
      const used = ending === 'FAILED' ? 0 : usedOf(counted.window, metering, readings);
      if (ending === 'WHOLE' && used !== undefined) this.averages.note(counted.key, used);
      const charge = ending === 'LEFT' ? Math.max(used ?? 0, counted.points) : (used ?? 0);
      settled.push(await this.#charge(counted, charge));
    }
    if (settled.length > 0) this.#deps.recorder.settled(call, settled);
  }

  #record(call: Call, { meter, units }: Reading): void {
    const { recorder } = this.#deps;
    recorder.metered(call, meter, typeof units === 'number' ? units : undefined);
    if (typeof units !== 'number') this.faults.note(call, { meter, fault: units });
  }

  async #charge(counted: CountedLimit, used: number): Promise<CountedLimit> {
    const { window, key, points } = counted;
    const { limits } = this.#deps;
    if (used <= points) return refunded(counted, limits, used);
    const more = await takeUpTo({ window, key, points: used - points }, limits);
    return { ...more, points: points + more.points };
  }
}

/** The ending of a call. It failed, its answer came to the end, or its caller left before. */
type Ending = 'FAILED' | 'WHOLE' | 'LEFT';

function endingOf({ refusedWith, exchange, response }: Call, { meter }: Metering): Ending {
  if (refusedWith !== undefined || !exchange || response.statusCode >= 400) return 'FAILED';
  return meter.isWhole ? 'WHOLE' : 'LEFT';
}

/** Bytes of a kilobyte. */
const KILOBYTE = 1_000;

/** Returns the units that a call used of a limit. Undefined is what its answer did not tell. */
function usedOf(
  { meter: name }: LimitWindow,
  { meter }: Metering,
  readings: readonly Reading[],
): number | undefined {
  if (name === undefined) return Math.ceil(meter.bytes / KILOBYTE);
  const units = readings.find((each) => each.meter === name)?.units;
  return typeof units === 'number' ? units : undefined;
}
